"""Points in time at their precision, before and after year one."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.values import Precision, Time

DAY, MONTH, YEAR = Precision.DAY, Precision.MONTH, Precision.YEAR
DECADE, CENTURY, MILLENNIUM = Precision.DECADE, Precision.CENTURY, Precision.MILLENNIUM


@pytest.mark.parametrize(
    ("lexical", "precision", "time"),
    [
        ("1889-03-31T00:00:00Z", 11, Time(1889, 3, 31, DAY)),
        ("+1889-03-31T00:00:00Z", 11, Time(1889, 3, 31, DAY)),
        ("1889-03-31", 11, Time(1889, 3, 31, DAY)),
        ("1889-12-31T23:59:59.5Z", 11, Time(1889, 12, 31, DAY)),
        ("1889-03-31T00:00:00Z", 10, Time(1889, 3, 0, MONTH)),
        ("1889-03-31T00:00:00Z", 9, Time(1889, 0, 0, YEAR)),
        ("1801-01-01T00:00:00Z", 7, Time(1801, 0, 0, CENTURY)),
        ("1001-01-01T00:00:00Z", 6, Time(1001, 0, 0, MILLENNIUM)),
        ("-0043-03-15T00:00:00Z", 11, Time(-43, 3, 15, DAY)),
        ("0000-01-01T00:00:00Z", 9, Time(0, 0, 0, YEAR)),
        ("-0000-01-01T00:00:00Z", 9, Time(0, 0, 0, YEAR)),
        ("10000-01-01T00:00:00Z", 9, Time(10000, 0, 0, YEAR)),
        ("-13798000-00-00T00:00:00Z", 6, Time(-13798000, 0, 0, MILLENNIUM)),
        ("2000-02-29T00:00:00Z", 11, Time(2000, 2, 29, DAY)),
    ],
)
def test_time_is_read_at_its_precision(lexical: str, precision: int, time: Time) -> None:
    assert Time.parse(lexical, precision) == time


@pytest.mark.parametrize(
    ("lexical", "precision", "held"),
    [
        ("1889-00-00T00:00:00Z", 11, Time(1889, 0, 0, YEAR)),
        ("1889-00-15T00:00:00Z", 11, Time(1889, 0, 0, YEAR)),
        ("1889-05-00T00:00:00Z", 11, Time(1889, 5, 0, MONTH)),
        ("1889-05-00T00:00:00Z", 10, Time(1889, 5, 0, MONTH)),
        ("1889-00-00T00:00:00Z", 8, Time(1889, 0, 0, DECADE)),
        ("1889-05-04T12:30:00Z", 14, Time(1889, 5, 4, DAY)),
    ],
)
def test_precision_is_never_finer_than_the_digits(lexical: str, precision: int, held: Time) -> None:
    assert Time.parse(lexical, precision) == held


@pytest.mark.parametrize(
    "lexical",
    [
        *("", "1889", "1889-03", "889-03-31", "31-03-1889", "March 1889", "1889-3-31", "--1889-03-31"),
        *("1889-03-31T", "1889-03-31 00:00:00", "1889-03-31T00:00:00+01:00", " 1889-03-31", "t1234"),
        *("12345678901234567-01-01T00:00:00Z", "1889-03-31T00:00:00ZZ"),
        pytest.param(
            "1889-03-31T00:00:00Z\n",
        ),
        pytest.param(
            "\u0661\u0668\u0668\u0669-03-31T00:00:00Z",
        ),
    ],
)
def test_another_form_is_refused(lexical: str) -> None:
    with pytest.raises(ValueError, match="not a time"):
        Time.parse(lexical, 11)


@pytest.mark.parametrize(
    "date",
    [
        *("1889-13-01", "1889-99-01", "1889-12-32", "1889-01-99", "1889-13-00"),
        pytest.param(
            "1889-02-30",
        ),
        pytest.param(
            "1889-04-31",
        ),
    ],
)
def test_month_or_day_that_does_not_exist_is_refused(date: str) -> None:
    with pytest.raises(ValueError, match="no such month or day"):
        Time.parse(f"{date}T00:00:00Z", 11)


@pytest.mark.parametrize("precision", [5, 3, 0, -1])
def test_precision_coarser_than_a_millennium_is_refused(precision: int) -> None:
    with pytest.raises(ValueError, match=f"too coarse to ask about: precision {precision}"):
        Time.parse("-13798000-00-00T00:00:00Z", precision)


@st.composite
def _times(draw: st.DrawFn) -> Time:
    precision = draw(st.sampled_from(Precision))
    month = draw(st.integers(1, 12)) if precision >= MONTH else 0
    day = draw(st.integers(1, 28)) if precision >= DAY else 0
    return Time(draw(st.integers(-20_000, 20_000)), month, day, precision)


@settings(deadline=None, derandomize=True, max_examples=200)
@given(_times())
def test_lexical_form_is_read_back_as_the_same_time(time: Time) -> None:
    assert Time.parse(time.lexical, time.precision) == time


@pytest.mark.parametrize(
    ("time", "lexical"),
    [
        (Time(1889, 3, 31, DAY), "1889-03-31T00:00:00Z"),
        (Time(-43, 3, 15, DAY), "-0043-03-15T00:00:00Z"),
        (Time(0, 0, 0, YEAR), "0000-00-00T00:00:00Z"),
        (Time(12345, 0, 0, YEAR), "12345-00-00T00:00:00Z"),
    ],
)
def test_lexical_form_has_a_year_of_four_digits_or_more(time: Time, lexical: str) -> None:
    assert time.lexical == lexical


@pytest.mark.parametrize(
    ("year", "is_bce", "of_era", "decade", "century", "millennium"),
    [
        (2001, False, 2001, 2000, 21, 3),
        (2000, False, 2000, 2000, 20, 2),
        (1999, False, 1999, 1990, 20, 2),
        (1901, False, 1901, 1900, 20, 2),
        (1900, False, 1900, 1900, 19, 2),
        (1801, False, 1801, 1800, 19, 2),
        (1001, False, 1001, 1000, 11, 2),
        (1000, False, 1000, 1000, 10, 1),
        (1, False, 1, 0, 1, 1),
        (0, True, 1, 0, 1, 1),
        (-43, True, 44, 40, 1, 1),
        (-99, True, 100, 100, 1, 1),
        (-100, True, 101, 100, 2, 1),
        (-999, True, 1000, 1000, 10, 1),
        (-1000, True, 1001, 1000, 11, 2),
    ],
)
def test_year_lies_in_its_decade_century_and_millennium(
    year: int, is_bce: bool, of_era: int, decade: int, century: int, millennium: int
) -> None:
    time = Time(year, 0, 0, YEAR)
    assert (time.is_bce, time.year_of_era, time.decade) == (is_bce, of_era, decade)
    assert (time.century, time.millennium) == (century, millennium)


@pytest.mark.parametrize(
    ("time", "text"),
    [
        (Time(1889, 3, 31, DAY), "1889-03-31"),
        (Time(-43, 3, 5, DAY), "44-03-05 BCE"),
        (Time(1889, 3, 0, MONTH), "1889-03"),
        (Time(1889, 0, 0, YEAR), "1889"),
        (Time(0, 0, 0, YEAR), "1 BCE"),
        (Time(1889, 0, 0, DECADE), "1880s"),
        (Time(1889, 0, 0, CENTURY), "century 19"),
        (Time(-450, 0, 0, CENTURY), "century 5 BCE"),
        (Time(1889, 0, 0, MILLENNIUM), "millennium 2"),
    ],
)
def test_time_reads_at_its_precision(time: Time, text: str) -> None:
    assert str(time) == text


def test_times_are_ordered_from_the_earliest() -> None:
    times = [
        Time(-43, 3, 15, DAY),
        Time(0, 0, 0, YEAR),
        Time(1889, 0, 0, CENTURY),
        Time(1889, 0, 0, YEAR),
        Time(1889, 3, 0, MONTH),
        Time(1889, 3, 30, DAY),
        Time(1889, 3, 31, DAY),
    ]
    assert sorted(times[4:] + times[:4]) == times


def test_precisions_bear_the_codes_and_words_of_wikidata() -> None:
    assert {precision.word: int(precision) for precision in Precision} == {
        **{"millennium": 6, "century": 7, "decade": 8},
        **{"year": 9, "month": 10, "day": 11},
    }


def test_time_cannot_be_changed_and_equal_ones_are_one() -> None:
    time = Time(1889, 3, 31, DAY)
    with pytest.raises(dataclasses.FrozenInstanceError):
        time.year = 1890  # type: ignore[misc]
    assert len({time, Time(1889, 3, 31, DAY), Time(1889, 0, 0, YEAR)}) == 2
