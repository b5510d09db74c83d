"""Wrong options: none true, none alike, within the interval, and no rank favoured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.dataset.options import (
    apart,
    arranged,
    draw_quantities,
    draw_times,
    filled_quantities,
    filled_times,
)
from pipeline.values import Precision, Quantity, Time

PRESENT = 2026

times = st.builds(
    lambda year, precision: Time(
        year, 3 if precision >= Precision.MONTH else 0, 9 if precision == Precision.DAY else 0, precision
    ),
    st.integers(-4000, PRESENT),
    st.sampled_from(Precision),
)


@given(times, st.integers(1, 3), st.text(max_size=4))
def test_dates_are_others_of_the_same_precision_none_in_the_future(truth: Time, n: int, key: str) -> None:
    step, span = {
        Precision.DECADE: (10, 7),
        Precision.CENTURY: (100, 5),
        Precision.MILLENNIUM: (1000, 2),
    }.get(truth.precision, (1, 10))
    options = draw_times(truth, n, key=key, seed=0, present=PRESENT)
    years = [option.year for option in options]
    assert len(set(years)) == len(years) == min(n, span + min(span, (PRESENT - truth.year) // step))
    for option in options:
        assert option.precision == truth.precision
        assert option.year <= PRESENT
        assert (option.year - truth.year) % step == 0
        assert 1 <= abs(option.year - truth.year) // step <= span + (truth.precision == Precision.DECADE)
        assert (option.month > 0) == (truth.month > 0)
        assert (option.day > 0) == (truth.day > 0)
        assert option.month <= 12
        assert option.day <= 28


def test_dates_reach_ten_years_to_either_side_two_years_apart_and_the_present_year() -> None:
    def years(truth: int) -> set[int]:
        time = Time(truth, 0, 0, Precision.YEAR)
        return {
            t.year for key in range(300) for t in draw_times(time, 3, key=str(key), seed=0, present=PRESENT)
        }

    assert years(1889) == set(range(1879, 1900, 2)) - {1889}
    assert years(2024) == set(range(2014, 2027)) - {2024}


def test_days_exist_in_every_month() -> None:
    truth = Time(1889, 3, 31, Precision.DAY)
    drawn_days = {
        t.day for key in range(200) for t in draw_times(truth, 3, key=str(key), seed=0, present=PRESENT)
    }
    assert drawn_days == set(range(1, 29))


def ranks(options: Iterable[list[Decimal]], truth: Decimal) -> Counter[int]:
    return Counter(sum(option < truth for option in drawn_options) for drawn_options in options)


def test_truth_has_every_rank_among_dates_equally_often() -> None:
    truth = Time(1889, 0, 0, Precision.YEAR)
    found = ranks(
        (
            [Decimal(t.year) for t in draw_times(truth, 3, key=str(key), seed=1, present=PRESENT)]
            for key in range(800)
        ),
        Decimal(1889),
    )
    assert set(found) == {0, 1, 2, 3}
    assert all(150 < count < 250 for count in found.values())


@pytest.mark.parametrize("amount", ["324", "9.81", "1200", "-40.5", "0.25"])
def test_truth_has_every_rank_among_numbers_equally_often(amount: str) -> None:
    truth = Quantity(Decimal(amount))
    found = ranks(
        ([q.amount for q in draw_quantities(truth, 3, key=str(key), seed=1)] for key in range(800)),
        truth.amount,
    )
    assert set(found) == {0, 1, 2, 3}
    assert all(150 < count < 250 for count in found.values())


def test_no_decade_is_offered_that_is_called_as_its_century() -> None:
    truth = Time(1880, 0, 0, Precision.DECADE)
    drawn = [draw_times(truth, 3, key=str(key), seed=1, present=PRESENT) for key in range(200)]
    years = {time.year for times in drawn for time in times}
    assert years >= {1820, 1840, 1860, 1920, 1940}
    assert not any(year % 100 == 0 for year in years)
    assert all(len(set(times)) == 3 for times in drawn)


def test_date_of_the_present_year_has_only_earlier_options() -> None:
    options = draw_times(Time(PRESENT, 0, 0, Precision.YEAR), 3, key="k", seed=0, present=PRESENT)
    assert len(options) == 3
    assert all(PRESENT - 10 <= option.year < PRESENT for option in options)


amounts = st.decimals(-(10**6), 10**6, places=3, allow_nan=False, allow_infinity=False)


@given(amounts, st.integers(1, 3), st.text(max_size=4))
def test_numbers_lie_in_the_interval_and_keep_their_unit(amount: Decimal, n: int, key: str) -> None:
    options = draw_quantities(Quantity(amount, "Q11573"), n, key=key, seed=0)
    found = [option.amount for option in options]
    low, high = sorted((amount / 2, amount * 3 / 2))
    if amount >= 1:
        high = max(high, low + 2 * n)
    elif amount == 0:
        high = Decimal(2 * n)
    assert len(set(found)) == len(found) <= n
    assert amount not in found
    assert all(low <= value <= high for value in found)
    assert {option.unit for option in options} <= {"Q11573"}
    if amount >= 1 or amount == 0:
        assert len(found) == n


@pytest.mark.parametrize(("amount", "apart"), [("41528", 2076), ("330.5", "16.5"), ("22", 2), ("9", 1)])
def test_numbers_are_a_twentieth_apart(amount: str, apart: str | int) -> None:
    for key in range(60):
        truth = Quantity(Decimal(amount))
        found = sorted([truth, *draw_quantities(truth, 3, key=str(key), seed=0)])
        assert all(b.amount - a.amount >= Decimal(apart) for a, b in pairwise(found))


@given(st.integers(-(10**9), 10**9), st.text(max_size=4))
def test_whole_number_has_whole_options(number: int, key: str) -> None:
    options = draw_quantities(Quantity(Decimal(number)), 3, key=key, seed=0)
    assert all(option.amount == int(option.amount) for option in options)


@pytest.mark.parametrize(
    ("amount", "place"), [("324", 1), ("9.81", "0.01"), ("12000", 1000), ("63.4", "0.1")]
)
def test_numbers_have_as_many_digits_as_the_truth(amount: str, place: str | int) -> None:
    for key in range(30):
        for option in draw_quantities(Quantity(Decimal(amount)), 3, key=str(key), seed=0):
            assert option.amount % Decimal(place) == 0


@pytest.mark.parametrize(("amount", "place"), [("0.7", "0.1"), ("1000", 100), ("7000", 1000)])
def test_no_more_digits_are_used_than_every_rank_needs(amount: str, place: str | int) -> None:
    # Three steps lie below the truth and three above: enough for every rank of it among four.
    for key in range(30):
        for option in draw_quantities(Quantity(Decimal(amount)), 3, key=str(key), seed=0):
            assert option.amount % Decimal(place) == 0


def test_the_truth_has_each_rank_in_as_many_versions() -> None:
    truth, number = Time(1900, 0, 0, Precision.YEAR), Quantity(Decimal(200))
    ranks: Counter[int] = Counter()
    amounts: Counter[int] = Counter()
    for version in range(12):
        times = draw_times(truth, 3, key="k", seed=0, present=PRESENT, version=version)
        ranks[sum(time.year < 1900 for time in times)] += 1
        drawn = draw_quantities(number, 3, key="k", seed=0, version=version)
        amounts[sum(quantity.amount < 200 for quantity in drawn)] += 1
    assert ranks == amounts == dict.fromkeys(range(4), 3)


WRONG = ["Rome", "London", "Berlin"]


def test_options_are_in_random_order_and_the_place_of_the_truth_is_told() -> None:
    places: Counter[int] = Counter()
    for key in map(str, range(4000)):
        options, place = arranged("Paris", WRONG, version=0, key=key, seed=0)
        assert sorted(options) == ["Berlin", "London", "Paris", "Rome"]
        assert options[place] == "Paris"
        places[place] += 1
    # 1000 expected of each; four standard deviations are 110.
    assert all(890 < places[place] < 1110 for place in range(4))
    assert arranged("Paris", [], version=3, key="k", seed=0) == (["Paris"], 0)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_truth_stands_in_each_place_in_as_many_versions(n: int) -> None:
    places = Counter(arranged("Paris", WRONG[:n], version=v, key="k", seed=0)[1] for v in range(12))
    assert places == dict.fromkeys(range(n + 1), 12 // (n + 1))


def test_order_of_the_options_says_nothing_about_how_they_were_drawn() -> None:
    for key in map(str, range(20)):
        forwards = arranged("a", ["b", "c", "d"], version=1, key=key, seed=0)
        assert arranged("a", ["d", "c", "b"], version=1, key=key, seed=0) == forwards


def year(number: int) -> Time:
    return Time(number, 0, 0, Precision.YEAR)


def test_known_dates_come_first_and_drawn_ones_fill_up() -> None:
    known = [year(1870), year(1910)]
    for version in range(8):
        found = filled_times(year(1889), known, 3, key="k", seed=0, present=PRESENT, version=version)
        below = sum(time.year < 1889 for time in found)
        assert (year(1870) in found) == (below > 0)
        assert (year(1910) in found) == (below < 3)
        assert len(found) == 3
        assert all(apart(one, other) for one, other in combinations([year(1889), *found], 2))


def test_without_known_values_all_are_drawn() -> None:
    truth = Quantity(Decimal(324))
    assert filled_quantities(truth, [], 3, key="k", seed=0) == draw_quantities(truth, 3, key="k", seed=0)


@pytest.mark.parametrize("known", [[150], [150, 260], [420], [420, 260]])
def test_known_amounts_leave_the_truth_every_rank(known: list[int]) -> None:
    truth, given = Quantity(Decimal(200)), [Quantity(Decimal(amount)) for amount in known]
    drawn = [filled_quantities(truth, given, 3, key="k", seed=0, version=v) for v in range(16)]
    assert all(len(found) == 3 for found in drawn)
    found = ranks(([q.amount for q in quantities] for quantities in drawn), truth.amount)
    assert set(found.values()) == {4}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (year(1900), year(1901), False),
        (year(1900), year(1902), True),
        (Time(1900, 0, 0, Precision.DECADE), Time(1910, 0, 0, Precision.DECADE), False),
        (Time(1900, 0, 0, Precision.DECADE), Time(1920, 0, 0, Precision.DECADE), True),
        (Time(1801, 0, 0, Precision.CENTURY), Time(1901, 0, 0, Precision.CENTURY), True),
        (Quantity(Decimal(100)), Quantity(Decimal(104)), False),
        (Quantity(Decimal(100)), Quantity(Decimal(110)), True),
        (Quantity(Decimal(0)), Quantity(Decimal(0)), False),
    ],
)
def test_values_are_apart_where_sources_would_not_confuse_them(
    one: Time | Quantity, other: Time | Quantity, expected: bool
) -> None:
    assert apart(one, other) is apart(other, one) is expected
