"""How Wikidata's data behaves, case by case, over triples of the live service's form."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from pipeline.base.progress import Progress
from pipeline.knowledge.rules import Dropped, usable
from pipeline.wikidata.embedded import EmbeddedEndpoint
from pipeline.wikidata.facts import Entity, Statement
from pipeline.wikidata.fetch import (
    FetchPlan,
    fetch_entities,
    fetch_facts,
    fetch_statements,
    follow_redirects,
    items_by_value,
)
from pipeline.wikidata.snapshot import Snapshot

PREFIXES = """
PREFIX wd: <http://www.wikidata.org/entity/>  PREFIX wds: <http://www.wikidata.org/entity/statement/>
PREFIX p: <http://www.wikidata.org/prop/>  PREFIX ps: <http://www.wikidata.org/prop/statement/>
PREFIX psv: <http://www.wikidata.org/prop/statement/value/>  PREFIX v: <http://www.wikidata.org/value/>
PREFIX pq: <http://www.wikidata.org/prop/qualifier/>  PREFIX wikibase: <http://wikiba.se/ontology#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>  PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX schema: <http://schema.org/>  PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
"""
NAMED = {f"Q{n}": Entity(f"Q{n}", f"item {n}") for n in range(1, 10)}


def store(turtle: str, *properties: str) -> EmbeddedEndpoint:
    """An endpoint over this Turtle, the usual prefixes and the declarations of the properties."""
    declared = "".join(
        f"wd:{prop} wikibase:claim p:{prop} ; wikibase:statementProperty ps:{prop} ;"
        f"wikibase:statementValue psv:{prop} .\n"
        for prop in ("P31", "P279", *properties)
    )
    endpoint = EmbeddedEndpoint(Snapshot((), (), {}))
    endpoint.store.load((PREFIXES + declared + turtle).encode(), format=ox.RdfFormat.TURTLE)
    return endpoint


def head(name: str, value: str, more: str = "", rank: str = "Normal") -> str:
    """A statement of Q1's head of state."""
    node = f"wds:{name}"
    return f"wd:Q1 p:P35 {node} . {node} ps:P35 {value} ; wikibase:rank wikibase:{rank}Rank {more} .\n"


def heads(turtle: str) -> list[Statement]:
    return fetch_statements(store(turtle, "P35"), ["Q1"], {"P35": "item"})


def kept(turtle: str) -> list[str]:
    """The values that remain after the rules of use."""
    return [statement.value for statement in usable(heads(turtle), NAMED)[0]]


class TestLabels:
    def names(self, turtle: str) -> Entity:
        return fetch_entities(store(turtle), ["Q1"], ["en", "mul", "en-gb", "en-us"])["Q1"]

    @pytest.mark.parametrize(
        ("labels", "expected"),
        [
            ("'c'@en-gb, 'b'@mul, 'd'@en-us, 'a'@en", "a"),
            ("'c'@en-gb, 'b'@mul, 'd'@en-us", "b"),
            ("'d'@en-us, 'c'@en-gb", "c"),
            ("'d'@en-us, 'x'@de", "d"),
            ("'x'@de, 'y'@zh", ""),
        ],
    )
    def test_english_then_common_to_all_then_british_then_american(self, labels: str, expected: str) -> None:
        assert self.names(f"wd:Q1 rdfs:label {labels} .").label == expected

    def test_descriptions_follow_the_same_order_and_aliases_join_all_languages_sorted(self) -> None:
        entity = self.names(
            "wd:Q1 rdfs:label 'a'@en ; schema:description 'two'@en-gb, 'one'@en ;"
            "skos:altLabel 'n'@mul, 'm'@en, 'n'@en-gb, 'x'@de ."
        )
        assert entity == Entity("Q1", "a", "one", ("m", "n"))

    def test_names_are_cleaned(self) -> None:
        entity = self.names("wd:Q1 rdfs:label ' Cafe\\u0301\\u200B  x'@en ; skos:altLabel '\\u200B'@en .")
        assert entity == Entity("Q1", "Caf\u00e9 x")

    @pytest.mark.parametrize("unusable", ["Q1", "L77", "\\u200B", "  "])
    def test_a_label_that_is_none_gives_way_to_the_next_language(self, unusable: str) -> None:
        assert self.names(f"wd:Q1 rdfs:label '{unusable}'@en, 'Douglas Adams'@mul .").label == "Douglas Adams"

    @pytest.mark.parametrize("label", ["Q1", "P31", "L77"])
    def test_a_label_that_is_an_id_is_never_an_answer(self, label: str) -> None:
        entity = self.names(f"wd:Q1 rdfs:label '{label}'@en .")
        statement = Statement("Q2", "P84", "item", "Q1")
        assert usable([statement], {"Q1": entity})[0] == []


class TestRankAndEnd:
    def test_deprecated_is_dropped_and_preferred_wins(self) -> None:
        ranks = {"Q2": "normal", "Q3": "preferred", "Q4": "deprecated"}
        turtle = "".join(head(value, f"wd:{value}", rank=rank.capitalize()) for value, rank in ranks.items())
        assert {s.value: s.rank for s in heads(turtle)} == ranks
        assert kept(turtle) == ["Q3"]

    def test_a_statement_with_an_end_time_no_longer_holds(self) -> None:
        turtle = head("a", "wd:Q2", "; pq:P582 '1969-04-28T00:00:00Z'^^xsd:dateTime") + head("b", "wd:Q3")
        assert {s.value: s.end for s in heads(turtle)} == {"Q2": "1969-04-28T00:00:00Z", "Q3": ""}
        assert kept(turtle) == ["Q3"]

    def test_a_statement_that_ended_at_an_unknown_time_no_longer_holds(self) -> None:
        assert kept(head("a", "wd:Q2", "; pq:P582 []") + head("b", "wd:Q3")) == ["Q3"]


class TestUnknownValues:
    def test_a_blank_node_is_no_value(self) -> None:
        assert kept(head("a", "[]") + head("b", "wd:Q3")) == ["Q3"]

    def test_novalue_is_no_value(self) -> None:
        turtle = (
            "wd:Q1 p:P35 wds:a . wds:a a <http://www.wikidata.org/prop/novalue/P35> ;"
            "wikibase:rank wikibase:NormalRank .\n"
        )
        assert kept(turtle + head("b", "wd:Q3")) == ["Q3"]

    def test_a_preferred_unknown_value_outranks_a_normal_one(self) -> None:
        assert kept(head("a", "[]", rank="Preferred") + head("b", "wd:Q3")) == []

    def test_a_preferred_novalue_outranks_a_normal_value(self) -> None:
        turtle = (
            "wd:Q1 p:P35 wds:a . wds:a a <http://www.wikidata.org/prop/novalue/P35> ;"
            "wikibase:rank wikibase:PreferredRank .\n"
        )
        assert kept(turtle + head("b", "wd:Q3")) == []


class TestRedirects:
    TURTLE = "wd:Q2 owl:sameAs wd:Q3 ."

    def test_a_merged_item_is_known_by_its_old_id(self) -> None:
        assert follow_redirects(store(self.TURTLE), ["Q1", "Q2"]) == {"Q2": "Q3"}

    def test_nothing_merged_nothing_found(self) -> None:
        assert follow_redirects(store(self.TURTLE), ["Q1"]) == {}
        assert follow_redirects(store(self.TURTLE), []) == {}

    def test_an_item_merged_twice_over_leads_to_the_last(self) -> None:
        assert follow_redirects(store(self.TURTLE + "wd:Q3 owl:sameAs wd:Q4 ."), ["Q2"]) == {"Q2": "Q4"}


class TestTimes:
    @pytest.mark.parametrize(
        ("lexical", "precision"),
        [
            ("1889-03-31T00:00:00Z", 11),
            ("1889-03-01T00:00:00Z", 10),
            ("1889-01-01T00:00:00Z", 9),
            ("1880-01-01T00:00:00Z", 8),
            ("1801-01-01T00:00:00Z", 7),
            ("1001-01-01T00:00:00Z", 6),
            ("0000-01-01T00:00:00Z", 9),
            ("-0043-03-15T00:00:00Z", 11),
            ("-13798000000-00-00T00:00:00Z", 3),
            ("12000-01-01T00:00:00Z", 9),
            ("1889-00-00T00:00:00Z", 9),
            ("1889-03-00T00:00:00Z", 10),
        ],
    )
    def test_the_lexical_form_and_the_precision_are_read_from_the_full_value(
        self, lexical: str, precision: int
    ) -> None:
        turtle = (
            f"wd:Q1 p:P571 wds:a . wds:a ps:P571 '{lexical}'^^xsd:dateTime ; psv:P571 v:a ;"
            "wikibase:rank wikibase:NormalRank ."
            f"v:a wikibase:timeValue '{lexical}'^^xsd:dateTime ; wikibase:timePrecision {precision} ."
        )
        (found,) = fetch_statements(store(turtle, "P571"), ["Q1"], {"P571": "time"})
        assert (found.kind, found.value, found.precision) == ("time", lexical, precision)


class TestQuantities:
    def heights(self, amount: str, unit: str) -> list[Statement]:
        turtle = (
            f"wd:Q1 p:P2048 wds:a . wds:a ps:P2048 '{amount}'^^xsd:decimal ; psv:P2048 v:a ;"
            "wikibase:rank wikibase:NormalRank ."
            f"v:a wikibase:quantityAmount '{amount}'^^xsd:decimal ; wikibase:quantityUnit wd:{unit} ."
        )
        return fetch_statements(store(turtle, "P2048"), ["Q1"], {"P2048": "quantity"})

    @pytest.mark.parametrize(("amount", "unit"), [("1457", "Q3710"), ("381.5", "Q11573"), ("-5", "Q25267")])
    def test_amount_and_unit_are_read_from_the_full_value(self, amount: str, unit: str) -> None:
        (found,) = self.heights(amount, unit)
        assert (found.kind, found.value, found.unit) == ("quantity", amount, unit)

    def test_the_unit_one_of_counts_is_none(self) -> None:
        (found,) = self.heights("13", "Q199")
        assert found.unit == ""


def test_coordinates_are_never_an_answer() -> None:
    point = Statement("Q1", "P625", "coordinate", "Point(2.29 48.85)")
    assert usable([point], {}) == ([], [Dropped(point, "coordinate")])


ADDRESS = "wd:Q1 p:P856 wds:a . wds:a ps:P856 <https://example.org/> ; wikibase:rank wikibase:NormalRank ."


def test_an_address_is_a_text_and_no_item() -> None:
    (found,) = fetch_statements(store(ADDRESS, "P856"), ["Q1"], {"P856": "string"})
    assert (found.kind, found.value) == ("string", "https://example.org/")


@pytest.mark.parametrize("value", ["<https://example.org/>", "wd:P31", "wd:L42"])
def test_values_that_are_no_items_do_not_stop_the_fetch(value: str) -> None:
    endpoint = store(ADDRESS.replace("<https://example.org/>", value), "P856")
    plan = FetchPlan({"P856": "string"}, frozenset({"P856"}))
    assert len(fetch_facts(endpoint, ["Q1"], plan, Progress(quiet=True)).statements) == 1


class TestItemsByValue:
    TURTLE = (
        "wd:Q1420 p:P8814 wds:a . wds:a ps:P8814 '02961779-n' ; wikibase:rank wikibase:NormalRank ."
        "wd:Q5638 p:P8814 wds:b . wds:b ps:P8814 '02961779-n' ; wikibase:rank wikibase:PreferredRank ."
        "wd:Q9 p:P8814 wds:c . wds:c ps:P8814 '02961779-n' ; wikibase:rank wikibase:DeprecatedRank ."
        "wd:Q8 p:P373 wds:d . wds:d ps:P373 '\\u00c9glise \"X\", Lyon' ; wikibase:rank wikibase:NormalRank ."
    )

    def test_items_are_found_by_synset_sorted_and_without_the_deprecated(self) -> None:
        found = items_by_value(store(self.TURTLE), "synsets", ["02961779-n", "00000000-n"])
        assert found == {"02961779-n": ("Q1420", "Q5638")}

    def test_many_items_of_one_value_are_sorted(self) -> None:
        turtle = "".join(
            f"wd:Q{n} p:P373 wds:{n} . wds:{n} ps:P373 'A' ; wikibase:rank wikibase:NormalRank ."
            for n in range(10, 30)
        )
        found = items_by_value(store(turtle), "commons_categories", ["A"])
        assert found == {"A": tuple(f"Q{n}" for n in range(10, 30))}

    def test_items_are_found_by_a_category_with_quotes_commas_and_accents(self) -> None:
        title = 'Église "X", Lyon'
        assert items_by_value(store(self.TURTLE), "commons_categories", [title]) == {title: ("Q8",)}
