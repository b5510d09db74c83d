"""Nearest texts by their words and pairs of words."""

from __future__ import annotations

import math

from pipeline.dataset.blind.neighbours import Neighbour, TextIndex, neighbours, terms

TEXTS = ("Who designed this church?", "Who designed this tower?", "Where does this river rise?", "Why?")


def test_terms_are_words_and_pairs_of_neighbours() -> None:
    assert terms("Is this, this one?") == {
        "is": 1,
        "this": 2,
        "one": 1,
        "is this": 1,
        "this this": 1,
        "this one": 1,
    }


def test_a_text_is_its_own_nearest_one() -> None:
    index = TextIndex(TEXTS)
    assert [index.nearest(text, 1) for text in TEXTS] == [[Neighbour(place, 1_000)] for place in range(4)]


def test_nearest_come_first_and_what_shares_no_word_is_none() -> None:
    found = TextIndex(TEXTS).nearest("who designed this bridge", 4)
    assert [neighbour.place for neighbour in found] == [0, 1, 2]
    assert found[1].similarity > 4 * found[2].similarity > 0


def test_no_more_are_returned_than_asked_for_and_equal_ones_by_their_place() -> None:
    index = TextIndex(["same text"] * 5)
    assert [neighbour.place for neighbour in index.nearest("same text", 2)] == [0, 1]


def test_rare_words_weigh_more() -> None:
    index = TextIndex(["the cat", "the dog", "the elk", "a dog ran"])
    assert index.nearest("the yak ran", 4)[0].place == 3


def test_similarity_is_the_cosine_of_weighted_counts() -> None:
    index = TextIndex(["cat", "dog"])
    # Both words are in one text of two, so they weigh alike.
    assert index.nearest("cat dog", 2) == [Neighbour(place, round(1_000 / math.sqrt(2))) for place in (0, 1)]


def test_pairs_are_told_as_texts() -> None:
    assert list(neighbours(["one two", "three"], ["two", "one three"], 5)) == [
        ("two", "one two", 0),
        ("one three", "three", 0),
        ("one three", "one two", 1),
    ]
