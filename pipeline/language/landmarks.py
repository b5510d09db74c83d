"""The class noun of a landmark: from its classes, its description, or its label, in that order.

Only one landmark in nine has a class in the sample, so the head noun of the description ("skyscraper in
Chicago") and a reviewed lexicon of label heads ("Schloss", "-kirche", "Gare") stand in. File names are
never used.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.base.errors import InputError
from pipeline.base.files import read_tsv
from pipeline.knowledge.kinds import Classes
from pipeline.language.grammar import LandmarkWords
from pipeline.language.nouns import Nouns
from pipeline.wikidata.facts import Entity
from pipeline.wikidata.fetch import INSTANCE_OF, SUBCLASS_OF

_OVERRULES = 100
"""A label head of this priority counts for more than the item's classes."""

_NO_NOUN = "-"
_LEVELS = 4
_HOW = ("whole", "last", "before preposition", "first", "word", "suffix")
_ELISION = re.compile(r"'(?=[^\W\d_]{3,})")
_GAP = re.compile(r"[\s\-‐‑–—/]+")
_MARKS = '.,;:!?"“”„()[]+…'
_BRACKETED = re.compile(r"\([^)]*\)")
_CLAUSE_END = re.compile(r"[,;:](?=\s)|\(|\.\s")
_ARCHITECT = "P84"


def words_of(text: str) -> list[str]:
    """Return the words of a label in lower case; "sant'andrea" gives two."""
    plain = unicodedata.normalize("NFC", text).lower().replace("’", "'").replace("‘", "'")
    words = (word.strip(_MARKS) for word in _GAP.split(_ELISION.sub("' ", plain)))
    return [word for word in words if word]


@dataclass(frozen=True, slots=True)
class Head:
    """A row of the lexicon: the words of a head, how they must match, and the noun they stand for."""

    text: str
    words: tuple[str, ...]
    match: str
    noun: str
    priority: int


def read_heads(path: Path) -> dict[str, list[Head]]:
    """Read `data/reviewed/landmark_heads.tsv`: scope (label, description) -> its heads."""
    heads: dict[str, list[Head]] = {"label": [], "description": []}
    for row in read_tsv(path, ["scope", "match", "head", "language", "noun", "priority", "note"]):
        if row["scope"] not in heads or row["match"] not in _HOW:
            raise InputError(
                path, place=row["head"], problem="unknown scope or match", remedy="Compare with other rows."
            )
        head = Head(
            row["head"], tuple(words_of(row["head"])), row["match"], row["noun"], int(row["priority"])
        )
        heads[row["scope"]].append(head)
    return heads


class LandmarkNouns:
    """Finds the nouns of landmarks; `facts` tells an item's values of a property."""

    def __init__(
        self,
        nouns: Nouns,
        heads: Mapping[str, Sequence[Head]],
        words: LandmarkWords,
        classes: Classes,
        entities: Mapping[str, Entity],
    ) -> None:
        self.nouns, self._words = nouns, words
        self._classes, self._entities = classes, entities
        self._suffixes = [head for head in heads["label"] if head.match == "suffix"]
        self._endings = tuple(head.words[0] for head in self._suffixes)
        self._by_first_word: dict[str, list[Head]] = {}
        for head in heads["label"]:
            if head.match != "suffix":
                self._by_first_word.setdefault(head.words[0], []).append(head)
        self._of_description: dict[str, list[Head]] = {}
        self._endings_of_description: dict[str, list[Head]] = {}
        for head in heads["description"]:
            if head.match in ("word", "first"):
                self._of_description.setdefault(head.words[0], []).append(head)
            elif head.match == "last":
                self._endings_of_description.setdefault(head.words[-1], []).append(head)
        self._by_item = {item: noun for noun, entry in nouns.nouns.items() for item in entry.items}

    def noun(self, item: str) -> tuple[str, str] | None:
        """Return (noun id, evidence) of a landmark, None if it has no label or nothing tells what it is.

        Evidence is P31, description, label, or fallback.
        """
        entity = self._entities.get(item)
        if entity is None or not entity.label:
            return None
        by_label = self.label_head(entity.label)
        by_description = self.description_head(entity.description)
        if by_label and by_label.priority >= _OVERRULES:
            return by_label.noun, "label"
        forbidden = _NO_NOUN in (by_label and by_label.noun, by_description and by_description.noun)
        names = [head.noun if head and head.noun != _NO_NOUN else "" for head in (by_label, by_description)]
        found = self._weighed(names[0], names[1], self._class_nouns(item))
        if found and self.nouns.nouns[found[0]].singular.lower() == entity.label.lower():
            # A library called "Library": its noun would be its name.
            found = None
        return found or self._fallback(item, forbidden)

    def _weighed(self, label: str, description: str, classes: set[str]) -> tuple[str, str] | None:
        """Weigh the three kinds of evidence against each other; weak nouns come last."""
        strong = {noun for noun in classes if not self._is_weak(noun)}
        agreeing = [noun for noun in (label, description) if noun in strong]
        if agreeing or strong:
            return self._highest(agreeing or strong), "P31"
        specific = [noun for noun in (label, description) if noun in classes - {"building", "landmark"}]
        if specific:
            return specific[0], "P31"
        for noun, evidence in ((description, "description"), (label, "label")):
            if noun and not self._is_weak(noun):
                return noun, evidence
        evidence_of = {label: "label", description: "description", **dict.fromkeys(classes, "P31")}
        evidence_of.pop("", None)
        if not evidence_of:
            return None
        best = self._highest(evidence_of)
        return best, evidence_of[best]

    def _fallback(self, item: str, forbidden: bool) -> tuple[str, str] | None:
        """Return "building" for what has an architect; the rest may be a street or a suburb."""
        designed = bool(self._classes.values(item, _ARCHITECT))
        return ("building", "fallback") if designed and not forbidden else None

    def _is_weak(self, noun: str) -> bool:
        return self.nouns.nouns[noun].weak

    def _highest(self, nouns: Iterable[str]) -> str:
        return max(sorted(nouns), key=lambda noun: self.nouns.nouns[noun].precedence)

    def _class_nouns(self, item: str) -> set[str]:
        """Return the nouns of the nearest classes that have one; rejected classes lead no further."""
        found: set[str] = set()
        for start in self._classes.values(item, INSTANCE_OF):
            level, seen = [start], {start}
            for _ in range(_LEVELS + 1):
                named = {self._by_item[name] for name in level if name in self._by_item}
                if named or not level:
                    found |= named
                    break
                above = {
                    up
                    for name in level
                    if name not in self.nouns.rejected
                    for up in self._classes.values(name, SUBCLASS_OF)
                }
                level = sorted(above - seen)
                seen |= above
        return found

    def label_head(self, label: str) -> Head | None:
        """Return the head that counts in a label: highest priority, then closest match, then longest."""
        words = words_of(_BRACKETED.sub(" ", label).split(",")[0]) or words_of(label)
        is_address = any(word[0].isdigit() for word in words) or (
            words[:1] and words[0] in self._words.numerals
        )
        hits = [
            (-head.priority, _HOW.index(how), -len(head.text), head.text, head)
            for head in self._candidates(words)
            if not (head.noun == _NO_NOUN and is_address) and (how := self._label_match(head, words))
        ]
        return min(hits, key=lambda hit: hit[:4])[4] if hits else None

    def _candidates(self, words: Sequence[str]) -> Iterator[Head]:
        """Yield the heads that can match at all: those whose first word occurs, and the suffixes."""
        for word in dict.fromkeys(words):
            yield from self._by_first_word.get(word, ())
        if any(word.endswith(self._endings) for word in words):
            yield from self._suffixes

    def _label_match(self, head: Head, words: Sequence[str]) -> str:
        size = len(head.words)
        match head.match:
            case "whole":
                found = tuple(words) == head.words
            case "last":
                found = tuple(words[-size:]) == head.words
                cut = next(
                    (i for i, word in enumerate(words) if i and word in self._words.prepositions), None
                )
                if not found and cut and tuple(words[:cut][-size:]) == head.words:
                    return "before preposition"
            case "first":
                found = tuple(words[:size]) == head.words
            case "suffix":
                found = any(word.endswith(head.words[0]) for word in words)
            case _:
                found = _contains(words, head.words)
        return head.match if found else ""

    def description_head(self, description: str) -> Head | None:
        """Return the head noun of a description's first phrase that the lexicon knows."""
        words = words_of(_CLAUSE_END.split(unicodedata.normalize("NFC", description).lower())[0])
        hits = [
            head
            for word in dict.fromkeys(words)
            for head in self._of_description.get(word, ())
            if (head.match == "word" and _contains(words, head.words))
            or (head.match == "first" and tuple(words[: len(head.words)]) == head.words)
        ]
        for phrase in self._conjuncts(words):
            heads = self._endings_of_description.get(phrase[-1], ()) if phrase else ()
            ending = [head for head in heads if tuple(phrase[-len(head.words) :]) == head.words]
            if ending:
                hits.append(min(ending, key=lambda h: (-len(h.words), -h.priority, -len(h.text), h.text)))
                break
        return min(hits, key=lambda h: (-h.priority, -len(h.text), h.text)) if hits else None

    def _conjuncts(self, words: Sequence[str]) -> Iterator[list[str]]:
        """Yield the parts of the noun phrase that begins a description, split at "and"."""
        phrase: list[str] = []
        for place, word in enumerate(words):
            if place and word in self._words.phrase_ends:
                break
            if word in self._words.conjunctions:
                yield phrase
                phrase = []
            else:
                phrase.append(word)
        yield phrase


def _contains(words: Sequence[str], part: Sequence[str]) -> bool:
    size = len(part)
    return any(tuple(words[i : i + size]) == tuple(part) for i in range(len(words) - size + 1))
