"""Options that the building commands have in common."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from pipeline.dataset.settings import Settings, load_settings

_FILE = click.Path(path_type=Path)


class _Words(click.ParamType[tuple[Any, ...]]):
    """Several values in one option, separated by commas or spaces."""

    name = "list"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Any, ...]:
        if isinstance(value, tuple):
            return value
        separator = "," if "," in value else None
        return tuple(part.strip() for part in value.split(separator) if part.strip())


class _Names(_Words):
    """Several names in one option, separated by commas, since a name may hold spaces."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Any, ...]:
        return super().convert(value if isinstance(value, tuple) else f"{value},", param, ctx)


class Numbers(_Words):
    """Several numbers in one option."""

    name = "numbers"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Any, ...]:
        words = super().convert(value, param, ctx)
        try:
            return tuple(int(word) for word in words)
        except ValueError:
            self.fail(f"expected numbers such as 1,2,3, found {value!r}", param, ctx)


_OPTIONS = (
    click.option("--config", type=_FILE, help="TOML file with any of the settings."),
    click.option("--images", type=_Words(), help="Annotation files or folders, separated by commas."),
    click.option("--landmarks", type=_FILE, help="TSV of item and image_file, or a GLDv2 folder."),
    click.option("--endpoint", help="embedded (default), a snapshot folder, or a SPARQL URL."),
    click.option("--contact", help="Your e-mail or web address, for the operators of a live endpoint."),
    click.option(
        "--domains", type=_Names(), help="Domains to ask about, separated by commas; all by default."
    ),
    click.option("--hops", type=Numbers(), help="Numbers of hops to ask for, such as 1,2."),
    click.option("--seed", type=int, help="Root of every random choice."),
    click.option("--limit", type=int, help="Most images to use."),
    click.option("--out", type=_FILE, help="Folder of the finished dataset (default build/dataset)."),
    click.option("--quiet", is_flag=True, help="Print nothing but errors."),
)


def build_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the building options; it is called with `settings` and `quiet`."""

    @functools.wraps(command)
    def call(config: Path | None, quiet: bool, **given: Any) -> None:
        overrides = {name: value for name, value in given.items() if value not in (None, "", ())}
        command(settings=load_settings(config, overrides), quiet=quiet)

    for option in reversed(_OPTIONS):
        call = option(call)
    return call


__all__ = ["Settings", "build_options"]
