"""The other split that goes by the name of OOD: questions whose answer is rare in train.

It is not GQA-OOD's, which counts within groups of the set that is evaluated. What the threshold should be
no source says, so the ranking of models is told for several.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

THRESHOLDS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Thresholds for which the sensitivity is told; with 1, OOD is what train never has."""


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """OOD at one threshold: how many questions, each model's accuracy on them, and how their order differs.

    `swapped` counts pairs of models in another order than at the threshold chosen.
    """

    threshold: int
    n: int
    accuracy: Mapping[str, float]
    swapped: int


def frequencies(train: Iterable[str], answers: Sequence[str]) -> NDArray[np.int64]:
    """Return how often train has the answer of each question."""
    counts = Counter(train)
    return np.array([counts[answer] for answer in answers], dtype=np.int64)


def sensitivity(
    frequency: NDArray[np.int64],
    scores: Mapping[str, NDArray[np.float64]],
    chosen: int,
    thresholds: Sequence[int] = THRESHOLDS,
) -> list[Sensitivity]:
    """Return OOD accuracy at each threshold that leaves any question, the chosen one among them.

    A question is OOD if its answer occurs fewer than `threshold` times in train.
    """
    reference = _accuracies(frequency < chosen, scores)
    return [
        Sensitivity(
            threshold,
            int((frequency < threshold).sum()),
            found := _accuracies(frequency < threshold, scores),
            _swapped(reference, found),
        )
        for threshold in sorted({*thresholds, chosen})
        if (frequency < threshold).any()
    ]


def _accuracies(ood: NDArray[np.bool_], scores: Mapping[str, NDArray[np.float64]]) -> dict[str, float]:
    return {model: float(np.nanmean(values[ood])) for model, values in scores.items()} if ood.any() else {}


def _swapped(reference: Mapping[str, float], found: Mapping[str, float]) -> int:
    return sum(
        (reference[first] - reference[second]) * (found[first] - found[second]) < 0
        for first, second in combinations(reference, 2)
    )
