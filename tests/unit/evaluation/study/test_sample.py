"""The draw of a study: by hops, source and property in proportion, or even over hops and sources; by hash."""

from __future__ import annotations

from collections import Counter, defaultdict
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pipeline.base.errors import SettingsError
from pipeline.dataset.verification.loaded import Dataset
from pipeline.evaluation.study.sample import DRAWS, Drawn, even_shares, proportional_shares, sample

EVEN = "hops,source"
COUNTS = {
    (1, "a", "P1"): 99, (1, "a", "P2"): 1, (1, "b", "P1"): 100, (2, "a", "P1"): 5, (2, "b", "P1"): 200,
    (3, "a", "P3"): 12,
}  # fmt: skip


def _dataset(counts: dict[tuple[int, str, str], int]) -> Dataset:
    records: list[dict[str, Any]] = [
        {"question_id": f"{hops}{source}{prop}{number}", "hops": hops, "source": source, "property_id": prop}
        for (hops, source, prop), count in counts.items()
        for number in range(count)
    ]
    return cast(Dataset, SimpleNamespace(of_set=lambda which: records[::2] + records[1::2]))


def _sizes(drawn: list[Drawn], *fields: str) -> Counter[tuple[Any, ...]]:
    return Counter(tuple(one.record[field] for field in fields) for one in drawn)


def test_every_stratum_gives_in_proportion_and_at_least_one() -> None:
    sizes = _sizes(sample(_dataset(COUNTS), "U", 60, 0), "hops", "source", "property_id")
    assert set(sizes) == set(COUNTS)
    assert sizes.total() == 60
    for stratum, count in COUNTS.items():
        assert abs(sizes[stratum] - (1 + (count - 1) * 54 / 411)) < 1


@pytest.mark.parametrize("by", DRAWS)
def test_weights_of_a_stratum_add_up_to_its_size(by: str) -> None:
    weights: dict[tuple[int, str], float] = defaultdict(float)
    for one in sample(_dataset(COUNTS), "U", 60, 0, by):
        weights[one.record["hops"], one.record["source"]] += one.weight
    expected = {(1, "a"): 100, (1, "b"): 100, (2, "a"): 5, (2, "b"): 200, (3, "a"): 12}
    assert dict(weights) == pytest.approx(expected)


def test_fewer_questions_than_strata_all_weigh_the_same() -> None:
    rare = {(1, "a", f"P{number}"): 2 for number in range(50)}
    drawn = sample(_dataset({**rare, (1, "a", "common"): 100}), "U", 10, 0)
    assert {one.weight for one in drawn} == {20.0}
    assert _sizes(drawn, "property_id")[("common",)] == 5


def test_hops_and_sources_get_even_shares_and_small_strata_give_all() -> None:
    sizes = _sizes(sample(_dataset(COUNTS), "U", 60, 0, EVEN), "hops", "source")
    assert sizes == {(1, "a"): 12, (1, "b"): 12, (2, "a"): 5, (2, "b"): 19, (3, "a"): 12}


@pytest.mark.parametrize("by", DRAWS)
def test_another_seed_draws_others_and_the_same_seed_the_same(by: str) -> None:
    drawn = [sample(_dataset(COUNTS), "U", 60, seed, by) for seed in (0, 0, 1)]
    ids = [[one.record["question_id"] for one in sheet] for sheet in drawn]
    assert ids[0] == ids[1]
    assert set(ids[0]) != set(ids[2])


def test_the_even_draw_is_that_of_earlier_versions() -> None:
    """A document names a command with its seed: what that draws must not change."""
    drawn = sample(_dataset(COUNTS), "U", 5, 47, EVEN)
    assert [one.record["question_id"] for one in drawn] == ["1bP132", "2aP14", "2bP18", "1aP111", "3aP311"]


def test_the_order_of_a_sheet_does_not_follow_the_strata() -> None:
    hops = [one.record["hops"] for one in sample(_dataset(COUNTS), "U", 60, 0)]
    assert hops != sorted(hops)


def test_more_than_there_are_is_refused() -> None:
    with pytest.raises(SettingsError, match="U has 417 questions, 418 are wanted"):
        sample(_dataset(COUNTS), "U", 418, 0)


@pytest.mark.parametrize("seed", range(20))
def test_proportional_shares_never_take_more_than_there_is(seed: int) -> None:
    sizes = [1, 2, 1, 50, 7, 1, 300]
    for n in (1, 6, 7, 8, 100, 361, 362):
        shares = proportional_shares(sizes, n, seed)
        assert sum(shares) == n
        assert all(share <= size for share, size in zip(shares, sizes, strict=True))
        assert n < len(sizes) or min(shares) >= 1


@pytest.mark.parametrize(
    ("sizes", "n", "shares"),
    [([10, 10, 10], 9, [3, 3, 3]), ([1, 10, 10], 9, [1, 4, 4]), ([10, 10], 5, [2, 3]), ([0, 4], 4, [0, 4])],
)
def test_even_shares(sizes: list[int], n: int, shares: list[int]) -> None:
    assert even_shares(sizes, n) == shares
