"""Checks of sets and parts: nothing in both parts, nothing twice, nothing too often."""

from __future__ import annotations

from math import sqrt

from pipeline.quality.registry import check
from pipeline.quality.units import Frequent, Numbered, Places, Repeated, Shown

LARGEST_SHARE, ENOUGH = 0.01, 1_000
"""A share says something of so many questions and more."""

_DEVIATIONS, _SLACK = 4, 0.02
"""A share is uneven if it lies so many standard deviations, and so far, from even."""


@check("E401", Shown)
def in_both_parts(shown: Shown) -> str | None:
    """An image or photo in several parts."""
    return ", ".join(shown.parts) if len(shown.parts) > 1 else None


@check("E402", Numbered)
def id_twice(numbered: Numbered) -> str | None:
    """A question id that stands more than once in a set."""
    times = max(numbered.in_u, numbered.in_b)
    return f"{times} times" if times > 1 else None


@check("E403", Numbered)
def not_in_u(numbered: Numbered) -> str | None:
    """A question of B that is not in U."""
    return numbered.question_id if numbered.in_b and not numbered.in_u else None


@check("E404", Repeated)
def asked_twice(repeated: Repeated) -> str | None:
    """A text that is asked more than once of one image."""
    return f"{repeated.times} times" if repeated.times > 1 else None


@check("W405", Places)
def favourite_place(places: Places) -> str | None:
    """A place among the options where the truth stands far more, or less, often than elsewhere."""
    total, even = sum(places.times), 1 / max(1, len(places.times))
    spread = max(_SLACK, _DEVIATIONS * sqrt(even * (1 - even) / max(1, total)))
    odd = [place for place, n in enumerate(places.times) if total and abs(n / total - even) > spread]
    return f"{', '.join(map(str, places.times))} at {len(places.times)} places" if odd else None


@check("W406", Frequent)
def too_frequent(frequent: Frequent) -> str | None:
    """One question text with one answer makes more than a hundredth of a set of a thousand or more."""
    often = frequent.total >= ENOUGH and frequent.times > LARGEST_SHARE * frequent.total
    return f"{frequent.times:,} times" if often else None
