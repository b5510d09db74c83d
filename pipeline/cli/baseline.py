"""`reasonvqa baseline`: predictions that look at no image, and the upper bound."""

from __future__ import annotations

from pathlib import Path

import click

from pipeline.cli.outputs import OutPath
from pipeline.cli.score_options import FOLDER
from pipeline.dataset.layout import SETS
from pipeline.evaluation.baselines import NAMES, baseline_guesses, write_guesses


@click.command("baseline", epilog="Example: reasonvqa baseline majority build/dataset --out majority.jsonl")
@click.argument("name", type=click.Choice(sorted(NAMES)))
@click.argument("folder", type=FOLDER, default=Path("build/dataset"))
@click.option(
    "--set", "which", type=click.Choice(SETS), default="B", show_default=True, help="All, or balanced."
)
@click.option(
    "--vocabulary",
    type=click.IntRange(min=1),
    help="Answers of train that the upper bound has; all if unset.",
)
@click.option("--out", type=OutPath(), required=True, help="File of predictions to write, as JSON lines.")
def baseline_command(name: str, folder: Path, which: str, vocabulary: int | None, out: Path) -> None:
    """Write a baseline's predictions for the test part of a dataset, to be scored like a model's.

    Each has an `answer` (null where the baseline has none) and a `choice` among the options.
    """
    found = baseline_guesses(folder, which, name, vocabulary)
    write_guesses(out, found)
    answered = sum(guess.answer is not None for guess in found)
    chosen = sum(guess.choice is not None for guess in found)
    click.echo(f"{name}: {answered:,} answers and {chosen:,} choices to {len(found):,} questions in {out}")
