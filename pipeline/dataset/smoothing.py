"""GQA's smoothing of an answer distribution (Hudson & Manning, CVPR 2019, section 3.4, and its program).

The head is made comparable with the tail, answer by answer, while the order of frequency is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

_STEP, _LARGEST_SHARE = 0.1, 0.85
_SMALLEST_TAIL = 0.099
_LATER_GAP = 1.1


def smooth_counts(
    counts: Sequence[float], b: float, gamma: float, gup: float, max_gamma: float
) -> list[float]:
    """Return the smoothed counts of answers, given in descending order (k counts in, k counts out).

    At each cut i the share of the head is bounded by `0.1 (i + b)`, at most 0.85; two neighbours in the
    head differ at most by the ratio `gamma + (i - 1) gup`, at most `max_gamma`. No count grows, the order
    stays, a flat input stays as it is. Counts are not rounded. Raises ValueError if they ascend.
    """
    if any(earlier < later for earlier, later in pairwise(counts)):
        raise ValueError("counts must be in descending order")
    total = sum(counts)
    smoothed = list(counts)
    if not total:
        return smoothed
    shares = [count / total for count in counts]
    for cut in range(1, len(smoothed)):
        share = min(_STEP * (cut + b), _LARGEST_SHARE)
        bound = share * sum(smoothed[cut:]) / (1 - share) if cut > 1 else 0.0
        tail_counts = sum(shares[cut:]) > _SMALLEST_TAIL or cut == 1
        if not tail_counts or sum(smoothed[:cut]) <= bound:
            continue
        parts = _parts(shares[:cut], min(gamma + (cut - 1) * gup, max_gamma))
        gap = _LATER_GAP if cut > 1 else gamma
        if parts[-1] * bound < gap * smoothed[cut]:
            bound = gap * smoothed[cut] / parts[-1]
        smoothed[:cut] = [min(count, part * bound) for count, part in zip(smoothed, parts, strict=False)]
    return smoothed


def _parts(shares: Sequence[float], ratio: float) -> list[float]:
    """Return the shares of the head, each at most `ratio` times the next, adding up to one."""
    parts = [share / sum(shares) for share in shares]
    for place in range(len(parts) - 2, -1, -1):
        parts[place] = min(parts[place], ratio * parts[place + 1])
    return [part / sum(parts) for part in parts]
