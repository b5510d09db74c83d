"""Reads anew what a dataset's facts say, from a live service or a later snapshot."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from pipeline.base.progress import Progress
from pipeline.knowledge.rules import Dropped, redirected, usable
from pipeline.language.library import Library
from pipeline.quality.sound import sound_facts
from pipeline.values import is_item_id
from pipeline.wikidata.endpoint import Endpoint
from pipeline.wikidata.facts import CURATED, Entity, Statement, source_dates
from pipeline.wikidata.fetch import (
    INSTANCE_OF,
    SUBCLASS_OF,
    Facts,
    fetch_classes,
    fetch_entities,
    fetch_statements,
    follow_redirects,
)
from pipeline.wikidata.snapshot import Snapshot

Key: TypeAlias = tuple[str, str]
"""Subject and property."""

_CLASSES = (INSTANCE_OF, SUBCLASS_OF)
_CLASS_LEVELS = 5


@dataclass(frozen=True, slots=True)
class Newer:
    """Newer facts.

    `snapshot` has those that hold, with the dataset's own where nothing newer was read; `read` says which
    subjects' properties were. `redirects` maps items to what they were merged into, `dropped` holds what was
    read and does not hold, by subject and property.
    """

    snapshot: Snapshot
    redirects: Mapping[str, str]
    read: frozenset[Key]
    dropped: Mapping[Key, tuple[Dropped, ...]]

    def now(self, item: str) -> str:
        """Return the item that an item is today."""
        return self.redirects.get(item, item)


def read_newer(
    endpoint: Endpoint,
    old: Snapshot,
    library: Library,
    progress: Progress,
    *,
    through: Collection[str],
    hops: int,
    asked: Collection[Key] | None,
) -> Newer:
    """Read every subject of a snapshot with every property that it holds, and what new values lead to.

    `through` are the properties that routes pass through. `asked` are the subjects' properties that the
    endpoint is known to have been read for, found or not; None if it has everything, as a live one.
    """
    items = _items(old.statements) | {entity.item for entity in old.entities}
    redirects = follow_redirects(endpoint, sorted(items))
    found = _statements(endpoint, old, redirects, items, through, hops)
    named = _items(found)
    redirects |= follow_redirects(endpoint, sorted(named - items))
    found = redirected(found, redirects)
    keys = {(s.subject, s.property) for s in found}
    # That Wikidata does not say what a reviewer wrote down is no news.
    sourced = [s for s in old.statements if s.source != CURATED]
    held = {(redirects.get(s.subject, s.subject), s.property) for s in sourced}
    read = frozenset(keys | held if asked is None else keys | (held & set(asked)))
    moved = [replace(s, subject=redirects.get(s.subject, s.subject)) for s in old.statements]
    unread = [s for s in redirected(moved, redirects) if (s.subject, s.property) not in read]
    wanted = sorted(items | named | set(redirects.values()))
    entities = _entities(endpoint, wanted, old, library.grammar.labels)
    kept, dropped = usable([*found, *unread], entities, script=library.grammar.script, units=library.units)
    kept, unsound = sound_facts(kept)
    dropped += unsound
    progress.note(f"{len(found):,} statements read, {len(kept):,} facts hold")
    merged = {item: target for item, target in redirects.items() if item in items}
    snapshot = Snapshot(
        tuple(kept), tuple(sorted(entities.values())), source_dates(kept), old.language, redirects=merged
    )
    return Newer(snapshot, redirects, read, _by_key(dropped))


def _statements(
    endpoint: Endpoint,
    old: Snapshot,
    redirects: Mapping[str, str],
    items: set[str],
    through: Collection[str],
    hops: int,
) -> list[Statement]:
    """Return what is said of the old subjects, and of items that a route may now lead to.

    Of subjects that the dataset knows by their classes only, no more is asked for.
    """
    kinds = {s.property: s.kind for s in old.statements}
    edges = {(s.subject, s.property, s.value) for s in redirected(old.statements, redirects)}
    frontier = {redirects.get(s.subject, s.subject) for s in old.statements if s.property not in _CLASSES}
    classes = {redirects.get(s.subject, s.subject) for s in old.statements} - frontier
    found = fetch_statements(endpoint, sorted(classes), dict.fromkeys(_CLASSES, "item"))
    facts, done = Facts({s.statement_id: s for s in found}), classes
    for _ in range(hops):
        found = fetch_statements(endpoint, sorted(frontier), kinds)
        facts.statements.update({s.statement_id: s for s in found})
        done |= frontier
        new = {s.value for s in found if (s.subject, s.property, s.value) not in edges and s.kind == "item"}
        leading = {s.value for s in found if s.property in through}
        frontier = (new & leading) - done
    fetch_classes(endpoint, facts, done | items, _CLASS_LEVELS)
    return list(facts.statements.values())


def _items(statements: Iterable[Statement]) -> set[str]:
    """Return the items that statements name: subjects, values and units."""
    cells = {cell for s in statements for cell in (s.subject, s.unit, s.value if s.kind == "item" else "")}
    return {cell for cell in cells if is_item_id(cell)}


def _entities(
    endpoint: Endpoint, wanted: list[str], old: Snapshot, languages: tuple[str, ...]
) -> dict[str, Entity]:
    """Return the items' names; where there are none now, those that the dataset has."""
    before = {entity.item: entity for entity in old.entities}
    now = fetch_entities(endpoint, wanted, languages)
    return {item: entity if entity.label else before.get(item, entity) for item, entity in now.items()}


def _by_key(dropped: Iterable[Dropped]) -> dict[Key, tuple[Dropped, ...]]:
    found: dict[Key, tuple[Dropped, ...]] = {}
    for one in dropped:
        key = one.statement.subject, one.statement.property
        found[key] = (*found.get(key, ()), one)
    return found
