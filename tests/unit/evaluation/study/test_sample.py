"""The draw of a study: even over hops and sources, by hash."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pipeline.base.errors import SettingsError
from pipeline.dataset.verification.loaded import Dataset
from pipeline.evaluation.study.sample import even_shares, sample


def _dataset(counts: dict[tuple[int, str], int]) -> Dataset:
    records: list[dict[str, Any]] = [
        {"question_id": f"{hops}{source}{number}", "hops": hops, "source": source}
        for (hops, source), count in counts.items()
        for number in range(count)
    ]
    parts = {("U", "train"): records[::2], ("U", "test"): records[1::2]}
    return cast(Dataset, SimpleNamespace(folder=Path("somewhere"), records=parts))


COUNTS = {(1, "a"): 100, (1, "b"): 100, (2, "a"): 5, (2, "b"): 200, (3, "a"): 12}


def test_hops_and_sources_get_even_shares_and_small_strata_give_all() -> None:
    drawn = Counter((r["hops"], r["source"]) for r in sample(_dataset(COUNTS), "U", 60, 0))
    assert drawn == {(1, "a"): 12, (1, "b"): 12, (2, "a"): 5, (2, "b"): 19, (3, "a"): 12}


def test_another_seed_draws_others_and_the_same_seed_the_same() -> None:
    ids = [[r["question_id"] for r in sample(_dataset(COUNTS), "U", 60, seed)] for seed in (0, 0, 1)]
    assert ids[0] == ids[1]
    assert set(ids[0]) != set(ids[2])


def test_the_order_of_a_sheet_does_not_follow_the_strata() -> None:
    hops = [r["hops"] for r in sample(_dataset(COUNTS), "U", 60, 0)]
    assert hops != sorted(hops)


def test_more_than_there_are_is_refused() -> None:
    with pytest.raises(SettingsError, match="U has 417 questions, 418 are wanted"):
        sample(_dataset(COUNTS), "U", 418, 0)


@pytest.mark.parametrize(
    ("sizes", "n", "shares"),
    [([10, 10, 10], 9, [3, 3, 3]), ([1, 10, 10], 9, [1, 4, 4]), ([10, 10], 5, [2, 3]), ([0, 4], 4, [0, 4])],
)
def test_even_shares(sizes: list[int], n: int, shares: list[int]) -> None:
    assert even_shares(sizes, n) == shares
