"""What writes answers for a set of facts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pipeline.knowledge.beside import Beside
from pipeline.knowledge.kinds import Classes
from pipeline.language.answers import Answers
from pipeline.language.library import Library
from pipeline.wikidata.fetch import INSTANCE_OF, SUBCLASS_OF
from pipeline.wikidata.snapshot import Snapshot


def answers_of(
    snapshot: Snapshot,
    library: Library,
    units: Mapping[str, str] = MappingProxyType({}),
    classes: Classes | None = None,
) -> Answers:
    """Return what writes the values of a snapshot; `units` are added to those of the library.

    `classes` are those of the snapshot's facts, where they are known already.
    """
    names = {entity.item: entity.label for entity in snapshot.entities}
    broader = beside_of(snapshot, library, classes).broader
    return Answers(library.grammar, {**library.units, **units}, names, broader)


def beside_of(snapshot: Snapshot, library: Library, classes: Classes | None = None) -> Beside:
    """Return what is true beside the items of a snapshot."""
    entities = {entity.item: entity for entity in snapshot.entities}
    if classes is None:
        chains = (s for s in snapshot.statements if s.property in (INSTANCE_OF, SUBCLASS_OF))
        classes = Classes(chains, library.kinds)
    return Beside(snapshot.statements, entities, classes)
