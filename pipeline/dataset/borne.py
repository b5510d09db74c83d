"""The names that objects bear: how each behaves, and which nouns it could be called by."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa

from pipeline.bank.build import BankBuilder
from pipeline.bank.called import head_synset
from pipeline.base.columns import write_rows
from pipeline.knowledge.wordnet import WordNet
from pipeline.language.grammar import Grammar
from pipeline.language.library import Library
from pipeline.language.scene import Name
from pipeline.relational.engine import Engine
from pipeline.sources.landmarks import LANDMARK_OBJECT
from pipeline.values import is_item_id

Row = dict[str, Any]
_MEANINGS = pa.schema([("name", pa.string()), ("key", pa.string())])


def names_borne(
    engine: Engine, scratch: Path, keys: Iterable[str], known: Mapping[str, Name], wordnet: WordNet
) -> dict[str, Name | None]:
    """Return how each name that an object bears behaves, None if nobody knows; in the order of the names.

    A name that the table lacks is one thing if it is a lemma of its synset, and never a target. A landmark
    has no name and is one thing, and so is what the annotators themselves gave an item.
    """
    names = [name for (name,) in engine.rows("distinct_names")]
    unknown = set(names) - known.keys() - {""}
    write_rows(scratch / "meanings.parquet", _MEANINGS, _meanings(keys, unknown, wordnet))
    engine.register({"meanings": scratch / "meanings.parquet"})
    one = {"", *(name for (name,) in engine.rows("meant_names", landmark=LANDMARK_OBJECT))}
    derived = {name: Name(name, "singular", "thing", False) for name in one}
    return {name: known.get(name) or derived.get(name) for name in names}


def _meanings(keys: Iterable[str], names: Collection[str], wordnet: WordNet) -> Iterator[Row]:
    """Yield the keys with those of the names that are lemmas of theirs, and the items with an empty name."""
    for key in keys:
        if is_item_id(key):
            yield {"name": "", "key": key}
        elif key in wordnet:
            lemmas = {lemma.lower() for lemma in wordnet[key].lemmas}
            yield from ({"name": lemma, "key": key} for lemma in lemmas if lemma in names)


def name_forms(names: Mapping[str, Name | None], library: Library) -> Iterator[Row]:
    """Yield how each name behaves in a sentence, where that is known."""
    yield from (_name_form(entry, library.grammar) for entry in names.values() if entry)


def _name_form(entry: Name, grammar: Grammar) -> Row:
    only = grammar.only(entry.name)
    definite = entry.definite or entry.number == "mass"
    return {
        "name": entry.name,
        "number": entry.number,
        "verb_number": entry.verb_number,
        "kind": entry.kind,
        "target": entry.target,
        "only_one": only,
        "one_of": only if definite else grammar.one_of(entry.name, singular=entry.number == "singular"),
    }


def callable_names(
    names: Iterable[str], known: Mapping[str, Name], builder: BankBuilder
) -> Iterator[dict[str, str]]:
    """Yield the nouns that each name could be called by."""
    nouns, maker = builder.nouns, builder.maker
    meant = cache(lambda synset: nouns.distances(maker.unlinked(synset)).keys())
    for name in names:
        called = sorted({*nouns.called(name), *meant(head_synset(name, known))})
        yield from ({"name": name, "noun_id": nouns.key(noun)} for noun in called)
