"""Statements by subject, to be taken from there; rows of a table become statements when they are taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from pipeline.wikidata.facts import UNKNOWN, Statement
from pipeline.wikidata.snapshot_tables import Cells, statement_of


class HeldStatements:
    """What is said of subjects; `sources` are those of rows, with the dates at which they were read.

    `indexed` are the properties by whose values subjects are asked for.

    `kinds` maps each property to the kind of its values, as far as it is known: an unknown value may outrank
    known ones, so that a property of which nothing is known is there all the same.
    """

    def __init__(
        self, sources: Mapping[str, str] = MappingProxyType({}), *, indexed: Iterable[str] = ()
    ) -> None:
        self.kinds: dict[str, str] = {}
        self._sources, self._indexed = sources, frozenset(indexed)
        self._held: dict[str, list[Statement | Cells]] = {}
        self._subjects: dict[tuple[str, str], set[str]] = {}

    def add(self, statements: Iterable[Statement]) -> None:
        """Add statements."""
        for s in statements:
            self._add(s.subject, s.property, s.kind, s.value, s)

    def add_rows(self, rows: Iterable[Cells]) -> None:
        """Add the rows of a table."""
        for row in rows:
            subject, prop, kind, value, *_ = row
            self._add(subject, prop, kind, value, row)

    def _add(self, subject: str, prop: str, kind: str, value: str, entry: Statement | Cells) -> None:
        self._held.setdefault(subject, []).append(entry)
        if kind != UNKNOWN or prop not in self.kinds:
            self.kinds[prop] = kind
        if prop in self._indexed:
            self._subjects.setdefault((prop, value), set()).add(subject)

    def subjects(self, prop: str, values: Iterable[str]) -> list[str]:
        """Return the subjects that have one of the values of an indexed property, sorted."""
        return sorted({subject for value in values for subject in self._subjects.get((prop, value), ())})

    def take(self, subjects: Iterable[str]) -> list[Statement]:
        """Return what is said of subjects, and hold it no longer."""
        entries = (entry for subject in subjects for entry in self._held.pop(subject, ()))
        return [e if isinstance(e, Statement) else statement_of(e, self._sources) for e in entries]

    def take_all(self) -> list[Statement]:
        """Return all that is held, and hold it no longer."""
        return self.take(list(self._held))
