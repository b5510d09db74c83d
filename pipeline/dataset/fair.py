"""Draws that give nothing away: each value is the truth in about one of the option sets it stands in of four.

Options are drawn in proportion to how often they are the truth, so that of a set of options each is as likely
as the others. Where likeness favours some, factors make up for it (iterative proportional fitting).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np

from pipeline.base.hashing import shuffled, uniform
from pipeline.dataset.fair_sets import Floats, Sets, Shortlist

_ROUNDS = 10
_MOST_CHANGE = 4.0
_LARGEST = 1e4
_NEVER_TRUE = 0.02
"""What a value that is nowhere the truth counts for: it is drawn only where others are too few."""

_OFTEN, _TOLD, _MORE_THAN_FREQUENT = 20, 0.9, 0.1
"""A value gives itself away if it is the truth so often, in that share of the sets that show it, and this is
so much more than its share of the answers."""

_UNIT = 1 << 40


@dataclass(frozen=True, slots=True)
class Weights:
    """How often each value is the truth, the factors by which it is drawn, and how often it will be drawn."""

    counts: Mapping[str, float]
    factors: Mapping[str, float] = field(default_factory=dict)
    shown: Mapping[str, float] = field(default_factory=dict)

    def of(self, shortlist: Shortlist) -> list[float]:
        """Return the weight of each value of a shortlist."""
        counts, factors = self.counts, self.factors
        return [
            max(counts.get(value, 0.0), _NEVER_TRUE) * factors.get(value, 1.0) * alike
            for value, alike in zip(shortlist.values, shortlist.likeness, strict=True)
        ]


def calibrated(asked: Sequence[tuple[Shortlist, float]], n: int) -> Weights:
    """Return weights for shortlists of which each is drawn so often, n options at a time."""
    counts: dict[str, float] = defaultdict(float)
    for shortlist, often in asked:
        counts[shortlist.truth] += often
    drawn = [(shortlist, often) for shortlist, often in asked if often]
    if not drawn:
        return Weights(dict(counts))
    sets = Sets.of(drawn)
    names = list(sets.places)
    true = np.array([counts.get(name, 0.0) for name in names])
    factors = np.ones(len(names))
    for number in range(_ROUNDS):
        wanted, shown = sets.expected(np.maximum(true, _NEVER_TRUE) * factors, n)
        if number < _ROUNDS - 1:
            factors[sets.both] = _changed(factors, wanted, shown)[sets.both]
    return Weights(
        dict(counts),
        _by_name(names, factors, sets.both),
        _by_name(names, shown, sets.shown),
    )


def _changed(factors: Floats, wanted: Floats, shown: Floats) -> Floats:
    """Return the factors corrected by what is wanted of what is shown, within bounds."""
    ratio = np.divide(wanted, shown, out=np.full(len(shown), _MOST_CHANGE), where=shown > 0)
    ratio = ratio.clip(1 / _MOST_CHANGE, _MOST_CHANGE)
    changed: Floats = (factors * ratio).clip(1 / _LARGEST, _LARGEST)
    return changed


def _by_name(names: Sequence[str], numbers: Floats, chosen: Iterable[int]) -> dict[str, float]:
    return {names[place]: float(numbers[place]) for place in chosen}


def calibrated_groups(
    asked: Iterable[tuple[str, Shortlist, float, float]], n: int
) -> dict[tuple[str, bool], Weights]:
    """Return the weights by group and whether inside the balanced set.

    `asked` holds of each answer its group, its shortlist, and how often it is asked outside and inside.
    """
    groups: dict[tuple[str, bool], list[tuple[Shortlist, float]]] = defaultdict(list)
    for group, shortlist, *often in asked:
        for inside in (False, True):
            groups[group, inside].append((shortlist, often[inside]))
    return {key: calibrated(entries, n) for key, entries in sorted(groups.items())}


def given_away(parts: Sequence[Weights]) -> set[str]:
    """Return the values that are nearly always the truth where they are shown, of all parts together.

    What most questions have as answer is not meant: that is for balancing to mend.
    """
    true: dict[str, float] = defaultdict(float)
    shown: dict[str, float] = defaultdict(float)
    for weights in parts:
        for value, often in weights.counts.items():
            true[value] += often
        for value, often in weights.shown.items():
            shown[value] += often
    total = sum(true.values())
    return {
        value
        for value, often in true.items()
        if often >= _OFTEN
        and often > _TOLD * (often + shown[value])
        and often / (often + shown[value]) > often / total + _MORE_THAN_FREQUENT
    }


def draws(chances: Sequence[float], versions: int, *, key: str, seed: int) -> Iterator[list[int]]:
    """Yield the places drawn in each version: each in as many versions as its chance says, to within one.

    Systematic sampling: the chances lie end to end in an order of the key's own, and a comb of teeth one
    apart is laid on them, shifted evenly from version to version. Whole numbers keep sums exact.
    """
    order = shuffled(range(len(chances)), seed=seed, stage="comb", key=key)
    ends = list(accumulate(round(chances[place] * _UNIT) for place in order))
    ends[-1:] = [round(end / _UNIT) * _UNIT for end in ends[-1:]]
    if ends[-2:] != sorted(ends[-2:]):
        ends.pop()  # The last place has no room once the sum is whole.
    last = ends[-1] if ends else 0
    start = uniform(_UNIT, seed=seed, stage="comb start", key=key)
    for version in shuffled(range(versions), seed=seed, stage="comb version", key=key):
        shift = (start + version * _UNIT // versions) % _UNIT
        hit = dict.fromkeys(bisect_right(ends, tooth) for tooth in range(shift, last, _UNIT))
        yield [order[at] for at in hit]
