"""Accuracy on head and tail, the gap, and the curve over alpha.

Source: Kervadec et al., CVPR 2021, section 3. The gap is what the paper prints; its program prints none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.evaluation.ood.split_file import FrozenSplit


def delta(head: float, tail: float) -> float | None:
    """Return (head - tail) / tail in per cent; None where nothing of the tail is right."""
    return 100 * (head - tail) / tail if tail else None


def gap(split: FrozenSplit, ids: Sequence[str], values: NDArray[np.float64]) -> dict[str, float | None]:
    """Return accuracy on all, head and tail in per cent, and delta, of scores 0 to 1 of these questions.

    None where a part has no question.
    """
    tail = np.array([split.parts[key].is_tail for key in ids], dtype=bool)
    parts = {"all": values, "head": values[~tail], "tail": values[tail]}
    found = {name: 100 * float(part.mean()) if len(part) else None for name, part in parts.items()}
    head, rare = found["head"], found["tail"]
    return {**found, "delta": None if head is None or rare is None else delta(head, rare)}


def curve(
    split: FrozenSplit, ids: Sequence[str], values: NDArray[np.float64]
) -> list[Mapping[str, float | int | None]]:
    """Return tail accuracy in per cent for each alpha of the split's curve; None for an empty tail."""
    first = np.array([split.parts[key].first_alpha for key in ids], dtype=np.float64)
    points: list[Mapping[str, float | int | None]] = []
    for alpha in split.alphas:
        tail = values[first <= alpha]
        points.append(
            {"alpha": alpha, "n": len(tail), "tail": 100 * float(tail.mean()) if len(tail) else None}
        )
    return points
