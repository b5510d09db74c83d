"""Facts that are held and yet not asked about, each for its reason."""

from __future__ import annotations

import pytest

from pipeline.knowledge.contested import Contested, Objection
from pipeline.knowledge.doubts import REASONS, Doubts
from pipeline.knowledge.kinds import Kinds
from pipeline.wikidata.facts import Entity, Statement

TOWER, SQUARE_METRE, SQUARE_KILOMETRE = "Q243", "Q25343", "Q712226"
GOTHIC, REVIVAL, ISLAMIC = "Q176483", "Q186363", "Q212940"
KINDS = Kinds(
    ("building", "settlement", "organization", "place"),
    {},
    {},
    {name: frozenset({name, "place"}) for name in ("building", "settlement", "place")},
)


def year(prop: str, value: int, *, precision: int = 9) -> Statement:
    return Statement(TOWER, prop, "time", f"{value:04d}-01-01T00:00:00Z", precision=precision)


def area(amount: str, unit: str) -> Statement:
    return Statement(TOWER, "P2046", "quantity", amount, unit)


def doubt(
    asked: Statement, *others: Statement, kind: str = "building", direct: bool = True, description: str = ""
) -> str:
    facts: dict[str, list[Statement]] = {}
    for statement in (asked, *others):
        facts.setdefault(statement.property, []).append(statement)
    objection = Objection("P84", "value", "Q6128314", "James A. Wetmore", "contested")
    contested = Contested([objection], (), {})
    periods = {GOTHIC: (1130, 1560), REVIVAL: (1740, 1960)}
    entities = {TOWER: Entity(TOWER, "tower", description)}
    doubts = Doubts(contested, KINDS, entities, lambda _: facts, periods)
    found = doubts.ending([asked], kind, direct=direct)
    assert not found or found in REASONS
    return found


def test_contested_value_is_neither_asked_nor_passed() -> None:
    architect = Statement(TOWER, "P84", "item", "Q6128314")
    assert doubt(architect) == "contested"
    contested = Contested([Objection("P84", "value", "Q6128314", "", "contested")], (), {})
    assert Doubts(contested, KINDS, {}, lambda _: {}).passing([architect]) == "contested"


@pytest.mark.parametrize(
    ("others", "description", "code"),
    [
        ((), "", "stage_unclear"),
        ((year("P1619", 2012),), "", "stage_unclear"),
        ((year("P1619", 2009),), "", ""),
        ((), "skyscraper built in 2008", ""),
        ((), "skyscraper built in 2012", "stage_unclear"),
    ],
)
def test_year_of_a_building_needs_another_fact(
    others: tuple[Statement, ...], description: str, code: str
) -> None:
    assert doubt(year("P571", 2008), *others, description=description) == code


def test_year_of_a_founding_needs_none() -> None:
    assert doubt(year("P571", 1848), kind="organization") == ""
    assert doubt(year("P571", 1848), kind="settlement") == ""
    assert doubt(year("P571", 1848), direct=False) == ""


@pytest.mark.parametrize(
    ("begun", "code"), [(1887, ""), (1800, "stages_conflict"), (1995, "stages_conflict")]
)
def test_opening_long_after_or_before_the_beginning_is_of_another_building(begun: int, code: str) -> None:
    assert doubt(year("P1619", 1889), year("P571", begun)) == code


@pytest.mark.parametrize(
    ("value", "precision", "code"),
    [(1401, 9, "round_year"), (1250, 9, "round_year"), (1638, 9, ""), (1900, 9, ""), (1401, 11, "")],
)
def test_round_year_of_long_ago_stands_for_an_age(value: int, precision: int, code: str) -> None:
    assert doubt(year("P576", value, precision=precision)) == code


@pytest.mark.parametrize(
    ("amount", "unit", "kind", "code"),
    [
        ("682", SQUARE_METRE, "settlement", "unit_unfit"),
        ("682", SQUARE_METRE, "building", ""),
        ("232140634", SQUARE_METRE, "building", "unit_unfit"),
        ("604", SQUARE_KILOMETRE, "settlement", ""),
    ],
)
def test_area_in_a_unit_too_small_is_not_asked(amount: str, unit: str, kind: str, code: str) -> None:
    assert doubt(area(amount, unit), kind=kind) == code


def item(prop: str, value: str) -> Statement:
    return Statement(TOWER, prop, "item", value)


@pytest.mark.parametrize(
    ("style", "others", "code"),
    [
        (GOTHIC, (year("P571", 1248),), ""),
        (GOTHIC, (year("P571", 1070),), "style_of_other_time"),
        (GOTHIC, (year("P1619", 1880),), "style_of_other_time"),
        (GOTHIC, (), ""),
        (GOTHIC, (item("P17", "Q183"),), ""),
        (GOTHIC, (item("P17", "Q30"),), "style_of_other_time"),
        (REVIVAL, (item("P17", "Q30"),), ""),
        (ISLAMIC, (year("P571", 1070),), ""),
    ],
)
def test_style_of_another_time_is_that_of_a_part(
    style: str, others: tuple[Statement, ...], code: str
) -> None:
    assert doubt(item("P149", style), *others) == code


def test_engine_is_not_asked_for_where_fuel_is_as_right() -> None:
    assert doubt(item("P516", "Q72313"), item("P618", "Q39558")) == "told_otherwise"
    assert doubt(item("P516", "Q267298")) == ""
