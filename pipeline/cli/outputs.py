"""Files and folders that commands write, and what is said when they cannot."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from pipeline.base.disk import told_if_full
from pipeline.base.errors import InputError, ReasonVQAError

_KEY = "pipeline.cli.outputs"
_REMEDY = "When there is room, run the same command again; no file was replaced by a half-written one."


class OutPath(click.Path):
    """The type of a parameter that names what a command writes; `told_of_outputs` knows of its value."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path, and note it."""
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
    """Raise FullDiskError for a fault that comes of a full disk, InputError for an output that is forbidden.

    Both name the output. Other faults stay what they are.
    """
    try:
        with told_if_full(_noted(ctx), _REMEDY):
            yield
    except ReasonVQAError:
        raise
    except OSError as fault:
        for path in _noted(ctx):
            if any(_is_about(path, name) for name in (fault.filename, fault.filename2)):
                raise InputError(
                    path,
                    problem=f"cannot be written ({fault.strerror})",
                    remedy="Name another place, or give yourself the right to write there.",
                ) from fault
        raise


def _is_about(output: Path, name: object) -> bool:
    """Whether a fault's file is an output, lies in it, is made beside it, or is a folder that it lies in."""
    if not isinstance(name, str):
        return False
    path, target = Path(name).absolute(), output.absolute()
    if not path.is_relative_to(target.parent):
        return path in target.parents
    first = next(iter(path.relative_to(target.parent).parts), target.name)
    return first == target.name or first.startswith(f".{target.name}.")
