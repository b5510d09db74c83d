"""Intervals for shares."""

from __future__ import annotations

import math
from statistics import NormalDist


def wilson(hits: float, n: float, *, level: float = 0.95) -> tuple[float, float]:
    """Return the score interval of a share of `hits` in `n`, both whole or not, with both ends within 0..1.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22
    (1927). Near 0 and 1, where the normal interval collapses, it keeps its level.
    Raises ValueError unless 0 <= hits <= n and n >= 1.
    """
    if not 0 <= hits <= n or n < 1:
        raise ValueError(f"expected 0 <= hits <= n and n >= 1, found {hits} of {n}")
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = hits / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low = 0.0 if hits == 0 else centre - half
    high = 1.0 if hits == n else centre + half
    return low, high
