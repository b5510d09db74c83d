"""What a long run tells: lines and bars on a terminal, plain lines elsewhere, and a log beside the data."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars

T = TypeVar("T")
_log = logging.getLogger("reasonvqa")


class Progress:
    """Tells of stages, notes and loops; `quiet` silences all but the log."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._console = Console(stderr=True, quiet=quiet, highlight=False)

    def stage(self, name: str, what: str) -> None:
        """Announce a stage."""
        self._console.print(f"[bold]{name}[/bold]  {what}")
        _log.info("%s %s", name, what)

    def note(self, text: str) -> None:
        """Tell one line within a stage."""
        self._console.print(f"  {text}", markup=False, emoji=False, soft_wrap=True)
        _log.info("%s", text)

    def track(self, items: Iterable[T], *, what: str, total: int) -> Iterator[T]:
        """Yield the items with a bar and an estimate on a terminal."""
        columns = (
            TextColumn("  {task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        with Bars(
            *columns, console=self._console, disable=not self._console.is_terminal, transient=True
        ) as bars:
            task = bars.add_task(what, total=total)
            for item in items:
                yield item
                bars.advance(task)
