"""Draws that give nothing away: each value is the truth in about one of the option sets it stands in of four.

Options are drawn in proportion to how often they are the truth, so that of a set of options each is as likely
as the others. Where likeness favours some, factors make up for it (iterative proportional fitting).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from pipeline.base.hashing import shuffled, uniform

_ROUNDS = 10
_MOST_CHANGE = 4.0
_LARGEST = 1e4
_NEVER_TRUE = 0.02
"""What a value that is nowhere the truth counts for: it is drawn only where others are too few."""

_UNIT = 1 << 40


@dataclass(frozen=True, slots=True)
class Shortlist:
    """The values that may stand beside a truth: places in a list of names, each with its likeness."""

    truth: str
    values: tuple[str, ...]
    likeness: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Weights:
    """How often each value is the truth, and the factors by which it is drawn."""

    counts: Mapping[str, float]
    factors: dict[str, float] = field(default_factory=dict)

    def of(self, shortlist: Shortlist) -> list[float]:
        """Return the weight of each value of a shortlist."""
        return [
            max(self.counts.get(value, 0.0), _NEVER_TRUE) * self.factors.get(value, 1.0) * alike
            for value, alike in zip(shortlist.values, shortlist.likeness, strict=True)
        ]


def calibrated(asked: Sequence[tuple[Shortlist, float]], n: int) -> Weights:
    """Return weights for shortlists of which each is drawn so often, n options at a time."""
    counts: dict[str, float] = defaultdict(float)
    for shortlist, often in asked:
        counts[shortlist.truth] += often
    weights = Weights(dict(counts))
    drawn = [(shortlist, often) for shortlist, often in asked if often]
    for _ in range(_ROUNDS):
        shown: dict[str, float] = defaultdict(float)
        wanted: dict[str, float] = defaultdict(float)
        for shortlist, often in drawn:
            chances = inclusion(weights.of(shortlist), n)
            wanted[shortlist.truth] += often * sum(chances)
            for value, chance in zip(shortlist.values, chances, strict=True):
                shown[value] += often * chance
        for value in sorted(wanted.keys() & shown.keys()):
            change = wanted[value] / shown[value] if shown[value] else _MOST_CHANGE
            change = min(max(change, 1 / _MOST_CHANGE), _MOST_CHANGE)
            factor = weights.factors.get(value, 1.0) * change
            weights.factors[value] = min(max(factor, 1 / _LARGEST), _LARGEST)
    return weights


def inclusion(weights: Sequence[float], n: int) -> list[float]:
    """Return chances in proportion to weights, adding up to n, none above one; all one if they are few."""
    if len(weights) <= n:
        return [1.0] * len(weights)
    order = sorted(range(len(weights)), key=lambda place: (-weights[place], place))
    chances = [1.0] * len(weights)
    rest, left = sum(weights), float(n)
    for at, place in enumerate(order):
        if left * weights[place] < rest:
            for other in order[at:]:
                chances[other] = left * weights[other] / rest
            break
        rest -= weights[place]
        left -= 1
    return chances


def draws(chances: Sequence[float], versions: int, *, key: str, seed: int) -> Iterator[list[int]]:
    """Yield the places drawn in each version: each in as many versions as its chance says, to within one.

    Systematic sampling: the chances lie end to end in an order of the key's own, and a comb of teeth one
    apart is laid on them, shifted evenly from version to version. Whole numbers keep sums exact.
    """
    order = shuffled(range(len(chances)), seed=seed, stage="comb", key=key)
    ends = list(accumulate(round(chances[place] * _UNIT) for place in order))
    ends[-1:] = [round(end / _UNIT) * _UNIT for end in ends[-1:]]
    start = uniform(_UNIT, seed=seed, stage="comb start", key=key)
    for version in shuffled(range(versions), seed=seed, stage="comb version", key=key):
        shift = (start + version * _UNIT // versions) % _UNIT
        teeth = [-(-(end - shift) // _UNIT) for end in (0, *ends)]
        yield [place for at, place in enumerate(order) if teeth[at + 1] > teeth[at]]
