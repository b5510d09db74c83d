"""Routes: which paths through the facts may be asked about, and why others may not."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.bank.routes import REASONS, Route, Step
from pipeline.language.packs import Property, Wording
from pipeline.wikidata.facts import Statement

from .facts import (
    ARCHITECT,
    CATHEDRAL,
    FACTS,
    FRANCE,
    IRENE,
    PARIS,
    PRESENT,
    PROPERTIES,
    SUCCESSIONS,
    TOWER,
    fact,
    found,
    prop,
    refused,
    router,
)


def test_routes_have_one_to_three_edges() -> None:
    paths = found(router())
    assert {"P84", "P17", "P1619", "P17/P36", "P17/P30", "P17/P36/P2044"} <= set(paths)
    route = paths["P17/P36/P2044"]
    assert route.item == TOWER
    assert [[s.value for s in edge] for edge in route.statements] == [[FRANCE], [PARIS], ["28"]]
    assert [(step.subject_kind, step.value_kind) for step in route.steps] == [
        ("building", "country"),
        ("country", "settlement"),
        ("settlement", "quantity"),
    ]


@pytest.mark.parametrize("edges", [1, 2, 3])
def test_number_of_edges_is_bounded(edges: int) -> None:
    assert max(len(route.steps) for route in found(router(edges=edges)).values()) == edges


def test_shorter_routes_come_first_on_each_path() -> None:
    paths = list(found(router()))
    assert paths.index("P17") < paths.index("P17/P36") < paths.index("P17/P36/P2044")


def test_order_of_the_facts_changes_nothing() -> None:
    backwards = list(router(FACTS[::-1]).routes(TOWER, "building"))
    assert backwards == list(router().routes(TOWER, "building"))


def test_item_without_facts_has_no_routes() -> None:
    assert list(router().routes("Q46", "building")) == []
    assert list(router(()).routes(TOWER, "building")) == []


def test_property_is_asked_of_the_kinds_it_names() -> None:
    assert set(found(router(), kind="settlement")) >= {"P17"}
    assert "P84" not in found(router(), kind="settlement")
    # A country is a place too.
    assert found(router([*FACTS, fact(FRANCE, "P2044", "5")]), FRANCE, "country").keys() >= {"P2044"}


def test_property_follows_another_only_if_the_registry_says_so() -> None:
    assert "P17/P36" not in found(router(successions={}))
    after = {**PROPERTIES, "P36": prop(subject=["country"], after=["P17"])}
    assert "P17/P36" in found(router(properties=after, successions={}))


def test_what_is_said_of_two_edges_counts_before_what_is_said_of_one() -> None:
    facts = [*FACTS, fact(ARCHITECT, "P17", FRANCE)]
    asked = {**PROPERTIES, "P17": prop(value="country", clause=["the country of {{ x }}"])}
    every = {"P84": frozenset({"P17"}), "P17": frozenset({"P36"})}
    assert {"P17/P36", "P84/P17/P36"} <= set(found(router(facts, asked, every)))
    fewer = {**every, "P84/P17": frozenset[str]()}
    paths = found(router(facts, asked, fewer))
    assert "P17/P36" in paths
    assert "P84/P17/P36" not in paths


def test_property_that_is_never_first_may_come_later() -> None:
    later = {**PROPERTIES, "P36": prop(subject=["country"], value="settlement", first=False)}
    assert "P17/P36" in found(router(properties=later))
    assert "P36" not in found(router(properties=later), FRANCE, "country")


def test_property_that_changes_with_time_is_neither_asked_nor_passed_through() -> None:
    volatile = {**PROPERTIES, "P17": prop(subject=["building"], volatile=True)}
    assert not any("P17" in path for path in found(router(properties=volatile)))


def test_property_without_a_question_is_passed_through() -> None:
    silent = {**PROPERTIES, "P17": prop(subject=["building"], value="country", main=[])}
    paths = found(router(properties=silent))
    assert "P17" not in paths
    assert "P17/P36" in paths


def test_property_without_a_clause_ends_its_routes() -> None:
    final = {**PROPERTIES, "P17": prop(subject=["building"], value="country", clause=[])}
    assert {path for path in found(router(properties=final)) if "P17" in path} == {"P17"}


TWO_ARCHITECTS = [fact(CATHEDRAL, "P84", "Q1314747"), fact(CATHEDRAL, "P84", "Q374131")]
OF_ARCHITECTS = [fact(item, "P26", IRENE) for item in ("Q1314747", "Q374131", ARCHITECT)]


def test_several_values_end_a_route_and_are_all_answers() -> None:
    paths = found(router([*TWO_ARCHITECTS, *OF_ARCHITECTS]), CATHEDRAL)
    assert set(paths) == {"P84"}
    assert {s.value for s in paths["P84"].statements[-1]} == {"Q1314747", "Q374131"}
    assert paths["P84"].steps[-1].many
    one = found(router([TWO_ARCHITECTS[0], *OF_ARCHITECTS]), CATHEDRAL)
    assert set(one) == {"P84", "P84/P26"}
    assert not one["P84"].steps[-1].many


def test_two_statements_of_one_value_are_one_answer() -> None:
    # Such as a couple that married twice.
    twice = [
        Statement(CATHEDRAL, "P84", "item", "Q1314747", statement_id=f"{CATHEDRAL}-{number}")
        for number in (1, 2)
    ]
    paths = found(router([*twice, *OF_ARCHITECTS]), CATHEDRAL)
    assert set(paths) == {"P84", "P84/P26"}
    assert not paths["P84"].steps[-1].many


@pytest.mark.parametrize(("answers", "code"), [(2, None), (3, "too_many_answers")])
def test_number_of_true_answers_is_bounded(answers: int, code: str | None) -> None:
    styles = [fact(TOWER, "P149", style) for style in ("Q2245347", "Q2914850", "Q33247990")[:answers]]
    bounded = {"P149": prop(max_answers=2)}
    assert ("P149" in found(router(styles, bounded))) == (code is None)
    assert refused(router(styles, bounded)).get("P149") == code


def test_two_dates_conflict() -> None:
    dates = [fact(TOWER, "P1619", f"{year}-03-31T00:00:00Z", precision=11) for year in (1888, 1889)]
    assert refused(router(dates)) == {"P1619": "conflicting_values"}
    assert refused(router(dates[:1])) == {}


def test_two_amounts_conflict_in_one_unit_or_two() -> None:
    amounts = [fact(TOWER, "P2044", "5", unit="Q11573"), fact(TOWER, "P2044", "16", unit="Q3710")]
    assert refused(router(amounts)) == {"P2044": "conflicting_values"}


def through_spouses(**more: Any) -> dict[str, Route]:
    return found(router(**more), IRENE, "person")


def test_route_passes_through_no_item_twice() -> None:
    assert not any(path.startswith("P26/P26/") for path in through_spouses())


def test_route_does_not_end_where_it_has_been() -> None:
    # "The spouse of the spouse of this person" is that person, the country of the capital is the country.
    assert "P26/P26" not in through_spouses()
    assert "P17/P36/P17" not in found(router())
    assert "P17" not in found(router([fact(PARIS, "P17", PARIS)]), PARIS, "settlement")


def test_refused_routes_tell_a_reason_that_is_explained() -> None:
    picky = {**PROPERTIES, "P17": prop(main=[{"text": "Which {{ x }}?", "value": ["person"]}])}
    codes = refused(router([*FACTS, *TWO_ARCHITECTS], picky))
    assert codes["P17"] == "no_wording"
    assert set(codes.values()) <= set(REASONS)


def test_wording_for_some_kinds_of_value_lets_through_only_those() -> None:
    picky = {**PROPERTIES, "P17": prop(clause=[{"text": "which {{ x }}", "value": ["person"]}])}
    assert {path for path in found(router(properties=picky)) if "P17" in path} == {"P17"}


STEP = Step("P84", "building", "person", many=False, precision="year", gone=False, unit="Q11573", direct=True)


@pytest.mark.parametrize(
    ("condition", "applies"),
    [
        ({}, True),
        ({"subject": ["building"]}, True),
        ({"subject": ["person", "place"]}, True),
        ({"subject": ["person"]}, False),
        ({"value": ["person"]}, True),
        ({"value": ["agent"]}, True),
        ({"value": ["organization"]}, False),
        ({"many": False}, True),
        ({"many": True}, False),
        ({"gone": False}, True),
        ({"gone": True}, False),
        ({"direct": True}, True),
        ({"direct": False}, False),
        ({"precision": ["day", "year"]}, True),
        ({"precision": ["day"]}, False),
        ({"unit": ["Q11573"]}, True),
        ({"unit": ["Q3710"]}, False),
        ({"subject": ["building"], "many": True}, False),
    ],
)
def test_wording_applies_if_all_its_conditions_hold(condition: dict[str, Any], applies: bool) -> None:
    wording = Wording.model_validate({"text": "Who built {{ x }}?", **condition})
    assert router().applies(wording, STEP) == applies


def test_agent_of_unknown_sort_meets_only_what_holds_of_both() -> None:
    step = Step("P84", "building", "agent")
    kinds: list[tuple[list[str], bool]] = [
        (["agent"], True),
        (["person"], False),
        (["person", "organization"], True),
    ]
    for wanted, applies in kinds:
        wording = Wording(text="Who built {{ x }}?", value=tuple(wanted))
        assert router().applies(wording, step) == applies


def steps(facts: list[Statement], properties: dict[str, Property], item: str = TOWER) -> dict[str, Step]:
    return {path: route.steps[-1] for path, route in found(router(facts, properties), item).items()}


def test_kind_of_a_value_is_that_of_its_class() -> None:
    classed = [fact(TOWER, "P84", ARCHITECT), fact(ARCHITECT, "P31", "Q43229")]
    assert steps(classed, PROPERTIES)["P84"].value_kind == "organization"


def test_kind_of_a_value_without_class_is_told_by_what_is_asked_of_persons_only() -> None:
    married = [fact(TOWER, "P84", ARCHITECT), fact(ARCHITECT, "P26", IRENE)]
    assert steps(married, PROPERTIES)["P84"].value_kind == "person"
    assert steps(married[:1], PROPERTIES)["P84"].value_kind == "agent"


def test_hints_that_contradict_each_other_tell_nothing() -> None:
    known = {**PROPERTIES, "P112": prop(subject=["organization"], value="agent")}
    both = [fact(TOWER, "P84", ARCHITECT), fact(ARCHITECT, "P26", IRENE), fact(ARCHITECT, "P112", IRENE)]
    assert steps(both, known)["P84"].value_kind == "agent"
    assert steps([both[0], both[2]], known)["P84"].value_kind == "organization"


def test_kind_that_is_registered_is_not_overruled_by_a_hint() -> None:
    odd = {**PROPERTIES, "P84": prop(value="country")}
    married = [fact(TOWER, "P84", ARCHITECT), fact(ARCHITECT, "P26", IRENE)]
    assert steps(married, odd)["P84"].value_kind == "country"


@pytest.mark.parametrize(
    ("one", "other", "common"),
    [
        ("Q5", "Q5", "person"),
        ("Q5", "Q43229", "agent"),
        ("Q5", "Q6256", "thing"),
        ("Q43229", "Q6256", "thing"),
    ],
)
def test_several_values_have_their_common_kind(one: str, other: str, common: str) -> None:
    classed = [*TWO_ARCHITECTS, fact("Q1314747", "P31", one), fact("Q374131", "P31", other)]
    assert steps(classed, PROPERTIES, CATHEDRAL)["P84"].value_kind == common


def test_step_tells_precision_unit_and_whether_it_is_the_first() -> None:
    paths = found(router())
    assert paths["P1619"].steps[-1].precision == "day"
    assert paths["P17/P36/P2044"].steps[-1].unit == "Q11573"
    assert [step.direct for step in paths["P17/P36"].steps] == [True, False]
    unknown_month = [fact(TOWER, "P1619", "1889-00-00T00:00:00Z", precision=11)]
    assert steps(unknown_month, PROPERTIES)["P1619"].precision == "year"


@pytest.mark.parametrize("ended", ["P570", "P576", "P582", "P730", "P3999"])
def test_what_had_an_end_is_gone(ended: str) -> None:
    facts = [fact(TOWER, "P17", FRANCE), fact(TOWER, ended, "1956-03-17T00:00:00Z", precision=11)]
    assert steps(facts, PROPERTIES)["P17"].gone
    assert not steps(facts[:1], PROPERTIES)["P17"].gone


@pytest.mark.parametrize(("age", "gone"), [(115, False), (116, True)])
def test_who_was_born_longer_ago_than_anyone_lives_is_gone(age: int, gone: bool) -> None:
    born = fact(IRENE, "P569", f"{PRESENT - age}-00-00T00:00:00Z", precision=9)
    facts = [fact(IRENE, "P22", "Q37463"), born]
    paths = found(router(facts), IRENE, "person")
    assert paths["P22"].steps[-1].gone == gone


def test_detour_to_what_the_thing_itself_says_is_refused() -> None:
    # The architect's country is the tower's own: nothing is gained by asking for it.
    facts = [*FACTS, fact(ARCHITECT, "P17", FRANCE)]
    known = {**PROPERTIES, "P17": prop(value="country")}
    after = {**SUCCESSIONS, "P84": frozenset({"P17"})}
    assert refused(router(facts, known, after))["P84/P17"] == "direct_fact"
    abroad = [*FACTS, fact(ARCHITECT, "P17", "Q6256")]
    assert "P84/P17" in found(router(abroad, known, after))


JOINT = {
    **PROPERTIES,
    "P30": prop(
        main=[],
        joint={"P36": [{"text": "On which continent was {{ x }} ruled?", "subject": ["country"]}]},
    ),
}


def test_wording_about_two_edges_needs_the_kind_before_them() -> None:
    after = {"P17": frozenset({"P36"}), "P36": frozenset({"P30"})}
    facts = [*FACTS, fact(PARIS, "P30", "Q46")]
    ways = router(facts, {**JOINT, "P30": JOINT["P30"].model_copy(update={"subject": ()})}, after)
    assert "P17/P36/P30" in found(ways)
    elsewhere = prop(main=[], joint={"P36": [{"text": "On which was {{ x }}?", "subject": ["person"]}]})
    assert "P17/P36/P30" not in found(router(facts, {**JOINT, "P30": elsewhere}, after))
