"""What the verdicts of a study say: shares with their intervals, over all and by what the draw looked at.

A question counts once, however many rated it: for each measure as the share of its raters whose verdict
counts. With one rater each, the shares are those of the verdicts. Questions have weights if the sheet does,
so that the shares are estimates for the whole set that they were drawn from.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from pipeline.evaluation.intervals import wilson
from pipeline.evaluation.study.verdicts import MEASURES, SCALES, Verdict

GROUPS: Mapping[str, Callable[[Verdict], str]] = MappingProxyType(
    {
        "all": lambda verdict: "all",
        "hops": lambda verdict: f"{verdict.hops} hops",
        "source": lambda verdict: verdict.source,
        "property": lambda verdict: verdict.property,
        "stratum": lambda verdict: f"{verdict.hops} hops, {verdict.source}, {verdict.property}",
    }
)
"""What questions are grouped by -> the name of a question's group."""

SHORT = ("all", "hops", "source")
"""The groups that are always printed; the others are many."""


@dataclass(frozen=True, slots=True)
class Share:
    """The share of a group's `n` questions that counts for a measure, 0 to 1, and its 95 % interval.

    `hits` is how many questions count, a sum of means over raters, so it need not be whole. `share` is
    weighted, and `effective` is how many questions of equal weight would tell as much: (sum w)^2 / sum w^2
    (L. Kish, "Survey Sampling", 1965). The interval is Wilson's for as many; it is not too narrow, for the
    mean of raters' verdicts varies no more than a single verdict, and strata no more than the whole.
    """

    by: str
    group: str
    measure: str
    hits: float
    n: int
    share: float
    effective: float
    low: float
    high: float


def by_question(verdicts: Iterable[Verdict]) -> dict[str, list[Verdict]]:
    """Return question id -> its verdicts, in their order."""
    found: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        found[verdict.question_id].append(verdict)
    return dict(found)


def shares(verdicts: Sequence[Verdict]) -> list[Share]:
    """Return the share of every measure in every group; no property and stratum if a sheet has none."""
    questions = list(by_question(verdicts).values())
    found = []
    for by, group_of in GROUPS.items():
        if by in SHORT or all(ratings[0].property for ratings in questions):
            groups: dict[str, list[Sequence[Verdict]]] = defaultdict(list)
            for ratings in questions:
                groups[group_of(ratings[0])].append(ratings)
            found += [share for name in sorted(groups) for share in _shares(by, name, groups[name])]
    return found


def _shares(by: str, group: str, questions: Sequence[Sequence[Verdict]]) -> Iterator[Share]:
    weights = [ratings[0].weight for ratings in questions]
    total = math.fsum(weights)
    effective = total**2 / math.fsum(weight**2 for weight in weights)
    for measure, counts in MEASURES.items():
        means = [sum(map(counts, ratings)) / len(ratings) for ratings in questions]
        counted = math.fsum(weight * mean for weight, mean in zip(weights, means, strict=True))
        share = min(counted / total, 1.0)
        low, high = wilson(share * effective, effective)
        yield Share(by, group, measure, sum(means), len(questions), share, effective, low, high)


def marks(verdicts: Iterable[Verdict]) -> dict[str, dict[str, int]]:
    """Return scale -> value -> how many verdicts have it; every value of the scale is there."""
    counts = {scale: Counter[str]() for scale in SCALES}
    for verdict in verdicts:
        for scale in SCALES:
            counts[scale][getattr(verdict, scale)] += 1
    return {scale: {value: counts[scale][value] for value in values} for scale, values in SCALES.items()}


def markdown(found: Iterable[Share], by: Sequence[str] = SHORT) -> Iterator[str]:
    """Yield the lines of a table of the shares by these groups, in percent, with their intervals."""
    rows: dict[tuple[str, str], list[Share]] = defaultdict(list)
    for share in found:
        if share.by in by:
            rows[share.by, share.group].append(share)
    yield "| questions | n | " + " | ".join(MEASURES) + " |"
    yield "|---|---|" + "---|" * len(MEASURES)
    for (_, group), cells in rows.items():
        yield f"| {group} | {cells[0].n} | " + " | ".join(map(in_percent, cells)) + " |"


def weighting(found: Iterable[Share]) -> list[str]:
    """Return a line that tells of the weights; none if all are alike."""
    whole = next(share for share in found if share.by == "all")
    if math.isclose(whole.effective, whole.n):
        return []
    told = f"as much as {whole.effective:.1f} of equal weight"
    return [f"Weighted by what each question stands for: {whole.n} questions tell {told}."]


def in_percent(share: Share) -> str:
    """Return a share with its interval, in percent with one decimal."""
    low, high = 100 * share.low, 100 * share.high
    return f"{100 * share.share:.1f} % ({low:.1f} to {high:.1f})"
