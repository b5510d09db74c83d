"""Options of answers: which values they are, by the kind of answer, and how they are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pipeline.bank.tables import bars
from pipeline.dataset.asked import Asked
from pipeline.dataset.distractors import OPTION_SETS, Known, OptionMaker, option_maker
from pipeline.dataset.settings import Settings
from pipeline.dataset.vocabulary import shipped_library
from pipeline.language.answers import normal_form
from pipeline.wikidata.facts import Entity, Statement
from pipeline.wikidata.snapshot import Snapshot, last_year

Row = dict[str, Any]
CITIES = {"Q90": "Paris", "Q84": "London", "Q220": "Rome", "Q64": "Berlin", "Q1741": "Vienna"}
CONTINENTS = {"Q15": "Africa", "Q48": "Asia", "Q46": "Europe"}
SIDES = {"Q13196750": "left", "Q14565199": "right"}
COUNTRIES = {"Q142": "France", "Q38": "Italy", "Q145": "United Kingdom", "Q183": "Germany"}
EMPIRES = {"Q12544": "Byzantine Empire", "Q34266": "Russian Empire"}
BUILDERS = {
    "Q501": "Ann Lee",
    "Q502": "Bo Maas",
    "Q503": "Cy Roth",
    "Q504": "Lee & Maas",
    "Q505": "Roth Associates",
}
STUFF = {"Q601": "wool", "Q602": "oak", "Q603": "pine", "Q604": "cotton"}
NAMES = {
    **CITIES, **CONTINENTS, **SIDES, **COUNTRIES, **EMPIRES, **BUILDERS, **STUFF, "Q11573": "metre"
}  # fmt: skip
ENTITIES = tuple(Entity(item, label) for item, label in NAMES.items())
LIBRARY = shipped_library("en")


def pool(
    prop: str, items: Iterable[str], *, value: str = "settlement", subject: str = "country"
) -> list[Row]:
    return [
        {
            "property_id": prop,
            "subject_kind": subject,
            "value_kind": value,
            "item": item,
            "answer": NAMES[item],
            "forms": bars((NAMES[item],)),
        }
        for item in items
    ]


def route(
    prop: str,
    *items: str,
    kind: str = "settlement",
    subject: str = "country",
    value: str = "",
    unit: str = "",
    precision: int = 0,
    shown: str = "",
) -> Row:
    spec = LIBRARY.properties[prop]
    answer_items = [{"item": i, "label": NAMES[i], "forms": [NAMES[i]]} for i in items]
    literal = [{"item": "", "label": shown, "forms": [shown]}]
    return {
        "option_key": f"{prop}{'/'.join(items)}{value}{subject}",
        "property_id": prop,
        "answer_kind": spec.answer_kind,
        "options_among": "",
        "subject_kind": subject,
        "value_kind": kind,
        "answer": NAMES[items[0]] if items else shown,
        "answers": [NAMES[i] for i in items] or [shown],
        "answer_items": answer_items or literal,
        "value": value,
        "unit": unit,
        "precision": precision,
    }


def maker(
    rows: Iterable[Row] = (),
    *,
    asked: Collection[Row] = (),
    often: Mapping[str, float] | None = None,
    subjects: Collection[str] = (),
    statements: tuple[Statement, ...] = (),
    n: int = 3,
) -> OptionMaker:
    snapshot = Snapshot(statements, ENTITIES, {"a": "2026-01-01"})
    settings = Settings(out=Path("out"), distractors=n)
    entries = [Asked(row, frozenset(subjects), (often or {}).get(row["answer"], 10.0), 5.0) for row in asked]
    return option_maker(Known.of(snapshot, LIBRARY), list(rows), settings, entries)


def wrong(row: Row) -> set[str]:
    return {choice for place, choice in enumerate(row["choices"]) if place != row["correct"]}


def all_wrong(rows: Iterable[Row]) -> set[str]:
    return {text for row in rows for text in wrong(row)}


def names(*items: str) -> set[str]:
    return {NAMES[item] for item in items}


def assert_sound(rows: list[Row], asked: Row) -> None:
    """Check what holds of all versions of an answer's options."""
    expected = [(balanced, name) for balanced in (False, True) for name in OPTION_SETS]
    assert [(row["balanced"], row["option_set"]) for row in rows] == expected
    for row in rows:
        assert row["option_key"] == asked["option_key"]
        assert row["choices"][row["correct"]] == asked["answer"]
        assert row["n_distractors"] == len(row["choices"]) - 1
        forms = [normal_form(choice) for choice in row["choices"]]
        assert len(set(forms)) == len(forms)


def test_text_options_are_values_of_the_property() -> None:
    asked = route("P36", "Q90")
    rows = list(maker(pool("P36", CITIES)).options(asked | route("P36", "Q90")))
    assert_sound(rows, asked)
    assert all_wrong(rows) == names(*CITIES) - {"Paris"}
    assert {row["n_distractors"] for row in rows} == {3}


def test_values_of_another_property_or_kind_are_no_options() -> None:
    rows = [*pool("P36", ["Q142"], value="country"), *pool("P131", CITIES), *pool("P36", ["Q90"])]
    made = list(maker(rows).options(route("P36", "Q90")))
    assert {(tuple(row["choices"]), row["n_distractors"]) for row in made} == {(("Paris",), 0)}


def test_values_that_are_answers_in_the_dataset_go_before_others() -> None:
    asked = [route("P36", item) for item in ("Q90", "Q84", "Q220", "Q64")]
    rows = maker(pool("P36", CITIES), asked=asked).options(asked[0])
    assert all_wrong(rows) == {"London", "Rome", "Berlin"}


def test_others_are_taken_where_the_answers_are_too_few() -> None:
    asked = [route("P36", item) for item in ("Q90", "Q84")]
    rows = list(maker(pool("P36", CITIES), asked=asked).options(asked[0]))
    assert all("London" in wrong(row) for row in rows)
    assert {row["n_distractors"] for row in rows} == {3}


def test_frequent_answers_are_frequent_options() -> None:
    asked = [route("P36", item) for item in CITIES]
    often = {"Paris": 30.0, "London": 30.0, "Rome": 30.0, "Berlin": 30.0, "Vienna": 5.0}
    shown = Counter(
        text
        for row in maker(pool("P36", CITIES), asked=asked, often=often, n=2).options(asked[0])
        for text in wrong(row)
        if not row["balanced"]
    )
    assert shown["Vienna"] < min(shown[name] for name in ("London", "Rome", "Berlin"))


def test_every_true_answer_is_kept_out() -> None:
    made = maker(pool("P36", CITIES)).options(route("P36", "Q90", "Q84"))
    assert all_wrong(made) == {"Rome", "Berlin", "Vienna"}


@pytest.mark.parametrize("text", ["PARIS!", "paris", "Paris"])
def test_no_option_reads_like_a_true_answer(text: str) -> None:
    twin = {**pool("P36", ["Q64"])[0], "answer": text, "forms": bars((text,))}
    rows = [twin, *pool("P36", ["Q90", "Q220"])]
    assert all_wrong(maker(rows).options(route("P36", "Q90"))) == {"Rome"}


def test_no_two_options_read_alike() -> None:
    twin = {**pool("P36", ["Q64"])[0], "answer": "roma", "forms": bars(("roma", "rome"))}
    rows = [twin, *pool("P36", ["Q90", "Q220", "Q84"])]
    assert {row["n_distractors"] for row in maker(rows).options(route("P36", "Q90"))} == {2}


def test_what_contains_a_true_answer_is_no_option() -> None:
    inside = Statement("Q90", "P131", "item", "Q64")
    made = maker(pool("P36", CITIES), statements=(inside,)).options(route("P36", "Q90"))
    assert "Berlin" not in all_wrong(made)


def test_what_any_fact_says_of_the_subject_is_no_option() -> None:
    said = Statement("Q142", "P190", "item", "Q64")
    asked = [route("P36", "Q90")]
    made = maker(pool("P36", CITIES), asked=asked, subjects=["Q142"], statements=(said,)).options(asked[0])
    assert all_wrong(made) == {"London", "Rome", "Vienna"}


def test_fixed_options_come_from_the_closed_set() -> None:
    asked = route("P30", "Q46")
    rows = list(maker(pool("P30", CITIES)).options(asked))
    assert_sound(rows, asked)
    assert {frozenset(wrong(row)) for row in rows} == {frozenset({"Africa", "Asia"})}


def test_closed_set_of_two_gives_one_wrong_option() -> None:
    rows = list(maker().options(route("P1622", "Q14565199")))
    assert_sound(rows, route("P1622", "Q14565199"))
    assert {(frozenset(wrong(row)), row["n_distractors"]) for row in rows} == {(frozenset({"left"}), 1)}


def test_answer_outside_a_complete_set_has_no_options() -> None:
    assert list(maker(pool("P30", CITIES)).options(route("P30", "Q90"))) == []
    assert list(maker(pool("P30", CITIES)).options(route("P30", "Q46", "Q90"))) == []


def test_countries_of_today_stand_with_countries_of_today_and_others_with_others() -> None:
    made = maker(pool("P17", [*COUNTRIES, *EMPIRES], value="country", subject="building"))
    today = made.options(route("P17", "Q38", kind="country", subject="building"))
    assert all_wrong(today) == {"France", "United Kingdom", "Germany"}
    past = made.options(route("P17", "Q12544", kind="country", subject="building"))
    assert all_wrong(past) == {"Russian Empire"}


def test_persons_stand_with_persons_and_firms_with_firms() -> None:
    made = maker(pool("P84", BUILDERS, value="agent", subject="building"))
    person = made.options(route("P84", "Q501", kind="agent", subject="building"))
    assert all_wrong(person) == {"Bo Maas", "Cy Roth"}
    firm = made.options(route("P84", "Q504", kind="agent", subject="building"))
    assert all_wrong(firm) == {"Roth Associates"}


def test_firms_by_their_classes_stand_with_firms_by_their_names() -> None:
    rows = [
        *pool("P84", ["Q501", "Q505"], value="agent", subject="building"),
        *pool("P84", ["Q504"], value="firm", subject="building"),
    ]
    asked = route("P84", "Q504", kind="firm", subject="building")
    assert all_wrong(maker(rows).options(asked)) == {"Roth Associates"}


def test_values_of_an_incomplete_property_come_from_things_of_other_kinds() -> None:
    # What other clothes are made of may be true of this one too, though nobody wrote it down.
    rows = [
        *pool("P186", ["Q601", "Q604"], value="thing", subject="clothing"),
        *pool("P186", ["Q602", "Q603"], value="thing", subject="furniture"),
    ]
    made = maker(rows).options(route("P186", "Q601", kind="thing", subject="clothing"))
    assert all_wrong(made) == {"oak", "pine"}


def test_what_is_always_the_truth_where_it_is_shown_gives_itself_away() -> None:
    # Materials of the same kind of thing are no options, so that wool is shown with oak only, which is rare.
    asked = [route("P186", item, kind="thing", subject="clothing") for item in ("Q601", "Q604")]
    alone = route("P186", "Q602", kind="thing", subject="furniture")
    often = {"wool": 100.0, "cotton": 100.0, "oak": 2.0}
    made = maker(asked=[*asked, alone], often=often)
    entries = [Asked(row, frozenset(), often[row["answer"]], 5.0) for row in (*asked, alone)]
    assert made.given_away(entries) == {row["option_key"] for row in asked}


def test_dates_are_written_as_the_answer_is() -> None:
    asked = route("P571", value="1889-03-31T00:00:00Z", precision=10, shown="March 1889")
    rows = list(maker().options(asked))
    assert_sound(rows, asked)
    for row in rows:
        assert row["n_distractors"] == 3
        assert all(1879 <= int(choice.split()[1]) <= 1899 for choice in row["choices"])


def test_no_date_lies_after_the_facts_were_read() -> None:
    for row in maker().options(route("P571", value="2024-01-01T00:00:00Z", precision=9, shown="2024")):
        assert all(2014 <= int(choice) <= 2026 for choice in row["choices"])


def test_amounts_are_written_with_their_unit() -> None:
    asked = route("P2048", value="324", unit="Q11573", shown="324 meters")
    rows = list(maker().options(asked))
    assert_sound(rows, asked)
    for row in rows:
        assert all(choice.endswith(" meters") for choice in row["choices"])
        assert all(162 <= int(choice.split()[0]) <= 486 for choice in row["choices"])


def test_amounts_of_other_questions_come_first() -> None:
    amounts = {"200": "200 meters", "330": "330 meters", "500": "500 meters", "700": "700 meters"}
    asked = [route("P2048", value=v, unit="Q11573", shown=shown) for v, shown in amounts.items()]
    made = list(maker(asked=asked).options(asked[1]))
    assert_sound(made, asked[1])
    assert all_wrong(made) >= set(amounts.values()) - {"330 meters"}


@pytest.mark.parametrize("other", ["3000", "331", "400.25"])
def test_an_amount_far_off_too_near_or_with_other_digits_is_no_option(other: str) -> None:
    asked = [route("P2048", value=v, unit="Q11573", shown=f"{v} meters") for v in ("330", other)]
    for subject in ("country", "building"):
        more = route("P2048", value=other, unit="Q11573", shown=f"{other} meters", subject=subject)
        made = maker(asked=[asked[0], more]).options(asked[0])
        assert more["answer"] not in all_wrong(made)


def test_dates_of_other_questions_come_first() -> None:
    asked = [
        route("P571", value=f"{y}-00-00T00:00:00Z", precision=9, shown=y)
        for y in ("1860", "1880", "1889", "1900", "1990")
    ]
    made = list(maker(asked=asked).options(asked[2]))
    assert all_wrong(made) >= {"1860", "1880", "1900"}
    assert "1990" not in all_wrong(made)


def test_small_count_has_as_many_options_as_any() -> None:
    rows = list(maker().options(route("P1101", value="1", shown="1")))
    assert {row["n_distractors"] for row in rows} == {3}
    assert {choice for row in rows for choice in row["choices"]} <= set("123456")


def test_amount_with_more_digits_than_are_shown_is_varied_as_shown() -> None:
    asked = route("P2048", value="3476.2004", unit="Q11573", shown="3,476.2 meters")
    for row in maker().options(asked):
        assert all(len(choice.removesuffix(" meters").partition(".")[2]) <= 1 for choice in row["choices"])


def test_order_of_the_facts_changes_nothing() -> None:
    asked = [route("P36", item) for item in CITIES]
    first = list(maker(pool("P36", CITIES), asked=asked, n=1).options(asked[0]))
    turned = maker(pool("P36", CITIES)[::-1], asked=asked[::-1], n=1)
    assert list(turned.options(asked[0])) == first


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


def test_options_of_a_property_depend_on_the_answers_to_that_property_alone() -> None:
    capitals = [route("P36", item) for item in CITIES]
    others = [
        *(route("P30", item, kind="continent") for item in CONTINENTS),
        *(
            route("P571", value=f"{y}-00-00T00:00:00Z", precision=9, shown=y)
            for y in ("1860", "1880", "1889", "1900")
        ),
    ]
    rows = [*pool("P36", CITIES), *pool("P131", CITIES)]
    often = {"Paris": 90.0, "1880": 50.0}
    alone = maker(pool("P36", CITIES), asked=capitals, often=often)
    together = maker(rows, asked=[*others, *capitals], often=often)
    assert [list(alone.options(row)) for row in capitals] == [list(together.options(row)) for row in capitals]
