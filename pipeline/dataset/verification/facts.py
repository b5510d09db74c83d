"""Routes and answers replayed on the snapshot: statement by statement, and by the record's own SPARQL."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pyoxigraph

from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.wikidata.embedded import EmbeddedEndpoint
from pipeline.wikidata.rdf import ENTITY


def route_faults(record: Record, dataset: Dataset) -> Iterator[str]:
    """Yield what is wrong with a route: an edge without its statement, a gap, or a wrong number of hops."""
    steps = record["route"]
    for step in steps:
        statement = dataset.statements.get(step["statement"])
        held = statement and (statement.subject, statement.property, statement.value)
        if held != (step["subject"], step["property"], step["object"]):
            yield f"statement {step['statement']} does not say so"
    last = steps[-1]["subject"], steps[-1]["property"]
    through = [step for step in steps if (step["subject"], step["property"]) != last]
    ends = [step for step in steps if (step["subject"], step["property"]) == last]
    expected = record["entity_id"]
    for step in [*through, ends[0]]:
        if step["subject"] != expected:
            yield f"the route has a gap before {step['property']}"
        expected = step["object"]
    if len(through) + 1 + record["has_scene_graph"] != record["hops"]:
        yield "the number of hops is not that of the edges and the clause"
    if ends[0]["property"] != record["property_id"]:
        yield "the property asked about is not the route's last"


def answer_faults(record: Record, dataset: Dataset) -> Iterator[str]:
    """Yield what is wrong with the answers, as the statements and entities have them."""
    if record["answer"] not in record["answers"]:
        yield "the answer shown is not among those accepted"
    last = record["route"][-1]["subject"], record["property_id"]
    true = {s["object"] for s in record["route"] if (s["subject"], s["property"]) == last}
    items = {answer["item"] for answer in record["answer_items"] if answer["item"]}
    for item in items:
        entity = dataset.entities.get(item)
        shown = next(answer["label"] for answer in record["answer_items"] if answer["item"] == item)
        if entity is None or entity.label != shown:
            yield f"{item} is not called {shown!r}"
    named = {dataset.entities[item].label for item in true if item in dataset.entities}
    if items and named != {answer["label"] for answer in record["answer_items"]}:
        yield "the answers are not the values of the route's last statements"


class Replay:
    """Runs records' queries on the snapshot, each distinct one once."""

    def __init__(self, dataset: Dataset) -> None:
        self._store = EmbeddedEndpoint(dataset.snapshot).store
        self._seen: dict[str, frozenset[str]] = {}

    def values(self, sparql: str) -> frozenset[str]:
        """Return the values that a query binds to ?answer: item ids or lexical forms."""
        if sparql not in self._seen:
            found = self._store.query(sparql)
            assert isinstance(found, pyoxigraph.QuerySolutions)
            self._seen[sparql] = frozenset(_value(row["answer"]) for row in found)
        return self._seen[sparql]


def _value(term: object) -> str:
    text = str(getattr(term, "value", term))
    return text.removeprefix(ENTITY)


def replay_faults(record: Record, replay: Replay, statements: Mapping[str, object]) -> Iterator[str]:
    """Yield a fault if the record's SPARQL does not give exactly the values of its last statements."""
    last = record["route"][-1]["subject"], record["property_id"]
    true = {s["object"] for s in record["route"] if (s["subject"], s["property"]) == last}
    found = replay.values(record["sparql"])
    if found != true:
        yield f"the query gives {sorted(found)[:3]}, the record has {sorted(true)[:3]}"
