"""Options that the scoring commands have in common, and what they do with a result."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from pipeline.base.errors import SettingsError
from pipeline.base.files import write_json, write_text
from pipeline.base.progress import Progress
from pipeline.cli.options import Names
from pipeline.cli.outputs import OutPath
from pipeline.dataset.layout import PARTS, SETS
from pipeline.evaluation.files.questions import read_dataset
from pipeline.evaluation.files.reasonvqa import read_answered, read_reasonvqa
from pipeline.evaluation.questions import Questions
from pipeline.evaluation.run import ByMeasure, Model, write_per_sample
from pipeline.evaluation.summary.estimate import DRAWS
from pipeline.evaluation.summary.figure import figure
from pipeline.evaluation.summary.result import Result, summarised
from pipeline.evaluation.summary.text import tables

FILE = click.Path(path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_LONG = ("property", "question type")
"""Axes with so many groups that the terminal shows them only if they are asked for by --by."""


@dataclass(frozen=True, slots=True)
class Output:
    """Where a result goes, and how it is estimated."""

    partial: bool
    json_file: Path | None
    per_sample: Path | None
    figures: Path | None
    by: tuple[str, ...]
    intervals: bool
    seed: int
    draws: int
    quiet: bool

    @property
    def progress(self) -> Progress:
        """What tells of long work."""
        return Progress(quiet=self.quiet)


_OPTIONS = (
    click.option("--partial", is_flag=True, help="Score what there is; ids that do not match are told."),
    click.option("--json", "json_file", type=OutPath(), help="Write all figures as JSON."),
    click.option(
        "--per-sample", type=OutPath(), help="Write each question's scores (.csv, else JSON lines)."
    ),
    click.option("--figures", type=OutPath(), help="Folder to write a figure (SVG) of each table into."),
    click.option(
        "--by", type=Names(), default=(), help="Groups to print, such as hops,property; else all short."
    ),
    click.option("--intervals", is_flag=True, help="Print intervals in all tables, not only in the first."),
    click.option("--seed", type=int, default=0, show_default=True, help="Root of the draws."),
    click.option(
        "--draws", type=click.IntRange(min=100), default=DRAWS, show_default=True, help="Bootstrap draws."
    ),
    click.option("--quiet", is_flag=True, help="Print nothing but errors."),
)


def scoring_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the common options, and hand them to the command as one `Output`."""

    @functools.wraps(command)
    def run(**given: Any) -> None:
        output = Output(**{name: given.pop(name) for name in Output.__slots__})
        command(output=output, **given)

    for option in reversed(_OPTIONS):
        run = option(run)
    return run


@dataclass(frozen=True, slots=True)
class Source:
    """Where the questions come from: a part of a dataset of this program, or a file of another form."""

    folder: Path | None
    which: str
    part: str
    questions: Path | None


def source_options(what: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds these options and hands them on as `Source`; `what` explains the file."""

    def add(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def run(**given: Any) -> None:
            command(source=Source(**{name: given.pop(name) for name in Source.__slots__}), **given)

        run = click.option("--questions", type=FILE, help=what)(run)
        return part_options(run, default=None)

    return add


def part_options(command: Callable[..., None], default: Path | None) -> Callable[..., None]:
    """Add the options that name a part of a dataset of this program."""
    for option in (
        click.option("--part", type=click.Choice(PARTS), default="test", show_default=True, help="Part."),
        click.option(
            "--set", "which", type=click.Choice(SETS), default="B", show_default=True,
            help="All, or balanced.",
        ),
        click.option(
            "--dataset", "folder", type=FOLDER, default=default, show_default=True,
            help="Dataset of this program, or a release.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def predictions_argument(command: Callable[..., None]) -> Callable[..., None]:
    """Add the argument of one or more files of predictions."""
    return click.argument("predictions", nargs=-1, required=True, type=FILE)(command)


def questions_of(source: Source, predictions: Sequence[Path]) -> Questions:
    """Return the questions of a dataset, of a file in ReasonVQA's forms, or of the first file of results."""
    if source.folder and source.questions:
        raise SettingsError("questions: give either --dataset or --questions")
    if source.folder:
        return read_dataset(source.folder, source.which, source.part)
    return read_reasonvqa(source.questions) if source.questions else read_answered(predictions[0])


def finish(
    output: Output,
    questions: Questions,
    models: Sequence[Model],
    scores: Mapping[str, ByMeasure],
    *,
    more: Mapping[str, Any] | None = None,
    notes: Sequence[str] = (),
) -> None:
    """Summarise the scores of models, and print and write what was asked for."""
    found = summarised(scores, questions, seed=output.seed, draws=output.draws, progress=output.progress)
    ids = {model.name: model.matched.counts for model in models}
    told = [*notes, *(note for model in models for note in _unmatched(model, output.partial))]
    facts = {"questions": len(questions), "partial": output.partial, "ids": ids, **(more or {})}
    result = Result(found.rows, found.comparisons, told, facts)
    if output.json_file:
        write_json(output.json_file, result.as_json())
    if output.per_sample:
        write_per_sample(output.per_sample, questions, models, scores)
    if output.figures:
        write_figures(output.figures, result)
    if not output.quiet:
        click.echo("\n".join(tables(shown(result, output.by), intervals=output.intervals)))


def shown(result: Result, by: Sequence[str]) -> Result:
    """Return the result with the axes to be printed only; SettingsError for one that is not there."""
    if strange := [name for name in by if name not in result.axes]:
        raise SettingsError(f"by: there is no {strange[0]!r}; there are {', '.join(result.axes[1:])}")
    wanted = {"all", *by} if by else set(result.axes) - set(_LONG)
    return Result([row for row in result.rows if row.by in wanted], result.comparisons, result.notes)


def _unmatched(model: Model, partial: bool) -> Iterator[str]:
    counts = model.matched.counts
    if partial and any(counts.values()):
        told = ", ".join(f"{n:,} {name}" for name, n in counts.items() if n)
        yield f"{model.name}: partial: ids {told}; only answered questions are scored"
    elif counts["unknown"]:
        yield f"{model.name}: {counts['unknown']:,} predictions for other questions are passed over"


def write_figures(folder: Path, result: Result) -> None:
    """Write a figure of each table and measure, named after both."""
    for by in result.axes:
        rows = result.table(by)
        for measure in dict.fromkeys(row.measure for row in rows):
            of_measure = [row for row in rows if row.measure == measure]
            name = f"{by}-{measure}".replace(" ", "_")
            write_text(folder / f"{name}.svg", figure(by, measure, of_measure))
