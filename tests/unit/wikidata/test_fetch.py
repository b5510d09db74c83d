"""Fetching, over a store that holds triples in the very form of the live service."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pyoxigraph as ox
import pytest

from pipeline.base.progress import Progress
from pipeline.wikidata.embedded import EmbeddedEndpoint
from pipeline.wikidata.endpoint import Answer
from pipeline.wikidata.facts import Statement
from pipeline.wikidata.fetch import (
    FetchPlan,
    fetch_facts,
    fetch_statements,
)
from pipeline.wikidata.queries import BatchQuery
from pipeline.wikidata.snapshot import Snapshot

PREFIXES = """
PREFIX wd: <http://www.wikidata.org/entity/>  PREFIX wds: <http://www.wikidata.org/entity/statement/>
PREFIX p: <http://www.wikidata.org/prop/>  PREFIX ps: <http://www.wikidata.org/prop/statement/>
PREFIX psv: <http://www.wikidata.org/prop/statement/value/>  PREFIX v: <http://www.wikidata.org/value/>
PREFIX pq: <http://www.wikidata.org/prop/qualifier/>  PREFIX wikibase: <http://wikiba.se/ontology#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>  PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX schema: <http://schema.org/>  PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
wd:P84 wikibase:claim p:P84 ; wikibase:statementProperty ps:P84 ; wikibase:statementValue psv:P84 .
wd:P571 wikibase:claim p:P571 ; wikibase:statementProperty ps:P571 ; wikibase:statementValue psv:P571 .
wd:P2048 wikibase:claim p:P2048 ; wikibase:statementProperty ps:P2048 ; wikibase:statementValue psv:P2048 .
wd:P31 wikibase:claim p:P31 ; wikibase:statementProperty ps:P31 ; wikibase:statementValue psv:P31 .
wd:P279 wikibase:claim p:P279 ; wikibase:statementProperty ps:P279 ; wikibase:statementValue psv:P279 .
"""
QUIET = Progress(quiet=True)


def store(turtle: str) -> EmbeddedEndpoint:
    """An endpoint over this Turtle, the usual prefixes and the declarations of some properties."""
    endpoint = EmbeddedEndpoint(Snapshot((), (), {}))
    endpoint.store.load((PREFIXES + turtle).encode(), format=ox.RdfFormat.TURTLE)
    return endpoint


def item(subject: str, prop: str, value: str, rank: str = "Normal") -> str:
    """A statement with an item as value, its id made of the three."""
    node = f"wds:{subject}-{prop}-{value}"
    return (
        f"wd:{subject} p:{prop} {node} . {node} ps:{prop} wd:{value} ; wikibase:rank wikibase:{rank}Rank .\n"
    )


class Turned:
    """Another endpoint's answers with the rows the other way round: their order is not defined."""

    def __init__(self, endpoint: EmbeddedEndpoint) -> None:
        self.name, self.provenance = endpoint.name, endpoint.provenance
        self._endpoint = endpoint

    def select(self, query: str) -> Answer:
        return Answer(self._endpoint.select(query).rows[::-1], "unknown")

    def ask(self, values: Sequence[str], query: BatchQuery) -> Iterator[Answer]:
        yield self.select(query.text(values))


def test_an_item_statement_is_read_with_rank_id_source_and_date() -> None:
    endpoint = store(item("Q243", "P84", "Q778243", "Preferred"))
    assert fetch_statements(endpoint, ["Q243"], {"P84": "item"}) == [
        Statement(
            "Q243",
            "P84",
            "item",
            "Q778243",
            rank="preferred",
            statement_id="Q243-P84-Q778243",
            source="embedded",
            retrieved_at="unknown",
        )
    ]


def test_only_the_subjects_and_properties_asked_for_are_read() -> None:
    endpoint = store(item("Q1", "P84", "Q2") + item("Q1", "P31", "Q3") + item("Q4", "P84", "Q5"))
    assert [s.value for s in fetch_statements(endpoint, ["Q1"], {"P84": "item"})] == ["Q2"]
    assert fetch_statements(endpoint, [], {"P84": "item"}) == []
    assert fetch_statements(endpoint, ["Q1"], {}) == []


@pytest.mark.parametrize("kind", ["coordinate", "monolingual", ""])
def test_a_kind_that_is_never_an_answer_is_not_asked_for(kind: str) -> None:
    assert fetch_statements(store(item("Q1", "P84", "Q2")), ["Q1"], {"P84": kind}) == []


def test_several_values_of_several_properties_are_one_row_each() -> None:
    architects = "".join(item("Q12512", "P84", f"Q{n}") for n in range(1, 14))
    styles = item("Q12512", "P31", "Q37853") + item("Q12512", "P31", "Q236122")
    found = fetch_statements(store(architects + styles), ["Q12512"], {"P84": "item", "P31": "item"})
    assert len(found) == 13 + 2
    assert len({s.statement_id for s in found}) == 15


FACTS = (
    item("Q1", "P84", "Q2")
    + item("Q2", "P84", "Q3")
    + item("Q3", "P84", "Q4")
    + item("Q4", "P84", "Q5")
    + item("Q1", "P31", "Q10")
    + item("Q4", "P31", "Q11")
    + item("Q10", "P279", "Q12")
    + item("Q12", "P279", "Q13")
    + item("Q13", "P279", "Q10")
    + "".join(f'wd:Q{n} rdfs:label "item {n}"@en .\n' for n in range(1, 14))
)


def edges(statements: Mapping[str, Statement]) -> set[str]:
    return {f"{s.subject} {s.property} {s.value}" for s in statements.values()}


@pytest.mark.parametrize(("hops", "reached"), [(0, ""), (1, "2"), (2, "23"), (3, "234")])
def test_properties_to_pass_through_are_followed_as_far_as_the_hops(hops: int, reached: str) -> None:
    plan = FetchPlan({"P84": "item"}, frozenset({"P84"}), hops=hops, class_levels=0)
    found = fetch_facts(store(FACTS), ["Q1"], plan, QUIET)
    chain = {s.value for s in found.statements.values() if s.property == "P84"}
    assert chain == {f"Q{n}" for n in reached}


def test_a_property_not_to_pass_through_ends_the_way() -> None:
    plan = FetchPlan({"P84": "item"}, frozenset(), hops=3, class_levels=0)
    assert edges(fetch_facts(store(FACTS), ["Q1"], plan, QUIET).statements) == {"Q1 P84 Q2", "Q1 P31 Q10"}


@pytest.mark.parametrize(
    ("levels", "classes"),
    [
        (0, set()),
        (1, {"Q10 P279 Q12"}),
        (2, {"Q10 P279 Q12", "Q12 P279 Q13"}),
        (9, {"Q10 P279 Q12", "Q12 P279 Q13", "Q13 P279 Q10"}),
    ],
)
def test_classes_are_followed_level_by_level_and_a_circle_ends(levels: int, classes: set[str]) -> None:
    plan = FetchPlan({}, frozenset(), hops=1, class_levels=levels)
    assert edges(fetch_facts(store(FACTS), ["Q1"], plan, QUIET).statements) == {"Q1 P31 Q10"} | classes


def test_the_classes_of_the_last_values_are_read_but_not_their_other_facts() -> None:
    plan = FetchPlan({"P84": "item"}, frozenset({"P84"}), hops=3, class_levels=1)
    found = edges(fetch_facts(store(FACTS), ["Q1"], plan, QUIET).statements)
    assert "Q4 P31 Q11" in found
    assert "Q4 P84 Q5" not in found


def test_every_item_named_by_a_statement_gets_its_names_units_too() -> None:
    quantity = (
        "wd:Q1 p:P2048 wds:h . wds:h ps:P2048 5 ; psv:P2048 v:h ; wikibase:rank wikibase:NormalRank ."
        "v:h wikibase:quantityAmount 5 ; wikibase:quantityUnit wd:Q11573 . wd:Q11573 rdfs:label 'metre'@en ."
    )
    plan = FetchPlan({"P84": "item", "P2048": "quantity"}, frozenset(), hops=1, class_levels=1)
    found = fetch_facts(store(FACTS + quantity), ["Q1", "Q404"], plan, QUIET).entities
    assert {key: entity.label for key, entity in found.items()} == {
        "Q1": "item 1",
        "Q2": "item 2",
        "Q10": "item 10",
        "Q12": "item 12",
        "Q11573": "metre",
        "Q404": "",
    }


def test_no_roots_no_facts() -> None:
    found = fetch_facts(store(FACTS), [], FetchPlan({"P84": "item"}, frozenset({"P84"})), QUIET)
    assert (found.statements, found.entities) == ({}, {})


def test_the_order_of_rows_and_roots_does_not_matter() -> None:
    plan = FetchPlan({"P84": "item"}, frozenset({"P84"}))
    endpoint = store(FACTS)
    one = fetch_facts(endpoint, ["Q1", "Q3"], plan, QUIET)
    other = fetch_facts(Turned(endpoint), ["Q3", "Q1"], plan, QUIET)
    assert one == other
    assert len(one.statements) > 5


def test_of_two_end_times_always_the_same_is_kept() -> None:
    ends = "'1969-04-28T00:00:00Z'^^xsd:dateTime, '1970-01-01T00:00:00Z'^^xsd:dateTime"
    endpoint = store(item("Q1", "P84", "Q2") + f"wds:Q1-P84-Q2 pq:P582 {ends} .")
    plan = FetchPlan({"P84": "item"}, frozenset(), hops=1, class_levels=0)
    assert fetch_facts(endpoint, ["Q1"], plan, QUIET) == fetch_facts(Turned(endpoint), ["Q1"], plan, QUIET)
