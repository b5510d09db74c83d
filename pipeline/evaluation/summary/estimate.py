"""Means with their standard error and a bootstrap interval; what is drawn are images, not questions.

Questions of one image are answered well or badly together, so that an interval which takes them for
independent is too narrow (Efron & Tibshirani, "An Introduction to the Bootstrap", 1993, chapters 8 and 13;
the standard error is the linearised one of a ratio, Cochran, "Sampling Techniques", 1977, section 6.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from pipeline.base.hashing import digest
from pipeline.evaluation.intervals import wilson

Values = NDArray[np.float64]
Codes = NDArray[np.int64]
DRAWS = 1000
_LEVEL = 0.95
_AT_A_TIME = 4_000_000
_DIGITS = 9
"""Sums of an image are rounded, so that equal ones are found equal."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over `n` questions of `images` images, its standard error and the ends of its 95 % interval.

    `se` is None for a single image.
    """

    n: int
    images: int
    mean: float
    se: float | None
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Sums:
    """The sum of the values and the number of questions of each image that has any."""

    totals: Values
    counts: Values

    @property
    def n(self) -> int:
        """The number of questions."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """The mean over all questions."""
        return float(self.totals.sum() / self.counts.sum())


def coded(names: Sequence[str]) -> Codes:
    """Return a number for each name, equal for equal names, from 0."""
    known: dict[str, int] = {}
    return np.array([known.setdefault(name, len(known)) for name in names], dtype=np.int64)


def sums(values: Values, images: Codes) -> Sums:
    """Return the sums by image; values that are NaN are not scored and left out."""
    scored = ~np.isnan(values)
    _, images = np.unique(images[scored], return_inverse=True)
    totals = np.bincount(images, weights=values[scored])
    return Sums(np.round(totals, _DIGITS), np.bincount(images).astype(np.float64))


def estimate(
    values: Values, images: Codes, *, key: str, seed: int = 0, draws: int = DRAWS
) -> Estimate | None:
    """Return the mean of values with its errors; None if none is scored.

    `images` has the image of each value as a number; `key` and `seed` fix the draws.
    """
    found = sums(values, images)
    if not found.n:
        return None
    low, high = _interval(found, key=key, seed=seed, draws=draws)
    return Estimate(found.n, len(found.counts), found.mean, _standard_error(found), low, high)


def _standard_error(found: Sums) -> float | None:
    images = len(found.counts)
    if images == 1:
        return None
    residuals = found.totals - found.mean * found.counts
    return float(sqrt(images / (images - 1) * (residuals @ residuals)) / found.n)


def _interval(found: Sums, *, key: str, seed: int, draws: int) -> tuple[float, float]:
    """Return the ends of the interval; where all is right or all wrong, Wilson's over images."""
    images = len(found.counts)
    if not found.totals.any():
        return wilson(0, images, level=_LEVEL)
    if np.array_equal(found.totals, found.counts):
        return wilson(images, images, level=_LEVEL)
    means = resampled(found, key=key, seed=seed, draws=draws)
    tail = 50 * (1 - _LEVEL)
    low, high = np.percentile(means, [tail, 100 - tail])
    return float(low), float(high)


def resampled(found: Sums, *, key: str, seed: int, draws: int) -> Values:
    """Return the means of so many draws of images with replacement.

    Images with equal sums are interchangeable, so that it is enough to draw how often each kind is taken.
    """
    kinds, often = np.unique(found.totals + 1j * found.counts, return_counts=True)
    random = generator("bootstrap", key, seed)
    images, chances = len(found.counts), often / often.sum()
    step = max(1, _AT_A_TIME // len(kinds))
    means = []
    for start in range(0, draws, step):
        drawn = random.multinomial(images, chances, size=min(step, draws - start))
        means.append((drawn @ kinds.real) / (drawn @ kinds.imag))
    return np.concatenate(means)


def generator(stage: str, key: str, seed: int) -> np.random.Generator:
    """Return a source of random numbers that depends on stage, key and seed only."""
    return np.random.default_rng(int(digest(seed, stage, key), 16))
