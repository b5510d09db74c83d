"""The fact graph: items and values as nodes, statements as edges of a networkx MultiDiGraph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

import networkx as nx

from pipeline.values import Item, Quantity, Time
from pipeline.wikidata.facts import Entity, Statement

Value = Item | Time | Quantity | str
"""What an edge leads to: an item, a time, an amount, or a text."""


def build_graph(statements: Iterable[Statement], entities: Mapping[str, Entity]) -> nx.MultiDiGraph[str]:
    """Return the graph.

    Nodes are item ids, with their `entity`, and the text of literal values; an edge's key is its
    statement id, and it carries the `property`, the `statement` and the `value` (an Item, Time,
    Quantity or text). Edges are added in the order of the statements.
    """
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for statement in statements:
        value = value_of(statement, entities)
        target = statement.value if statement.kind == "item" else f"{statement.kind}:{value}"
        graph.add_edge(
            statement.subject,
            target,
            key=statement.statement_id,
            property=statement.property,
            statement=statement,
            value=value,
        )
    for item in graph.nodes & entities.keys():
        graph.nodes[item]["entity"] = entities[item]
    return graph


def value_of(statement: Statement, entities: Mapping[str, Entity]) -> Value:
    """Return a usable statement's value."""
    match statement.kind:
        case "item":
            return item_of(entities[statement.value])
        case "time":
            return Time.parse(statement.value, statement.precision)
        case "quantity":
            return Quantity.parse(statement.value, statement.unit)
        case _:
            return statement.value


@cache
def item_of(entity: Entity) -> Item:
    """Return an entity as a value."""
    return Item(entity.item, entity.label, entity.aliases, entity.description)


def facts_of(graph: nx.MultiDiGraph[str], subject: str) -> dict[str, list[Statement]]:
    """Return property -> statements of a subject, both sorted."""
    facts: dict[str, list[Statement]] = {}
    if subject in graph:
        for statement in sorted(data["statement"] for _, _, data in graph.out_edges(subject, data=True)):
            facts.setdefault(statement.property, []).append(statement)
    return dict(sorted(facts.items()))
