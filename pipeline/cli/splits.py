"""`reasonvqa splits`: further splits of a finished dataset, by name."""

from __future__ import annotations

from pathlib import Path

import click

from pipeline.base.progress import Progress
from pipeline.cli.options import Words
from pipeline.cli.outputs import OutPath
from pipeline.dataset.splits.assign import HELD_OUT, SPLITS, VALIDATION, shares_of, split_named
from pipeline.dataset.splits.write import write_splits
from pipeline.dataset.verification.loaded import Dataset

_SHARE = click.FloatRange(0, 1, min_open=True, max_open=True)


@click.command(
    "splits", epilog="Example: reasonvqa splits build/dataset --out build/splits --names entity,route"
)
@click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), default=Path("build/dataset")
)
@click.option("--out", type=OutPath(), required=True, help="Folder to write into.")
@click.option("--names", type=Words(), default=tuple(SPLITS), help="Splits to make; all by default.")
@click.option(
    "--validation",
    type=_SHARE,
    default=VALIDATION,
    show_default=True,
    help="Share of train's photos for validation.",
)
@click.option(
    "--held-out",
    type=_SHARE,
    default=HELD_OUT,
    show_default=True,
    help="Share of test's questions of several edges whose routes train never has.",
)
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def splits_command(
    folder: Path, out: Path, names: tuple[str, ...], validation: float, held_out: float, quiet: bool
) -> None:
    """Give the questions of the dataset in FOLDER their parts in other splits than the paper's.

    Writes splits.parquet (question_id, and a column for each split), and what crosses the parts of each in
    splits.md and splits.json.
    """
    chosen = [split_named(name).name for name in names]
    shares = shares_of(Dataset(folder), validation=validation, held_out=held_out)
    sizes, _ = write_splits(folder, out, chosen, shares, Progress(quiet=quiet))
    if not quiet:
        for size in sizes:
            click.echo(
                f"{size.split:15}{size.part:12}{size.questions:>12,} questions{size.photos:>11,} photos"
            )
