"""Routes and answers replayed on the snapshot: statement by statement, and by the record's own SPARQL."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import pyoxigraph

from pipeline.bank.build import tolerance_of
from pipeline.dataset.answers import answers_of
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.dataset.vocabulary import shipped_library
from pipeline.knowledge.graph import value_of
from pipeline.language.answers import AnswerText
from pipeline.wikidata.embedded import EmbeddedEndpoint
from pipeline.wikidata.rdf import ENTITY


def last_edge(record: Record) -> list[dict[str, str]]:
    """Return the steps of a record's route that lead to its answers: those of the last property."""
    last = record["route"][-1]["subject"], record["property_id"]
    return [step for step in record["route"] if (step["subject"], step["property"]) == last]


def edges_of(record: Record) -> list[dict[str, str]]:
    """Return a record's edges: those that its route passes through, and one of the last."""
    last = last_edge(record)
    return [step for step in record["route"] if step not in last] + last[:1]


def route_faults(record: Record, dataset: Dataset) -> Iterator[str]:
    """Yield what is wrong with a route: an edge without its statement, a gap, or a wrong number of hops."""
    steps, ends = record["route"], last_edge(record)
    for step in steps:
        statement = dataset.statements.get(step["statement"])
        held = statement and (statement.subject, statement.property, statement.value)
        if held != (step["subject"], step["property"], step["object"]):
            yield f"statement {step['statement']} does not say so"
    if not ends:
        yield "the property asked about is not the route's last"
        return
    through = [step for step in steps if step not in ends]
    expected = record["entity_id"]
    for step in [*through, ends[0]]:
        if step["subject"] != expected:
            yield f"the route has a gap before {step['property']}"
        expected = step["object"]
    if len(through) + 1 + record["has_scene_graph"] != record["hops"]:
        yield "the number of hops is not that of the edges and the clause"


class AnswerCheck:
    """Writes the answers anew from the statements that a record names."""

    def __init__(self, dataset: Dataset) -> None:
        library = shipped_library(str(dataset.manifest["settings"]["language"]))
        units = dataset.manifest.get("units", {})
        self._dataset, self.answers = dataset, answers_of(dataset.snapshot, library, units)
        self._shares = {row["property_id"]: row["tolerance"] for row in dataset.table("wordings")}

    def faults(self, record: Record) -> Iterator[str]:
        """Yield what is wrong with the answers, as the statements and entities have them."""
        try:
            texts = self._texts(record)
        except (ValueError, LookupError) as fault:
            yield f"a statement cannot be read: {fault}"
            return
        given = {(a["item"], a["label"], tuple(a["forms"])) for a in record["answer_items"]}
        true = {(text.item, text.shown, text.accepted) for text in texts}
        if not given <= true or {label for _, label, _ in given} != {text.shown for text in texts}:
            yield "the answers are not the values of the route's last statements"
        items = record["answer_items"]
        if record["answers"] != list(dict.fromkeys(form for item in items for form in item["forms"])):
            yield "the accepted forms are not those of the answers"
        if record["answer"] not in {text.shown for text in texts}:
            yield "the answer shown is not among the true ones"
        elif [record["answer"]] != [item["label"] for item in items[:1]]:
            yield "the answer shown is not the first of the true ones"
        if record["tolerance"] != self._tolerance(record):
            yield "the tolerance is not that of the amount or date"

    def _tolerance(self, record: Record) -> dict[str, str] | None:
        found = (self._dataset.statements.get(step["statement"]) for step in last_edge(record))
        statement = next(filter(None, found), None)
        if statement is None:
            return None
        share = self._shares.get(record["property_id"], "")
        return tolerance_of(value_of(statement, self._dataset.entities), Decimal(share) if share else None)

    def text(self, statement_id: str) -> AnswerText | None:
        """Return the value of a statement in words; None if the snapshot does not hold it, or its value."""
        statement, entities = self._dataset.statements.get(statement_id), self._dataset.entities
        if statement is None or (statement.kind == "item" and statement.value not in entities):
            return None
        return self.answers.text(value_of(statement, entities))

    def _texts(self, record: Record) -> list[AnswerText]:
        found = (self.text(step["statement"]) for step in last_edge(record))
        return [text for text in found if text]


class Replay:
    """Runs records' queries on the snapshot, each distinct one once."""

    def __init__(self, dataset: Dataset) -> None:
        self._store = EmbeddedEndpoint(dataset.snapshot).store
        self._seen: dict[str, frozenset[str] | None] = {}

    def faults(self, record: Record) -> Iterator[str]:
        """Yield a fault if the record's SPARQL does not give exactly the values of its last statements."""
        true, found = {step["object"] for step in last_edge(record)}, self.values(record["sparql"])
        if found is None:
            yield "the query is no SPARQL that binds ?answer"
        elif found != true:
            yield f"the query gives {sorted(found)[:3]}, the record has {sorted(true)[:3]}"

    def values(self, sparql: str) -> frozenset[str] | None:
        """Return the values that a query binds to ?answer: item ids or lexical forms; None if it fails."""
        if sparql not in self._seen:
            self._seen[sparql] = self._run(sparql)
        return self._seen[sparql]

    def _run(self, sparql: str) -> frozenset[str] | None:
        try:
            found = self._store.query(sparql)
            if not isinstance(found, pyoxigraph.QuerySolutions):
                return None
            return frozenset(_value(row["answer"]) for row in found)
        except (SyntaxError, KeyError, ValueError, OSError):
            return None


def _value(term: object) -> str:
    text = str(getattr(term, "value", term))
    return text.removeprefix(ENTITY)
