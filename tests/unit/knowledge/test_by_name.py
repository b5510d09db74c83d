"""Synsets without any link, linked by name and class: over triples of the live service's form."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from pipeline.knowledge.linking import Link, Links, Review, Unlinked, link
from pipeline.knowledge.wordnet import Synset, WordNet
from pipeline.wikidata.embedded import EmbeddedEndpoint
from pipeline.wikidata.snapshot import Snapshot

PREFIXES = """
PREFIX wd: <http://www.wikidata.org/entity/>  PREFIX wds: <http://www.wikidata.org/entity/statement/>
PREFIX p: <http://www.wikidata.org/prop/>  PREFIX ps: <http://www.wikidata.org/prop/statement/>
PREFIX wikibase: <http://wikiba.se/ontology#>  PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>  PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
wd:P31 wikibase:claim p:P31 ; wikibase:statementProperty ps:P31 .
wd:P279 wikibase:claim p:P279 ; wikibase:statementProperty ps:P279 .
"""
FRUIT = Synset("fruit.n.01", "13134947-n", (), ("fruit",), ("Q3314483",))
BANANA = Synset("banana.n.02", "07769568-n", ("fruit.n.01",), ("banana", "Musa fruit"), ())
NONE = Links([], [Unlinked("banana.n.02", "no_candidate")])


def edge(subject: str, prop: str, value: str) -> str:
    node = f"wds:{subject}-{prop}-{value}"
    return (
        f"wd:{subject} p:{prop} {node} . {node} ps:{prop} wd:{value} ; wikibase:rank wikibase:NormalRank .\n"
    )


def linked(turtle: str, *, by_name: bool = True, reviews: dict[str, Review] | None = None) -> Links:
    endpoint = EmbeddedEndpoint(Snapshot((), (), {}))
    endpoint.store.load((PREFIXES + turtle).encode(), format=ox.RdfFormat.TURTLE)
    wordnet = WordNet([FRUIT, BANANA])
    return link(["banana.n.02"], endpoint, wordnet, reviews or {}, by_name=by_name)


NAMED = "wd:Q503 rdfs:label 'banana'@en .\n"
FITS = edge("Q503", "P279", "Q3314483")
FOUND = Links([Link("banana.n.02", "Q503", "label+class")], [])


@pytest.mark.parametrize("name", ["rdfs:label 'banana'@mul", "skos:altLabel 'banana'@en"])
def test_the_only_item_of_the_name_and_class_is_linked(name: str) -> None:
    assert linked(NAMED + FITS) == FOUND
    assert linked(f"wd:Q503 {name} .\n" + FITS) == FOUND


def test_a_builds_facts_that_are_not_live_link_nothing_by_name() -> None:
    assert linked(NAMED + FITS, by_name=False) == NONE


@pytest.mark.parametrize(
    "name", ["'Banana'@en", "'bananas'@en", "'banana'@de", "'banana'", "'Musa fruit'@en"]
)
def test_a_name_that_is_not_exactly_a_common_lemma_in_english_is_none(name: str) -> None:
    assert linked(f"wd:Q503 rdfs:label {name} .\n" + FITS) == NONE


def test_a_name_without_the_class_is_none() -> None:
    assert linked(NAMED) == NONE
    assert linked(NAMED + edge("Q503", "P279", "Q1")) == NONE


def test_a_single_thing_of_that_name_is_no_kind_of_thing() -> None:
    assert linked(NAMED + edge("Q503", "P31", "Q3314483")) == NONE


def test_the_class_may_be_two_steps_away_and_no_further() -> None:
    two = edge("Q503", "P279", "Q2") + edge("Q2", "P279", "Q3314483")
    three = edge("Q503", "P279", "Q2") + edge("Q2", "P279", "Q3") + edge("Q3", "P279", "Q3314483")
    assert linked(NAMED + two) == FOUND
    assert linked(NAMED + three) == NONE


def test_of_two_that_fit_none_is_chosen() -> None:
    other = "wd:Q7 rdfs:label 'banana'@en .\n" + edge("Q7", "P279", "Q3314483")
    assert linked(NAMED + FITS + other) == Links(
        [], [Unlinked("banana.n.02", "several_candidates", "Q503 Q7")]
    )


def test_a_label_goes_before_another_name() -> None:
    other = "wd:Q7 skos:altLabel 'banana'@en .\n" + edge("Q7", "P279", "Q3314483")
    assert linked(NAMED + FITS + other) == FOUND


def test_the_hypernym_s_reviewed_item_counts_instead_of_the_tables() -> None:
    reviews = {"fruit.n.01": Review("Q9", "the food")}
    assert linked(NAMED + FITS, reviews=reviews) == NONE
    assert linked(NAMED + edge("Q503", "P279", "Q9"), reviews=reviews) == FOUND


def test_a_merged_item_is_followed() -> None:
    found = linked(NAMED + FITS + "wd:Q503 owl:sameAs wd:Q504 .")
    assert found.linked == [Link("banana.n.02", "Q504", "label+class")]
