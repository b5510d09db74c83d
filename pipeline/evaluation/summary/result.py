"""What `reasonvqa score` finds: means of each model by group, and the models compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.base.progress import Progress
from pipeline.evaluation.questions import Questions
from pipeline.evaluation.summary.compare import Comparison, compared
from pipeline.evaluation.summary.estimate import DRAWS, Estimate, coded, estimate

Scores = Mapping[str, NDArray[np.float64]]
"""Measure -> the score of each question, NaN where it has none."""

ALL = "all"
NOT_COMPARED = frozenset({"chance", "unparsable", "similarity_chance", "similarity_chance_of_property"})
"""Measures that say something of the questions or the form of answers, not of how good a model is."""

_PERCENT = 100


@dataclass(frozen=True, slots=True)
class Row:
    """The estimate of a model's measure in a group of questions."""

    model: str
    by: str
    group: str
    measure: str
    estimate: Estimate


@dataclass(frozen=True)
class Result:
    """All rows, the comparisons, and what else is to be told: `notes` in words, `more` as figures."""

    rows: Sequence[Row]
    comparisons: Sequence[Comparison] = ()
    notes: Sequence[str] = ()
    more: Mapping[str, Any] = field(default_factory=dict)

    def table(self, by: str) -> list[Row]:
        """Return the rows of one axis."""
        return [row for row in self.rows if row.by == by]

    @property
    def axes(self) -> list[str]:
        """The axes in order, `all` first."""
        return list(dict.fromkeys(row.by for row in self.rows))

    def as_json(self) -> dict[str, Any]:
        """Return the result for a JSON file; shares are in per cent."""
        return {
            "unit": "per cent",
            **self.more,
            "notes": list(self.notes),
            "scores": [_row_json(row) for row in self.rows],
            "comparisons": [_comparison_json(pair) for pair in self.comparisons],
        }


def _row_json(row: Row) -> dict[str, Any]:
    named = {name: getattr(row, name) for name in ("model", "by", "group", "measure")}
    return named | _percent(row.estimate)


def _comparison_json(pair: Comparison) -> dict[str, Any]:
    named = {name: getattr(pair, name) for name in ("first", "second", "measure")}
    tests = {name: getattr(pair, name) for name in ("p", "p_adjusted", "mcnemar")}
    rounded = {name: None if value is None else float(f"{value:.6g}") for name, value in tests.items()}
    return named | _percent(pair.difference) | rounded


def _percent(found: Estimate) -> dict[str, Any]:
    shares = {
        name: None if value is None else round(_PERCENT * value, 6)
        for name, value in asdict(found).items()
        if name not in ("n", "images")
    }
    return {"n": found.n, "images": found.images, **shares}


def summarised(
    scores: Mapping[str, Scores],
    questions: Questions,
    *,
    seed: int = 0,
    draws: int = DRAWS,
    also_by: Sequence[str] | None = None,
    progress: Progress | None = None,
) -> Result:
    """Return the rows of models (name -> their scores) over all questions and by axis, and all comparisons.

    `also_by` names the axes to report by; all if None.
    """
    images = coded(questions.images)
    groups = list(_groups(questions, also_by))
    shown = progress or Progress(quiet=True)
    rows = []
    for model, by_measure in scores.items():
        for by, group, places in shown.track(groups, what=f"groups of {model}", total=len(groups)):
            for measure, values in by_measure.items():
                # One key for all measures and models: equal scores get equal intervals.
                key = f"{by}/{group}"
                found = estimate(values[places], images[places], key=key, seed=seed, draws=draws)
                if found is not None:
                    rows.append(Row(model, by, group, measure, found))
    return Result(rows, list(_comparisons(scores, images, seed, draws)))


def _groups(
    questions: Questions, also_by: Sequence[str] | None
) -> Iterator[tuple[str, str, NDArray[np.int64]]]:
    yield ALL, ALL, np.arange(len(questions))
    for axis in questions.axes:
        if also_by is None or axis.name in also_by:
            for group, places in axis.groups():
                yield axis.name, group, places


def _comparisons(
    scores: Mapping[str, Scores], images: NDArray[np.int64], seed: int, draws: int
) -> Iterable[Comparison]:
    measures = dict.fromkeys(name for by_measure in scores.values() for name in by_measure)
    for measure in (name for name in measures if name not in NOT_COMPARED):
        values = {model: by_measure[measure] for model, by_measure in scores.items() if measure in by_measure}
        yield from compared(values, images, measure=measure, seed=seed, draws=draws)
