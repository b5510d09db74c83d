"""The bank: rows of concepts, routes, answers and refusals, from a few real facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pytest

from pipeline.bank.build import Bank, BankBuilder
from pipeline.bank.concepts import ConceptMaker
from pipeline.bank.tables import SCHEMAS
from pipeline.base.resources import resource_dir
from pipeline.knowledge.graph import build_graph
from pipeline.knowledge.kinds import Classes
from pipeline.knowledge.linking import Link
from pipeline.knowledge.wordnet import Synset, WordNet
from pipeline.language.answers import Answers
from pipeline.language.grammar import Grammar, read_grammar
from pipeline.language.landmarks import LandmarkNouns
from pipeline.language.nouns import Noun, Nouns
from pipeline.language.packs import Property
from pipeline.wikidata.facts import CURATED, Entity, Statement

from .facts import ENTITIES, FACTS, KINDS, NAMES, PROPERTIES, SUCCESSIONS, TOWER, fact, prop, router

Row = dict[str, Any]
TOWERS = "tower.n.01"
WORDNET = WordNet(
    [
        Synset("structure.n.01", "04348764-n", (), ("structure",), ()),
        Synset(TOWERS, "04467365-n", ("structure.n.01",), ("tower",), ()),
        Synset("turret.n.01", "04509242-n", (TOWERS,), ("turret",), ()),
    ]
)


def noun(word: str, *synsets: str, items: tuple[str, ...] = (), kind: str = "building") -> Noun:
    return Noun(singular=word, plural=word + "s", synsets=synsets, items=items, kind=kind, familiarity=5)


THINGS = {"structure": noun("structure", "structure.n.01"), "tower": noun("tower", TOWERS)}
PLACES = {
    "landmark": noun("landmark"),
    "building": noun("building", items=("Q41176",)),
    "barn": noun("barn", items=("Q515",)).model_copy(update={"unasked": "a utility building"}),
}


@pytest.fixture(scope="module")
def english() -> Grammar:
    return read_grammar(resource_dir("templates") / "en" / "lexicon" / "grammar.toml")


def built(
    english: Grammar,
    links: Sequence[Link],
    *,
    facts: Sequence[Statement] = FACTS,
    landmarks: frozenset[str] = frozenset(),
    unlinked: Sequence[str] = (),
    properties: dict[str, Property] = PROPERTIES,
    entities: dict[str, Entity] = ENTITIES,
    common: dict[tuple[str, str], int] | None = None,
    typical: Sequence[tuple[str, str, str]] = (),
    own: frozenset[str] = frozenset(),
) -> Bank:
    classes = Classes(build_graph(facts, entities), KINDS)
    places = Nouns("places", PLACES, {}, english)
    heads: dict[str, list[Any]] = {"label": [], "description": []}
    return BankBuilder(
        router(facts, properties, SUCCESSIONS, edges=2),
        properties,
        ConceptMaker(WORDNET, classes, entities, {}, {key: key for key in ("turret.n.01", TOWERS)}),
        Nouns("things", THINGS, {}, english),
        LandmarkNouns(places, heads, english.landmarks, classes, entities),
        Answers(english, {"Q11573": "length-meter"}, NAMES),
        entities,
        common or {},
        frozenset(typical),
        0,
        own,
    ).build(links, landmarks, unlinked)


LINKS = [Link("turret.n.01", TOWER, "reviewed")]


def routes(bank: Bank) -> dict[str, Row]:
    rows = {row["properties"]: row for row in bank.tables.get("routes", [])}
    assert len(rows) == len(bank.tables.get("routes", []))
    return rows


def test_rows_fit_their_schemas(english: Grammar) -> None:
    bank = built(english, LINKS, landmarks=frozenset({TOWER}), unlinked=["tower.n.01"])
    for table, rows in bank.tables.items():
        assert {name for row in rows for name in row} <= set(SCHEMAS[table].names)
        assert pa.Table.from_pylist(rows, schema=SCHEMAS[table]).to_pylist() == rows


def test_concept_has_its_nouns_in_order_of_preference(english: Grammar) -> None:
    rows = built(english, LINKS).tables["concepts"]
    assert [(row["noun_id"], row["noun_rank"], row["evidence"]) for row in rows] == [
        ("things.tower", 0, "class"),
        ("things.structure", 1, "class"),
    ]
    assert {(row["key"], row["item"], row["label"]) for row in rows} == {
        ("turret.n.01", TOWER, "Eiffel Tower")
    }


def test_everything_that_a_noun_fits_is_listed_linked_or_not(english: Grammar) -> None:
    bank = built(english, LINKS, unlinked=["structure.n.01", "no.n.01"])
    assert {(row["key"], row["noun_id"]) for row in bank.tables["callable_keys"]} == {
        ("turret.n.01", "things.tower"),
        ("turret.n.01", "things.structure"),
        ("structure.n.01", "things.structure"),
    }


def test_landmark_has_the_noun_of_its_classes(english: Grammar) -> None:
    facts = [*FACTS, fact(TOWER, "P31", "Q41176")]
    rows = built(english, [Link(TOWER, TOWER, "given")], facts=facts, landmarks=frozenset({TOWER})).tables
    assert [(row["noun_id"], row["evidence"]) for row in rows["concepts"]] == [("places.building", "P31")]
    assert rows["callable_keys"] == [{"key": TOWER, "noun_id": "places.building"}]


def test_landmark_by_an_unasked_noun_is_refused(english: Grammar) -> None:
    facts = [*FACTS, fact(TOWER, "P31", "Q515")]
    bank = built(english, [Link(TOWER, TOWER, "given")], facts=facts, landmarks=frozenset({TOWER}))
    assert [(row["origin"], row["code"]) for row in bank.tables["bank_rejected"]] == [(TOWER, "unasked_noun")]
    assert routes(bank) == {}


def test_thing_without_a_noun_is_refused(english: Grammar) -> None:
    bank = built(english, [Link("no.n.01", TOWER, "reviewed")])
    assert [(row["origin"], row["code"]) for row in bank.tables["bank_rejected"]] == [("no.n.01", "no_noun")]
    assert routes(bank) == {}


def test_route_keeps_its_statements_and_its_answer(english: Grammar) -> None:
    row = routes(built(english, LINKS))["P17/P36"]
    assert (row["answer"], row["answers"], row["forms"]) == ("Paris", ["Paris"], "|paris|")
    assert row["answer_items"] == [{"item": "Q90", "label": "Paris", "forms": ["Paris"]}]
    assert [(edge["subject"], edge["property"], edge["object"]) for edge in row["route"]] == [
        (TOWER, "P17", "Q142"),
        ("Q142", "P36", "Q90"),
    ]
    assert {edge["statement"] for edge in row["route"]} <= {statement.statement_id for statement in FACTS}
    assert (row["edges"], row["property_id"], row["value_kind"]) == (2, "P36", "settlement")
    assert "wd:Q243 p:P17" in row["sparql"]


def test_several_true_answers_are_all_accepted_the_most_common_first(english: Grammar) -> None:
    both = [fact(TOWER, "P84", "Q1314747"), fact(TOWER, "P84", "Q374131")]
    plain = routes(built(english, LINKS, facts=both))["P84"]
    assert plain["answers"] == ["Jean de Chelles", "Pierre de Montreuil"]
    assert [edge["object"] for edge in plain["route"]] == ["Q1314747", "Q374131"]
    known = routes(built(english, LINKS, facts=both, common={("P84", "Q1314747"): 2}))["P84"]
    assert known["answers"] == ["Pierre de Montreuil", "Jean de Chelles"]
    assert known["answer"] == "Pierre de Montreuil"


def test_answer_that_a_reviewer_calls_typical_is_shown(english: Grammar) -> None:
    both = [fact(TOWER, "P84", "Q1314747"), fact(TOWER, "P84", "Q374131")]
    for typical, shown in (("Q1314747", "Pierre de Montreuil"), ("Q374131", "Jean de Chelles")):
        common = {("P84", "Q1314747"): 2, ("P84", "Q374131"): 2, ("P84", typical): 1}
        bank = built(english, LINKS, facts=both, common=common, typical=((TOWER, "P84", typical),))
        assert routes(bank)["P84"]["answer"] == shown
        elsewhere = built(english, LINKS, facts=both, common=common, typical=((TOWER, "P86", typical),))
        assert routes(elsewhere)["P84"]["answer"] != shown


def test_other_names_of_an_answer_are_accepted(english: Grammar) -> None:
    named = {**ENTITIES, "Q142": Entity("Q142", "France", aliases=("French Republic",))}
    row = routes(built(english, LINKS, entities=named))["P17"]
    assert row["answers"] == ["France", "French Republic"]
    assert row["forms"] == "|france|french republic|"


def test_options_are_shared_by_routes_that_ask_the_same_and_by_no_others(english: Grammar) -> None:
    other = [fact("Q2981", "P17", "Q142"), fact("Q2981", "P84", "Q778243")]
    bank = built(english, [*LINKS, Link(TOWERS, "Q2981", "reviewed")], facts=[*FACTS, *other])
    keys: dict[str, set[str]] = {}
    for row in bank.tables["routes"]:
        keys.setdefault(row["properties"], set()).add(row["option_key"])
    assert len(keys["P17"]) == len(keys["P84"]) == 1
    assert keys["P17"] != keys["P84"]


def test_options_are_not_shared_where_another_answer_is_shown(english: Grammar) -> None:
    both = [fact(s, "P84", a) for s in (TOWER, "Q2981") for a in ("Q1314747", "Q374131")]
    links = [*LINKS, Link(TOWERS, "Q2981", "reviewed")]
    bank = built(english, links, facts=both, typical=[("Q2981", "P84", "Q1314747")])
    shown = {row["option_key"]: row["answer"] for row in bank.tables["routes"]}
    assert sorted(shown.values()) == ["Jean de Chelles", "Pierre de Montreuil"]


def test_two_keys_of_one_item_share_its_routes(english: Grammar) -> None:
    bank = built(english, [*LINKS, Link(TOWERS, TOWER, "reviewed")])
    assert {row["concept_id"] for row in bank.tables["concepts"]} == {f"{TOWER}:building"}
    assert "P17" in routes(bank)


def test_curated_facts_are_marked(english: Grammar) -> None:
    curated = [fact(TOWER, "P17", "Q142", source=CURATED), *FACTS[4:6]]
    rows = routes(built(english, LINKS, facts=curated))
    assert {path: row["fact_tags"] for path, row in rows.items()} == {
        "P17": ["facts:curated"],
        "P17/P36": ["facts:curated"],
        "P17/P30": ["facts:curated"],
    }
    assert routes(built(english, LINKS))["P17/P36"]["fact_tags"] == ["facts:wikidata"]


def test_facts_of_the_users_own_are_marked_beside_curated_ones(english: Grammar) -> None:
    mixed = [
        fact(TOWER, "P17", "Q142", source="mine.ttl"),
        fact("Q142", "P36", "Q90", source=CURATED),
        *FACTS[3:6],
    ]
    rows = routes(built(english, LINKS, facts=mixed, own=frozenset({"mine.ttl"})))
    assert rows["P17"]["fact_tags"] == ["facts:own"]
    assert rows["P17/P36"]["fact_tags"] == ["facts:curated", "facts:own"]
    assert rows["P17/P30"]["fact_tags"] == ["facts:own"]


def test_route_that_cannot_be_put_into_words_is_refused(english: Grammar) -> None:
    shared = ["the one and only thing of {{ x }}"]
    echoing = {
        **PROPERTIES,
        "P17": prop(subject=["building"], value="country", clause=shared),
        "P36": prop(subject=["country"], main=shared),
    }
    bank = built(english, LINKS, properties=echoing)
    assert "P17/P36" not in routes(bank)
    refused = {(row["origin"], row["place"], row["code"]) for row in bank.tables["bank_rejected"]}
    assert (TOWER, "P17/P36", "repetitive_wording") in refused


def test_every_shape_in_use_has_its_sixteen_texts(english: Grammar) -> None:
    bank = built(english, LINKS)
    shapes = {row["shape_id"] for row in bank.tables["routes"]}
    for shape in shapes:
        assert sum(row["shape_id"] == shape for row in bank.tables["texts"]) == 16
    assert {row["shape_id"] for row in bank.tables["texts"]} == shapes


def test_ids_of_routes_are_unlike_and_lasting(english: Grammar) -> None:
    first = [row["route_id"] for row in built(english, LINKS).tables["routes"]]
    assert len(set(first)) == len(first)
    assert [row["route_id"] for row in built(english, LINKS, facts=FACTS[::-1]).tables["routes"]] == first


def test_bank_without_links_has_no_routes(english: Grammar) -> None:
    assert routes(built(english, [])) == {}
