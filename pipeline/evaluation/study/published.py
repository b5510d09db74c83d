"""What ReasonVQA's authors report of their own study, beside what another one found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType

from pipeline.evaluation.study.report import Share, in_percent

QUESTIONS = 1000
RATERS = 20

GRAMMAR_ERRORS = 2.5

PUBLISHED = MappingProxyType(
    {
        "right": 96.0,
        "natural": 58.1 + 25.8,
        "very natural": 25.8,
        "without grammar error": 100 - GRAMMAR_ERRORS,
    }
)
"""Measure -> percent of the pairs of question and answer. Source: ReasonVQA (arXiv 2507.16403), user study:
96 % correct; 2.2 % very unnatural, 13.9 % unnatural, 58.1 % natural, 25.8 % very natural; 2.5 % with an error
of grammar. It gives no intervals, and has no verdict of the options."""


def markdown(found: Iterable[Share]) -> Iterator[str]:
    """Yield the lines of a table of the measures that both have, over all questions."""
    ours = {share.measure: share for share in found if share.by == "all"}
    n = max(share.n for share in ours.values())
    yield f"| measure | ReasonVQA ({QUESTIONS:,} questions, {RATERS} people) | this study ({n:,} questions) |"
    yield "|---|---|---|"
    for measure, percent in PUBLISHED.items():
        yield f"| {measure} | {percent:.1f} % | {in_percent(ours[measure])} |"
