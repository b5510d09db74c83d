"""What writes answers for a set of facts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pipeline.knowledge.beside import Beside
from pipeline.knowledge.graph import build_graph
from pipeline.knowledge.kinds import Classes
from pipeline.language.answers import Answers
from pipeline.language.library import Library
from pipeline.wikidata.fetch import INSTANCE_OF, SUBCLASS_OF
from pipeline.wikidata.snapshot import Snapshot


def answers_of(
    snapshot: Snapshot, library: Library, units: Mapping[str, str] = MappingProxyType({})
) -> Answers:
    """Return what writes the values of a snapshot; `units` are added to those of the library."""
    names = {entity.item: entity.label for entity in snapshot.entities}
    broader = beside_of(snapshot, library).broader
    return Answers(library.grammar, {**library.units, **units}, names, broader)


def beside_of(snapshot: Snapshot, library: Library) -> Beside:
    """Return what is true beside the items of a snapshot."""
    entities = {entity.item: entity for entity in snapshot.entities}
    chains = (s for s in snapshot.statements if s.property in (INSTANCE_OF, SUBCLASS_OF))
    classes = Classes(build_graph(chains, entities), library.kinds)
    return Beside(snapshot.statements, entities, classes)
