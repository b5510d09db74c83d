"""Options that the building commands have in common."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from pipeline.cli.outputs import OutPath
from pipeline.dataset.settings import Settings, load_settings

_FILE = click.Path(path_type=Path)


class Words(click.ParamType[tuple[Any, ...]]):
    """Several values in one option, separated by commas or spaces."""

    name = "list"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Any, ...]:
        """Return the values without outer spaces."""
        if isinstance(value, tuple):
            return value
        separator = "," if "," in value else None
        return tuple(part.strip() for part in value.split(separator) if part.strip())


class Names(Words):
    """Several names in one option, separated by commas, since a name may hold spaces."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Any, ...]:
        """Return the names without outer spaces."""
        return super().convert(value if isinstance(value, tuple) else f"{value},", param, ctx)


class Numbers(Words):
    """Several numbers in one option."""

    name = "numbers"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Any, ...]:
        """Return the numbers."""
        words = super().convert(value, param, ctx)
        try:
            return tuple(int(word) for word in words)
        except ValueError:
            self.fail(f"expected numbers such as 1,2,3, found {value!r}", param, ctx)


_OPTIONS = (
    click.option("--config", type=_FILE, help="TOML file with any of the settings."),
    click.option("--images", type=Words(), help="Annotation files or folders, separated by commas."),
    click.option("--landmarks", type=_FILE, help="TSV of item and image_file, or a GLDv2 folder."),
    click.option("--endpoint", help="embedded (default), a snapshot folder, or a SPARQL URL."),
    click.option("--contact", help="Your e-mail or web address, for the operators of a live endpoint."),
    click.option(
        "--offline",
        is_flag=True,
        default=None,
        help="Ask a live endpoint nothing: use what it answered before.",
    ),
    click.option(
        "--templates", type=Words(), help="Folders of template packs of your own, separated by commas."
    ),
    click.option("--facts", type=Words(), help="RDF files of facts of your own, in Wikidata's terms."),
    click.option(
        "--domains", type=Names(), help="Domains to ask about, separated by commas; all by default."
    ),
    click.option("--properties", type=Names(), help="Properties to ask about, such as P84,P138."),
    click.option("--hops", type=Numbers(), help="Numbers of hops to ask for, such as 1,2."),
    click.option("--seed", type=int, help="Root of every random choice."),
    click.option("--limit", type=int, help="Most images to use."),
    click.option("--shard", help="i/n: build part i of n parts of the images, to be merged."),
    click.option("--engine", help="duckdb (default), or a Spark server's address, sc://host:port."),
    click.option("--shared", help="Folder that a Spark server reaches too, such as s3://bucket/folder."),
    click.option("--out", type=OutPath(), help="Folder of the finished dataset (default build/dataset)."),
    click.option("--quiet", is_flag=True, help="Print nothing but errors."),
)


def build_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the building options; it is called with `settings`, `quiet` and what else it takes."""

    @functools.wraps(command)
    def call(config: Path | None, quiet: bool, **given: Any) -> None:
        own = {name: given.pop(name) for name in list(given) if name not in Settings.model_fields}
        overrides = {name: value for name, value in given.items() if value not in (None, "", ())}
        command(settings=load_settings(config, overrides), quiet=quiet, **own)

    for option in reversed(_OPTIONS):
        call = option(call)
    return call


__all__ = ["Names", "Numbers", "Settings", "Words", "build_options"]
