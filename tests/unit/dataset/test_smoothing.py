"""Smoothing of answer counts: the official program's results, worked cases, and what always holds."""

from __future__ import annotations

import gzip
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.dataset.smoothing import smooth_counts

GLOBAL, LOCAL = (3.2, 1.2, 0.03, 1.35), (2.0, 1.25, 0.03, 1.4)
parameters = st.sampled_from([GLOBAL, LOCAL, (1.0, 1.05, 0.02, 1.38), (0.0, 1.0, 0.0, 1.0)])
descending = st.lists(st.integers(1, 100_000), max_size=15).map(lambda counts: sorted(counts, reverse=True))


def test_every_case_of_the_official_program_comes_out_the_same(shared: Path) -> None:
    with gzip.open(shared / "golden" / "gqa_balancing.jsonl.gz", "rt", encoding="utf-8") as lines:
        cases: list[dict[str, Any]] = [json.loads(line) for line in lines]
    assert len(cases) == 300
    for case in cases:
        names = case["params"]
        found = smooth_counts(case["counts"], names["b"], names["gamma"], names["gup"], names["maxGamma"])
        assert found == pytest.approx(case["new_counts"], rel=1e-9), case


@pytest.mark.parametrize(
    ("counts", "smoothed"),
    [
        ([], []),
        ([7], [7]),
        # One cut: the first may be 1.2 times the second.
        ([5000, 3500], [4200, 3500]),
        ([4100, 3500], [4100, 3500]),
        ([1, 1], [1, 1]),
        # The last answer is too rare to bound the head.
        ([1000, 100, 10], [120, 100, 10]),
        # The first is cut to 1.2 x 30; then the last bounds the head: the second to 1.1 x 20, the first to
        # 1.23 times that.
        ([50, 30, 20], [1.23 * 22, 22, 20]),
    ],
)
def test_worked_cases(counts: list[int], smoothed: list[float]) -> None:
    assert smooth_counts(counts, *GLOBAL) == pytest.approx(smoothed)


@pytest.mark.parametrize("counts", [[1, 2], [5, 3, 4], [0, 1]])
def test_ascending_counts_are_refused(counts: list[int]) -> None:
    with pytest.raises(ValueError, match="descending"):
        smooth_counts(counts, *LOCAL)


@given(descending, parameters)
def test_no_count_grows_or_vanishes_and_the_order_stays(
    counts: list[int], chosen: tuple[float, float, float, float]
) -> None:
    smoothed = smooth_counts(counts, *chosen)
    assert len(smoothed) == len(counts)
    assert all(0 < after <= before for after, before in zip(smoothed, counts, strict=True))
    assert all(one >= next_one * (1 - 1e-9) for one, next_one in pairwise(smoothed))
    assert smoothed[-1:] == counts[-1:]


@given(descending, parameters, st.sampled_from([2, 10, 64]))
def test_only_proportions_matter(
    counts: list[int], chosen: tuple[float, float, float, float], factor: int
) -> None:
    larger = smooth_counts([count * factor for count in counts], *chosen)
    assert larger == pytest.approx([count * factor for count in smooth_counts(counts, *chosen)])


@given(st.integers(1, 10**9), st.integers(1, 20), parameters)
def test_flat_counts_stay(count: int, size: int, chosen: tuple[float, float, float, float]) -> None:
    assert smooth_counts([count] * size, *chosen) == [count] * size


def test_counts_given_are_left_alone() -> None:
    counts = [5000, 3500]
    smooth_counts(counts, *GLOBAL)
    assert counts == [5000, 3500]
