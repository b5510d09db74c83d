"""`reasonvqa subset`: a part of a finished dataset as a dataset of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import click

from pipeline.base.progress import Progress
from pipeline.cli.options import Numbers
from pipeline.cli.outputs import OutPath
from pipeline.cli.summary import summary
from pipeline.dataset.settings import load_settings
from pipeline.dataset.subset import subset
from pipeline.dataset.subset_choice import Choice
from pipeline.dataset.subset_selection import lines

_WITH = click.Choice(["with", "without", "any"])


def _names(option: str, text: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return click.option(option, multiple=True, help=f"{text}, separated by commas; all by default.")


@click.command(
    "subset", epilog="Example: reasonvqa subset build/dataset build/nature --domains nature,animals"
)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("out", type=OutPath())
@_names("--sources", "Where images are from")
@_names("--domains", "Domains, by id or name")
@_names("--properties", "What is asked, by id or label")
@_names("--classes", "What the thing asked about is, by item, label or noun")
@click.option("--hops", type=Numbers(), default=(), help="Numbers of hops, such as 1,2.")
@click.option("--clauses", type=_WITH, default="any", show_default=True, help="Scene-graph clauses.")
@_names("--answer-kinds", "Kinds of answer")
@click.option(
    "--guessable", type=_WITH, default="any", show_default=True, help="What can be guessed without the image."
)
@click.option("--max-images", type=click.IntRange(min=1), help="Most images, drawn at random.")
@click.option("--max-questions", type=click.IntRange(min=1), help="Most questions, each hop's share kept.")
@click.option("--balance", "anew", is_flag=True, help="Balance B anew instead of keeping what is left of it.")
@click.option("--seed", type=int, help="Root of every random choice.")
@click.option("--config", type=click.Path(path_type=Path), help="TOML file with settings of balancing.")
@click.option("--overwrite", is_flag=True, help="Replace whatever dataset is in OUT.")
@click.option("--dry-run", is_flag=True, help="Print what each filter leaves, and write nothing.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def subset_command(
    folder: Path,
    out: Path,
    clauses: Literal["with", "without", "any"],
    guessable: Literal["with", "without", "any"],
    hops: tuple[int, ...],
    max_images: int | None,
    max_questions: int | None,
    seed: int | None,
    config: Path | None,
    anew: bool,
    overwrite: bool,
    dry_run: bool,
    quiet: bool,
    **names: tuple[str, ...],
) -> None:
    """Write the part of the dataset in FOLDER that passes all filters into OUT.

    Questions keep their ids, images their part; OUT has the form of FOLDER and can be verified alike.
    """
    choice = Choice(
        **names,
        hops=hops,
        clauses=clauses,
        guessable=guessable,
        max_images=max_images,
        max_questions=max_questions,
    )
    settings = load_settings(config, {"out": out, **({} if seed is None else {"seed": seed})})
    progress = Progress(quiet=quiet)
    left = subset(folder, choice, settings, progress, anew=anew, overwrite=overwrite, dry_run=dry_run)
    if not quiet:
        click.echo("\n".join(lines(left)))
    if not (quiet or dry_run):
        click.echo(summary(out))
