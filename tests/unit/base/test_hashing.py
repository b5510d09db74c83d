"""Ids and choices that depend on nothing but their names."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.base.hashing import choose, digest, file_sha256, hex_bound, shuffled, uniform

PLAIN = settings(deadline=None, derandomize=True, max_examples=60)
WORDS = st.lists(st.text(max_size=5), min_size=1, max_size=8, unique=True)


def test_digest_is_the_md5_of_the_md5s_of_its_parts() -> None:
    assert digest() == "d41d8cd98f00b204e9800998ecf8427e"
    # printf 900150983cd24fb0d6963f7d28e17f72 | md5sum, which is the MD5 of abc
    assert digest("abc") == "ec0405c5aef93e771cd80e0db180b88b"
    # so too from the MD5s of 7, limit and é
    assert digest(7, "limit", "é") == "4d6a7158d3a36634d5df19772630af15"


@PLAIN
@given(one=st.lists(st.text("a:|/ ", max_size=4)), other=st.lists(st.text("a:|/ ", max_size=4)))
def test_digest_tells_any_two_lists_of_parts_apart(one: list[str], other: list[str]) -> None:
    assert (digest(*one) == digest(*other)) == (one == other)


@pytest.mark.parametrize("mark", ["|", ":", "/", " ", ""])
def test_mark_inside_a_part_does_not_end_it(mark: str) -> None:
    assert digest(f"a{mark}b", "c") != digest("a", f"b{mark}c")


def test_names_of_files_that_are_no_unicode_have_a_digest_too() -> None:
    assert digest("\udce9") != digest("\udcea")


def test_digest_knows_the_order_of_its_parts() -> None:
    assert digest("a", "b") != digest("b", "a")


def test_choice_is_the_candidate_whose_md5_is_smallest() -> None:
    # The hashes of (0, s, k, a), (0, s, k, b) and (0, s, k, c) begin with 113, e0d and a05.
    assert choose("abc", seed=0, stage="s", key="k") == "a"
    assert shuffled("abc", seed=0, stage="s", key="k") == ["a", "c", "b"]


def test_choices_of_a_seed_never_change() -> None:
    # Worked out with md5sum, so that another release or machine gives the same dataset.
    keys = [f"Q{number}" for number in range(12)]
    assert "".join(choose("abcd", seed=0, stage="main", key=key) for key in keys) == "cbacdaadcaba"
    assert shuffled("abcdef", seed=3, stage="order", key="k") == list("efadcb")
    assert [uniform(10, seed=0, stage="rank", key=key) for key in keys] == [
        *(2, 1, 2, 0, 6, 3, 5, 6, 6, 8, 0, 2)
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


def test_hashes_stay_below_a_bound_in_its_share_of_all_cases() -> None:
    hashes = [digest("s", n)[:4] for n in range(1000)]
    below = [sum(name < hex_bound(share) for name in hashes) for share in (0, 0.5, 0.99999, 1)]
    assert below[0] == 0
    # 500 expected; four standard deviations are 64.
    assert 436 <= below[1] <= 564
    assert below[2:] == [1000, 1000]


def test_file_sha256_is_that_of_its_bytes(tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "abc").write_bytes(b"abc")
    assert file_sha256(tmp_path / "empty") == (
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )
    assert file_sha256(tmp_path / "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
