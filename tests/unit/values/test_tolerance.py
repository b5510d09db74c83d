"""Ranges of what counts as right: amounts by a share, dates by their precision."""

from __future__ import annotations

from decimal import Decimal

import pytest

from pipeline.values import Precision, Quantity, Time, accepted_range

METRE = "Q11573"


@pytest.mark.parametrize(
    ("amount", "unit", "share", "ends"),
    [
        ("100", METRE, None, ("97", "103")),
        ("604.46", METRE, "0.01", ("598.4154", "610.5046")),
        ("4", "", None, ("4", "4")),
        ("50000", "", "0.04", ("48000", "52000")),
        ("-10", METRE, "0.04", ("-10.4", "-9.6")),
    ],
)
def test_amounts_may_differ_by_a_share_and_counts_not_at_all(
    amount: str, unit: str, share: str | None, ends: tuple[str, str]
) -> None:
    given = Decimal(share) if share else None
    assert accepted_range(Quantity(Decimal(amount), unit), given) == ends


@pytest.mark.parametrize(
    ("time", "ends"),
    [
        (Time(1889, 3, 31, Precision.DAY), ("1889-03-31", "1889-03-31")),
        (Time(1900, 2, 0, Precision.MONTH), ("1900-02-01", "1900-02-28")),
        (Time(1885, 0, 0, Precision.YEAR), ("1885-01-01", "1885-12-31")),
        (Time(1885, 0, 0, Precision.DECADE), ("1880-01-01", "1889-12-31")),
        (Time(1850, 0, 0, Precision.CENTURY), ("1801-01-01", "1900-12-31")),
        (Time(1500, 0, 0, Precision.MILLENNIUM), ("1001-01-01", "2000-12-31")),
        (Time(-43, 0, 0, Precision.YEAR), ("-0043-01-01", "-0043-12-31")),
        (Time(-449, 0, 0, Precision.CENTURY), ("-0499-01-01", "-0400-12-31")),
    ],
)
def test_dates_are_right_within_their_precision(time: Time, ends: tuple[str, str]) -> None:
    assert accepted_range(time) == ends
