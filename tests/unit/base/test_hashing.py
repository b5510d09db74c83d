"""Ids and choices that depend on nothing but their names."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.base.hashing import choose, digest, file_sha256, shuffled, uniform

PLAIN = settings(deadline=None, derandomize=True, max_examples=60)
WORDS = st.lists(st.text(max_size=5), min_size=1, max_size=8, unique=True)


def test_digest_is_the_md5_of_the_parts_joined_by_colons() -> None:
    assert digest() == "d41d8cd98f00b204e9800998ecf8427e"
    assert digest("abc") == "900150983cd24fb0d6963f7d28e17f72"
    # printf '7:limit:é' | md5sum
    assert digest(7, "limit", "é") == "b127aefe1e7baa2e7d58f618d1ee0806"


def test_digest_knows_the_order_of_its_parts() -> None:
    assert digest("a", "b") != digest("b", "a")


def test_choice_is_the_candidate_whose_md5_is_smallest() -> None:
    # md5sum of 0:s:k:a, 0:s:k:b, 0:s:k:c begins with 846, 641 and 698.
    assert choose("abc", seed=0, stage="s", key="k") == "b"
    assert shuffled("abc", seed=0, stage="s", key="k") == ["b", "c", "a"]


def test_choices_of_a_seed_never_change() -> None:
    # Worked out with md5sum, so that another release or machine gives the same dataset.
    keys = [f"Q{number}" for number in range(12)]
    assert "".join(choose("abcd", seed=0, stage="main", key=key) for key in keys) == "abcabcbccccc"
    assert shuffled("abcdef", seed=3, stage="order", key="k") == list("abedcf")
    assert [uniform(10, seed=0, stage="rank", key=key) for key in keys] == [
        *(7, 4, 8, 8, 2, 4, 1, 2, 6, 0, 6, 0)
    ]


@PLAIN
@given(words=WORDS, data=st.data())
def test_choice_does_not_depend_on_the_order_of_candidates(words: list[str], data: st.DataObject) -> None:
    other = data.draw(st.permutations(words))
    assert choose(words, seed=1, stage="s", key="k") == choose(other, seed=1, stage="s", key="k")
    assert shuffled(words, seed=1, stage="s", key="k") == shuffled(other, seed=1, stage="s", key="k")


@PLAIN
@given(words=WORDS, added=st.text(max_size=5))
def test_added_candidate_moves_only_the_choices_that_it_wins(words: list[str], added: str) -> None:
    before = choose(words, seed=1, stage="s", key="k")
    assert choose([*words, added], seed=1, stage="s", key="k") in {before, added}


@PLAIN
@given(words=WORDS, added=st.text(max_size=5))
def test_added_item_leaves_the_others_in_their_order(words: list[str], added: str) -> None:
    after = shuffled([*words, added], seed=1, stage="s", key="k")
    after.remove(added)
    assert after == shuffled(words, seed=1, stage="s", key="k")


def test_choice_goes_by_what_by_returns() -> None:
    pairs = [("a", 1), ("b", 2), ("c", 3)]
    name = choose("abc", seed=5, stage="s", key="k")
    assert choose(pairs, seed=5, stage="s", key="k", by=lambda pair: pair[0])[0] == name
    names = shuffled("abc", seed=5, stage="s", key="k")
    assert [p[0] for p in shuffled(pairs, seed=5, stage="s", key="k", by=lambda pair: pair[0])] == names


@pytest.mark.parametrize("varied", ["seed", "stage", "key"])
def test_seed_stage_and_key_each_give_other_choices(varied: str) -> None:
    base: dict[str, int | str] = {"seed": 0, "stage": "s", "key": "k"}
    drawn = Counter(
        choose("abcd", **(base | {varied: number if varied == "seed" else str(number)}))  # type: ignore[arg-type]
        for number in range(400)
    )
    # 100 expected of each; four standard deviations are 35.
    assert sorted(drawn) == list("abcd")
    assert all(65 <= count <= 135 for count in drawn.values())


def test_nothing_to_choose_from_is_an_error() -> None:
    with pytest.raises(ValueError, match="empty"):
        choose([], seed=0, stage="s", key="k")


def test_nothing_to_shuffle_stays_nothing() -> None:
    assert shuffled([], seed=0, stage="s", key="k") == []


def test_uniform_reaches_every_number_equally_often() -> None:
    drawn = Counter(uniform(5, seed=0, stage="s", key=str(number)) for number in range(1000))
    assert sorted(drawn) == [0, 1, 2, 3, 4]
    # 200 expected of each; four standard deviations are 51.
    assert all(149 <= count <= 251 for count in drawn.values())


def test_uniform_of_one_is_zero() -> None:
    assert {uniform(1, seed=seed, stage="s", key="k") for seed in range(20)} == {0}


def test_file_sha256_is_that_of_its_bytes(tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "abc").write_bytes(b"abc")
    assert file_sha256(tmp_path / "empty") == (
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )
    assert file_sha256(tmp_path / "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
