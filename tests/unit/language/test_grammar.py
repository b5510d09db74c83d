"""The grammar in data: articles, ordinals, noun phrases, and what a faulty file is answered with."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.base.errors import TemplateError
from pipeline.base.resources import resource_dir
from pipeline.language.grammar import Grammar, read_grammar

PATH = resource_dir("templates") / "en" / "lexicon" / "grammar.toml"


@pytest.mark.parametrize(
    "noun",
    [
        "apple",
        "umbrella",
        "hour glass",
        "heirloom",
        "herb",
        "SUV",
        "X-ray",
        "uninvited guest",
        "Owl",
        "American flag",
        "mp3 player",
        "LED light",
    ],
)
def test_nouns_with_an(english: Grammar, noun: str) -> None:
    assert english.article(noun) == "an"


@pytest.mark.parametrize(
    "noun",
    [
        "tree",
        "unicycle",
        "uniform",
        "urinal",
        "utensil",
        "European flag",
        "one-way sign",
        "house",
        "herbivore",
        "UFO",
        "u-turn sign",
        "sled",
        "",
    ],
)
def test_nouns_with_a(english: Grammar, noun: str) -> None:
    assert english.article(noun) == "a"


@pytest.mark.parametrize(
    ("number", "ordinal"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (10, "10th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (20, "20th"),
        (21, "21st"),
        (22, "22nd"),
        (23, "23rd"),
        (101, "101st"),
        (111, "111th"),
        (112, "112th"),
        (113, "113th"),
        (121, "121st"),
    ],
)
def test_ordinals(english: Grammar, number: int, ordinal: str) -> None:
    assert english.dates.ordinal(number) == ordinal


@given(st.integers(1, 10_000))
def test_every_ordinal_is_its_number_and_two_letters(english: Grammar, number: int) -> None:
    ordinal = english.dates.ordinal(number)
    assert ordinal[:-2] == str(number)
    assert (ordinal[-2:] == "th") == (number % 10 not in (1, 2, 3) or number % 100 in (11, 12, 13))


def test_one_of_several_takes_the_article_and_several_take_none(english: Grammar) -> None:
    assert english.one_of("owl", singular=True) == "an owl"
    assert english.one_of("rock", singular=True) == "a rock"
    assert english.one_of("rocks", singular=False) == "rocks"


def test_names_and_abbreviations_in_names_take_their_capitals(english: Grammar) -> None:
    assert english.one_of("tv remote", singular=True) == "a TV remote"
    assert english.one_of("suv", singular=True) == "an SUV"
    assert english.only("american flags") == "the American flags"
    assert english.only("cdr tvset") == "the cdr tvset"


@pytest.mark.parametrize(
    ("name", "kind", "phrase"),
    [
        ("Elbe", "river", "the Elbe"),
        ("The Fens", "river", "The Fens"),
        ("France", "country", "France"),
        ("United States of America", "country", "the United States of America"),
        ("Czech Republic", "country", "the Czech Republic"),
        ("The Hague", "settlement", "The Hague"),
        ("4th arrondissement of Paris", "settlement", "the 4th arrondissement of Paris"),
        ("University of Bonn", "organization", "the University of Bonn"),
        ("Brown University", "organization", "Brown University"),
        ("Peter the Great", "person", "Peter the Great"),
        ("Basilica of Santa Croce", "building", "the Basilica of Santa Croce"),
    ],
)
def test_names_stand_in_sentences_with_the_article_of_their_kind(
    english: Grammar, name: str, kind: str, phrase: str
) -> None:
    assert english.named(name, kind) == phrase
    assert phrase in english.ways_to_name(name)


@pytest.mark.parametrize(
    ("wording", "name", "sentence"),
    [
        ("Name a river in {{ x }}.", "Washington, D.C.", "Name a river in Washington, D.C."),
        ("When was {{ x }} built?", "Washington, D.C.", "When was Washington, D.C., built?"),
        (
            "Where is {{ x }} based?",
            "Owings & Merrill, Skidmore",
            "Where is Owings & Merrill, Skidmore based?",
        ),
        ("{{ x }} is in which country?", "the Elbe", "The Elbe is in which country?"),
    ],
)
def test_sentence_around_a_name_has_its_marks_and_capital(
    english: Grammar, wording: str, name: str, sentence: str
) -> None:
    assert english.sentence(wording, name) == sentence


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('locale = "en_US"', "", "locale"),
        ("early_before = 1000", 'early_before = "soon"', "dates.early_before"),
        ('referent = "this {noun}"', 'referent = "this {noun}"\nthese = "these"', "noun_phrase.these"),
        ('article = "an"', "article = 5", "article.0.article"),
    ],
)
def test_fault_is_named_with_file_and_field(tmp_path: Path, old: str, new: str, place: str) -> None:
    text = PATH.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "grammar.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(TemplateError) as fault:
        read_grammar(path)
    assert (fault.value.path, fault.value.place) == (path, place)


def test_file_that_is_no_toml_is_named(tmp_path: Path) -> None:
    path = tmp_path / "grammar.toml"
    path.write_bytes(b"\xff")
    with pytest.raises(TemplateError, match=r"grammar\.toml: is no valid TOML"):
        read_grammar(path)
