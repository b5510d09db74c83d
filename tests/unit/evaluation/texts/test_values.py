"""Amounts and dates in predictions."""

from __future__ import annotations

import pytest

from pipeline.evaluation.texts.amounts import within_range
from pipeline.evaluation.texts.dates import read_date, within_dates

_HEIGHT = ("2,962 meters", "2962 meters", "2,962 m", "9,718 feet", "9,718 ft")


@pytest.mark.parametrize(
    ("prediction", "is_right"),
    [
        ("2,962 m", True), ("about 2950 metres.", True), ("3000", True), ("2.96 thousand meters", True),
        ("9,700 ft", True), ("2950 meters above sea level", True), ("9718", False), ("3 km", False),
        ("3,100 meters", False), ("high", False), ("-2962 m", False),
    ],
)  # fmt: skip
def test_an_amount_counts_within_its_range_in_a_unit_of_the_answer(prediction: str, is_right: bool) -> None:
    assert within_range(prediction, _HEIGHT, "2873.14", "3050.86") is is_right


@pytest.mark.parametrize(("prediction", "is_right"), [("12 floors", True), ("12", True), ("13", False)])
def test_what_follows_a_count_is_passed_over(prediction: str, is_right: bool) -> None:
    assert within_range(prediction, ("12", "twelve"), "12", "12") is is_right


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("1844", "1844"), ("It was born on March 31, 1889.", "1889-03-31"),
        ("31st of March 1889", "1889-03-31"),
        ("1889-03-31", "1889-03-31"), ("in May 2019", "2019-05"), ("the 1880s", "1880s"), ("44 BC", "44 BCE"),
        ("19th century", "century 19"), ("2nd century BCE", "century 2 BCE"), ("-0043-03-15", "44-03-15 BCE"),
    ],
)  # fmt: skip
def test_dates_are_read_at_the_precision_they_are_given_in(text: str, date: str) -> None:
    assert str(read_date(text)) == date


@pytest.mark.parametrize("text", ["", "never", "31 February 1900", "2,962 meters", "1889-13-01"])
def test_what_is_no_date_is_none(text: str) -> None:
    assert read_date(text) is None


@pytest.mark.parametrize(
    ("prediction", "is_right"),
    [
        ("1844", True),
        ("March 1844", True),
        ("1 May 1844", True),
        ("1840s", False),
        ("1845", False),
        ("", False),
    ],
)
def test_a_date_is_right_if_all_days_it_may_mean_are(prediction: str, is_right: bool) -> None:
    assert within_dates(prediction, "1844-01-01", "1844-12-31") is is_right


def test_years_before_our_era_are_compared_as_numbers() -> None:
    assert within_dates("44 BC", "-0043-01-01", "-0043-12-31")
    assert not within_dates("43 BC", "-0043-01-01", "-0043-12-31")
