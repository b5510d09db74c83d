"""Queries of routes: standard SPARQL that gives the answers on a snapshot."""

from __future__ import annotations

import re

import pyoxigraph
import pytest
from rdflib.plugins.sparql import prepareQuery

from pipeline.bank.sparql import route_query
from pipeline.wikidata.embedded import EmbeddedEndpoint
from pipeline.wikidata.facts import Statement
from pipeline.wikidata.snapshot import Snapshot

from .facts import ENTITIES, FACTS, FRANCE, PARIS, TOWER, fact

ENTITY = "http://www.wikidata.org/entity/"


def rows(endpoint: EmbeddedEndpoint, query: str) -> list[dict[str, str]]:
    """Run a query on the store itself, which keeps lexical forms."""
    found = endpoint.store.query(query)
    assert isinstance(found, pyoxigraph.QuerySolutions)
    names = [variable.value for variable in found.variables]
    return [{name: str(getattr(row[name], "value", "")) for name in names} for row in found]


@pytest.fixture(scope="module")
def endpoint() -> EmbeddedEndpoint:
    facts = (
        *FACTS,
        fact(TOWER, "P149", "Q2245347"),
        fact(TOWER, "P149", "Q2914850"),
        fact(TOWER, "P127", PARIS, rank="preferred"),
        fact(TOWER, "P127", FRANCE),
        fact(TOWER, "P276", FRANCE, rank="deprecated"),
        Statement(TOWER, "P1449", "string", "La dame de fer", statement_id="Q243-text"),
    )
    return EmbeddedEndpoint(Snapshot(facts, tuple(ENTITIES.values()), {}))


@pytest.mark.parametrize(
    ("properties", "kind", "answers"),
    [
        (("P84",), "item", [ENTITY + "Q778243"]),
        (("P17", "P36"), "item", [ENTITY + PARIS]),
        (("P149",), "item", [ENTITY + "Q2245347", ENTITY + "Q2914850"]),
        (("P127",), "item", [ENTITY + PARIS]),
        (("P276",), "item", []),
        (("P1449",), "string", ["La dame de fer"]),
        (("P36",), "item", []),
    ],
)
def test_query_gives_the_values_of_best_rank(
    endpoint: EmbeddedEndpoint, properties: tuple[str, ...], kind: str, answers: list[str]
) -> None:
    found = rows(endpoint, route_query(TOWER, properties, kind))
    assert sorted(row["answer"] for row in found) == answers


def test_query_for_a_time_gives_its_precision(endpoint: EmbeddedEndpoint) -> None:
    found = rows(endpoint, route_query(TOWER, ["P1619"], "time"))
    assert found == [{"answer": "1889-03-31T00:00:00Z", "precision": "11"}]


def test_query_for_an_amount_gives_its_unit(endpoint: EmbeddedEndpoint) -> None:
    found = rows(endpoint, route_query(TOWER, ["P17", "P36", "P2044"], "quantity"))
    assert found == [{"answer": "28", "unit": ENTITY + "Q11573"}]


@pytest.mark.parametrize("kind", ["item", "string", "time", "quantity"])
@pytest.mark.parametrize("properties", [("P17",), ("P17", "P36"), ("P17", "P36", "P2044")])
def test_query_is_standard_and_declares_just_the_prefixes_it_uses(
    properties: tuple[str, ...], kind: str
) -> None:
    query = route_query(TOWER, properties, kind)
    prepareQuery(query)
    declared = set(re.findall(r"PREFIX (\w+):", query))
    used = set(re.findall(r"(\w+):\w", query.partition("SELECT")[2]))
    assert declared == used
    assert "SERVICE" not in query
