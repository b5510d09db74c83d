"""An endpoint that asks nothing: it gives what is in the journal and counts what is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipeline.base.errors import EndpointError
from pipeline.base.hashing import digest
from pipeline.wikidata.batching import by_day
from pipeline.wikidata.endpoint import Answer
from pipeline.wikidata.journal import Journal
from pipeline.wikidata.queries import BatchQuery


@dataclass(slots=True)
class Asked:
    """Values that a kind of query was asked about, those answered, and queries for the rest."""

    values: int = 0
    answered: int = 0
    queries: int = 0


class DryEndpoint:
    """Stands for the live endpoint at a URL; `counts` maps a kind of query to what was asked of it."""

    provenance: Mapping[str, tuple[str, str]] = {}

    def __init__(self, url: str, journal: Journal, largest: int) -> None:
        self.name = url
        self._journal, self._largest = journal, largest
        self.counts: dict[str, Asked] = {}

    def select(self, query: str) -> Answer:
        """Refuse: only what is asked in batches is known."""
        raise EndpointError("a dry run asks nothing")

    def ask(self, values: Sequence[str], query: BatchQuery) -> Iterator[Answer]:
        """Yield the answers that are held; the others are counted."""
        values = list(dict.fromkeys(values))
        count = self.counts.setdefault(query.name, Asked())
        count.values += len(values)
        missing = 0
        for some, held in self._journal.held(digest(self.name, query.key), values):
            missing += len(some) - len(held)
            count.answered += len(held)
            yield from by_day(held)
        size = min(self._largest, self._journal.size(query.name).size)
        count.queries += -(-missing // size)
