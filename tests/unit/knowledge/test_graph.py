"""The fact graph: items and values as nodes, statements as edges."""

from __future__ import annotations

from decimal import Decimal

import networkx as nx
import pytest

from pipeline.knowledge.graph import build_graph, facts_of, item_of, value_of
from pipeline.values import Item, Precision, Quantity, Time
from pipeline.wikidata.facts import Entity, Statement

NAMES = {
    "Q243": Entity("Q243", "Eiffel Tower", "tower in Paris", ("Tour Eiffel",)),
    "Q90": Entity("Q90", "Paris"),
    "Q7": Entity("Q7", "not in the graph"),
}
WHERE = Statement("Q243", "P131", "item", "Q90", statement_id="Q243-A")
OPENED = Statement("Q243", "P1619", "time", "1889-03-31T00:00:00Z", precision=11, statement_id="Q243-B")
HEIGHT = Statement("Q243", "P2048", "quantity", "330", unit="Q11573", statement_id="Q243-C")
NAME = Statement("Q243", "P1705", "string", "Q90", statement_id="Q243-D")
ALL = [WHERE, OPENED, HEIGHT, NAME]


@pytest.fixture
def graph() -> nx.MultiDiGraph[str]:
    return build_graph(ALL, NAMES)


def test_a_value_is_an_item_a_time_an_amount_or_a_text() -> None:
    assert value_of(WHERE, NAMES) == Item("Q90", "Paris")
    assert value_of(OPENED, NAMES) == Time(1889, 3, 31, Precision.DAY)
    assert value_of(HEIGHT, NAMES) == Quantity(Decimal(330), "Q11573")
    assert value_of(NAME, NAMES) == "Q90"


def test_an_entity_as_a_value_keeps_all_its_names() -> None:
    assert item_of(NAMES["Q243"]) == Item("Q243", "Eiffel Tower", ("Tour Eiffel",), "tower in Paris")


def test_each_statement_is_an_edge_by_its_id(graph: nx.MultiDiGraph[str]) -> None:
    edges = {key: (source, target, data) for source, target, key, data in graph.edges(keys=True, data=True)}
    assert set(edges) == {"Q243-A", "Q243-B", "Q243-C", "Q243-D"}
    source, target, data = edges["Q243-A"]
    assert (source, target) == ("Q243", "Q90")
    assert data == {"property": "P131", "statement": WHERE, "value": Item("Q90", "Paris")}


def test_a_text_that_reads_like_an_item_id_is_no_item(graph: nx.MultiDiGraph[str]) -> None:
    assert [target for _, target, key in graph.edges(keys=True) if key == "Q243-D"] == ["string:Q90"]


def test_nodes_of_items_carry_their_entity_and_other_nodes_none(graph: nx.MultiDiGraph[str]) -> None:
    assert {node: data.get("entity") for node, data in graph.nodes(data=True)} == {
        "Q243": NAMES["Q243"],
        "Q90": NAMES["Q90"],
        "time:1889-03-31": None,
        "quantity:330 Q11573": None,
        "string:Q90": None,
    }


def test_the_same_time_of_two_things_is_one_node_and_another_precision_another() -> None:
    year = Statement("Q1", "P571", "time", "1889-03-31T00:00:00Z", precision=9, statement_id="Q1-A")
    day = Statement("Q2", "P571", "time", "1889-03-31T00:00:00Z", precision=11, statement_id="Q2-A")
    graph = build_graph([OPENED, day, year], {})
    assert sorted(graph.predecessors("time:1889-03-31")) == ["Q2", "Q243"]
    assert sorted(graph.predecessors("time:1889")) == ["Q1"]


def test_two_statements_of_the_same_are_two_edges() -> None:
    again = Statement("Q243", "P131", "item", "Q90", statement_id="Q243-Z")
    assert build_graph([WHERE, again], NAMES).number_of_edges("Q243", "Q90") == 2


def test_facts_are_by_property_both_sorted(graph: nx.MultiDiGraph[str]) -> None:
    more = Statement("Q243", "P131", "item", "Q7", statement_id="Q243-E")
    facts = facts_of(build_graph([*ALL[::-1], more], NAMES), "Q243")
    assert list(facts) == ["P131", "P1619", "P1705", "P2048"]
    assert facts["P131"] == [more, WHERE]
    assert facts_of(graph, "Q243") == {"P131": [WHERE], "P1619": [OPENED], "P1705": [NAME], "P2048": [HEIGHT]}


@pytest.mark.parametrize("subject", ["Q404", "Q90", "string:Q90", ""])
def test_what_has_no_statements_has_no_facts(graph: nx.MultiDiGraph[str], subject: str) -> None:
    assert facts_of(graph, subject) == {}


def test_the_graph_holds_the_same_facts_in_any_order_of_statements() -> None:
    one, other = build_graph(ALL, NAMES), build_graph(ALL[::-1], dict(reversed(NAMES.items())))
    assert nx.utils.graphs_equal(one, other)


def test_no_statements_no_nodes() -> None:
    assert build_graph([], NAMES).number_of_nodes() == 0
