"""Joins snapshots: of what several have read, the latest reading counts as a whole (docs/snapshots.md).

A reading is of one subject and one property. A value that is gone must go, so readings are never united.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeAlias

from pipeline.wikidata.facts import Entity, Statement
from pipeline.wikidata.snapshot import Snapshot
from pipeline.wikidata.snapshot_tables import Reading

Key: TypeAlias = tuple[str, str]
"""Subject and property."""


@dataclass(frozen=True, slots=True, order=True)
class Conflict:
    """A subject's property that two snapshots read otherwise; dates and values of both, `kept` the later."""

    subject: str
    property: str
    kept_date: str
    kept: tuple[str, ...]
    replaced_date: str
    replaced: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Merged:
    """Snapshots joined, and where they disagreed."""

    snapshot: Snapshot
    conflicts: tuple[Conflict, ...]


def date_key(date: str) -> str:
    """Return a date of reading as one to compare: the later of two years; nothing if it is unknown."""
    return "" if date == "unknown" else date.rpartition("/")[2]


def merge(snapshots: Sequence[Snapshot]) -> Merged:
    """Join snapshots; of readings of equal date, and of those without one, the last in order counts."""
    ordered = sorted(snapshots, key=_latest)
    redirects = _later(snapshot.redirects for snapshot in ordered)
    groups, conflicts = _groups([_Read(snapshot) for snapshot in snapshots])
    statements = [s for (subject, _), found in groups.items() if subject not in redirects for s in found]
    names: dict[str, dict[str, Entity]] = {}
    for snapshot in ordered:
        for language, entities in snapshot.names.items():
            names.setdefault(language, {}).update({entity.item: entity for entity in entities})
    by_language = {language: tuple(sorted(found.values())) for language, found in sorted(names.items())}
    language, origins = ordered[-1].language, {snapshot.origin for snapshot in snapshots}
    merged = Snapshot(
        tuple(sorted(statements)),
        by_language.pop(language, ()),
        _sources(snapshots, statements),
        language,
        by_language,
        redirects,
        _later(snapshot.pages for snapshot in ordered),
        tuple(sorted({reading for snapshot in snapshots for reading in snapshot.readings})),
        origins.pop() if len(origins) == 1 else "",
    )
    return Merged(merged, tuple(sorted(conflicts)))


def _latest(snapshot: Snapshot) -> str:
    return max(map(date_key, snapshot.sources.values()), default="")


def _later(tables: Iterable[Mapping[str, str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for table in tables:
        found.update(table)
    return found


def _sources(snapshots: Sequence[Snapshot], statements: Iterable[Statement]) -> dict[str, str]:
    """Return the sources of the statements that are left, each with the latest date it was read."""
    used = {statement.source for statement in statements}
    dates = [pair for snapshot in snapshots for pair in snapshot.sources.items() if pair[0] in used]
    return dict(sorted(dates, key=lambda pair: date_key(pair[1])))


class _Read:
    """What a snapshot has read: its statements by subject and property, and the date of each such group."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.groups: dict[Key, list[Statement]] = {}
        for statement in snapshot.statements:
            self.groups.setdefault((statement.subject, statement.property), []).append(statement)
        self._asked: dict[Key, str] = {}
        for reading in sorted(snapshot.readings, key=lambda reading: date_key(reading.retrieved_at)):
            self._asked.update(dict.fromkeys(_keys(reading), reading.retrieved_at))

    def date(self, key: Key) -> str | None:
        """Return when a subject's property was read; None if it was not."""
        dates = [statement.retrieved_at for statement in self.groups.get(key, ())]
        if key in self._asked:
            dates.append(self._asked[key])
        return max(dates, key=date_key, default=None)


def _keys(reading: Reading) -> Iterator[Key]:
    return ((reading.subject, prop) for prop in reading.properties)


def _groups(read: Sequence[_Read]) -> tuple[dict[Key, list[Statement]], list[Conflict]]:
    chosen: dict[Key, list[Statement]] = {}
    conflicts: list[Conflict] = []
    for key in sorted({key for one in read for key in one.groups}):
        dated = [(date, one.groups.get(key, [])) for one in read if (date := one.date(key)) is not None]
        # The sort is stable: of equal dates the last in order comes last.
        *earlier, (date, statements) = sorted(dated, key=lambda pair: date_key(pair[0]))
        chosen[key] = statements
        kept = _values(statements)
        for old_date, others in earlier:
            if (replaced := _values(others)) != kept:
                conflicts.append(Conflict(*key, date, kept, old_date, replaced))
    return chosen, conflicts


def _values(statements: Iterable[Statement]) -> tuple[str, ...]:
    """Return what statements say, as a person would compare them."""
    return tuple(sorted(map(_said, statements)))


def _said(statement: Statement) -> str:
    parts = (
        ("", statement.value or statement.kind),
        ("unit ", statement.unit),
        ("precision ", str(statement.precision or "")),
        ("", "" if statement.rank == "normal" else statement.rank),
        ("ended ", statement.end),
    )
    return ", ".join(name + text for name, text in parts if text)


def by_property(conflicts: Iterable[Conflict]) -> list[tuple[str, int]]:
    """Return the properties that conflicts are about with their number, most frequent first."""
    counts: dict[str, int] = {}
    for conflict in conflicts:
        counts[conflict.property] = counts.get(conflict.property, 0) + 1
    return sorted(sorted(counts.items()), key=itemgetter(1), reverse=True)
