"""Every wording with every class of noun, and every predicate with every class of name, is good English."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import harper
import pytest

from pipeline.dataset.vocabulary import shipped_library
from pipeline.knowledge.kinds import Kinds
from pipeline.language.grammar import Grammar
from pipeline.language.nouns import Nouns, read_nouns
from pipeline.language.packs import Property
from pipeline.language.scene import Lexicon, Name, read_lexicon, read_names

from .rendering import names as with_names
from .rendering import noun_class, predicates, spoken, wordings
from .slips import RULES, Sentence, slips
from .test_grammar import findings

# Beginning of a finding's message, and words of the sentence -> why it is no fault.
ACCEPTED = {
    ("Did you mean to spell", "château"): "the English word",
    ("Did you mean to spell", "kremlin"): "a fortress in a Russian town",
    ("Did you mean to spell", "emissivity"): "the term of physics",
    ("Did you mean to spell", "electronegativity"): "the term of chemistry",
    ("Did you mean to spell", "IUCN"): "the name of the body that keeps the Red List",
    ("Did you mean to spell", "alma mater"): "the usual word",
    ("Did you mean to spell", "bandana"): "a spelling that dictionaries have",
    ("Did you mean to spell", "CD"): "an abbreviation",
    ("Did you mean to spell", "-decker"): "the usual word",
    ("Did you mean to spell", "duff"): "both spellings are in dictionaries",
    ("Did you mean to spell", "racquet"): "a spelling that dictionaries have",
    ("Did you mean to spell", "waiters"): "the plural of waiter",
    ("`hillfort` should", "hillfort"): "the term of archaeology",
    ("`parasail", "parasail"): "the usual word",
    ("`wristlet", "wristlet"): "the usual word",
    ("`awning` is a mass noun", "awning"): "it can be counted",
    ("`railing` is a mass noun", "railing"): "it can be counted",
    ("`noodle` is a mass noun", "noodle"): "it can be counted",
    ("Did you mean the closed compound", ""): "the open form is in dictionaries too",
    ("`mobile phone` isn't", "mobile phone"): "understood everywhere",
    ("The grammatical number", "kind of sports equipment"): "sports equipment is a mass noun",
    (
        "The grammatical number",
        "kind of ",
    ): "nouns in -s that are singular too follow: barracks, headquarters",
    ("The base form of the verb", "next to "): "a plural noun follows a preposition",
    ("Incorrect indefinite article", " an SUV"): "the abbreviation is spelt out",
    ("You may be missing a preposition", " was first "): "first goes with the verb",
    ("The construction `one of the ...`", "one of the heritage designations"): "designations is a plural",
    ("The construction `one of the ...`", "one of the rivers that"): "rivers is a plural",
    ("“Whom” is used", "hom "): "the object of a preposition or a verb",
}


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    return shipped_library("en").grammar


@pytest.fixture(scope="module")
def nouns(templates: Path, grammar: Grammar) -> list[Nouns]:
    return [read_nouns([path], grammar) for path in sorted((templates / "en/lexicon/nouns").glob("*.toml"))]


@pytest.fixture(scope="module")
def targets(templates: Path) -> list[Name]:
    """The names that may stand in a clause."""
    return [name for name in read_names(templates / "en/lexicon/names.tsv").values() if name.target]


@pytest.fixture(scope="module")
def lexicon(templates: Path, grammar: Grammar) -> Lexicon:
    return read_lexicon([templates / "en/lexicon/predicates.toml"], grammar)


@pytest.fixture(scope="module")
def sentences(
    registered: dict[str, Property],
    nouns: list[Nouns],
    kinds: Kinds,
    targets: list[Name],
    lexicon: Lexicon,
    grammar: Grammar,
) -> list[Sentence]:
    found = [
        *wordings(registered, spoken(nouns), kinds),
        *with_names(targets, grammar),
        *predicates(lexicon, targets, grammar),
    ]
    return list(dict.fromkeys(found))


def test_no_combination_has_a_slip(sentences: list[Sentence]) -> None:
    assert len(sentences) > 10_000
    assert [(*slip, sentence.text) for sentence in sentences for slip in slips(sentence)] == []


def test_a_grammar_checker_finds_nothing_in_any_combination(sentences: list[Sentence]) -> None:
    texts = [sentence.text for sentence in sentences]
    with ThreadPoolExecutor(2) as pool:
        found = [entry for half in pool.map(_checked, (texts[::2], texts[1::2])) for entry in half]
    excuses = {entry: _excuses(entry) for entry in found}
    assert [entry for entry, excused in excuses.items() if not excused] == []
    assert set().union(*excuses.values()) <= set(ACCEPTED)


def _checked(texts: Sequence[str]) -> list[tuple[str, str, str]]:
    return findings(texts, harper.Linter(dialect=harper.Dialect.AMERICAN))


def _excuses(entry: tuple[str, str, str]) -> set[tuple[str, str]]:
    sentence, _, message = entry
    return {key for key in ACCEPTED if message.startswith(key[0]) and key[1] in sentence}


def test_every_class_of_noun_and_name_in_use_is_rendered(
    sentences: list[Sentence], nouns: list[Nouns]
) -> None:
    phrases = {sentence.phrase for sentence in sentences}
    for file in nouns:
        for noun_class_ in {noun_class(noun) for noun in file.nouns.values()}:
            members = [n for n, noun in file.nouns.items() if noun_class(noun) == noun_class_]
            assert any({file.this(n), file.this_kind(n)} & phrases for n in members), noun_class_


def _only(rule: str, text: str, phrase: str = "this church", *, plural: bool = False) -> Iterable[str]:
    return [place for name, place in slips(Sentence(text, phrase, plural)) if name == rule]


PLANTED = [
    ("article", "What is an university near this church?", False),
    ("article", "What is a owl on this church?", False),
    ("article", "Is a SUV next to this church?", False),
    ("article", "Is an T-shirt next to this church?", False),
    ("agreement", "Where are this church?", False),
    ("agreement", "Name the town where this church have a tower.", False),
    ("agreement", "What is these pants made of?", True),
    ("agreement", "Name the country where these pants was made.", True),
    ("base_form", "Where does this church stands?", False),
    ("base_form", "When did this church opened?", False),
    ("third_person", "Name the town where this church stand.", False),
    ("doubled", "Who designed the the tower of this church?", False),
    ("doubled", "What is the church in of this church?", False),
    ("possessive", "What is this church's's age?", False),
    ("possessive", "Who knows it's name, of this church?", False),
    ("capitals", "who designed this church?", False),
    ("capitals", "Is an american flag on this church?", False),
    ("capitals", "Is a tv in this church?", False),
    ("marks", "Who designed  this church?", False),
    ("marks", "Who designed this church ?", False),
    ("marks", "Who designed this church", False),
    ("lists", "Is this church a ruin, mill or house?", False),
    ("request", "Name the architect of this church?", False),
    ("request", "Who designed this church.", False),
]


@pytest.mark.parametrize(("rule", "text", "plural"), PLANTED)
def test_planted_slip_is_found(rule: str, text: str, plural: bool) -> None:
    phrase = "these pants" if plural else "this church"
    assert _only(rule, text, phrase, plural=plural)


def test_every_rule_has_a_planted_slip() -> None:
    assert {rule for rule, *_ in PLANTED} == {rule.__name__ for rule in RULES}


@pytest.mark.parametrize(
    "text",
    [
        "Is an SUV, a T-shirt, an hour, or a unicorn near this church?",
        "Where does this church stand?",
        "Where do people say that this church is?",
        "Name the town where this church stands.",
        "When did this church first open?",
        "Look at the vehicle next to this church. Where was this church built?",
        "On which day was this church's tower finished?",
    ],
)
def test_sound_sentence_passes(text: str) -> None:
    assert list(slips(Sentence(text, "this church"))) == []
