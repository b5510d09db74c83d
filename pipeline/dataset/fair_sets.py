"""Many sets of options at once: how often each value is expected among them.

Floats are added in the order of the sets and, within a set, of its values, so that the sums are those of a
plain loop to the last bit: `cumsum` and `bincount` add one after the other, `sum` in pairs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Places: TypeAlias = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Shortlist:
    """The values that may stand beside a truth: places in a list of names, each with its likeness."""

    truth: str
    values: tuple[str, ...]
    likeness: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Sets:
    """Shortlists as the rows of matrices, filled up at their ends.

    `places` gives each name its place in arrays; what fills up has the place after the last. `shown` are the
    places of values, `both` of those that are truths too.
    """

    places: Mapping[str, int]
    truths: Places
    often: Floats
    sizes: Places
    values: Places
    likeness: Floats
    shown: Sequence[int]
    both: Sequence[int]

    @classmethod
    def of(cls, drawn: Sequence[tuple[Shortlist, float]]) -> Sets:
        """Return shortlists, each drawn so often."""
        lists = [shortlist for shortlist, _ in drawn]
        places: dict[str, int] = {}
        truths = [places.setdefault(shortlist.truth, len(places)) for shortlist in lists]
        rows = [[places.setdefault(value, len(places)) for value in found.values] for found in lists]
        width = max(map(len, rows))
        shown = {place for row in rows for place in row}
        return cls(
            places,
            np.array(truths),
            np.array([often for _, often in drawn], dtype=np.float64),
            np.array(list(map(len, rows))),
            np.array([row + [len(places)] * (width - len(row)) for row in rows], dtype=np.intp),
            np.array([(*found.likeness, *(0.0,) * (width - len(found.likeness))) for found in lists]),
            sorted(shown),
            sorted(shown.intersection(truths)),
        )

    def expected(self, weights: Floats, n: int) -> tuple[Floats, Floats]:
        """Return by place how often each value should be shown as a truth, and how often it will be.

        `weights` are those of the names before likeness, n is the number of options of a set.
        """
        chances = self.inclusion(np.append(weights, 0.0)[self.values] * self.likeness, n)
        often = (self.often[:, None] * chances).ravel()
        return (
            _counted(self.truths, self.often * _sums(chances), len(weights)),
            _counted(self.values.ravel(), often, len(weights) + 1)[:-1],
        )

    def inclusion(self, weights: Floats, n: int) -> Floats:
        """Return `inclusion` of each row; what fills up has no chance."""
        rows = np.arange(len(weights))
        few = self.sizes <= n
        rest, left = _sums(weights), np.full(len(weights), float(n))
        certain = np.zeros(weights.shape, dtype=bool)
        open_ = ~few
        for _ in range(n):
            largest = np.where(certain, -1.0, weights).argmax(axis=1) if weights.size else rows
            weight = weights[rows, largest] if weights.size else rest
            open_ &= left * weight >= rest
            if not open_.any():
                break
            certain[rows[open_], largest[open_]] = True
            rest = np.where(open_, rest - weight, rest)
            left = np.where(open_, left - 1, left)
        with np.errstate(divide="ignore", invalid="ignore"):
            chances = np.where(certain, 1.0, left[:, None] * weights / rest[:, None])
        chances[few] = 1.0
        chances[self.values == len(self.places)] = 0.0
        for row in np.flatnonzero(~few & (rest <= 0)):
            size = self.sizes[row]
            chances[row, :size] = inclusion(weights[row, :size].tolist(), n)
        return chances


def _counted(places: Places, numbers: Floats, size: int) -> Floats:
    """Return the sum of the numbers of each place, added in their order."""
    added: Any = np.bincount(places, numbers, size)
    found: Floats = added
    return found


def _sums(rows: Floats) -> Floats:
    """Return the sum of each row, added from its beginning."""
    return np.cumsum(rows, axis=1)[:, -1] if rows.shape[1] else np.zeros(len(rows))


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
