"""What a live run tells of its way: queries, rows, waiting, and about how long the rest takes."""

from __future__ import annotations

from pipeline.base.progress import Progress
from pipeline.wikidata.endpoint import Answer
from pipeline.wikidata.pace import Pace

_EVERY = 15.0
"""Seconds between two notes."""


class Tally:
    """Counts one kind of query over `total` values, and notes now and then how far it is."""

    def __init__(self, kind: str, total: int, pace: Pace, progress: Progress) -> None:
        self._kind, self._total, self._pace, self._progress = kind, total, pace, progress
        self._queries = self._rows = 0
        self._started = self._noted = pace.clock.now()
        self._sent, self._waited = pace.sent, pace.waited

    def add(self, answer: Answer, *, left: int, size: int) -> None:
        """Count an answer; `left` values are still to be asked, `size` of them at a time."""
        self._queries += 1
        self._rows += len(answer.rows)
        now = self._pace.clock.now()
        if left and now - self._noted >= _EVERY:
            self._noted = now
            done = self._total - left
            seconds = (now - self._started) * left / done
            self._progress.note(
                f"{self._kind}: {self._queries:,} queries done, about {-(-left // size):,} to do "
                f"({done:,} of {self._total:,} values), {self._told()}, about {duration(seconds)} left"
            )

    def end(self) -> None:
        """Note the whole."""
        self._progress.note(
            f"{self._kind}: {self._total:,} values by {self._queries:,} queries, {self._told()}"
        )

    def _told(self) -> str:
        sent, waited = self._pace.sent - self._sent, self._pace.waited - self._waited
        return f"{self._rows:,} rows, {sent:,} requests sent, {duration(waited)} waited"


def duration(seconds: float) -> str:
    """Return a time span in words: 45 s, 12 min, 3.5 h."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
