"""What the verdicts of a study say: shares with their intervals, over all, by hops and by source.

A question counts once, however many rated it: for each measure as the share of its raters whose verdict
counts. With one rater each, the shares are those of the verdicts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pipeline.evaluation.intervals import wilson
from pipeline.evaluation.study.verdicts import MEASURES, SCALES, Verdict


@dataclass(frozen=True, slots=True)
class Share:
    """How many of a group's `n` questions count for a measure, and the 95 % interval of their share.

    `hits` is a sum of means over raters, so it need not be whole. The interval is Wilson's for `n` questions;
    it is not too narrow, for the mean of raters' verdicts varies no more than a single verdict.
    """

    group: str
    measure: str
    hits: float
    n: int
    low: float
    high: float


def by_question(verdicts: Iterable[Verdict]) -> dict[str, list[Verdict]]:
    """Return question id -> its verdicts, in their order."""
    found: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        found[verdict.question_id].append(verdict)
    return dict(found)


def shares(verdicts: Sequence[Verdict]) -> list[Share]:
    """Return the share of every measure in every group: all, each number of hops, each source."""
    groups: dict[str, list[Sequence[Verdict]]] = defaultdict(list)
    for ratings in by_question(verdicts).values():
        for group in ("all", f"{ratings[0].hops} hops", ratings[0].source):
            groups[group].append(ratings)
    order = ["all", *sorted(group for group in groups if group != "all")]
    return [share for group in order for share in _shares(group, groups[group])]


def _shares(group: str, questions: Sequence[Sequence[Verdict]]) -> Iterator[Share]:
    for measure, counts in MEASURES.items():
        hits = sum(sum(map(counts, ratings)) / len(ratings) for ratings in questions)
        yield Share(group, measure, hits, len(questions), *wilson(hits, len(questions)))


def marks(verdicts: Iterable[Verdict]) -> dict[str, dict[str, int]]:
    """Return scale -> value -> how many verdicts have it; every value of the scale is there."""
    counts = {scale: Counter[str]() for scale in SCALES}
    for verdict in verdicts:
        for scale in SCALES:
            counts[scale][getattr(verdict, scale)] += 1
    return {scale: {value: counts[scale][value] for value in values} for scale, values in SCALES.items()}


def markdown(found: Iterable[Share]) -> Iterator[str]:
    """Yield the lines of a table of shares, in percent, with their intervals."""
    rows: dict[str, list[Share]] = defaultdict(list)
    for share in found:
        rows[share.group].append(share)
    yield "| questions | n | " + " | ".join(MEASURES) + " |"
    yield "|---|---|" + "---|" * len(MEASURES)
    for group, cells in rows.items():
        yield f"| {group} | {cells[0].n} | " + " | ".join(map(in_percent, cells)) + " |"


def in_percent(share: Share) -> str:
    """Return a share with its interval, in percent with one decimal."""
    low, high = 100 * share.low, 100 * share.high
    return f"{100 * share.hits / share.n:.1f} % ({low:.1f} to {high:.1f})"
