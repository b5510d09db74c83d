"""An endpoint with facts of a user's own beside it."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pipeline.wikidata.embedded import EmbeddedEndpoint
from pipeline.wikidata.endpoint import Answer, Endpoint, Row
from pipeline.wikidata.own_facts import OwnFacts
from pipeline.wikidata.queries import BatchQuery
from pipeline.wikidata.snapshot import Snapshot

_ONE_EACH = ("label", "description")
_Named = set[tuple[str, str]]


class JoinedEndpoint:
    """Asks the user's facts and another service, and gives what either knows.

    An item has one label and one description: the user's, where there is one in any language asked for.
    """

    def __init__(self, base: Endpoint, own: OwnFacts) -> None:
        self._base = base
        self._own = EmbeddedEndpoint(Snapshot(own.statements, (), {}), own.names)
        self.name = base.name
        # Not copied: an endpoint may get to know more of it with each answer.
        known = self._own.provenance, base.provenance
        self.provenance: Mapping[str, tuple[str, str]] = ChainMap(*known)  # type: ignore[arg-type]

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


def _named(rows: Iterable[Row]) -> _Named:
    """Return the items that rows name, with what they give of them."""
    return {(row["item"], row["role"]) for row in rows if row.get("role") in _ONE_EACH}


def _besides(rows: Iterable[Row], named: _Named) -> list[Row]:
    return [row for row in rows if (row.get("item", ""), row.get("role", "")) not in named]
