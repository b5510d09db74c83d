"""N-Triples in Wikidata's terms, read back by a real RDF store."""

from __future__ import annotations

import io

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.wikidata.facts import Entity, Statement
from pipeline.wikidata.rdf import (
    ENTITY,
    PROP,
    PROPERTY_TYPES,
    STATEMENT,
    WIKIBASE,
    entity_triples,
    literal,
    property_triples,
    statement_triples,
)

XSD = "http://www.w3.org/2001/XMLSchema#"
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


def triples(lines: list[str]) -> set[tuple[str, str, str]]:
    """Every triple as the texts of its three terms; a literal as N-Triples writes it."""
    found = ox.parse(io.BytesIO("".join(lines).encode()), format=ox.RdfFormat.N_TRIPLES)
    return {
        (
            str(t.subject).strip("<>"),
            t.predicate.value,
            t.object.value if isinstance(t.object, ox.NamedNode) else str(t.object),
        )
        for t in found
    }


def of(statement: Statement, *, best: bool = True) -> set[tuple[str, str, str]]:
    return triples(list(statement_triples([statement], {statement.statement_id} if best else set())))


@settings(deadline=None, derandomize=True)
@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_literal_of_any_text_is_read_back_as_it_was(text: str) -> None:
    (triple,) = ox.parse(
        io.BytesIO(f"<x:s> <x:p> {literal(text)} .\n".encode()), format=ox.RdfFormat.N_TRIPLES
    )
    assert isinstance(triple.object, ox.Literal)
    assert triple.object.value == text


def test_a_literal_names_its_language_or_its_datatype() -> None:
    assert literal("Wien", language="de") == '"Wien"@de'
    assert literal("5", datatype=XSD + "decimal") == f'"5"^^<{XSD}decimal>'
    assert literal('a "b"\\c\nd\re') == '"a \\"b\\"\\\\c\\nd\\re"'


def test_an_item_statement_has_its_full_and_its_truthy_form() -> None:
    statement = Statement("Q243", "P84", "item", "Q778243", statement_id="Q243-A")
    node = STATEMENT + "Q243-A"
    assert of(statement) == {
        (ENTITY + "Q243", PROP + "P84", node),
        (node, PROP + "statement/P84", ENTITY + "Q778243"),
        (node, WIKIBASE + "rank", WIKIBASE + "NormalRank"),
        (node, RDF_TYPE, WIKIBASE + "BestRank"),
        (ENTITY + "Q243", PROP + "direct/P84", ENTITY + "Q778243"),
    }


def test_a_statement_not_of_best_rank_has_no_truthy_form() -> None:
    statement = Statement("Q1", "P84", "item", "Q2", rank="deprecated", statement_id="Q1-A")
    found = of(statement, best=False)
    assert (STATEMENT + "Q1-A", WIKIBASE + "rank", WIKIBASE + "DeprecatedRank") in found
    assert not any(predicate.startswith(PROP + "direct/") for _, predicate, _ in found)
    assert not any(value == WIKIBASE + "BestRank" for _, _, value in found)


def test_preferred_rank_is_written_in_wikibase_terms() -> None:
    statement = Statement("Q1", "P84", "item", "Q2", rank="preferred", statement_id="Q1-A")
    assert (STATEMENT + "Q1-A", WIKIBASE + "rank", WIKIBASE + "PreferredRank") in of(statement)


def test_an_end_time_is_the_qualifier_p582() -> None:
    statement = Statement("Q1", "P35", "item", "Q2", end="1969-04-28T00:00:00Z", statement_id="Q1-A")
    ends = {value for _, predicate, value in of(statement) if predicate == PROP + "qualifier/P582"}
    assert ends == {f'"1969-04-28T00:00:00Z"^^<{XSD}dateTime>'}


def test_a_time_has_a_value_node_with_precision_and_calendar() -> None:
    statement = Statement("Q1", "P571", "time", "-0043-03-15T00:00:00Z", precision=11, statement_id="Q1-A")
    found = of(statement)
    (node,) = (value for _, predicate, value in found if predicate == PROP + "statement/value/P571")
    assert {(predicate, value) for subject, predicate, value in found if subject == node} == {
        (WIKIBASE + "timeValue", f'"-0043-03-15T00:00:00Z"^^<{XSD}dateTime>'),
        (WIKIBASE + "timePrecision", f'"11"^^<{XSD}integer>'),
        (WIKIBASE + "timeCalendarModel", ENTITY + "Q1985727"),
    }


@pytest.mark.parametrize(("unit", "expected"), [("Q11573", "Q11573"), ("", "Q199")])
def test_a_quantity_has_a_value_node_with_amount_and_unit(unit: str, expected: str) -> None:
    statement = Statement("Q1", "P2048", "quantity", "330", unit=unit, statement_id="Q1-A")
    found = of(statement)
    (node,) = (value for _, predicate, value in found if predicate == PROP + "statement/value/P2048")
    assert {(predicate, value) for subject, predicate, value in found if subject == node} == {
        (WIKIBASE + "quantityAmount", f'"330"^^<{XSD}decimal>'),
        (WIKIBASE + "quantityUnit", ENTITY + expected),
    }


def test_the_same_amount_in_metres_and_feet_has_two_value_nodes() -> None:
    metres = Statement("Q1", "P2048", "quantity", "1500", unit="Q11573", statement_id="Q1-A")
    feet = Statement("Q1", "P2048", "quantity", "1500", unit="Q3710", statement_id="Q1-B")
    found = triples(list(statement_triples([metres, feet], set())))
    assert len({value for _, predicate, value in found if predicate == PROP + "statement/value/P2048"}) == 2


@pytest.mark.parametrize("kind", ["string", "coordinate"])
def test_texts_and_coordinates_are_plain_literals_without_a_value_node(kind: str) -> None:
    found = of(Statement("Q1", "P625", kind, "Point(2.29 48.85)", statement_id="Q1-A"))
    assert (STATEMENT + "Q1-A", PROP + "statement/P625", '"Point(2.29 48.85)"') in found
    assert not any("statement/value" in predicate for _, predicate, _ in found)


def test_an_entity_has_label_description_and_aliases_in_the_language() -> None:
    entity = Entity("Q64", "Berlin", "capital", ("BLN", "Bärlin"))
    assert triples(list(entity_triples([entity], "de"))) == {
        (ENTITY + "Q64", "http://www.w3.org/2000/01/rdf-schema#label", '"Berlin"@de'),
        (ENTITY + "Q64", "http://schema.org/description", '"capital"@de'),
        (ENTITY + "Q64", "http://www.w3.org/2004/02/skos/core#altLabel", '"BLN"@de'),
        (ENTITY + "Q64", "http://www.w3.org/2004/02/skos/core#altLabel", '"Bärlin"@de'),
    }


def test_an_entity_without_names_has_no_triples() -> None:
    assert list(entity_triples([Entity("Q64", "")], "en")) == []


@pytest.mark.parametrize(("kind", "type_name"), sorted(PROPERTY_TYPES.items()))
def test_a_property_declares_its_type_and_its_predicates(kind: str, type_name: str) -> None:
    assert triples(list(property_triples({"P84": kind}))) == {
        (ENTITY + "P84", RDF_TYPE, WIKIBASE + "Property"),
        (ENTITY + "P84", WIKIBASE + "propertyType", WIKIBASE + type_name),
        (ENTITY + "P84", WIKIBASE + "directClaim", PROP + "direct/P84"),
        (ENTITY + "P84", WIKIBASE + "claim", PROP + "P84"),
        (ENTITY + "P84", WIKIBASE + "statementProperty", PROP + "statement/P84"),
        (ENTITY + "P84", WIKIBASE + "statementValue", PROP + "statement/value/P84"),
    }


def test_properties_are_declared_in_the_order_of_their_ids_whatever_the_order_given() -> None:
    assert list(property_triples({"P9": "item", "P10": "item"})) == list(
        property_triples({"P10": "item", "P9": "item"})
    )
