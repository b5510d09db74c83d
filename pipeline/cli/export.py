"""`reasonvqa export`: a dataset in the forms that others read."""

from __future__ import annotations

from pathlib import Path

import click

from pipeline.cli.outputs import OutPath
from pipeline.dataset.exports.write import FORMATS, Wanted, write_export
from pipeline.dataset.splits.assign import SPLITS
from pipeline.dataset.verification.loaded import Dataset


@click.command(
    "export", epilog="Example: reasonvqa export build/dataset --format lmms-eval --set B --out build/lmms"
)
@click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), default=Path("build/dataset")
)
@click.option("--format", "form", type=click.Choice(FORMATS), required=True, help="Form to write.")
@click.option(
    "--set", "which", type=click.Choice(["U", "B"]), default="U", show_default=True, help="All, or balanced."
)
@click.option(
    "--split", type=click.Choice(list(SPLITS)), default="paper", show_default=True, help="Split by name."
)
@click.option("--part", default="test", show_default=True, help="Part that a harness asks about.")
@click.option("--choices", is_flag=True, help="For training: with options, answered by a letter.")
@click.option(
    "--images",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of images; questions whose image is not there are left out.",
)
@click.option("--out", type=OutPath(), required=True, help="Folder to write into.")
def export_command(
    folder: Path,
    form: str,
    which: str,
    split: str,
    part: str,
    choices: bool,
    images: Path | None,
    out: Path,
) -> None:
    """Write a dataset in the form of a harness, a training program, VQA v2, or ReasonVQA itself."""
    wanted = Wanted(which=which, split=split, part=part, choices=choices, images=images)
    for path in write_export(Dataset(folder), form, wanted, out):
        click.echo(path)
