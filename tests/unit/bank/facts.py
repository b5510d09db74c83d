"""A few real facts, a small registry of properties, and a router over them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from pipeline.bank.routes import Refused, Route, Router
from pipeline.knowledge.gone import Gone
from pipeline.knowledge.graph import build_graph, facts_of
from pipeline.knowledge.kinds import Classes, Kinds
from pipeline.language.packs import Property
from pipeline.wikidata.facts import Entity, Statement, with_minted_id

NAMES = {
    "Q243": "Eiffel Tower",
    "Q2981": "Notre-Dame de Paris",
    "Q778243": "Stéphen Sauvestre",
    "Q1314747": "Pierre de Montreuil",
    "Q374131": "Jean de Chelles",
    "Q142": "France",
    "Q90": "Paris",
    "Q46": "Europe",
    "Q7504": "Irène Joliot-Curie",
    "Q150989": "Frédéric Joliot-Curie",
    "Q37463": "Pierre Curie",
    "Q5": "human",
    "Q6256": "country",
    "Q515": "city",
    "Q41176": "building",
    "Q43229": "organization",
    "Q11573": "metre",
    "Q2245347": "French Gothic architecture",
    "Q2914850": "Rayonnant",
    "Q33247990": "Early Gothic architecture",
}
ENTITIES = {item: Entity(item, label) for item, label in NAMES.items()}

PRESENT = 2026
TOWER, CATHEDRAL, ARCHITECT, FRANCE, PARIS = "Q243", "Q2981", "Q778243", "Q142", "Q90"
IRENE, FREDERIC, PIERRE = "Q7504", "Q150989", "Q37463"

KINDS = Kinds(
    ("person", "country", "settlement", "building", "organization", "place"),
    {
        "Q5": "person",
        "Q6256": "country",
        "Q515": "settlement",
        "Q41176": "building",
        "Q43229": "organization",
    },
    {},
    {
        "person": frozenset({"person"}),
        "organization": frozenset({"organization"}),
        "country": frozenset({"country", "place"}),
        "settlement": frozenset({"settlement", "place"}),
        "building": frozenset({"building", "place"}),
        "place": frozenset({"place"}),
    },
)


def fact(subject: str, prop: str, value: str, **more: Any) -> Statement:
    """Return a statement; the kind of its value is told by its form."""
    kind = "item" if value.startswith("Q") else "time" if "T00" in value else "quantity"
    return with_minted_id(Statement(subject, prop, kind, value, **more))


FACTS = (
    fact(TOWER, "P84", ARCHITECT),
    fact(TOWER, "P17", FRANCE),
    fact(TOWER, "P1619", "1889-03-31T00:00:00Z", precision=11),
    fact(FRANCE, "P31", "Q6256"),
    fact(FRANCE, "P36", PARIS),
    fact(FRANCE, "P30", "Q46"),
    fact(PARIS, "P17", FRANCE),
    fact(PARIS, "P31", "Q515"),
    fact(PARIS, "P2044", "28", unit="Q11573"),
    fact(IRENE, "P31", "Q5"),
    fact(IRENE, "P26", FREDERIC),
    fact(IRENE, "P22", PIERRE),
    fact(IRENE, "P570", "1956-03-17T00:00:00Z", precision=11),
    fact(FREDERIC, "P31", "Q5"),
    fact(FREDERIC, "P26", IRENE),
)


def prop(kind: str = "text", **fields: Any) -> Property:
    """Return a property with one plain wording of either sort, unless told otherwise."""
    given = {"label": "x", "answer_kind": kind, "domains": ["places"]}
    return Property.model_validate(
        {**given, "main": ["What of {{ x }}?"], "clause": ["what of {{ x }}"], **fields}
    )


PROPERTIES: dict[str, Property] = {
    "P84": prop(subject=["building"], value="agent"),
    "P17": prop(subject=["building", "settlement"], value="country"),
    "P1619": prop("date", subject=["building"]),
    "P36": prop(subject=["country"], value="settlement"),
    "P30": prop(subject=["country"], value="place"),
    "P2044": prop("number", subject=["place"]),
    "P26": prop(subject=["person"], value="person"),
    "P22": prop(subject=["person"], value="person"),
    "P570": prop("date", subject=["person"]),
}
SUCCESSIONS: dict[str, frozenset[str]] = {
    "P84": frozenset({"P26", "P22"}),
    "P17": frozenset({"P36", "P30"}),
    "P36": frozenset({"P17", "P2044"}),
    "P26": frozenset({"P26", "P22", "P570"}),
}


def router(
    facts: Iterable[Statement] = FACTS,
    properties: Mapping[str, Property] = PROPERTIES,
    successions: Mapping[str, frozenset[str]] = SUCCESSIONS,
    *,
    edges: int = 3,
) -> Router:
    """Return a router over facts and a registry."""
    graph = build_graph(facts, ENTITIES)
    classes = Classes(graph, KINDS)
    gone = Gone(classes, ENTITIES, (), facts=partial(facts_of, graph), present=PRESENT)
    return Router(graph, classes, properties, successions, edges=edges, is_gone=gone.holds)


def found(router: Router, item: str = TOWER, kind: str = "building") -> dict[str, Route]:
    """Return the routes by their properties, joined."""
    routes = [route for route in router.routes(item, kind) if isinstance(route, Route)]
    paths = {"/".join(route.properties): route for route in routes}
    assert len(paths) == len(routes)
    return paths


def refused(router: Router, item: str = TOWER, kind: str = "building") -> dict[str, str]:
    """Return what was refused: properties, joined -> code."""
    return {"/".join(r.properties): r.code for r in router.routes(item, kind) if isinstance(r, Refused)}
