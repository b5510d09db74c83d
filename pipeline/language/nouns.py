"""Class nouns: what a thing may be called in a question instead of its own name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from pipeline.language.grammar import Grammar
from pipeline.language.packs import read_toml, validated

_Form = TypeVar("_Form", bound=BaseModel)

_UNFAMILIAR = 1.5
"""How many steps of the class chain one step of familiarity is worth."""


class Noun(BaseModel):
    """One noun with the classes it names.

    `kind_noun` stands after "kind of" ("furniture"); `this` and `the` replace the grammar's patterns where
    they fail. Of several nouns that fit a landmark's classes the one of highest `precedence` counts; a
    `weak` one gives way to other evidence. What is called by an `unasked` one is not asked about, for the
    reason given.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    singular: str
    plural: str
    items: tuple[str, ...] = ()
    synsets: tuple[str, ...] = ()
    exceptions: tuple[str, ...] = Field(default=(), alias="except")
    kind: str = "thing"
    familiarity: int = Field(ge=1, le=5)
    mass: bool = False
    precedence: int = 50
    weak: bool = False
    unasked: str = ""
    kind_noun: str = ""
    this: str = ""
    the: str = ""

    @property
    def generic(self) -> str:
        """What stands after "kind of": "furniture" for "piece of furniture"."""
        return self.kind_noun or self.singular


@dataclass(frozen=True, slots=True)
class Concept:
    """What is linked: its item, its synsets, the distances to all its classes, and its own names."""

    key: str
    item: str
    synsets: tuple[str, ...]
    above_synsets: Mapping[str, int]
    above_items: Mapping[str, int]
    names: frozenset[str]


class Nouns:
    """The nouns of one file, by id.

    `rejected` maps classes that are no good noun to the reason, `stilted` words that nobody uses for a thing
    at hand.
    """

    def __init__(
        self,
        scope: str,
        nouns: Mapping[str, Noun],
        rejected: Mapping[str, str],
        grammar: Grammar,
        stilted: Mapping[str, str] | None = None,
    ) -> None:
        self.scope, self.nouns, self.rejected, self._grammar = scope, nouns, rejected, grammar
        self.stilted = stilted or {}
        self._by_item = _index(nouns, "items")
        self._by_synset = _index(nouns, "synsets")
        self._by_form: dict[str, list[str]] = {}
        for noun_id, noun in nouns.items():
            for form in (noun.singular, noun.plural):
                self._by_form.setdefault(form, []).append(noun_id)

    def key(self, noun_id: str) -> str:
        """Return a noun's id as tables hold it: with its file, as files may have nouns in common."""
        return f"{self.scope}.{noun_id}"

    def distances(self, concept: Concept) -> dict[str, int]:
        """Return noun id -> distance, for all nouns that the concept could be called by.

        WordNet decides where it knows the concept, for Wikidata's classes of everyday things are far less
        tidy (a bicycle is sports equipment there, a car a container).
        """
        index, above = self._by_item, concept.above_items
        if concept.above_synsets:
            index, above = self._by_synset, concept.above_synsets
        found: dict[str, int] = {}
        for name, distance in above.items():
            for noun in index.get(name, ()):
                found[noun] = min(distance, found.get(noun, distance))
        return found

    def choose(self, concept: Concept, *, most: int = 2) -> list[str]:
        """Return the best nouns for a concept, at most so many: near and familiar, never its own name."""
        costs = []
        for noun_id, distance in self.distances(concept).items():
            noun = self.nouns[noun_id]
            if noun.singular.lower() in concept.names or set(noun.exceptions) & set(concept.synsets):
                continue
            costs.append((distance + _UNFAMILIAR * (5 - noun.familiarity), distance, noun_id))
        return [noun_id for _, _, noun_id in sorted(costs)[:most]]

    def stilted_word(self, noun_id: str) -> str:
        """Return the stilted word that a noun is or is a piece of, or an empty text."""
        noun = self.nouns[noun_id]
        spoken = {text.rsplit(" of ", 1)[-1] for text in (noun.singular, noun.generic)}
        return next((word for word in sorted(self.stilted) if word in spoken), "")

    def called(self, name: str) -> list[str]:
        """Return the nouns that stand in an object's name as words ("red vehicle" -> vehicle)."""
        words = name.split(" ")
        ends = range(1, len(words) + 1)
        runs = (" ".join(words[max(0, end - size) : end]) for end in ends for size in range(1, end + 1))
        return sorted({noun_id for run in runs for noun_id in self._by_form.get(run, ())})

    def this(self, noun_id: str) -> str:
        """Return the phrase for the thing in the image: "this church"."""
        noun = self.nouns[noun_id]
        return noun.this or self._grammar.noun_phrase.referent.format(noun=noun.singular)

    def this_kind(self, noun_id: str) -> str:
        """Return the phrase for the kind of thing it is: "this kind of vehicle"."""
        return self._grammar.noun_phrase.kind.format(noun=self.nouns[noun_id].generic)

    def with_clause(self, noun_id: str) -> tuple[str, str]:
        """Return what stands before and after a clause about the thing: ("the church ", "")."""
        noun = self.nouns[noun_id]
        pattern = self._grammar.noun_phrase.referent_with_clause
        return _around(pattern.replace("the {noun}", noun.the or "the {noun}"), noun.singular)

    def pointing(self, noun_id: str) -> tuple[str, str]:
        """Return a sentence around a clause, for a question about the kind: ("Look at the bus ", ". ")."""
        return self._with_phrase(self._grammar.noun_phrase.pointing, noun_id)

    def place(self, noun_id: str) -> tuple[str, str]:
        """Return the question around a clause that asks where the thing is: ("Where is the bus ", "?")."""
        return self._with_phrase(self._grammar.noun_phrase.place, noun_id)

    def _with_phrase(self, pattern: str, noun_id: str) -> tuple[str, str]:
        before, after = self.with_clause(noun_id)
        return _around(pattern.replace("{phrase}", f"{before}{{clause}}{after}"), "")


def _around(pattern: str, noun: str) -> tuple[str, str]:
    before, _, after = pattern.partition("{clause}")
    return before.format(noun=noun), after.format(noun=noun)


def _index(nouns: Mapping[str, Noun], field: str) -> dict[str, list[str]]:
    index: dict[str, list[str]] = {}
    for noun_id, noun in nouns.items():
        for name in getattr(noun, field):
            index.setdefault(name, []).append(noun_id)
    return index


def read_nouns(paths: Sequence[Path], grammar: Grammar) -> Nouns:
    """Read noun files of one name; a later one's entries replace those of the same id.

    The `[[rejected]]` table lists classes that are no good noun, `[[stilted]]` words that are none.
    """
    nouns: dict[str, Noun] = {}
    rejected: dict[str, str] = {}
    stilted: dict[str, str] = {}
    for path in paths:
        entries = read_toml(path)
        rows = _checked(path, "rejected", _Rejected, {"rows": entries.pop("rejected", ())}).rows
        rejected |= {row.item: row.reason for row in rows}
        words = _checked(path, "stilted", _Stilted, {"rows": entries.pop("stilted", ())}).rows
        stilted |= {row.label: row.reason for row in words}
        nouns |= {noun_id: _checked(path, noun_id, Noun, entry) for noun_id, entry in entries.items()}
    return Nouns(paths[0].stem, nouns, rejected, grammar, stilted)


class _RejectedClass(BaseModel):
    item: str
    reason: str


class _Rejected(BaseModel):
    rows: tuple[_RejectedClass, ...]


class _StiltedWord(BaseModel):
    label: str
    reason: str


class _Stilted(BaseModel):
    rows: tuple[_StiltedWord, ...]


def _checked(path: Path, place: str, form: type[_Form], entry: Any) -> _Form:
    """Return an entry of a noun file in its form; TemplateError names the field that is wrong."""
    remedy = "templates/README.md explains each field."
    return validated(path, form.model_validate, entry, remedy=remedy, place=place)
