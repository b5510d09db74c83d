"""`reasonvqa score ood` and `reasonvqa ood split`: head and tail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np

from pipeline.base.errors import SettingsError
from pipeline.base.files import write_text
from pipeline.cli.score_options import (
    FILE,
    Output,
    dataset_options,
    finish,
    predictions_argument,
    scoring_options,
)
from pipeline.dataset.layout import MANIFEST
from pipeline.dataset.verification.loaded import Dataset
from pipeline.evaluation.files.official import gqa_questions, read_gqa
from pipeline.evaluation.files.questions import read_dataset, split_of
from pipeline.evaluation.measures import GQA, OOD_MEASURES, Measure
from pipeline.evaluation.ood.gqa_ood import ALPHA, FEW, OodSplit, gqa_ood_split
from pipeline.evaluation.ood.scores import curve, gap
from pipeline.evaluation.ood.split_file import FrozenSplit, frozen, read_split, write_split
from pipeline.evaluation.ood.train_frequency import Sensitivity, frequencies, sensitivity
from pipeline.evaluation.questions import Questions, axis
from pipeline.evaluation.run import ByMeasure, Model, read_models, scored
from pipeline.evaluation.summary.figure import curve_figure
from pipeline.evaluation.summary.text import aligned

_ALPHA = click.option("--alpha", type=float, default=ALPHA, show_default=True, help="Where the tail ends.")
_QUESTIONS = click.option(
    "--questions", type=FILE, help="GQA's file of questions, all of the split evaluated."
)


@dataclass(frozen=True, slots=True)
class _Evaluated:
    """The set that is evaluated, its GQA-OOD split, and what it is called in a split file."""

    questions: Questions
    split: OodSplit
    name: str


def _evaluated(
    folder: Path | None, which: str, part: str, questions: Path | None, alpha: float
) -> _Evaluated:
    if bool(folder) == bool(questions):
        raise SettingsError("questions: give either --dataset or --questions")
    if questions:
        records = read_gqa(questions)
        if not records:
            raise SettingsError(f"questions: {questions} holds none")
        return _Evaluated(gqa_questions(records), gqa_ood_split(records, alpha), questions.name)
    assert folder is not None
    asked = read_dataset(folder, which, part, grouped=False)
    properties, nouns = (list(map(str, asked.records[name])) for name in ("property_id", "noun"))
    answers = [asked.target(place).answer for place in range(len(asked))]
    split = split_of(asked.ids, properties, nouns, answers, alpha)
    if split is None:
        raise SettingsError(f"dataset: {which}/{part} of {folder} has no questions")
    return _Evaluated(
        asked, split, f"{which}/{part}, {MANIFEST} {Dataset(folder).manifest['content_sha256']}"
    )


@click.group(epilog="Example: reasonvqa ood split --dataset build/dataset --set B --out build/ood.json")
def ood() -> None:
    """Freeze a split into head and tail, so that all models meet the same."""


@ood.command(
    "split", epilog="Example: reasonvqa ood split --dataset build/dataset --set B --out build/ood.json"
)
@dataset_options
@_QUESTIONS
@_ALPHA
@click.option("--out", type=FILE, required=True, help="Split file to write.")
def split_command(
    folder: Path | None, which: str, part: str, questions: Path | None, alpha: float, out: Path
) -> None:
    """Write the GQA-OOD split of a set: by groups of GQA, or by property and noun of a dataset.

    Answers are counted in the set itself, as GQA-OOD does, not in train.
    """
    found = _evaluated(folder, which, part, questions, alpha)
    write_split(out, found.split, found.name)
    kept = sum(group.kept for group in found.split.groups.values())
    head, tail = len(found.split.head), len(found.split.tail)
    click.echo(f"{kept:,} of {len(found.split.groups):,} groups kept: head {head:,}, tail {tail:,} questions")
    for line in _few(tail):
        click.echo(line)


def _few(tail: int) -> Iterator[str]:
    if tail < FEW:
        yield f"warning: the tail has {tail:,} questions; under {FEW:,} its accuracy says little"


@click.command("ood", epilog="Example: reasonvqa score ood predictions.jsonl --dataset build/dataset --set B")
@predictions_argument
@dataset_options
@_QUESTIONS
@_ALPHA
@click.option("--split", "split_file", type=FILE, help="Split file, instead of a split made anew.")
@click.option(
    "--train-frequency",
    "threshold",
    type=click.IntRange(min=1),
    help="Also the other form: OOD is what has its answer fewer times in train.",
)
@click.option(
    "--measure",
    type=click.Choice(sorted(OOD_MEASURES)),
    default="exact_match",
    show_default=True,
    help="Measure on a dataset; GQA's files are scored by equality.",
)
@scoring_options
def ood_command(
    predictions: tuple[Path, ...],
    folder: Path | None,
    which: str,
    part: str,
    questions: Path | None,
    alpha: float,
    split_file: Path | None,
    threshold: int | None,
    measure: str,
    output: Output,
) -> None:
    """Score head and tail as GQA-OOD does: accuracy on all, head and tail, the gap, the curve over alpha.

    Answers are counted in the set that is evaluated. Predictions for other questions are passed over, and
    counted.
    """
    evaluated = _evaluated(folder, which, part, questions, alpha)
    split = read_split(split_file, evaluated.questions.ids) if split_file else frozen(evaluated.split)
    by = GQA[0] if questions else OOD_MEASURES[measure]
    asked = _of_split(evaluated.questions, split)
    models = read_models(predictions, asked.ids, partial=output.partial, others=True)
    scores = {model.name: scored(model, asked, [by]) for model in models}
    notes, more = _head_and_tail(split, asked, models, scores, by)
    if threshold:
        if folder is None:
            raise SettingsError("train_frequency: needs --dataset, whose train part is counted")
        found = _by_train(
            evaluated.questions,
            read_dataset(folder, which, "train", grouped=False),
            predictions,
            by,
            threshold,
            output,
        )
        notes += ["", *_train_table(found, threshold)]
        more["train_frequency"] = {"chosen": threshold, "thresholds": [asdict(row) for row in found]}
    if output.figures:
        points = {name: figures["curve"] for name, figures in more["ood"]["models"].items()}
        write_text(output.figures / "alpha_curve.svg", curve_figure(points))
    finish(output, asked, models, scores, more=more, notes=notes)


def _of_split(questions: Questions, split: FrozenSplit) -> Questions:
    """Return the questions of the groups kept, divided into head and tail only."""
    kept = questions.kept([place for place, key in enumerate(questions.ids) if key in split.parts])
    parts = ["tail" if split.parts[key].is_tail else "head" for key in kept.ids]
    return Questions(kept.ids, kept.targets, kept.target_of, kept.images, [axis("head and tail", parts)], {})


def _head_and_tail(
    split: FrozenSplit,
    asked: Questions,
    models: Sequence[Model],
    scores: Mapping[str, ByMeasure],
    by: Measure,
) -> tuple[list[str], dict[str, Any]]:
    figures: dict[str, dict[str, Any]] = {}
    for model in models:
        values = scores[model.name][by.name]
        told = ~np.isnan(values)
        ids = [key for key, is_told in zip(asked.ids, told.tolist(), strict=True) if is_told]
        figures[model.name] = {
            **gap(split, ids, values[told]),
            "curve": curve(split, ids, values[told]),
        }
    names = ("all", "head", "tail", "delta")
    rows = [[name, *(_shown(found[key]) for key in names)] for name, found in figures.items()]
    points = [
        [str(point["alpha"]), str(point["n"]), *(_shown(f["curve"][nth]["tail"]) for f in figures.values())]
        for nth, point in enumerate(next(iter(figures.values()))["curve"])
    ]
    lines = [
        *aligned(["GQA-OOD", *names], rows), "",
        *aligned(["alpha", "tail n", *(f"{name} tail" for name in figures)], points),
        *_few(split.tail),
    ]  # fmt: skip
    return lines, {"ood": {"alpha": split.alpha, "tail": split.tail, "measure": by.name, "models": figures}}


def _shown(value: object) -> str:
    return "-" if value is None else f"{value:.2f}"


def _by_train(
    asked: Questions,
    train: Questions,
    predictions: Sequence[Path],
    by: Measure,
    threshold: int,
    output: Output,
) -> list[Sensitivity]:
    models = read_models(predictions, asked.ids, partial=output.partial, others=True)
    values = {model.name: scored(model, asked, [by])[by.name] for model in models}
    learnt = (train.target(place).answer for place in range(len(train)))
    frequency = frequencies(learnt, [asked.target(place).answer for place in range(len(asked))])
    return sensitivity(frequency, values, threshold)


def _train_table(found: Sequence[Sensitivity], chosen: int) -> list[str]:
    models = list(found[0].accuracy) if found else []
    rows = [
        [
            f"fewer than {row.threshold}",
            f"{row.n:,}",
            *(f"{100 * row.accuracy[m]:.2f}" for m in models),
            str(row.swapped),
        ]
        for row in found
    ]
    header = ["OOD by train", "n", *models, f"pairs swapped against {chosen}"]
    return [*aligned(header, rows), "this form is not GQA-OOD's: it counts answers in train, over all groups"]
