"""What is true beside an answer: broader styles and the towns of quarters, never another kind of thing."""

from __future__ import annotations

from pipeline.knowledge.beside import Beside
from pipeline.knowledge.graph import build_graph
from pipeline.knowledge.kinds import Classes, Kinds
from pipeline.wikidata.facts import Entity, Statement, with_minted_id

PALACE, FREDERICIAN, ROCOCO, BAROQUE, ART = "Q151330", "Q373277", "Q122960", "Q840829", "Q735"
MANHATTAN, NEW_YORK, STATE, CITY = "Q11299", "Q60", "Q1384", "Q515"
BOROUGH = "Q408804"
KINDS = Kinds(
    ("district", "city", "settlement"),
    {CITY: "city", BOROUGH: "district"},
    {},
    {"city": frozenset({"city", "settlement"}), "district": frozenset({"district", "place"})},
)


def _fact(subject: str, prop: str, value: str) -> Statement:
    return with_minted_id(Statement(subject, prop, "item", value))


FACTS = tuple(
    _fact(*edge)
    for edge in (
        (PALACE, "P149", FREDERICIAN),
        ("Q2", "P149", ROCOCO),
        ("Q3", "P149", BAROQUE),
        (FREDERICIAN, "P279", ROCOCO),
        (ROCOCO, "P279", BAROQUE),
        (BAROQUE, "P279", ART),
        (MANHATTAN, "P31", BOROUGH),
        (NEW_YORK, "P31", CITY),
        (MANHATTAN, "P131", NEW_YORK),
        (NEW_YORK, "P131", STATE),
    )
)
ENTITIES = {item: Entity(item, item) for fact in FACTS for item in (fact.subject, fact.value)}
BESIDE = Beside(FACTS, ENTITIES, Classes(build_graph(FACTS, ENTITIES), KINDS))


def test_broader_styles_are_accepted_as_far_as_they_are_styles() -> None:
    assert {item.item for item in BESIDE.broader(FREDERICIAN)} == {ROCOCO, BAROQUE}
    assert BESIDE.broader(BAROQUE) == ()


def test_town_of_a_quarter_is_accepted_but_not_the_state() -> None:
    assert [item.item for item in BESIDE.broader(MANHATTAN)] == [NEW_YORK]
    assert BESIDE.broader(NEW_YORK) == ()


def test_narrower_things_are_not_accepted() -> None:
    assert [item.item for item in BESIDE.broader(ROCOCO)] == [BAROQUE]
    assert BESIDE.broader("Q9") == ()


def test_wider_area_of_the_same_name_says_nothing_else() -> None:
    facts = (
        _fact("Q220", "P31", CITY),
        _fact("Q18288160", "P31", CITY),
        _fact("Q220", "P131", "Q18288160"),
    )
    names = {"Q220": "Rome", "Q18288160": "Metropolitan City of Rome", CITY: "city"}
    entities = {item: Entity(item, name) for item, name in names.items()}
    beside = Beside(facts, entities, Classes(build_graph(facts, entities), KINDS))
    assert beside.broader("Q220") == ()
