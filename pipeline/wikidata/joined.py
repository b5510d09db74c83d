"""An endpoint with facts of a user's own beside it."""

from __future__ import annotations

from collections.abc import Mapping

from pipeline.wikidata.embedded import EmbeddedEndpoint
from pipeline.wikidata.endpoint import Answer, Endpoint
from pipeline.wikidata.own_facts import OwnFacts
from pipeline.wikidata.snapshot import Snapshot

_ONE_EACH = ("label", "description")


class JoinedEndpoint:
    """Asks the user's facts and another service, and gives what either knows.

    An item has one label and one description: the user's, where there is one in any language asked for.
    """

    def __init__(self, base: Endpoint, own: OwnFacts) -> None:
        self._base = base
        self._own = EmbeddedEndpoint(Snapshot(own.statements, (), {}), own.names)
        self.name, self.batch_size = base.name, base.batch_size
        self.provenance: Mapping[str, tuple[str, str]] = {**base.provenance, **self._own.provenance}

    def select(self, query: str) -> Answer:
        """Run one SELECT query on both."""
        own, other = self._own.select(query), self._base.select(query)
        named = {(row["item"], row["role"]) for row in own.rows if row.get("role") in _ONE_EACH}
        rows = [*own.rows, *(row for row in other.rows if (row.get("item"), row.get("role")) not in named)]
        return Answer(rows, other.retrieved_at)
