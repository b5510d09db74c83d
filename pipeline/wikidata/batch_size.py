"""How many values a query of one kind takes, by what the service has borne so far."""

from __future__ import annotations

from dataclasses import dataclass, replace

_FIRST = 100
_PATIENCE, _MOST_PATIENCE = 2, 8


@dataclass(frozen=True, slots=True)
class BatchSize:
    """The size of the next batch; it doubles after `patience` whole batches in a row.

    A batch that was too much halves it, and makes it twice as patient: a service that bears 300 is asked
    for 400 less and less often.
    """

    size: int = _FIRST
    patience: int = _PATIENCE
    streak: int = 0

    def borne(self, asked: int, limit: int) -> BatchSize:
        """Return the size after a batch of `asked` values was answered."""
        if asked < self.size:
            return self
        if self.streak + 1 < self.patience:
            return replace(self, streak=self.streak + 1)
        return replace(self, size=min(limit, self.size * 2), streak=0)

    def refused(self, asked: int) -> BatchSize:
        """Return the size after a batch of `asked` values was too much."""
        half = max(1, min(self.size, asked // 2))
        return BatchSize(half, min(_MOST_PATIENCE, self.patience * 2))
