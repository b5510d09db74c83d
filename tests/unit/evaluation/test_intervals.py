"""Intervals of shares, against values that are published or computed by hand."""

from __future__ import annotations

import pytest

from pipeline.evaluation.intervals import wilson


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [
        # Newcombe, "Two-sided confidence intervals for the single proportion", Stat. Med. 17, 1998, table I
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_interval_is_the_published_one(hits: int, n: int, low: float, high: float) -> None:
    assert wilson(hits, n) == pytest.approx((low, high), abs=5e-5)


def test_interval_of_all_ends_at_one_exactly() -> None:
    low, high = wilson(600, 600)
    assert high == 1.0
    assert 0.99 < low < 1


def test_a_higher_level_gives_a_wider_interval() -> None:
    narrow, wide = wilson(30, 100, level=0.8), wilson(30, 100, level=0.99)
    assert wide[0] < narrow[0] < 0.3 < narrow[1] < wide[1]


@pytest.mark.parametrize(("hits", "n"), [(0, 0), (-1, 5), (6, 5)])
def test_a_share_that_cannot_be_is_refused(hits: int, n: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        wilson(hits, n)
