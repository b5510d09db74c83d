"""Texts of routes: for each shape of route and each of sixteen buckets, one way to ask.

A shape is what wordings depend on: the properties, the kinds at their ends, number, precision, state
and unit. Some thousand shapes serve all concepts, so a text is made once per shape, not per question.
A question's bucket is the first hex digit of a hash of its image and object.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Any

from pipeline.bank.routes import Route, Step, wordings_of
from pipeline.base.hashing import choose, digest, shuffled
from pipeline.language.packs import Property, Wording
from pipeline.language.render import Text, nest, tail

BUCKETS = "0123456789abcdef"

_ECHO_WORDS = 3
_CONTENT_LETTERS = 4
_FUNCTION_WORDS = frozenset(
    {"that", "this", "what", "which", "whom", "whose", "where", "when", "with", "from"}
)
_WORD = re.compile(r"[\w']+")
_LONGEST_TAILS = (None, 1, 0)
"""Words that a main wording should have after its slot, by the number of clauses that fill it.

"When was the architect of this tower born?" is easy; after two clauses a listener has lost the verb.
"""

_SLOT_EXPRESSION = re.compile(r"\{\{.*?\}\}")

Applies = Callable[[Wording, Step], bool]


def shape_id(steps: Sequence[Step]) -> str:
    """Return the id of a route's shape."""
    return _shape_id(tuple(steps))


@cache
def _shape_id(steps: tuple[Step, ...]) -> str:
    return digest(*steps)[:12]


@dataclass(frozen=True, slots=True, order=True)
class ShapeText:
    """The text of a shape in a bucket; `template` names property and main wording, `variant` the clauses."""

    shape_id: str
    bucket: str
    prefix: str
    suffix: str
    of_kind: bool
    template: str
    variant: str


@dataclass(frozen=True, slots=True, order=True)
class Paraphrase:
    """A further way to ask what a shape asks, the `place`-th of a random order."""

    shape_id: str
    place: int
    prefix: str
    suffix: str
    of_kind: bool
    template: str
    variant: str


def texts_of(
    route: Route, properties: Mapping[str, Property], applies: Applies, *, seed: int
) -> list[ShapeText]:
    """Return the sixteen texts of a route's shape; none if every way to nest its wordings repeats itself."""
    shape, nestings = shape_id(route.steps), _nestings_of(route, properties, applies)
    if not nestings:
        return []
    path, last = "/".join(route.properties), route.steps[-1].property
    return [_bucket_text(shape, bucket, nestings, path, last, seed) for bucket in BUCKETS]


def wordings_of_shape(
    route: Route, properties: Mapping[str, Property], applies: Applies, *, seed: int, most: int
) -> list[Paraphrase]:
    """Return so many of all the ways to ask what a route's shape asks, each once."""
    shape, last = shape_id(route.steps), route.steps[-1].property
    nestings = _nestings_of(route, properties, applies)
    ways = [(main, *chain) for chain, texts in nestings.items() for main in dict.fromkeys(texts)]
    drawn = shuffled(ways, seed=seed, stage="paraphrases", key="/".join(route.properties), by=_digest_of)
    return [
        Paraphrase(shape, place, text.prefix, text.suffix, text.of_kind, *_names(last, text))
        for place, text in enumerate(map(nest, drawn[:most]))
    ]


@cache
def _digest_of(wordings: tuple[str, ...]) -> str:
    return digest(*wordings)


def _names(last: str, text: Text) -> tuple[str, str]:
    """Return template and variant of a text that asks for a property."""
    template, *variant = text.wordings
    return f"{last}:{template}", ".".join(variant)


def _nestings_of(
    route: Route, properties: Mapping[str, Property], applies: Applies
) -> dict[tuple[str, ...], list[str]]:
    """Return the ways to nest a route's wordings: clauses that go together -> main wordings."""
    joint, main = wordings_of(route.steps, properties, applies)
    clauses = [
        [w.text for w in properties[step.property].clause if applies(w, step)]
        for step in reversed(route.steps[:-1])
    ]
    return (_nestings(joint, clauses[1:]) if joint else {}) or _nestings(main, clauses)


def _nestings(main: Sequence[str], clauses: Sequence[Sequence[str]]) -> dict[tuple[str, ...], list[str]]:
    """Return clauses that go together -> the main wordings that go with them.

    Wordings that share a word of content are not nested if others can be had ("would you find the country
    where you would find ..."); wordings that share three words in a row never are. What
    goes on after a long slot is avoided as well.
    """
    for heard in (_content, _runs):
        fitting = {
            chain: [text for text in main if not any(_clash(text, clause, heard) for clause in chain)]
            for chain in product(*clauses)
            if not any(_clash(outer, inner, heard) for outer, inner in combinations(chain, 2))
        }
        for longest in (_LONGEST_TAILS[len(clauses)], None):
            found = {chain: _with_tails(texts, longest) for chain, texts in fitting.items()}
            if any(found.values()):
                return {chain: texts for chain, texts in found.items() if texts}
    return {}


def _with_tails(texts: Sequence[str], longest: int | None) -> list[str]:
    """Return the wordings that have at most so many words after their slot; all if None."""
    return [text for text in texts if longest is None or len(tail(text).split()) <= longest]


def _clash(outer: str, inner: str, heard: Callable[[str], frozenset[Any]]) -> bool:
    """Whether one wording cannot stand inside the other.

    They share something that a listener would hear twice, or both go on after their slots, so that verbs
    pile up ("Where does the country where this church stands lie?").
    """
    return not heard(outer).isdisjoint(heard(inner)) or bool(tail(outer) and tail(inner))


@cache
def _content(source: str) -> frozenset[str]:
    """Return the words of a wording that carry meaning: those of some length."""
    words = {word.lower() for word in _WORD.findall(_SLOT_EXPRESSION.sub(" ", source))}
    return frozenset(word for word in words if len(word) >= _CONTENT_LETTERS) - _FUNCTION_WORDS


@cache
def _runs(source: str) -> frozenset[tuple[str, ...]]:
    """Return the runs of three words of a wording, which sound repetitive whatever the words are."""
    words = [word.lower() for word in _WORD.findall(_SLOT_EXPRESSION.sub(" ", source))]
    return frozenset(tuple(words[i : i + _ECHO_WORDS]) for i in range(len(words) - _ECHO_WORDS + 1))


def _bucket_text(
    shape: str, bucket: str, nestings: Mapping[tuple[str, ...], list[str]], path: str, last: str, seed: int
) -> ShapeText:
    key = f"{path}:{bucket}"
    chain = choose(nestings, seed=seed, stage="clauses", key=key, by=_digest_of)
    main = choose(nestings[chain], seed=seed, stage="main", key=key, by=str)
    text: Text = nest([main, *chain])
    return ShapeText(shape, bucket, text.prefix, text.suffix, text.of_kind, *_names(last, text))
