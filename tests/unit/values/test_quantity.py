"""Amounts with a unit, exact in decimal."""

from __future__ import annotations

import dataclasses
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.values import Quantity

PLAIN = settings(deadline=None, derandomize=True, max_examples=200)
AMOUNTS = st.decimals(min_value=-(10**12), max_value=10**12, places=9)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("+301338", "301338"),
        ("-5", "-5"),
        ("0", "0"),
        ("+0.50", "0.5"),
        ("007", "7"),
        ("1.5E3", "1500"),
        ("2e-3", "0.002"),
        ("+12345678901234567890123456789.25", "12345678901234567890123456789.25"),
    ],
)
def test_amount_is_read_exactly(text: str, amount: str) -> None:
    assert Quantity.parse(text, "Q11573") == Quantity(Decimal(amount), "Q11573")


@pytest.mark.parametrize("unit", ["", "1", "Q199"])
def test_count_has_no_unit(unit: str) -> None:
    assert Quantity.parse("+3", unit).unit == ""


@pytest.mark.parametrize("unit", ["Q11573", "Q1", "Q1990"])
def test_other_unit_is_kept(unit: str) -> None:
    assert Quantity.parse("+3", unit).unit == unit


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "+",
            "five",
            "1,000",
            "1 000",
            " 1",
            "1.",
            ".5",
            "--1",
            "1e",
            "NaN",
            "Infinity",
            "0x10",
            "1_000",
        ),
        "1\n",
        "\u0661",
        pytest.param(
            "1e99999999999999999999",
        ),
    ],
)
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a number"):
        Quantity.parse(text, "1")


@pytest.mark.parametrize(
    ("text", "digits"),
    [("301338", 6), ("1200", 2), ("0.50", 1), ("0", 1), ("0.00", 1), ("-12.5", 3), ("0.0102", 3), ("1e6", 1)],
)
def test_digits_that_carry_meaning_are_counted(text: str, digits: int) -> None:
    assert Quantity.parse(text, "").significant_digits == digits


def test_digits_of_a_very_long_number_are_all_counted() -> None:
    assert Quantity.parse("9" * 35, "").significant_digits == 35


@pytest.mark.parametrize(
    ("text", "digits", "plain"),
    [
        ("330.084", 4, "330.1"),
        ("330.084", 6, "330.084"),
        ("330.084", 5, "330.08"),
        ("0.012345", 2, "0.012"),
        ("99.96", 3, "100"),
        ("-1.26", 2, "-1.3"),
        ("301338", 3, "301338"),
        ("301338.0", 3, "301338"),
        ("12345.678", 3, "12346"),
        ("12.5", 2, "12"),
        ("13.5", 2, "14"),
    ],
)
def test_digits_after_the_point_are_rounded_and_those_before_it_kept(
    text: str, digits: int, plain: str
) -> None:
    rounded = Quantity.parse(text, "Q11573").rounded(digits)
    assert (rounded.plain, rounded.unit) == (plain, "Q11573")


@PLAIN
@given(amount=AMOUNTS, digits=st.integers(1, 8))
def test_rounding_moves_by_half_a_place_at_most_and_never_a_second_time(amount: Decimal, digits: int) -> None:
    once = Quantity(amount).rounded(digits)
    assert abs(once.amount - amount) <= Decimal("0.5")
    if amount:
        # 0.5 of the last place kept, and that place is at most `digits` from the first digit, or the ones.
        last_place = min(0, amount.adjusted() - digits + 1)
        assert abs(once.amount - amount) <= Decimal(5).scaleb(last_place - 1)
    assert once.rounded(digits) == once


def test_very_long_number_is_rounded_too() -> None:
    assert Quantity.parse("1" * 30 + ".7", "").rounded(3).plain == "1" * 29 + "2"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        *(("+5", "5"), ("-5", "-5"), ("1.50", "1.5"), ("100", "100"), ("1e3", "1000"), ("2.0", "2")),
        *(("-0", "0"), ("-0.00", "0"), ("0.0010", "0.001"), ("1e-7", "0.0000001"), ("0.0", "0")),
    ],
)
def test_plain_form_has_no_exponent_and_nothing_idle(text: str, plain: str) -> None:
    assert Quantity.parse(text, "").plain == plain


@PLAIN
@given(AMOUNTS)
def test_plain_form_is_read_back_as_the_same_amount(amount: Decimal) -> None:
    assert Quantity.parse(Quantity(amount).plain, "") == Quantity(amount)


def test_quantity_reads_as_amount_and_unit() -> None:
    assert str(Quantity.parse("+330.0", "Q11573")) == "330 Q11573"
    assert str(Quantity.parse("+3", "1")) == "3"


def test_quantities_are_equal_by_value_and_ordered_by_amount_before_unit() -> None:
    assert len({Quantity.parse("1.0", "Q1"), Quantity.parse("1", "Q1"), Quantity.parse("1", "Q2")}) == 2
    amounts = [Quantity.parse("10", "Q1"), Quantity.parse("9", "Q2"), Quantity.parse("9", "Q1")]
    assert [str(quantity) for quantity in sorted(amounts)] == ["9 Q1", "9 Q2", "10 Q1"]


def test_quantity_cannot_be_changed() -> None:
    quantity = Quantity.parse("1", "1")
    with pytest.raises(dataclasses.FrozenInstanceError):
        quantity.unit = "Q11573"  # type: ignore[misc]
