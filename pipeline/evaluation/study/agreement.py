"""How far raters of the same questions agree: Krippendorff's alpha.

Source: K. Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), sections C and D. Written out
here, for the package that computes it has a licence other than this project's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from pipeline.evaluation.study.report import by_question
from pipeline.evaluation.study.verdicts import ORDERED, SCALES, Verdict


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far raters agree on a scale, over the questions that two or more rated.

    `alpha` is 1 for full agreement, 0 for that of chance, below 0 for less; None where all verdicts are
    alike, which leaves it undefined.
    """

    scale: str
    level: str
    questions: int
    verdicts: int
    alpha: float | None


def agreements(verdicts: Iterable[Verdict]) -> list[Agreement]:
    """Return the agreement on every scale; nothing if no question has two verdicts."""
    shared = [ratings for ratings in by_question(verdicts).values() if len(ratings) > 1]
    if not shared:
        return []
    total = sum(map(len, shared))
    return [
        Agreement(
            scale,
            "ordinal" if scale in ORDERED else "nominal",
            len(shared),
            total,
            alpha(_values(shared, scale), SCALES[scale], ordinal=scale in ORDERED),
        )
        for scale in SCALES
    ]


def _values(questions: Iterable[Sequence[Verdict]], scale: str) -> list[list[str]]:
    return [[getattr(verdict, scale) for verdict in ratings] for ratings in questions]


def alpha(units: Iterable[Sequence[str]], values: Sequence[str], *, ordinal: bool) -> float | None:
    """Return Krippendorff's alpha of units, each the values it was given; None if it is undefined.

    `values` are all there are, in the order of their ranks if `ordinal`. A unit with one value has no pair
    and is left out. Undefined is the alpha of units without a pair, and of those that all have one value.
    """
    paired = [Counter(unit) for unit in units if len(unit) > 1]
    totals = sum(paired, Counter[str]())
    pairs = list(combinations(values, 2))
    weights = {pair: _distance(pair, values, totals) if ordinal else 1.0 for pair in pairs}
    expected = sum(totals[c] * totals[k] * weight for (c, k), weight in weights.items())
    if not expected:
        return None
    observed = sum(_coincidences(c, k, paired) * weight for (c, k), weight in weights.items())
    return 1 - (totals.total() - 1) * observed / expected


def _coincidences(c: str, k: str, units: Iterable[Mapping[str, int]]) -> float:
    """Return how often two unlike values meet in a unit, each unit in proportion to its values."""
    return sum(unit.get(c, 0) * unit.get(k, 0) / (sum(unit.values()) - 1) for unit in units)


def _distance(pair: tuple[str, str], values: Sequence[str], totals: Mapping[str, int]) -> float:
    """Return the squared difference of two ranks: how many values lie from the one to the other."""
    first, last = map(values.index, pair)
    between = sum(totals.get(value, 0) for value in values[first : last + 1])
    ends = sum(totals.get(value, 0) for value in pair) / 2
    return (between - ends) ** 2


def markdown(found: Iterable[Agreement]) -> Iterator[str]:
    """Yield the lines of a table of agreements."""
    yield "| scale | level | questions with several raters | their verdicts | Krippendorff's alpha |"
    yield "|---|---|---|---|---|"
    for row in found:
        shown = "undefined (all alike)" if row.alpha is None else f"{row.alpha:.3f}"
        yield f"| {row.scale} | {row.level} | {row.questions} | {row.verdicts} | {shown} |"
