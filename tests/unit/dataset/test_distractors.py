"""Options of answers: which pool they come from, by the kind of answer, and how they are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pipeline.base.resources import resource_dir
from pipeline.dataset.distractors import OPTION_SETS, OptionMaker, closed_pools
from pipeline.dataset.options import Candidate, Pool
from pipeline.dataset.vocabulary import shipped_library
from pipeline.knowledge.kin import Kin
from pipeline.language.answers import Answers, normal_form
from pipeline.language.grammar import read_grammar
from pipeline.language.packs import Property
from pipeline.wikidata.facts import Entity, Statement
from pipeline.wikidata.snapshot import Snapshot, last_year

Row = dict[str, Any]
Pools = dict[tuple[str, ...], Mapping[str, str]]
CITIES = {"Q90": "Paris", "Q84": "London", "Q220": "Rome", "Q64": "Berlin"}
CONTINENTS = {"Q15": "Africa", "Q48": "Asia", "Q46": "Europe"}
SIDES = {"Q13196750": "left", "Q14565199": "right"}
NAMES = {**CITIES, **CONTINENTS, **SIDES, "Q142": "France", "Q11573": "metre"}
ENTITIES = {item: Entity(item, label) for item, label in NAMES.items()}


def spec(kind: str, closed_set: str = "", *, incomplete: bool = False) -> Property:
    fields = {"label": "x", "answer_kind": kind, "domains": ["places"]}
    return Property.model_validate({**fields, "closed_set": closed_set, "incomplete": incomplete})


PROPERTIES = {
    "P36": spec("text"),
    "P17": spec("fixed", "country"),
    "P30": spec("fixed", "continent"),
    "P1622": spec("fixed", "driving_side"),
    "P571": spec("date"),
    "P2048": spec("number"),
    "P1101": spec("number"),
    "P366": spec("text", incomplete=True),
}


@pytest.fixture(scope="module")
def answers() -> Answers:
    grammar = read_grammar(resource_dir("templates") / "en" / "lexicon" / "grammar.toml")
    return Answers(grammar, shipped_library("en").units, NAMES)


def candidates(names: Mapping[str, str]) -> list[Candidate]:
    return [Candidate(label, (label.lower(),), item) for item, label in names.items()]


def maker(
    answers: Answers,
    pools: Pools | None = None,
    *,
    statements: tuple[Statement, ...] = (),
    n: int = 3,
) -> OptionMaker:
    named = {key: Pool(candidates(names), name="/".join(key)) for key, names in (pools or {}).items()}
    closed = closed_pools(shipped_library("en").closed_sets, ENTITIES, answers)
    return OptionMaker(PROPERTIES, named, closed, Kin(statements), answers, n, 0, 2026)


def route(
    prop: str, *items: str, value: str = "", unit: str = "", precision: int = 0, shown: str = ""
) -> Row:
    answer_items = [{"item": i, "label": NAMES[i], "forms": [NAMES[i]]} for i in items]
    literal = [{"item": "", "label": shown, "forms": [shown]}]
    answer = NAMES[items[0]] if items else shown
    return {
        "option_key": f"{prop}{'/'.join(items)}{value}",
        "property_id": prop,
        "answer_kind": PROPERTIES[prop].answer_kind,
        "subject_kind": "country",
        "value_kind": "settlement",
        "answer": answer,
        "answers": [NAMES[i] for i in items] or [shown],
        "answer_items": answer_items or literal,
        "value": value,
        "unit": unit,
        "precision": precision,
    }


def wrong(row: Row) -> set[str]:
    return {choice for place, choice in enumerate(row["choices"]) if place != row["correct"]}


def assert_sound(rows: list[Row], asked: Row) -> None:
    """Check what holds of all versions of an answer's options."""
    assert [row["option_set"] for row in rows] == list(OPTION_SETS)
    for row in rows:
        assert row["option_key"] == asked["option_key"]
        assert row["choices"][row["correct"]] == asked["answer"]
        assert row["n_distractors"] == len(row["choices"]) - 1
        forms = [normal_form(choice) for choice in row["choices"]]
        assert len(set(forms)) == len(forms)


def test_text_options_are_values_of_the_property(answers: Answers) -> None:
    asked = route("P36", "Q90")
    rows = list(maker(answers, {("P36", "settlement"): CITIES}).options(asked))
    assert_sound(rows, asked)
    assert {frozenset(wrong(row)) for row in rows} == {frozenset({"London", "Rome", "Berlin"})}
    assert len({tuple(row["choices"]) for row in rows}) > 1


def test_values_of_another_property_or_kind_are_no_options(answers: Answers) -> None:
    pools: Pools = {("P36", "country"): CITIES, ("P131", "settlement"): CITIES}
    rows = list(maker(answers, pools).options(route("P36", "Q90")))
    assert {(tuple(row["choices"]), row["n_distractors"]) for row in rows} == {(("Paris",), 0)}


def test_things_of_the_same_kind_give_the_options_where_they_suffice(answers: Answers) -> None:
    def drawn(pools: Pools) -> set[str]:
        rows = maker(answers, pools, n=1).options(route("P36", "Q90"))
        return {text for row in rows for text in wrong(row)}

    pools: Pools = {
        ("P36", "settlement"): {**CITIES, **CONTINENTS},
        ("P36", "settlement", "country"): {"Q90": "Paris"},
    }
    assert drawn(pools)  # the only other value of a country would be none at all
    pools["P36", "settlement", "country"] = CITIES
    assert drawn(pools) == {"London", "Rome", "Berlin"}


def test_every_true_answer_is_kept_out(answers: Answers) -> None:
    asked = route("P36", "Q90", "Q84")
    for row in maker(answers, {("P36", "settlement"): CITIES}).options(asked):
        assert wrong(row) == {"Rome", "Berlin"}


def test_what_contains_a_true_answer_is_no_option(answers: Answers) -> None:
    inside = Statement("Q90", "P17", "item", "Q142")
    pools: Pools = {("P36", "settlement"): {**CITIES, "Q142": "France"}}
    for row in maker(answers, pools, statements=(inside,)).options(route("P36", "Q90")):
        assert "France" not in wrong(row)


def test_fixed_options_come_from_the_closed_set(answers: Answers) -> None:
    asked = route("P30", "Q46")
    rows = list(maker(answers, {("P30", "settlement"): CITIES}).options(asked))
    assert_sound(rows, asked)
    assert {frozenset(wrong(row)) for row in rows} == {frozenset({"Africa", "Asia"})}


def test_closed_set_of_two_gives_one_wrong_option(answers: Answers) -> None:
    rows = list(maker(answers).options(route("P1622", "Q14565199")))
    assert_sound(rows, route("P1622", "Q14565199"))
    assert {(frozenset(wrong(row)), row["n_distractors"]) for row in rows} == {(frozenset({"left"}), 1)}


def test_answer_outside_a_complete_set_has_no_options(answers: Answers) -> None:
    assert list(maker(answers).options(route("P30", "Q90"))) == []
    assert list(maker(answers).options(route("P30", "Q46", "Q90"))) == []


def test_answer_outside_an_incomplete_set_has_other_values_of_the_property(answers: Answers) -> None:
    asked = route("P17", "Q90")
    for row in maker(answers, {("P17", "settlement"): CITIES}).options(asked):
        assert wrong(row) == {"London", "Rome", "Berlin"}


def test_values_of_an_incomplete_property_come_from_things_of_other_kinds(answers: Answers) -> None:
    # What other countries have may be true of this one too, though nobody wrote it down.
    pools: Pools = {
        ("P366",): {**CITIES, **CONTINENTS},
        ("P366", "settlement"): CITIES,
        ("P366", "settlement", "country"): CITIES,
        ("P366", "", "country"): CITIES,
    }
    for row in maker(answers, pools).options(route("P366", "Q90")):
        assert wrong(row) == set(CONTINENTS.values())


def test_members_of_a_closed_set_without_a_label_are_left_out(answers: Answers) -> None:
    nameless = {**ENTITIES, "Q48": Entity("Q48", "")}
    pool, items, _ = closed_pools(shipped_library("en").closed_sets, nameless, answers)["continent"]
    assert len(pool) == 2
    assert items == {"Q15", "Q46"}


def test_dates_are_written_as_the_answer_is(answers: Answers) -> None:
    asked = route("P571", value="1889-03-31T00:00:00Z", precision=10, shown="March 1889")
    rows = list(maker(answers).options(asked))
    assert_sound(rows, asked)
    for row in rows:
        assert row["n_distractors"] == 3
        assert all(1879 <= int(choice.split()[1]) <= 1899 for choice in row["choices"])


def test_no_date_lies_after_the_facts_were_read(answers: Answers) -> None:
    for row in maker(answers).options(route("P571", value="2024-01-01T00:00:00Z", precision=9, shown="2024")):
        assert all(2014 <= int(choice) <= 2026 for choice in row["choices"])


def test_amounts_are_written_with_their_unit(answers: Answers) -> None:
    asked = route("P2048", value="324", unit="Q11573", shown="324 meters")
    rows = list(maker(answers).options(asked))
    assert_sound(rows, asked)
    for row in rows:
        assert all(choice.endswith(" meters") for choice in row["choices"])
        assert all(162 <= int(choice.split()[0]) <= 486 for choice in row["choices"])


def test_small_count_has_as_many_options_as_any(answers: Answers) -> None:
    rows = list(maker(answers).options(route("P1101", value="1", shown="1")))
    assert {row["n_distractors"] for row in rows} == {3}
    assert {choice for row in rows for choice in row["choices"]} <= set("123456")


def test_amount_with_more_digits_than_are_shown_is_varied_as_shown(answers: Answers) -> None:
    asked = route("P2048", value="3476.2004", unit="Q11573", shown="3,476.2 meters")
    for row in maker(answers).options(asked):
        assert all(len(choice.removesuffix(" meters").partition(".")[2]) <= 1 for choice in row["choices"])


def test_options_depend_on_what_is_asked_and_on_the_seed_alone(answers: Answers) -> None:
    pools: Pools = {("P36", "settlement"): CITIES}
    first = list(maker(answers, pools, n=1).options(route("P36", "Q90")))
    shuffled: Pools = {("P36", "settlement"): dict(reversed(CITIES.items()))}
    assert list(maker(answers, shuffled, n=1).options(route("P36", "Q90"))) == first


@pytest.mark.parametrize(
    ("dates", "year"),
    [
        ({"a": "2021", "b": "2026-06-25", "c": "unknown"}, 2026),
        ({"a": "2017/2018"}, 2017),
        ({"a": "x"}, 2025),
    ],
)
def test_present_is_the_latest_year_in_which_a_fact_was_read(dates: dict[str, str], year: int) -> None:
    assert last_year(Snapshot((), (), dates)) == year
