"""`reasonvqa score ood` and `reasonvqa ood split`: head and tail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
import numpy as np

from pipeline.base.errors import SettingsError
from pipeline.base.files import write_text
from pipeline.cli.outputs import OutPath
from pipeline.cli.score_options import (
    FILE,
    Output,
    Source,
    finish,
    predictions_argument,
    scoring_options,
    source_options,
)
from pipeline.evaluation.files.predictions import ANSWER_FIELDS, CHOICE_FIELDS
from pipeline.evaluation.measures import CHOICE, GQA, OOD_MEASURES, Measure
from pipeline.evaluation.ood.evaluated import Evaluated, of_dataset, of_gqa_file, train_frequency, within
from pipeline.evaluation.ood.gqa_ood import ALPHA
from pipeline.evaluation.ood.report import few, figures_of, gqa_figures, lines, sensitivity_lines
from pipeline.evaluation.ood.split_file import FrozenSplit, frozen, read_split, write_split, write_train_split
from pipeline.evaluation.ood.train_frequency import sensitivity
from pipeline.evaluation.questions import Questions
from pipeline.evaluation.run import ByMeasure, Model, read_models, scored_by_model
from pipeline.evaluation.summary.figure import curve_figure

_ALPHA = click.option("--alpha", type=float, default=ALPHA, show_default=True, help="Where the tail ends.")
_THRESHOLD = click.option(
    "--train-frequency",
    "threshold",
    type=click.IntRange(min=1),
    help="The other form: OOD is what has its answer fewer times in train.",
)


def _evaluated(source: Source, alpha: float) -> Evaluated:
    if source.questions and not source.folder:
        return of_gqa_file(source.questions, alpha)
    if source.folder and not source.questions:
        return of_dataset(source.folder, source.which, source.part, alpha)
    raise SettingsError("questions: give either --dataset or --questions")


def _frequency(evaluated: Evaluated, source: Source) -> dict[str, int]:
    if source.folder is None:
        raise SettingsError("train_frequency: needs --dataset, whose train part is counted")
    return train_frequency(evaluated.questions, source.folder, source.which)


@click.group(epilog="Example: reasonvqa ood split --dataset build/dataset --set B --out build/ood.json")
def ood() -> None:
    """Freeze a split into head and tail, so that all models meet the same."""


@ood.command(
    "split", epilog="Example: reasonvqa ood split --dataset build/dataset --set B --out build/ood.json"
)
@source_options("GQA's file of questions, all of the split evaluated.")
@_ALPHA
@_THRESHOLD
@click.option("--out", type=OutPath(), required=True, help="Split file to write.")
def split_command(source: Source, alpha: float, threshold: int | None, out: Path) -> None:
    """Write the GQA-OOD split of a set: by groups of GQA, or by property and noun of a dataset.

    Answers are counted in the set itself, as GQA-OOD does; with --train-frequency in train, which is another
    split.
    """
    found = _evaluated(source, alpha)
    if threshold:
        write_train_split(out, _frequency(found, source), threshold, found.name)
    else:
        write_split(out, found.split, found.name)
        kept = sum(group.kept for group in found.split.groups.values())
        click.echo(f"{kept:,} of {len(found.split.groups):,} groups kept")
    split = read_split(out, found.questions.ids)
    click.echo(f"head {len(split.parts) - split.tail:,}, tail {split.tail:,} questions")
    for line in few(split.tail):
        click.echo(line)


@click.command("ood", epilog="Example: reasonvqa score ood predictions.jsonl --dataset build/dataset --set B")
@predictions_argument
@source_options("GQA's file of questions, all of the split evaluated.")
@_ALPHA
@click.option("--split", "split_file", type=FILE, help="Split file, instead of a split made anew.")
@_THRESHOLD
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
    source: Source,
    alpha: float,
    split_file: Path | None,
    threshold: int | None,
    measure: str,
    output: Output,
) -> None:
    """Score head and tail as GQA-OOD does: accuracy on all, head and tail, the gap, the curve over alpha.

    Answers are counted in the set that is evaluated. Predictions for other questions are passed over, and
    counted. --train-frequency adds the other form, over thresholds.
    """
    evaluated = _evaluated(source, alpha)
    split = read_split(split_file, evaluated.questions.ids) if split_file else frozen(evaluated.split)
    by = OOD_MEASURES[measure] if source.folder else GQA[0]
    asked = within(evaluated.questions, split)
    models, scores = _scored(predictions, asked, by, output)
    figures = {m.name: _figures(split, asked, m, scores[m.name][by.name], evaluated) for m in models}
    notes = lines(split, figures)
    more: dict[str, Any] = {
        "ood": {"form": split.form, "bound": split.bound, "tail": split.tail, "models": figures}
    }
    if threshold:
        told, more["train_frequency"] = _by_train(predictions, evaluated, source, by, threshold, output)
        notes += ["", *told]
    if output.figures and split.alphas:
        curves = {name: found["curve"] for name, found in figures.items()}
        write_text(output.figures / "alpha_curve.svg", curve_figure(curves))
    finish(output, asked, models, scores, more=more, notes=notes)


def _scored(
    predictions: Sequence[Path], asked: Questions, by: Measure, output: Output
) -> tuple[list[Model], Mapping[str, ByMeasure]]:
    fields = CHOICE_FIELDS if by == CHOICE[0] else ANSWER_FIELDS
    models = read_models(predictions, asked.ids, partial=output.partial, others=True, fields=fields)
    return models, scored_by_model(models, asked, [by], output.progress)


def _figures(
    split: FrozenSplit,
    asked: Questions,
    model: Model,
    values: np.ndarray[Any, np.dtype[np.float64]],
    of: Evaluated,
) -> dict[str, Any]:
    found = figures_of(split, asked.ids, values)
    if of.records is not None:
        said = {
            key: text for key, text in zip(asked.ids, model.matched.said, strict=True) if text is not None
        }
        found["gqa"] = gqa_figures(split, of.records, said)
    return found


def _by_train(
    predictions: Sequence[Path],
    evaluated: Evaluated,
    source: Source,
    by: Measure,
    threshold: int,
    output: Output,
) -> tuple[list[str], dict[str, Any]]:
    counts = np.array(list(_frequency(evaluated, source).values()), dtype=np.int64)
    models, scores = _scored(predictions, evaluated.questions, by, output)
    found = sensitivity(counts, {model.name: scores[model.name][by.name] for model in models}, threshold)
    return sensitivity_lines(found, threshold), {
        "chosen": threshold,
        "thresholds": [asdict(row) for row in found],
    }
