"""A clock that only counts: waiting on it takes no time."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

START = datetime(2026, 7, 1, tzinfo=UTC)


class CountedClock:
    """Notes every wait in `waits` and moves on by it."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self._now = 0.0
        self._lock = threading.Lock()

    def now(self) -> float:
        return self._now

    def wall(self) -> datetime:
        return START + timedelta(seconds=self._now)

    def sleep(self, seconds: float) -> None:
        with self._lock:
            self.waits.append(seconds)
            self._now += seconds

    def pass_time(self, seconds: float) -> None:
        """Let time pass without waiting."""
        with self._lock:
            self._now += seconds
