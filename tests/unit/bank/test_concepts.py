"""Concepts: which synsets of an item can be trusted, and what kind of thing it is."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pipeline.bank.concepts import ConceptMaker, callable_rows
from pipeline.base.resources import resource_dir
from pipeline.knowledge.graph import build_graph
from pipeline.knowledge.kinds import Classes, Kinds
from pipeline.knowledge.linking import Link
from pipeline.knowledge.wordnet import Synset, WordNet
from pipeline.language.grammar import Grammar, read_grammar
from pipeline.language.nouns import Noun, Nouns
from pipeline.wikidata.facts import Entity

from .facts import fact

BUS, CAR, VEHICLE = "Q5638", "Q1420", "Q42889"
WORDNET = WordNet(
    [
        Synset("vehicle.n.01", "04531608-n", (), ("vehicle",), ()),
        Synset("bus.n.01", "02927500-n", ("vehicle.n.01",), ("bus", "autobus"), ()),
        Synset("car.n.01", "02961779-n", ("vehicle.n.01",), ("car",), ()),
    ]
)
ENTITIES = {BUS: Entity(BUS, "Bus", aliases=("omnibus",)), CAR: Entity(CAR, "motor car")}
KINDS = Kinds(
    ("vehicle", "thing"),
    {VEHICLE: "vehicle"},
    {"vehicle.n.01": "vehicle"},
    {"vehicle": frozenset({"vehicle"})},
)


def maker(
    synsets_of: Mapping[str, tuple[str, ...]] | None = None, senses: Mapping[str, str] | None = None
) -> ConceptMaker:
    classes = Classes(build_graph([fact(BUS, "P279", VEHICLE)], {VEHICLE: Entity(VEHICLE, "vehicle")}), KINDS)
    return ConceptMaker(WORDNET, classes, ENTITIES, synsets_of or {}, senses or {})


def synsets(key: str, item: str, made: ConceptMaker) -> tuple[str, ...]:
    return made.concept(Link(key, item, "x")).synsets


def test_key_is_trusted_if_the_item_bears_one_of_its_lemmas() -> None:
    assert synsets("bus.n.01", BUS, maker()) == ("bus.n.01",)
    assert synsets("car.n.01", CAR, maker()) == ()


def test_key_is_trusted_if_wikidata_gives_it_to_the_item() -> None:
    assert synsets("car.n.01", CAR, maker({CAR: ("bus.n.01", "car.n.01")})) == ("car.n.01",)


def test_other_synset_that_wikidata_gives_goes_before_a_key_of_the_wrong_sense() -> None:
    assert synsets("bus.n.01", CAR, maker({CAR: ("car.n.01",)})) == ("car.n.01",)
    assert synsets("Q1420", CAR, maker({CAR: ("car.n.01",)})) == ("car.n.01",)


def test_sense_that_a_reviewer_names_goes_before_all() -> None:
    made = maker({BUS: ("bus.n.01",)}, {"bus.n.01": "car.n.01"})
    assert synsets("bus.n.01", BUS, made) == ("car.n.01",)


def test_concept_knows_its_names_and_all_that_is_above_it() -> None:
    concept = maker().concept(Link("bus.n.01", BUS, "x"))
    assert concept.names == {"bus", "autobus", "omnibus"}
    assert concept.above_synsets == {"bus.n.01": 0, "vehicle.n.01": 1}
    assert concept.above_items == {BUS: 0, VEHICLE: 1}


def test_item_without_an_entity_has_no_names_of_its_own() -> None:
    concept = maker().concept(Link(VEHICLE, VEHICLE, "x"))
    assert (concept.names, concept.synsets) == (frozenset(), ())


def test_key_without_an_item_is_known_by_its_synset_alone() -> None:
    assert maker().unlinked("bus.n.01").above_synsets == {"bus.n.01": 0, "vehicle.n.01": 1}
    assert maker().unlinked("no.n.01").above_synsets == {}


@pytest.mark.parametrize(
    ("key", "item", "noun_kind", "kind"),
    [
        ("bus.n.01", BUS, "toy", "vehicle"),  # by its synset
        (BUS, BUS, "toy", "vehicle"),  # by its classes
        (CAR, CAR, "toy", "toy"),  # by its noun
        (CAR, CAR, "", "thing"),
    ],
)
def test_kind_is_told_by_synset_then_class_then_noun(key: str, item: str, noun_kind: str, kind: str) -> None:
    made = maker()
    assert made.kind(made.concept(Link(key, item, "x")), noun_kind) == kind


@pytest.fixture(scope="module")
def english() -> Grammar:
    return read_grammar(resource_dir("templates") / "en" / "lexicon" / "grammar.toml")


def test_nouns_that_things_could_be_called_by_are_listed_for_each_key(english: Grammar) -> None:
    vehicle = Noun(singular="vehicle", plural="vehicles", synsets=("vehicle.n.01",), familiarity=5)
    autobus = Noun(singular="bus", plural="buses", synsets=("bus.n.01",), familiarity=5)
    nouns = Nouns("things", {"vehicle": vehicle, "bus": autobus}, {}, english)
    rows = list(callable_rows(map(maker().unlinked, ["bus.n.01", "car.n.01", "no.n.01"]), nouns))
    assert [(row["key"], row["noun_id"]) for row in rows] == [
        ("bus.n.01", "things.bus"),
        ("bus.n.01", "things.vehicle"),
        ("car.n.01", "things.vehicle"),
    ]
