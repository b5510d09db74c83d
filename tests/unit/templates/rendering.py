"""Sentences in every combination of wording, predicate and class of noun that a build can make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pipeline.knowledge.kinds import Kinds
from pipeline.language.grammar import Grammar
from pipeline.language.nouns import Noun, Nouns
from pipeline.language.packs import Property, Wording
from pipeline.language.render import KIND, THING, compiled, is_of_kind
from pipeline.language.scene import Lexicon, Name

from .slips import Sentence

FRAME = "What do people know about {clause}?"
Spoken = tuple[str, str, Noun]
"""A noun as questions say it: "this church", "this kind of church", and the noun itself."""


def noun_class(noun: Noun) -> str:
    """Return what decides the grammar around a noun, apart from its meaning."""
    if noun.mass:
        return "mass"
    if " of " in noun.singular:
        return "of"
    return "s" if noun.singular.endswith("s") else "vowel" if noun.singular[0] in "aeiou" else "plain"


def spoken(files: Iterable[Nouns]) -> dict[str, list[Spoken]]:
    """Return class -> the nouns in it as questions say them."""
    found: dict[str, list[Spoken]] = {}
    for nouns in files:
        for noun_id, noun in nouns.nouns.items():
            said = nouns.this(noun_id), nouns.this_kind(noun_id), noun
            found.setdefault(noun_class(noun), []).append(said)
    return found


def sentence(text: str, phrase: str) -> Sentence:
    """Return a sentence with a capital."""
    return Sentence(text[:1].upper() + text[1:], phrase, plural=phrase.startswith("these "))


def wordings(
    registry: Mapping[str, Property], classes: Mapping[str, Sequence[Spoken]], kinds: Kinds
) -> Iterator[Sentence]:
    """Yield every wording with a noun of each class of which it may speak, another noun for each wording."""
    place = 0
    for spec in registry.values():
        joint = [(wording, registry[before]) for before, ws in spec.joint.items() for wording in ws]
        plain = [(wording, spec) for wording in spec.main]
        clauses = [(wording, spec) for wording in spec.clause]
        for frame, group in (("{clause}", [*plain, *joint]), (FRAME, clauses)):
            for wording, about in group:
                place += 1
                yield from _with_nouns(wording, about, frame, classes, kinds, place)


def _with_nouns(
    wording: Wording,
    about: Property,
    frame: str,
    classes: Mapping[str, Sequence[Spoken]],
    kinds: Kinds,
    place: int,
) -> Iterator[Sentence]:
    for nouns in classes.values():
        fitting = [
            said
            for said in nouns
            if kinds.fits(said[2].kind, about.subject) and kinds.fits(said[2].kind, wording.subject)
        ]
        if fitting:
            this, kind, _ = fitting[place % len(fitting)]
            phrase = kind if is_of_kind(wording.text) else this
            text = compiled(wording.text).render({THING: phrase, KIND: phrase})
            yield sentence(frame.format(clause=text), phrase)


def name_class(name: Name, grammar: Grammar) -> str:
    """Return what decides the grammar around an object's name."""
    return f"{name.number} {grammar.article(name.name) if name.number == 'singular' else ''}"


def names(known: Iterable[Name], grammar: Grammar) -> Iterator[Sentence]:
    """Yield every name that may stand in a clause, as one of several."""
    for name in known:
        phrase = one_of(name, grammar)
        yield Sentence(f"Look at the vehicle next to {phrase}.", phrase, name.verb_number == "plural")


def one_of(name: Name, grammar: Grammar) -> str:
    """Return a name as one of several."""
    if name.definite or name.number == "mass":
        return grammar.only(name.name)
    return grammar.one_of(name.name, singular=name.number == "singular")


def predicates(lexicon: Lexicon, known: Sequence[Name], grammar: Grammar) -> Iterator[Sentence]:
    """Yield every predicate in both roles with a name of each class, another name for each predicate."""
    classes: dict[str, list[Name]] = {}
    for name in known:
        classes.setdefault(name_class(name, grammar), []).append(name)
    for place, form in enumerate(lexicon.forms()):
        for members in classes.values():
            name = members[place % len(members)]
            if name.verb_number == form.number:
                phrase = one_of(name, grammar) if place % 2 else grammar.only(name.name)
                text = f"Look at the vehicle {form.prefix}{phrase}{form.suffix}."
                yield Sentence(text, phrase, form.number == "plural")
