"""The English lexicon: nouns, names and predicates that name what there is."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from pipeline.base.files import read_tsv
from pipeline.knowledge.kinds import THING, Kinds
from pipeline.knowledge.wordnet import WordNet, read_wordnet
from pipeline.language.grammar import Grammar, read_grammar
from pipeline.language.landmarks import read_heads
from pipeline.language.nouns import Nouns, read_nouns
from pipeline.language.packs import read_toml
from pipeline.language.scene import Lexicon, Name, normalised, read_lexicon, read_names
from pipeline.values import is_item_id


@pytest.fixture(scope="module")
def lexicon_folder(templates: Path) -> Path:
    return templates / "en" / "lexicon"


@pytest.fixture(scope="module")
def grammar(lexicon_folder: Path) -> Grammar:
    return read_grammar(lexicon_folder / "grammar.toml")


@pytest.fixture(scope="module")
def wordnet(data: Path) -> WordNet:
    return read_wordnet(data / "wordnet" / "nouns.tsv.gz")


@pytest.fixture(scope="module")
def names(lexicon_folder: Path) -> dict[str, Name]:
    return read_names(lexicon_folder / "names.tsv")


@pytest.fixture(scope="module")
def lexicon(lexicon_folder: Path, grammar: Grammar) -> Lexicon:
    return read_lexicon([lexicon_folder / "predicates.toml"], grammar)


@pytest.fixture(scope="module", params=["things", "places"])
def nouns(request: pytest.FixtureRequest, lexicon_folder: Path, grammar: Grammar) -> Nouns:
    return read_nouns([lexicon_folder / "nouns" / f"{request.param}.toml"], grammar)


def test_synsets_of_kinds_and_nouns_exist(nouns: Nouns, kinds: Kinds, wordnet: WordNet) -> None:
    named = [name for noun in nouns.nouns.values() for name in (*noun.synsets, *noun.exceptions)]
    assert [name for name in (*named, *kinds.synsets) if name not in wordnet] == []


def test_kinds_of_nouns_are_declared(nouns: Nouns, kinds: Kinds) -> None:
    assert {noun.kind for noun in nouns.nouns.values()} - {*kinds.names, THING} == set()


def test_wider_kinds_are_declared(templates: Path, kinds: Kinds) -> None:
    declared = read_toml(templates / "kinds.toml")
    assert {wider for entry in declared.values() for wider in entry.get("is", ())} <= set(kinds.names)


def test_items_of_kinds_exist(kinds: Kinds, wider_labels: dict[str, str]) -> None:
    assert [item for item in kinds.items if not wider_labels.get(item)] == []


def test_nouns_are_plain_words_of_their_own(nouns: Nouns) -> None:
    singulars = [noun.singular for noun in nouns.nouns.values()]
    assert [word for word, n in Counter(singulars).items() if n > 1] == []
    for noun in nouns.nouns.values():
        for word in (noun.singular, noun.plural):
            assert word[0].isalpha()
            assert all(char.isalpha() or char in "' -" for char in word)
        assert all(map(is_item_id, noun.items))


def test_class_has_a_noun_or_is_rejected_and_not_both(nouns: Nouns) -> None:
    named = {item for noun in nouns.nouns.values() for item in noun.items}
    assert named.isdisjoint(nouns.rejected)


def test_no_noun_is_stilted_and_each_stilted_word_has_a_reason(nouns: Nouns) -> None:
    assert [noun for noun in nouns.nouns if nouns.stilted_word(noun)] == []
    assert [word for word, reason in nouns.stilted.items() if len(reason.split()) < 3] == []


def test_classes_have_the_label_written_beside_them(
    lexicon_folder: Path, wider_labels: dict[str, str]
) -> None:
    lines = (lexicon_folder / "nouns" / "places.toml").read_text(encoding="utf-8").splitlines()
    commented = [re.match(r'^\s*"(Q[1-9]\d*)",\s+# (.+)$', line) for line in lines]
    named = {match[1]: match[2] for match in commented if match}
    assert len(named) > 100
    assert {item: wider_labels.get(item) for item in named} == named


def test_landmarks_have_the_two_nouns_to_fall_back_on(lexicon_folder: Path, grammar: Grammar) -> None:
    places = read_nouns([lexicon_folder / "nouns" / "places.toml"], grammar).nouns
    assert places["building"].weak
    assert places["landmark"].weak


def test_heads_of_landmarks_stand_for_nouns(lexicon_folder: Path, grammar: Grammar, data: Path) -> None:
    places = read_nouns([lexicon_folder / "nouns" / "places.toml"], grammar)
    heads = read_heads(data / "reviewed" / "landmark_heads.tsv")
    assert {head.noun for scope in heads.values() for head in scope} - {"-", *places.nouns} == set()
    assert all(head.words for scope in heads.values() for head in scope)


def test_names_stand_once_in_order_with_synsets_that_exist(lexicon_folder: Path, wordnet: WordNet) -> None:
    rows = list(read_tsv(lexicon_folder / "names.tsv", ["name", "synset"]))
    listed = [row["name"] for row in rows]
    assert listed == sorted(set(listed))
    assert [row["synset"] for row in rows if row["synset"] and row["synset"] not in wordnet] == []
    assert [name for name in listed if name != " ".join(name.lower().split())] == []


def test_names_take_the_right_article(names: dict[str, Name], grammar: Grammar) -> None:
    """By the first letter, save for those that sound otherwise (read through once by eye)."""
    sounding = {"uniform": "a", "urinal": "a", "utensil": "a", "suv": "an", "herb": "an"}
    for name, entry in names.items():
        if entry.number == "singular" and entry.target:
            expected = sounding.get(name, "an" if name[0] in "aeiou" else "a")
            assert (name, grammar.article(name)) == (name, expected)


def test_kinds_of_predicates_are_those_of_names(lexicon: Lexicon, names: dict[str, Name]) -> None:
    known = {name.kind for name in names.values()}
    for entry in lexicon.predicates.values():
        assert set(entry.subject_kinds) | set(entry.object_kinds) <= known


def test_pairs_speak_of_kinds_and_names_and_are_described_by_targets(
    lexicon: Lexicon, names: dict[str, Name]
) -> None:
    kinds = {name.kind for name in names.values()}
    targets = {name for name, entry in names.items() if entry.target}
    for pairs in lexicon.listed.values():
        assert {pair.own for pair in pairs} <= kinds | names.keys()
        assert {pair.other for pair in pairs} <= kinds | targets


def test_predicates_are_listed_in_the_form_they_are_looked_up_in(lexicon: Lexicon) -> None:
    listed = [form for entry in lexicon.predicates.values() for form in (entry.name, *entry.variants)]
    assert [form for form in (*listed, *lexicon.unusable) if normalised(form) != form] == []


def test_every_predicate_describes_one_of_its_ends(lexicon: Lexicon) -> None:
    assert [name for name, entry in lexicon.predicates.items() if not (entry.subject or entry.object)] == []


def test_clauses_hold_their_slot_once(lexicon: Lexicon) -> None:
    for entry in lexicon.predicates.values():
        assert entry.subject.count("{{ o }}") == bool(entry.subject)
        assert entry.object.count("{{ s }}") == bool(entry.object)


def test_examples_are_what_the_clauses_give(lexicon: Lexicon) -> None:
    wrong = []
    for name, entry in lexicon.predicates.items():
        examples = entry.example.split(" / ")
        clauses = [clause for clause in (entry.subject, entry.object) if clause]
        patterns = [_pattern(clause) for clause in clauses]
        if len(examples) != len(clauses) or not all(map(re.fullmatch, patterns, examples)):
            wrong.append(name)
    assert wrong == []


def _pattern(clause: str) -> str:
    """Return a pattern for "the", a name, and the clause around another name."""
    pattern = re.escape(clause)
    for variable, forms in (("o", ".+"), ("s", ".+"), ("be", "(?:is|are)"), ("have", "(?:has|have)")):
        pattern = pattern.replace(re.escape(f"{{{{ {variable} }}}}"), forms)
    return f"the .+ {pattern}"
