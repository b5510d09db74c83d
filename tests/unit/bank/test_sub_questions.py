"""Sub-questions: one for each edge of a route, about the item that the edge before leads to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from pipeline.bank.sub_questions import SubQuestions, route_id
from pipeline.base.resources import resource_dir
from pipeline.language.answers import Answers, AnswerText
from pipeline.language.grammar import read_grammar
from pipeline.language.packs import Property
from pipeline.language.render import wording_id
from pipeline.wikidata.facts import Entity

from .facts import ENTITIES, NAMES, PROPERTIES, found, prop, router

CAPITAL = "What is the capital of {{ x }}?"
HEIGHT = ["How high is {{ x }}?", "How far above the sea is {{ x }}?"]
SPOKEN: dict[str, Property] = {
    **PROPERTIES,
    "P17": prop(main=["In which country is {{ x }}?"], subject=["building"], value="country"),
    "P36": prop(main=[CAPITAL], subject=["country"], value="settlement"),
    "P2044": prop("number", main=HEIGHT, subject=["place"]),
}
PATH = "P17/P36/P2044"
LAST = AnswerText("28 meters", ("28 meters", "28 m"))


def maker(properties: Mapping[str, Property] = SPOKEN, **labels: str) -> SubQuestions:
    entities = ENTITIES | {item: Entity(item, label) for item, label in labels.items()}
    grammar = read_grammar(resource_dir("templates") / "en" / "lexicon" / "grammar.toml")
    answers = Answers(grammar, {}, NAMES)
    return SubQuestions(properties, router(properties=SPOKEN).applies, answers, grammar, entities, 0)


def test_each_edge_has_its_property_and_answer_and_the_route_up_to_it() -> None:
    steps = maker().steps(found(router(properties=SPOKEN))[PATH], "Q243:building", LAST)
    assert [(s["edge"], s["property_id"], s["answer"]) for s in steps] == [
        (1, "P17", "France"),
        (2, "P36", "Paris"),
        (3, "P2044", "28 meters"),
    ]
    assert steps[2]["answers"] == ["28 meters", "28 m"]
    paths = [("P17",), ("P17", "P36"), ("P17", "P36", "P2044")]
    assert [s["route_id"] for s in steps] == [route_id("Q243:building", path) for path in paths]


def test_first_edge_is_left_to_the_image_and_others_name_the_item_before() -> None:
    steps = maker().steps(found(router(properties=SPOKEN))[PATH], "Q243:building", LAST)
    assert (steps[0]["question"], steps[0]["template"]) == ("", "")
    assert steps[1]["question"] == "What is the capital of France?"
    assert steps[1]["template"] == f"P36:{wording_id(CAPITAL)}"
    assert steps[2]["question"] in {"How high is Paris?", "How far above the sea is Paris?"}


@pytest.mark.parametrize(
    ("label", "asked"),
    [
        ("Netherlands", "What is the capital of the Netherlands?"),
        ("Kingdom of France", "What is the capital of the Kingdom of France?"),
    ],
)
def test_names_have_their_article(label: str, asked: str) -> None:
    steps = maker(Q142=label).steps(found(router(properties=SPOKEN))[PATH], "x", LAST)
    assert steps[1]["question"] == asked


def test_wording_that_does_not_hold_is_not_used() -> None:
    spoken = SPOKEN | {"P2044": prop("number", main=[{"text": HEIGHT[0], "gone": True}, HEIGHT[1]])}
    steps = maker(spoken).steps(found(router(properties=SPOKEN))[PATH], "x", LAST)
    assert steps[2]["question"] == "How far above the sea is Paris?"


def test_route_with_an_edge_that_has_no_wording_cannot_be_taken_apart() -> None:
    route = found(router(properties=SPOKEN))[PATH]
    assert maker().can_ask(route)
    silent = maker(SPOKEN | {"P36": prop(main=[])})
    assert not silent.can_ask(route)
    assert silent.can_ask(replace(route, steps=route.steps[:1]))
