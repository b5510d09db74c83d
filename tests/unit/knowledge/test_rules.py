"""Which statements may be used, and the code of each that may not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.knowledge.rules import REASONS, Dropped, redirected, usable
from pipeline.wikidata.facts import RANKS, Entity, Statement

NAMES = {
    "Q1": Entity("Q1", "Paris"),
    "Q2": Entity("Q2", ""),
    "Q3": Entity("Q3", "Q3"),
    "Q4": Entity("Q4", "Москва"),
    "Q5": Entity("Q5", "—"),
    "Q6": Entity("Q6", "Łódź"),
    "Q11573": Entity("Q11573", "metre"),
}


def item(value: str, **changes: str) -> Statement:
    return replace(Statement("Q9", "P131", "item", value), **changes)  # type: ignore[arg-type]


def time(value: str, precision: int) -> Statement:
    return Statement("Q9", "P571", "time", value, precision=precision)


def code(statement: Statement, script: str = "LATIN") -> str | None:
    """The code that the statement, alone, is dropped with, or None if it is kept."""
    kept, dropped = usable([statement], NAMES, script=script)
    if kept:
        assert (kept, dropped) == ([statement], [])
        return None
    (only,) = dropped
    assert only.statement == statement
    return only.code


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (item("Q1"), None),
        (item("Q6"), None),
        (item("Q9"), "refers_to_itself"),
        (item("Q2"), "value_no_label"),
        (item("Q5"), "value_no_label"),
        (item("Q404"), "value_no_label"),
        (item("Q3"), "value_label_is_id"),
        (item("Q4"), "value_label_other_script"),
        (item("Q1", rank="deprecated"), "deprecated"),
        (item("Q1", rank="preferred"), None),
        (item("Q1", end="1969-04-28T00:00:00Z"), "ended"),
        (item("Q9", end="1969-04-28T00:00:00Z"), "ended"),
        (item("Q9", rank="deprecated", end="1969-04-28T00:00:00Z"), "deprecated"),
        (time("1889-03-31T00:00:00Z", 11), None),
        (time("-0043-03-15T00:00:00Z", 11), None),
        (time("12000-01-01T00:00:00Z", 9), None),
        (time("1889-00-00T00:00:00Z", 11), None),
        (time("1889-13-01T00:00:00Z", 11), "time_malformed"),
        (time("long ago", 9), "time_malformed"),
        (time("", 9), "time_malformed"),
        (time("1889-01-01T00:00:00Z", 5), "time_malformed"),
        (Statement("Q9", "P2048", "quantity", "+330.5", unit="Q11573"), None),
        (Statement("Q9", "P2048", "quantity", "+330.5", unit="Q404"), "unit_no_label"),
        (Statement("Q9", "P2048", "quantity", "+330.5", unit="Q2"), "unit_no_label"),
        (Statement("Q9", "P2048", "quantity", "-1"), None),
        (Statement("Q9", "P2048", "quantity", ""), "quantity_malformed"),
        (Statement("Q9", "P2048", "quantity", "NaN"), "quantity_malformed"),
        (Statement("Q9", "P2048", "quantity", "1,457"), "quantity_malformed"),
        (Statement("Q9", "P625", "coordinate", "Point(2.29 48.85)"), "coordinate"),
        (Statement("Q9", "P1705", "string", "Tour Eiffel"), None),
    ],
)
def test_each_case_has_its_code(statement: Statement, expected: str | None) -> None:
    assert code(statement) == expected
    assert expected is None or expected in REASONS


def test_the_script_is_that_of_the_language() -> None:
    assert code(item("Q4"), script="CYRILLIC") is None
    assert code(item("Q1"), script="CYRILLIC") == "value_label_other_script"


@pytest.mark.parametrize(
    ("value", "precision", "expected"),
    [
        ("1800-01-01T00:00:00Z", 7, "time_ambiguous"),
        ("1801-01-01T00:00:00Z", 7, None),
        ("1799-01-01T00:00:00Z", 7, None),
        ("1850-01-01T00:00:00Z", 7, None),
        ("1800-01-01T00:00:00Z", 8, None),
        ("1800-01-01T00:00:00Z", 9, None),
        ("2000-01-01T00:00:00Z", 6, "time_ambiguous"),
        ("1900-01-01T00:00:00Z", 6, None),
        ("1001-01-01T00:00:00Z", 6, None),
        ("-0449-01-01T00:00:00Z", 7, None),
        ("-2499-01-01T00:00:00Z", 6, None),
    ],
)
def test_a_century_or_millennium_by_a_round_year_is_ambiguous(
    value: str, precision: int, expected: str | None
) -> None:
    assert code(time(value, precision)) == expected


@pytest.mark.parametrize(
    ("value", "precision", "expected"),
    [
        ("-0499-01-01T00:00:00Z", 7, "time_ambiguous"),
        ("-0500-01-01T00:00:00Z", 7, None),
        ("-0999-01-01T00:00:00Z", 6, "time_ambiguous"),
        ("0000-01-01T00:00:00Z", 7, None),
    ],
)
def test_before_the_common_era_the_year_that_people_count_is_the_round_one(
    value: str, precision: int, expected: str | None
) -> None:
    assert code(time(value, precision)) == expected


def test_a_preferred_value_drops_the_normal_ones_even_if_it_cannot_be_used_itself() -> None:
    normal, preferred = item("Q1"), item("Q2", rank="preferred")
    assert usable([normal, preferred], NAMES) == (
        [],
        [Dropped(normal, "not_preferred"), Dropped(preferred, "value_no_label")],
    )


def test_several_true_values_are_all_kept() -> None:
    both = [item("Q1"), item("Q6")]
    assert usable(both, NAMES) == (both, [])


def test_nothing_in_nothing_out() -> None:
    assert usable([], {}) == ([], [])


_statements = st.lists(
    st.builds(
        Statement,
        st.sampled_from(["Q1", "Q9"]),
        st.sampled_from(["P131", "P571"]),
        st.sampled_from(["item", "time", "quantity", "string", "coordinate"]),
        st.sampled_from(["Q1", "Q2", "1889-03-31T00:00:00Z", "5", "text"]),
        precision=st.sampled_from([0, 7, 11]),
        rank=st.sampled_from(RANKS),
        end=st.sampled_from(["", "1969-04-28T00:00:00Z"]),
    )
)


@settings(deadline=None, derandomize=True)
@given(_statements)
def test_every_statement_comes_out_once_sorted_and_in_any_order_alike(statements: list[Statement]) -> None:
    kept, dropped = usable(statements, NAMES)
    assert sorted([*kept, *(d.statement for d in dropped)]) == sorted(statements)
    assert kept == sorted(kept)
    assert dropped == sorted(dropped)
    assert all(d.code in REASONS for d in dropped)
    assert usable(statements[::-1], NAMES) == (kept, dropped)


def test_a_value_that_was_merged_becomes_the_item_it_went_into() -> None:
    statements = [item("Q2", statement_id="Q9-A"), item("Q1"), Statement("Q9", "P1", "string", "Q2")]
    assert redirected(statements, {"Q2": "Q1"}) == [
        item("Q1", statement_id="Q9-A"),
        item("Q1"),
        Statement("Q9", "P1", "string", "Q2"),
    ]


def test_a_value_merged_into_its_own_subject_is_then_dropped() -> None:
    statements = redirected([item("Q2")], {"Q2": "Q9"})
    assert usable(statements, NAMES) == ([], [Dropped(item("Q9"), "refers_to_itself")])


def test_unit_that_the_language_knows_needs_no_label() -> None:
    height = Statement("Q9", "P2048", "quantity", "+330.5", unit="Q404")
    assert usable([height], NAMES, units={"Q404"}) == ([height], [])


@pytest.mark.parametrize(
    ("birth", "beginning", "impossible"),
    [
        (time("1902-01-01T00:00:00Z", 9), time("1850-01-01T00:00:00Z", 9), True),
        (time("1902-01-01T00:00:00Z", 9), time("1930-01-01T00:00:00Z", 9), False),
        # Born within the century in which it was built.
        (time("1902-01-01T00:00:00Z", 9), time("1901-01-01T00:00:00Z", 7), False),
        (time("1902-01-01T00:00:00Z", 9), time("1801-01-01T00:00:00Z", 7), True),
        (time("1901-01-01T00:00:00Z", 7), time("1950-01-01T00:00:00Z", 9), False),
        (time("-0099-01-01T00:00:00Z", 9), time("-0299-01-01T00:00:00Z", 9), True),
    ],
)
def test_maker_born_after_the_thing_was_there_is_left_out(
    birth: Statement, beginning: Statement, impossible: bool
) -> None:
    born = replace(birth, subject="Q1", property="P569")
    made = Statement("Q9", "P84", "item", "Q1")
    unlike = Statement("Q9", "P131", "item", "Q1")
    kept, dropped = usable([born, beginning, made, unlike], NAMES)
    assert [(d.statement, d.code) for d in dropped] == ([(made, "maker_born_later")] if impossible else [])
    assert (made in kept) is not impossible
    assert unlike in kept


def test_earliest_beginning_counts() -> None:
    # A church of 1200 that opened anew in 1990.
    facts = [
        replace(time("1950-01-01T00:00:00Z", 9), subject="Q1", property="P569"),
        time("1200-01-01T00:00:00Z", 9),
        replace(time("1990-01-01T00:00:00Z", 9), property="P1619"),
        Statement("Q9", "P84", "item", "Q1"),
    ]
    assert [d.code for d in usable(facts, NAMES)[1]] == ["maker_born_later"]
    assert usable([facts[0], *facts[2:]], NAMES)[1] == []
