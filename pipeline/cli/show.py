"""`reasonvqa show`: prints one question."""

from __future__ import annotations

from pathlib import Path

import click

from pipeline.dataset.show import describe, find
from pipeline.dataset.verification.loaded import Dataset

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command("show", epilog="Example: reasonvqa show 4f6a build/dataset")
@click.argument("question_id")
@click.argument("folder", type=_FOLDER, default=Path("build/dataset"))
def show(question_id: str, folder: Path) -> None:
    """Print one question with its image, boxes, route, SPARQL, answers and options.

    QUESTION_ID may be the beginning of an id; FOLDER is the dataset's (default build/dataset).
    """
    dataset = Dataset(folder)
    for line in describe(find(dataset, question_id), dataset):
        click.echo(line)
