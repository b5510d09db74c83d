"""Properties that the sample has no fact of, asked with right answers from facts of the tests' own."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pipeline.bank.build import BankBuilder
from pipeline.bank.concepts import ConceptMaker
from pipeline.bank.routes import Router
from pipeline.base.files import read_tsv
from pipeline.dataset.vocabulary import shipped_library
from pipeline.knowledge.gone import Gone
from pipeline.knowledge.graph import build_graph, facts_of
from pipeline.knowledge.kinds import Classes, Kinds
from pipeline.knowledge.linking import Link
from pipeline.knowledge.wordnet import WordNet
from pipeline.language.answers import Answers
from pipeline.language.grammar import Grammar, read_grammar
from pipeline.language.landmarks import LandmarkNouns
from pipeline.language.nouns import Noun, Nouns, read_nouns
from pipeline.language.packs import Property, read_successions
from pipeline.wikidata.facts import Entity

from .paper import listed
from .rare import UNITS, RareFact, class_of, rare_facts, statements_of

FACTS = rare_facts()


Tables = dict[str, list[dict[str, Any]]]


def asked(registered: dict[str, Property]) -> dict[str, Property]:
    """Return the registry as a pack would make it that wants everything asked."""
    wanted = {"volatile": False, "off": ""}
    return {prop: spec.model_copy(update=wanted) for prop, spec in registered.items()}


def nouns(kinds: Kinds, grammar: Grammar) -> Nouns:
    """Return one noun for each kind of subject: its name."""
    entries = {
        kind: Noun(singular=kind, plural=kind, items=(class_of(kind, kinds),), kind=kind, familiarity=5)
        for kind in {fact.subject_kind for fact in FACTS}
    }
    return Nouns("things", entries, {}, grammar)


@pytest.fixture(scope="module")
def bank(registered: dict[str, Property], kinds: Kinds, templates: Path) -> Tables:
    """The tables of a bank of the rare facts."""
    lexicon = templates / "en" / "lexicon"
    grammar, properties = read_grammar(lexicon / "grammar.toml"), asked(registered)
    known = {e.item: e for fact in FACTS for e in (fact.subject, fact.value) if e}
    entities = {**{item: Entity(item, "class") for item in kinds.items}, **known}
    statements = statements_of(FACTS, kinds)
    graph = build_graph(statements, entities)
    classes = Classes(graph, kinds)
    places = read_nouns([lexicon / "nouns" / "places.toml"], grammar)
    builder = BankBuilder(
        Router(
            graph,
            classes,
            properties,
            read_successions(templates / "routes.toml"),
            edges=1,
            is_gone=Gone(classes, entities, (), facts=partial(facts_of, graph), present=2026).holds,
        ),
        properties,
        ConceptMaker(WordNet([]), classes, entities, {}, {}),
        nouns(kinds, grammar),
        LandmarkNouns(places, {"label": [], "description": []}, grammar.landmarks, classes, entities),
        Answers(
            grammar,
            shipped_library("en").units | UNITS,
            {item: entity.label for item, entity in entities.items()},
        ),
        entities,
        {},
        frozenset(),
        0,
    )
    subjects = sorted({fact.subject.item for fact in FACTS})
    return builder.build([Link(item, item, "given") for item in subjects], frozenset(), []).tables


def test_each_property_of_the_paper_without_a_fact_in_the_sample_has_one_here(data: Path) -> None:
    tables = [data / "snapshot" / "statements.tsv.gz", *(data / "reviewed").glob("everyday_facts_*.tsv")]
    sampled = {row["property"] for path in tables for row in read_tsv(path, ["property"])}
    assert {fact.statement.property for fact in FACTS} == listed().keys() - sampled
    assert len(FACTS) == 58


def test_items_have_their_real_names(wider_labels: dict[str, str]) -> None:
    named = {e.item: e.label for fact in FACTS for e in (fact.subject, fact.value) if e}
    real = {item: label for item, label in named.items() if not item.startswith("Q9990")}
    assert {item: wider_labels.get(item) for item in real} == real


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.statement.property)
def test_rare_property_is_asked_with_its_answer(bank: Tables, fact: RareFact) -> None:
    rows = [row for row in bank["routes"] if row["property_id"] == fact.statement.property]
    assert [(row["item"], row["answer"]) for row in rows] == [(fact.subject.item, fact.answer)]
    assert not re.search(r"\bQ\d+|\d{4}-\d\d-\d\dT", fact.answer)
    texts = {
        f"{row['prefix']}this {fact.subject_kind}{row['suffix']}"
        for row in bank["texts"]
        if row["shape_id"] == rows[0]["shape_id"]
    }
    assert len(texts) >= 2
    assert all(text[0].isupper() and text[-1] in "?." and "{" not in text for text in texts)
