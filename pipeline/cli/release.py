"""`reasonvqa release`: a finished dataset as a folder to publish."""

from __future__ import annotations

from pathlib import Path

import click

from pipeline.base.progress import Progress
from pipeline.cli.outputs import OutPath
from pipeline.dataset.publication.values import load_publication
from pipeline.dataset.publication.write import publish


@click.command("release", epilog="Example: reasonvqa release build/dataset --out build/release")
@click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), default=Path("build/dataset")
)
@click.option("--out", type=OutPath(), required=True, help="Folder to write into.")
@click.option(
    "--config", type=click.Path(path_type=Path), help="TOML file with title, authors, licence, sources."
)
@click.option(
    "--rows",
    type=click.IntRange(min=1),
    default=500_000,
    show_default=True,
    help="Most rows of a Parquet file.",
)
@click.option(
    "--attributions",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    help="Table of images' licences and authors, as for `images list`; may be repeated.",
)
@click.option("--splits", is_flag=True, help="Add the table of the splits by name.")
@click.option("--facts", is_flag=True, help="Take the snapshot of the facts along.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def release_command(
    folder: Path,
    out: Path,
    config: Path | None,
    rows: int,
    attributions: tuple[Path, ...],
    splits: bool,
    facts: bool,
    quiet: bool,
) -> None:
    """Write the dataset in FOLDER as a Hugging Face dataset with all metadata.

    Card, Parquet files, Croissant metadata, JSON Schema, datasheet, licence, attribution, citation and
    checksums. The folder loads as it is, offline too.
    """
    publication = load_publication(config)
    progress = Progress(quiet=quiet)
    written = publish(
        folder,
        out,
        publication,
        progress,
        rows=rows,
        facts=facts,
        attributions=attributions,
        splits=splits,
    )
    if not quiet:
        click.echo("\n".join(str(out / path) for path in written))
