"""What the verdicts of a study say: shares with their intervals, over all, by hops and by source."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pipeline.evaluation.intervals import wilson
from pipeline.evaluation.study.verdicts import MEASURES, SCALES, Verdict


@dataclass(frozen=True, slots=True)
class Share:
    """How many of a group's verdicts count for a measure, and the 95 % interval of their share."""

    group: str
    measure: str
    hits: int
    n: int
    low: float
    high: float


def shares(verdicts: Sequence[Verdict]) -> list[Share]:
    """Return the share of every measure in every group: all, each number of hops, each source."""
    groups: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        for group in ("all", f"{verdict.hops} hops", verdict.source):
            groups[group].append(verdict)
    order = ["all", *sorted(group for group in groups if group != "all")]
    return [share for group in order for share in _shares(group, groups[group])]


def _shares(group: str, verdicts: Sequence[Verdict]) -> Iterator[Share]:
    for measure, counts in MEASURES.items():
        hits = sum(map(counts, verdicts))
        yield Share(group, measure, hits, len(verdicts), *wilson(hits, len(verdicts)))


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
        shown = " | ".join(
            f"{100 * c.hits / c.n:.1f} % ({100 * c.low:.1f} to {100 * c.high:.1f})" for c in cells
        )
        yield f"| {group} | {cells[0].n} | {shown} |"
