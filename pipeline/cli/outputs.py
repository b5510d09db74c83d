"""Files and folders that commands write, and what is said when the disk they lie on is full."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from pipeline.base.disk import told_if_full

_KEY = "pipeline.cli.outputs"
_REMEDY = "When there is room, run the same command again; no file was replaced by a half-written one."


class OutPath(click.Path):
    """The type of a parameter that names what a command writes; `told_of_outputs` knows of its value."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path, and note it for the case that it cannot be written."""
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if ctx is not None:
            _noted(ctx).append(path)
        return path


def _noted(ctx: click.Context) -> list[Path]:
    """Return the outputs of the command that runs, to be added to; groups and their commands share them."""
    noted: list[Path] = ctx.meta.setdefault(_KEY, [])
    return noted


@contextmanager
def told_of_outputs(ctx: click.Context) -> Iterator[None]:
    """Raise FullDiskError, naming the output, for any fault in the block that comes of a full disk."""
    with told_if_full(_noted(ctx), _REMEDY):
        yield
