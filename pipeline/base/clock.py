"""The clock that waits go by: the system's, or in tests one that only counts."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Seconds that never go back, the date and time, and waiting."""

    def now(self) -> float:
        """Return seconds since any fixed moment."""

    def wall(self) -> datetime:
        """Return the date and time, in UTC."""

    def sleep(self, seconds: float) -> None:
        """Wait."""


class SystemClock:
    """The clock of this computer."""

    def now(self) -> float:
        """Return the monotonic clock's seconds."""
        return time.monotonic()

    def wall(self) -> datetime:
        """Return the present moment."""
        return datetime.now(UTC)

    def sleep(self, seconds: float) -> None:
        """Sleep."""
        time.sleep(seconds)
