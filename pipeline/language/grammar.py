"""A language's grammar in data: noun phrases, articles, agreement, and forms of dates."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from pipeline.language.packs import read_toml, validated
from pipeline.language.render import fill


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", ignored_types=(cached_property,))


class NounPhrases(_Strict):
    """Patterns with {noun}, {clause} and {article}."""

    referent: str
    referent_with_clause: str
    kind: str
    pointing: str
    place: str
    only: str
    one_of_singular: str
    one_of_plural: str


class Checks(_Strict):
    """Regular expressions that wordings are held to, with `thing` in their slot.

    `clause` is the form of sub-clauses and `sentences` are those of questions; the others find slips.
    `indefinite` has the groups article and noun. `articles` are words that a name may do without,
    `determiners` finds two in a row, `relative` what begins a relative clause; none need be given.
    """

    thing: str
    clause: str
    sentences: tuple[str, ...]
    article: str
    indefinite: str
    repeated: str
    spacing: str
    agreement: tuple[str, ...]
    articles: tuple[str, ...] = ()
    determiners: str = ""
    relative: str = ""


class Article(_Strict):
    """The article of nouns that match a pattern."""

    pattern: str
    article: str


class NamePhrase(_Strict):
    """How names that match a pattern, of things of some of the kinds, stand in a sentence; all if none."""

    pattern: str
    kinds: tuple[str, ...] = ()
    phrase: str


class DateForms(_Strict):
    """Patterns of CLDR, or with {decade}, {century}, {millennium}; the first is shown.

    Years of our era before `early_before` look like bare numbers, so they are written by `early`.
    """

    day: tuple[str, ...]
    month: tuple[str, ...]
    year: tuple[str, ...]
    decade: tuple[str, ...]
    century: tuple[str, ...]
    millennium: tuple[str, ...]
    early: tuple[str, ...]
    early_before: int
    bce: tuple[str, ...]
    day_bce: tuple[str, ...]
    month_bce: tuple[str, ...]
    ordinal_suffixes: dict[str, str]

    def ordinal(self, number: int) -> str:
        """Return a number as an ordinal, by its last two digits, else its last one."""
        suffixes = self.ordinal_suffixes
        last = suffixes.get(str(number % 100)) or suffixes.get(str(number % 10)) or suffixes["default"]
        return f"{number}{last}"


class AnswerForms(_Strict):
    """What people write otherwise: endings that they leave out of names, small numbers as words from zero.

    `also` has pairs of a regular expression and what may stand in its place ("St." for "Saint"); of the pairs
    in one list only the first that fits counts. `plurals` has the plural of common nouns.
    """

    endings: tuple[str, ...] = ()
    numerals: tuple[str, ...] = ()
    also: tuple[tuple[tuple[str, str], ...], ...] = ()
    plurals: dict[str, str] = {}

    def variants(self, name: str) -> list[str]:
        """Return other ways to write a name."""
        found = []
        for pairs in self.also:
            changed = (re.sub(pattern, other, name) for pattern, other in pairs if re.search(pattern, name))
            found.append(next(changed, name))
        first, space, last = name.rpartition(" ")
        found.append(first + space + self._other_number.get(last, last))
        return [other for other in found if other != name]

    @cached_property
    def _other_number(self) -> dict[str, str]:
        """Singular -> plural, and the other way round."""
        return {plural: singular for singular, plural in self.plurals.items()} | self.plurals


class LandmarkWords(_Strict):
    """Words that end the head noun phrase of a label or description, and numerals that begin an address."""

    prepositions: frozenset[str]
    phrase_ends: frozenset[str]
    conjunctions: frozenset[str]
    numerals: frozenset[str]


class Grammar(_Strict):
    """`templates/LANGUAGE/lexicon/grammar.toml`; `gone` lists words that say that a thing is no more.

    `apposition` is a pattern of names that end with one. `capitals` maps words of annotators, who write small
    letters only, to how they are written.
    """

    locale: str
    script: str
    labels: tuple[str, ...]
    noun_phrase: NounPhrases
    checks: Checks
    verbs: dict[str, dict[str, str]]
    articles: tuple[Article, ...] = Field(alias="article")
    apposition: str = ""
    names: tuple[NamePhrase, ...] = Field(default=(), alias="name")
    capitals: dict[str, str] = {}
    dates: DateForms
    answers: AnswerForms = AnswerForms()
    gone: tuple[str, ...] = ()
    landmarks: LandmarkWords

    def article(self, noun: str) -> str:
        """Return the indefinite article of a noun."""
        return next(entry.article for entry in self.articles if re.search(entry.pattern, noun, re.IGNORECASE))

    def named(self, name: str, kind: str) -> str:
        """Return a name as it stands in a sentence: "the Netherlands", "the Elbe", "Paris"."""
        fitting = (entry for entry in self.names if not entry.kinds or kind in entry.kinds)
        phrase = next((entry.phrase for entry in fitting if re.search(entry.pattern, name)), "{name}")
        return phrase.replace("{name}", name)

    def sentence(self, wording: str, name: str) -> str:
        """Return a wording around a name, with a capital at its beginning and one mark at its end.

        A name with an apposition has its second comma where the sentence goes on: "Rome, Italy, is".
        """
        text = fill(wording, name)
        if self.apposition and re.search(self.apposition, name):
            text = text.replace(f"{name} ", f"{name}, ")
        ended = text[:-1] if text.endswith("..") else text
        return ended[:1].upper() + ended[1:]

    def ways_to_name(self, name: str) -> set[str]:
        """Return a name as it may stand in a sentence, whatever it names."""
        return {name, *(entry.phrase.replace("{name}", name) for entry in self.names)}

    def written(self, name: str) -> str:
        """Return a name as it is written: its words that are names or abbreviations with their capitals."""
        return " ".join(self.capitals.get(word, word) for word in name.split(" "))

    def only(self, name: str) -> str:
        """Return the phrase for the only thing of that name."""
        return self.noun_phrase.only.format(noun=self.written(name))

    def one_of(self, name: str, *, singular: bool) -> str:
        """Return the phrase for one (or some) of several things of that name."""
        noun = self.written(name)
        phrase = self.noun_phrase.one_of_singular if singular else self.noun_phrase.one_of_plural
        return phrase.format(noun=noun, article=self.article(noun) if singular else "")


def read_grammar(path: Path) -> Grammar:
    """Read a grammar; TemplateError names the field that is wrong."""
    remedy = "Compare with templates/en/lexicon/grammar.toml."
    return validated(path, Grammar.model_validate, read_toml(path), remedy=remedy)
