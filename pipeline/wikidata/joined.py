"""An endpoint with facts of a user's own beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pipeline.wikidata.embedded import EmbeddedEndpoint
from pipeline.wikidata.endpoint import Answer, Endpoint, Row
from pipeline.wikidata.own_facts import OwnFacts
from pipeline.wikidata.queries import BatchQuery
from pipeline.wikidata.snapshot import Snapshot

_ONE_EACH = ("label", "description")


class JoinedEndpoint:
    """Asks the user's facts and another service, and gives what either knows.

    An item has one label and one description in a language: the user's, where there is one.
    """

    def __init__(self, base: Endpoint, own: OwnFacts) -> None:
        self._base = base
        self._own = EmbeddedEndpoint(Snapshot(own.statements, (), {}), own.names)
        self.name = base.name
        self.provenance: Mapping[str, tuple[str, str]] = {**base.provenance, **self._own.provenance}

    def select(self, query: str) -> Answer:
        """Run one SELECT query on both."""
        own, other = self._own.select(query), self._base.select(query)
        return Answer([*own.rows, *_besides(other.rows, _named(own.rows))], other.retrieved_at)

    def ask(self, values: Sequence[str], query: BatchQuery) -> Iterator[Answer]:
        """Yield the answers of both for all the values."""
        own = list(self._own.ask(values, query))
        yield from own
        named = _named(row for answer in own for row in answer.rows)
        for answer in self._base.ask(values, query):
            yield Answer(_besides(answer.rows, named), answer.retrieved_at)


def _named(rows: Iterable[Row]) -> set[tuple[str, str, str] | None]:
    return {_name(row) for row in rows} - {None}


def _besides(rows: Iterable[Row], named: set[tuple[str, str, str] | None]) -> list[Row]:
    return [row for row in rows if _name(row) not in named]


def _name(row: Row) -> tuple[str, str, str] | None:
    """Return what a row names of which item, in which language, if it is such a row."""
    if row.get("role") not in _ONE_EACH:
        return None
    return row["item"], row["role"], row["language"]
