"""The values that may be options of a property, found by kind, region and era.

Near values are taken from sorted lists, so that the work grows with the number of answers alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain

from pipeline.base.hashing import digest
from pipeline.dataset.likeness import Traits
from pipeline.dataset.options import Candidate

_SMALL = 64
"""Pools up to this size are looked through as a whole."""

_AROUND = 8
"""Values taken from either side of the truth, from each sorted list of a larger pool."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a property: its names, and what it is compared by."""

    candidate: Candidate
    traits: Traits
    item: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "item", self.candidate.item)


class ValuePool:
    """Values of one property and kind, among which those near to a truth are found."""

    def __init__(self, values: Iterable[Value], frequent: Collection[str] = ()) -> None:
        self._all = sorted(values, key=lambda value: value.item)
        self._frequent = [value for value in self._all if value.item in frequent]
        lists: dict[tuple[str, bool], list[tuple[int | str, str, Value]]] = {}
        for value in self._all if len(self._all) > _SMALL else ():
            for region in _regions(value.traits):
                place = _place(value)
                lists.setdefault((region, value.traits.profile.era is None), []).append(
                    (place, value.item, value)
                )
        self._lists = {key: sorted(found, key=lambda entry: entry[:2]) for key, found in lists.items()}
        self._places = {key: [entry[:2] for entry in found] for key, found in self._lists.items()}

    def __len__(self) -> int:
        return len(self._all)

    def near(self, truth: Value) -> list[Value]:
        """Return the values nearest in time in the truth's countries, its continents and anywhere; each once.

        Frequent ones are among them, however far.
        """
        if len(self._all) <= _SMALL:
            return self._all
        undated = truth.traits.profile.era is None
        found = chain.from_iterable(
            self._slice((region, kind), truth)
            for region in _regions(truth.traits)
            for kind in {undated, True}
        )
        return list({value.item: value for value in (*found, *self._frequent)}.values())

    def _slice(self, key: tuple[str, bool], truth: Value) -> Sequence[Value]:
        entries = self._lists.get(key, [])
        place = _mark(truth.item) if key[1] else truth.traits.profile.era
        at = bisect_left(self._places.get(key, []), (place, truth.item))
        first = max(0, min(at - _AROUND, len(entries) - 2 * _AROUND - 1))
        return [value for *_, value in entries[first : first + 2 * _AROUND + 1]]


def _place(value: Value) -> int | str:
    era = value.traits.profile.era
    return _mark(value.item) if era is None else era


@lru_cache(maxsize=100_000)
def _mark(item: str) -> str:
    """Return the place of what belongs to no time: a random one."""
    return digest("near", item)


def _regions(traits: Traits) -> list[str]:
    return ["", *sorted(traits.profile.countries), *sorted(traits.profile.continents)]
