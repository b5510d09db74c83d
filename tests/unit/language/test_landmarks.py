"""The noun of a landmark: what its classes, its description and its label say, and which of them counts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.base.errors import InputError
from pipeline.knowledge.graph import build_graph
from pipeline.knowledge.kinds import Classes, Kinds
from pipeline.language.grammar import Grammar
from pipeline.language.landmarks import Head, LandmarkNouns, read_heads, words_of
from pipeline.language.nouns import Noun, Nouns
from pipeline.wikidata.facts import Entity, Statement

ITEM = "Q243"
CHURCH, CATHEDRAL, BUILDING, LANDMARK = "Q16970", "Q2977", "Q41176", "Q2319498"
PARISH_CHURCH, CONVENT = "Q317557", "Q1128397"


def noun(word: str, *items: str, precedence: int = 50, weak: bool = False) -> Noun:
    return Noun(
        singular=word, plural=word + "s", items=items, familiarity=5, precedence=precedence, weak=weak
    )


NOUNS = {
    "church": noun("church", CHURCH, precedence=70),
    "cathedral": noun("cathedral", CATHEDRAL, precedence=80),
    "tower": noun("tower", "Q12518"),
    "building": noun("building", BUILDING, precedence=10, weak=True),
    "landmark": noun("landmark", LANDMARK, precedence=5, weak=True),
    "library": noun("library"),
}
# scope, match, head, noun, priority
HEADS = (
    ("label", "last", "church", "church", 50),
    ("label", "last", "tower", "tower", 50),
    ("label", "last", "library", "library", 50),
    ("label", "first", "église", "church", 50),
    ("label", "suffix", "kirche", "church", 40),
    ("label", "word", "tower", "tower", 20),
    ("label", "whole", "white house", "building", 50),
    ("label", "last", "minster abbey", "cathedral", 100),
    ("label", "last", "street", "-", 50),
    ("description", "last", "church", "church", 50),
    ("description", "last", "parish church", "church", 60),
    ("description", "last", "tower", "tower", 50),
    ("description", "last", "building", "building", 50),
    ("description", "first", "listed", "-", 50),
    ("description", "word", "cathedral", "cathedral", 55),
)


def finder(
    english: Grammar, label: str, description: str = "", *, facts: Sequence[tuple[str, str, str]] = ()
) -> LandmarkNouns:
    """Return a finder that knows one landmark and these facts (subject, property, value)."""
    statements = [Statement(s, p, "item", v, statement_id=f"{s}{p}{v}") for s, p, v in facts]
    known = {v: Entity(v, "x") for _, _, v in facts} | {ITEM: Entity(ITEM, label, description)}
    classes = Classes(build_graph(statements, known), Kinds((), {}, {}, {}))
    heads: dict[str, list[Head]] = {"label": [], "description": []}
    for scope, match, head, stands_for, priority in HEADS:
        heads[scope].append(Head(head, tuple(words_of(head)), match, stands_for, priority))
    nouns = Nouns("places", NOUNS, {"Q570116": "a status"}, english)
    return LandmarkNouns(nouns, heads, english.landmarks, classes, known)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Basilica di Sant'Andrea", ["basilica", "di", "sant'", "andrea"]),
        ("King’s Chapel", ["king's", "chapel"]),
        ("L'Hôtel-Dieu", ["l'", "hôtel", "dieu"]),
        ("  St. Mary's  (old) / new – big ", ["st", "mary's", "old", "new", "big"]),
        ("E\u0301glise", ["église"]),
        ("...", []),
        ("", []),
    ],
)
def test_words_of_a_label(text: str, words: list[str]) -> None:
    assert words_of(text) == words


@given(st.text(max_size=30))
def test_words_have_no_spaces_and_are_lower_case(text: str) -> None:
    for word in words_of(text):
        assert word
        assert not any(char.isspace() for char in word)
        assert word == word.lower()


@pytest.mark.parametrize(
    ("label", "found"),
    [
        ("Old Church", "church"),
        ("Church of St. Mary", "church"),  # before the preposition
        ("Old Church (Leeds)", "church"),
        ("Old Church, Tower", "church"),
        ("Église Saint-Pierre", "church"),
        ("Saint-Pierre église", ""),
        ("Lutherkirche", "church"),
        ("Tower Books Group", "tower"),
        ("Towers Group", ""),
        ("White House", "building"),
        ("The White House", ""),
        ("Of Church", "church"),
        ("Main Street", "-"),
        ("12 Main Street", ""),  # an address tells nothing of what stands there
        ("One Main Street", ""),
        ("Lutherkirche Tower", "tower"),  # the higher priority
        ("(Church)", "church"),
        ("", ""),
    ],
)
def test_head_of_a_label(english: Grammar, label: str, found: str) -> None:
    head = finder(english, "x").label_head(label)
    assert (head.noun if head else "") == found


@pytest.mark.parametrize(
    ("description", "found"),
    [
        ("church in Leeds, England", "church"),
        ("Parish Church of the town", "church"),
        ("ruined tower that was a church", "tower"),
        ("church and tower in Rome", "church"),
        ("building near a church", "building"),
        ("listed church", "church"),
        ("listed wall", "-"),
        ("seat of a cathedral chapter", "cathedral"),
        ("town", ""),
        ("", ""),
    ],
)
def test_head_of_a_description(english: Grammar, description: str, found: str) -> None:
    head = finder(english, "x").description_head(description)
    assert (head.noun if head else "") == found


def test_longer_head_of_a_description_counts(english: Grammar) -> None:
    head = finder(english, "x").description_head("parish church in Leeds")
    assert head is not None
    assert head.text == "parish church"


def named(finder: LandmarkNouns) -> tuple[str, str] | None:
    return finder.noun(ITEM)


def test_class_counts_before_description_and_label(english: Grammar) -> None:
    found = finder(english, "Old Tower", "library", facts=[(ITEM, "P31", CHURCH)])
    assert named(found) == ("church", "P31")


def test_of_several_classes_that_of_highest_precedence_counts(english: Grammar) -> None:
    facts = [(ITEM, "P31", CHURCH), (ITEM, "P31", CATHEDRAL), (ITEM, "P31", BUILDING)]
    assert named(finder(english, "x", facts=facts)) == ("cathedral", "P31")
    assert named(finder(english, "x", facts=facts[::-1])) == ("cathedral", "P31")


def test_class_that_label_or_description_names_counts_before_others(english: Grammar) -> None:
    facts = [(ITEM, "P31", CHURCH), (ITEM, "P31", CATHEDRAL)]
    assert named(finder(english, "Old Church", facts=facts)) == ("church", "P31")
    assert named(finder(english, "x", "church in Leeds", facts=facts)) == ("church", "P31")


def test_class_without_a_noun_is_followed_upwards_to_the_nearest(english: Grammar) -> None:
    # A parish church, which has no noun here, is a church, and that a building.
    facts = [(ITEM, "P31", PARISH_CHURCH), (PARISH_CHURCH, "P279", CHURCH), (CHURCH, "P279", BUILDING)]
    assert named(finder(english, "x", facts=facts)) == ("church", "P31")


def test_rejected_class_leads_no_further(english: Grammar) -> None:
    facts = [(ITEM, "P31", "Q570116"), ("Q570116", "P279", CHURCH)]
    assert named(finder(english, "x", facts=facts)) is None


def test_class_chain_that_runs_in_a_circle_ends(english: Grammar) -> None:
    facts = [(ITEM, "P31", PARISH_CHURCH), (PARISH_CHURCH, "P279", CONVENT), (CONVENT, "P279", PARISH_CHURCH)]
    assert named(finder(english, "x", facts=facts)) is None


def test_weak_class_gives_way_to_description_then_label(english: Grammar) -> None:
    weak = [(ITEM, "P31", BUILDING)]
    assert named(finder(english, "Old Tower", "church in Leeds", facts=weak)) == ("church", "description")
    assert named(finder(english, "Old Tower", facts=weak)) == ("tower", "label")
    assert named(finder(english, "x", facts=weak)) == ("building", "P31")


def test_label_that_overrules_counts_before_classes(english: Grammar) -> None:
    facts = [(ITEM, "P31", CHURCH)]
    assert named(finder(english, "West Minster Abbey", facts=facts)) == ("cathedral", "label")


def test_without_evidence_what_has_an_architect_is_a_building(english: Grammar) -> None:
    assert named(finder(english, "x", facts=[(ITEM, "P84", "Q778243")])) == ("building", "fallback")
    assert named(finder(english, "x")) is None


def test_place_that_is_no_thing_is_no_building(english: Grammar) -> None:
    architect = [(ITEM, "P84", "Q778243")]
    assert named(finder(english, "Main Street", facts=architect)) is None


def test_landmark_is_not_called_by_its_whole_name(english: Grammar) -> None:
    assert named(finder(english, "Library")) is None
    assert named(finder(english, "Old Library")) == ("library", "label")


def test_landmark_without_a_label_has_no_noun(english: Grammar) -> None:
    assert named(finder(english, "", "church in Leeds", facts=[(ITEM, "P31", CHURCH)])) is None
    assert finder(english, "x").noun(CONVENT) is None


HEADER = "scope\tmatch\thead\tlanguage\tnoun\tpriority\tnote\n"


def test_heads_are_read_by_scope(tmp_path: Path) -> None:
    path = tmp_path / "heads.tsv"
    rows = "label\tfirst\tHôtel-Dieu\tfr\tchurch\t60\tx\ndescription\tlast\tart museum\ten\ttower\t55\t\n"
    path.write_text(HEADER + rows, encoding="utf-8")
    assert read_heads(path) == {
        "label": [Head("Hôtel-Dieu", ("hôtel", "dieu"), "first", "church", 60)],
        "description": [Head("art museum", ("art", "museum"), "last", "tower", 55)],
    }


@pytest.mark.parametrize(
    "row", ["title\tlast\tabbey\ten\tchurch\t50\t", "label\tbest\tabbey\ten\tchurch\t50\t"]
)
def test_head_of_unknown_scope_or_match_is_named(tmp_path: Path, row: str) -> None:
    path = tmp_path / "heads.tsv"
    path.write_text(HEADER + row + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"heads\.tsv, abbey"):
        read_heads(path)
