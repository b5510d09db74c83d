"""Where and when a value belongs, by its own facts or by those of what has it.

Of many an architect nothing is known but the buildings; their countries and years are then the architect's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from statistics import median_low

from pipeline.values import Time
from pipeline.wikidata.facts import Statement

_COUNTRIES = ("P17", "P27", "P495")
_PLACES = ("P131", "P276", "P19", "P159", "P740")
_CONTINENT, _CLASS = "P30", "P31"
_BORN = "P569"
_YEARS = (_BORN, "P571", "P575", "P577", "P580", "P1619")
"""Born, founded or built, invented, published, begun, opened."""

OF_A_LIFE = frozenset({"P19", "P20", "P119", "P69"})
"""Birth, death, burial, school: their values belong to the time of those who lived, not to that of their own
foundation."""

_PRIME = 40
"""Persons count as of the year in which they were so old."""

_MOST_COUNTRIES = 3


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a value; empty sets and None where nothing is."""

    classes: frozenset[str] = frozenset()
    countries: frozenset[str] = frozenset()
    continents: frozenset[str] = frozenset()
    era: int | None = None


class Profiles:
    """Profiles of the values of properties."""

    def __init__(self, statements: Iterable[Statement]) -> None:
        self._values: dict[tuple[str, str], list[str]] = {}
        self._subjects: dict[tuple[str, str], list[str]] = {}
        self._eras: dict[str, int] = {}
        for statement in sorted(statements):
            if statement.kind == "item":
                self._values.setdefault((statement.subject, statement.property), []).append(statement.value)
                self._subjects.setdefault((statement.property, statement.value), []).append(statement.subject)
            elif statement.kind == "time" and statement.property in _YEARS:
                year = Time.parse(statement.value, statement.precision).year
                year += _PRIME if statement.property == _BORN else 0
                self._eras.setdefault(statement.subject, year)
        self.of = cache(self._of)
        self._countries = cache(self._countries_of)

    def _of(self, prop: str, item: str) -> Profile:
        """Return the profile of an item as a value of a property."""
        subjects = self._subjects.get((prop, item), [])
        countries = self._countries(item) or _frequent(c for s in subjects for c in self._countries(s))
        eras = [self._eras[subject] for subject in subjects if subject in self._eras]
        own = None if prop in OF_A_LIFE else self._eras.get(item)
        return Profile(
            frozenset(self._values.get((item, _CLASS), ())),
            countries,
            frozenset(c for place in (item, *countries) for c in self._values.get((place, _CONTINENT), ())),
            own if own is not None or not eras else median_low(eras),
        )

    def _countries_of(self, item: str) -> frozenset[str]:
        """Return the countries of an item: itself, those stated, or those of the places it is in."""
        if ("P17", item) in self._subjects:
            return frozenset((item,))
        stated = [value for prop in _COUNTRIES for value in self._values.get((item, prop), ())]
        if not stated:
            places = [place for prop in _PLACES for place in self._values.get((item, prop), ())]
            stated = [c for place in places for c in self._values.get((place, "P17"), ())]
        return frozenset(stated)


def _frequent(countries: Iterable[str]) -> frozenset[str]:
    ranked = sorted(Counter(countries).items(), key=lambda pair: (-pair[1], pair[0]))
    return frozenset(country for country, _ in ranked[:_MOST_COUNTRIES])
