"""What the project asks of a SPARQL service, wherever it runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pipeline.base.errors import EndpointError
from pipeline.wikidata.queries import BatchQuery

Row = Mapping[str, str]
"""One solution: variable -> text (full IRI, or a literal's lexical form); unbound ones are absent."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The rows of one query and the date (YYYY-MM-DD, "unknown") at which the service gave them."""

    rows: Sequence[Row]
    retrieved_at: str


class BatchTooLargeError(EndpointError):
    """The service could not finish this query; half as many values may do."""


class Endpoint(Protocol):
    """A SPARQL service.

    `provenance` maps a statement id to its (source, date) where the service itself is only a copy of
    facts that were read elsewhere and earlier; else it is empty.
    """

    name: str
    provenance: Mapping[str, tuple[str, str]]

    def select(self, query: str) -> Answer:
        """Run one SELECT query; raise BatchTooLargeError or another EndpointError."""

    def ask(self, values: Sequence[str], query: BatchQuery) -> Iterator[Answer]:
        """Yield the answers for all the values, a value's rows in one of them; raise EndpointError."""


def batches(values: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    """Yield the values in their order, `size` at a time."""
    for start in range(0, len(values), size):
        yield values[start : start + size]
