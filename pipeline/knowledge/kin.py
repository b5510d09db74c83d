"""Which items contain, generalise or belong to each other, so that one cannot be a wrong option for another.

A building in Manhattan is in New York City too; a baroque church is no counter-example to "architecture".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cache

from pipeline.wikidata.facts import Statement

CONTAINING = frozenset({"P31", "P279", "P361", "P131", "P276", "P17", "P30", "P171", "P706", "P186"})
"""Instance of, subclass of, part of, in the territory of, location, country, continent, parent taxon, on
(a landform), made from: jeans made of denim are made of cotton too."""

CONTAINED = frozenset({"P527"})
"""Has part: the same the other way round."""

_LEVELS = 4


class Kin:
    """Containment over the facts, followed up to four levels; `overlapping` are sets that were declared."""

    def __init__(self, statements: Iterable[Statement], overlapping: Iterable[Collection[str]] = ()) -> None:
        self._up: dict[str, set[str]] = {}
        self._said: dict[str, set[str]] = {}
        self._overlapping: dict[str, set[int]] = {}
        for place, items in enumerate(overlapping):
            for item in items:
                self._overlapping.setdefault(item, set()).add(place)
        for statement in statements:
            if statement.kind != "item":
                continue
            self._said.setdefault(statement.subject, set()).add(statement.value)
            if statement.property in CONTAINING:
                self._up.setdefault(statement.subject, set()).add(statement.value)
            elif statement.property in CONTAINED:
                self._up.setdefault(statement.value, set()).add(statement.subject)
        self.above = cache(self._above)

    def _above(self, item: str) -> frozenset[str]:
        """Return everything that contains an item, without itself."""
        found: set[str] = set()
        frontier = {item}
        for _ in range(_LEVELS):
            frontier = {up for name in frontier for up in self._up.get(name, ())} - found - {item}
            found |= frontier
        return frozenset(found)

    def related(self, one: str, other: str) -> bool:
        """Whether the items are the same, overlap, or one contains the other."""
        return self.related_to([other])(one)

    def related_to(self, items: Collection[str]) -> Callable[[str], bool]:
        """Return what tells whether an item is related to any of these."""
        own = frozenset(items)
        reached = own.union(*map(self.above, own))
        overlapping = frozenset(place for item in own for place in self._overlapping.get(item, ()))

        def is_related(item: str) -> bool:
            if item in reached or not own.isdisjoint(self.above(item)):
                return True
            return not overlapping.isdisjoint(self._overlapping.get(item, ()))

        return is_related

    def said(self, subject: str) -> Collection[str]:
        """Return every item that a fact joins a subject to."""
        return self._said.get(subject, ())
