"""What models reach on head and tail, as figures and as lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from pipeline.evaluation.gqa import gqa_scores
from pipeline.evaluation.measures import Scores
from pipeline.evaluation.ood.gqa_ood import FEW
from pipeline.evaluation.ood.scores import curve, gap
from pipeline.evaluation.ood.split_file import GQA_OOD, FrozenSplit
from pipeline.evaluation.ood.train_frequency import Sensitivity
from pipeline.evaluation.summary.text import aligned

Figures = dict[str, Any]
_NAMES = ("all", "head", "tail", "delta")
_GQA_NAMES = ("binary", "open", "distribution")


def figures_of(split: FrozenSplit, ids: Sequence[str], values: Scores) -> Figures:
    """Return accuracy on all, head and tail, delta and the curve; questions without a score do not count."""
    told = ~np.isnan(values)
    known = [key for key, is_told in zip(ids, told.tolist(), strict=True) if is_told]
    return {**gap(split, known, values[told]), "curve": curve(split, known, values[told])}


def gqa_figures(
    split: FrozenSplit, records: Mapping[str, Mapping[str, Any]], said: Mapping[str, str]
) -> dict[str, dict[str, float | None]]:
    """Return by part what GQA-OOD's program prints beside the accuracy: binary, open and distribution."""
    found = {}
    for name, wanted in (("all", (False, True)), ("head", (False,)), ("tail", (True,))):
        keys = [key for key, part in split.parts.items() if part.is_tail in wanted and key in said]
        scores = gqa_scores({key: records[key] for key in keys}, said)
        found[name] = {one: getattr(scores, one) for one in _GQA_NAMES}
    return found


def lines(split: FrozenSplit, figures: Mapping[str, Figures]) -> list[str]:
    """Return the tables of head and tail, of GQA's figures and of the curve, where there are any."""
    title = "GQA-OOD" if split.form == GQA_OOD else f"fewer than {split.bound:g} in train"
    rows = [[model, *(_shown(found[name]) for name in _NAMES)] for model, found in figures.items()]
    return [
        *aligned([title, *_NAMES], rows),
        *_gqa_lines(figures),
        *_curve_lines(split, figures),
        *few(split.tail),
    ]


def _gqa_lines(figures: Mapping[str, Figures]) -> Iterator[str]:
    rows = [
        [f"{model}, {part}", *(_shown(values[name]) for name in _GQA_NAMES)]
        for model, found in figures.items()
        for part, values in found.get("gqa", {}).items()
    ]
    if rows:
        yield ""
        yield from aligned(["GQA's figures", *_GQA_NAMES], rows)


def _curve_lines(split: FrozenSplit, figures: Mapping[str, Figures]) -> Iterator[str]:
    first = next(iter(figures.values()))["curve"]
    rows = [
        [f"{alpha:g}", str(first[nth]["n"]), *(_shown(f["curve"][nth]["tail"]) for f in figures.values())]
        for nth, alpha in enumerate(split.alphas)
    ]
    if rows:
        yield ""
        yield from aligned(["alpha", "tail n", *(f"{name} tail" for name in figures)], rows)


def few(tail: int) -> Iterator[str]:
    """Yield a warning if the tail is too small."""
    if tail < FEW:
        yield f"warning: the tail has {tail:,} questions; under {FEW:,} its accuracy says little"


def sensitivity_lines(found: Sequence[Sensitivity], chosen: int) -> list[str]:
    """Return the table of the form by train over its thresholds."""
    models = list(found[0].accuracy) if found else []
    rows = [
        [
            f"fewer than {row.threshold}",
            f"{row.n:,}",
            *(_shown(100 * row.accuracy[m]) for m in models),
            str(row.swapped),
        ]
        for row in found
    ]
    header = ["OOD by train", "n", *models, f"pairs swapped against {chosen}"]
    return [*aligned(header, rows), "this form is not GQA-OOD's: it counts answers in train, over all groups"]


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
