"""`reasonvqa merge`: the parts of a build into one dataset."""

from __future__ import annotations

from pathlib import Path

import click

from pipeline.base.progress import Progress
from pipeline.cli.options import Words
from pipeline.cli.outputs import OutPath
from pipeline.cli.summary import summary
from pipeline.dataset.merge import merge_parts
from pipeline.dataset.settings import load_settings

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_PATH = click.Path(path_type=Path)


@click.command("merge", epilog="Example: reasonvqa merge parts/* --out build/dataset")
@click.argument("folders", type=_FOLDER, nargs=-1, required=True)
@click.option("--out", type=OutPath(), help="Folder of the finished dataset (default build/dataset).")
@click.option("--templates", type=Words(), help="Your template packs, if they lie elsewhere now.")
@click.option("--config", type=_PATH, help="TOML file; out, work, workers, memory and shard_images count.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def merge_command(
    folders: tuple[Path, ...],
    out: Path | None,
    templates: tuple[str, ...],
    config: Path | None,
    quiet: bool,
) -> None:
    """Merge the parts in FOLDERS that `reasonvqa build --shard i/n` wrote.

    The dataset has the bytes of a build in one go.
    """
    given = {"out": out, "templates": templates}
    overrides = {name: value for name, value in given.items() if value}
    settings = merge_parts(folders, load_settings(config, overrides), Progress(quiet=quiet))
    if not quiet:
        click.echo(summary(settings.out))


__all__ = ["merge_command"]
