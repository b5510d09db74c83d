"""Two models on the same questions: their difference, its errors, and whether it may be chance.

The test draws the sign of each image's difference (a permutation test of pairs: Dror et al., "The
Hitchhiker's Guide to Testing Statistical Significance in NLP", ACL 2018, section 3.2.2). For scores of 0
and 1 McNemar's exact test over questions stands beside (McNemar, Psychometrika 12, 1947); it takes
questions of one image for independent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from pipeline.evaluation.summary.estimate import (
    DRAWS,
    Codes,
    Estimate,
    Values,
    estimate,
    generator,
    sums,
)

FLIPS = 10_000


@dataclass(frozen=True, slots=True)
class Comparison:
    """How far `first` lies above `second`: the difference of their means with its errors, and p-values.

    `p_adjusted` is `p` after Holm's correction for all pairs of models under one measure. `mcnemar` is None
    where scores lie between 0 and 1.
    """

    first: str
    second: str
    measure: str
    difference: Estimate
    p: float
    p_adjusted: float
    mcnemar: float | None


def compared(
    scores: Mapping[str, Values], images: Codes, *, measure: str, seed: int = 0, draws: int = DRAWS
) -> list[Comparison]:
    """Return the comparison of each two models under a measure; `scores` has a row of values by model.

    Only questions that both have a score for count; pairs without any are left out.
    """
    pairs = [
        pair
        for first, second in combinations(scores, 2)
        if (pair := _compared(scores, first, second, images, measure, seed, draws)) is not None
    ]
    adjusted = holm([pair.p for pair in pairs])
    return [replace(pair, p_adjusted=p) for pair, p in zip(pairs, adjusted, strict=True)]


def _compared(
    scores: Mapping[str, Values],
    first: str,
    second: str,
    images: Codes,
    measure: str,
    seed: int,
    draws: int,
) -> Comparison | None:
    difference = scores[first] - scores[second]
    key = f"{first}/{second}"
    found = estimate(difference, images, key=key, seed=seed, draws=draws)
    if found is None:
        return None
    if not np.nan_to_num(difference).any():
        # Wilson's interval, which an estimate has where all is equal, is one of shares, not of differences.
        found = replace(found, low=0.0, high=0.0)
    p = flip_test(difference, images, key=key, seed=seed)
    return Comparison(first, second, measure, found, p, p, mcnemar(difference))


def flip_test(difference: Values, images: Codes, *, key: str, seed: int = 0, flips: int = FLIPS) -> float:
    """Return how likely so large a mean difference is if each image's might as well be the other way round.

    Two-sided; at least 1 / (flips + 1).
    """
    totals = sums(difference, images).totals
    sizes, often = np.unique(np.abs(totals[totals != 0]), return_counts=True)
    if not len(sizes):
        return 1.0
    up = generator("flips", key, seed).binomial(often, 0.5, size=(flips, len(sizes)))
    drawn = np.abs((2 * up - often) @ sizes)
    reached = int((drawn >= abs(totals.sum()) - 1e-9).sum())
    return (1 + reached) / (1 + flips)


def mcnemar(difference: Values) -> float | None:
    """Return McNemar's exact two-sided p-value; None if a difference is neither -1, 0 nor 1."""
    told = difference[~np.isnan(difference)]
    if not np.isin(told, (-1, 0, 1)).all():
        return None
    up, down = int((told > 0).sum()), int((told < 0).sum())
    return min(1.0, 2 * _binomial_tail(min(up, down), up + down))


def _binomial_tail(k: int, n: int) -> float:
    """Return the chance of at most k heads in n throws of a coin."""
    if n == 0:
        return 1.0
    heads = np.arange(1, k + 1)
    logs = np.concatenate([[0.0], np.cumsum(np.log((n - heads + 1) / heads))])
    return float(np.exp(logs - n * np.log(2)).sum())


def holm(values: Sequence[float]) -> list[float]:
    """Return p-values after Holm's correction, in their order.

    Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scand. J. Stat. 6, 1979.
    """
    order = sorted(range(len(values)), key=values.__getitem__)
    adjusted = [0.0] * len(values)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(values) - rank) * values[place]))
        adjusted[place] = highest
    return adjusted
