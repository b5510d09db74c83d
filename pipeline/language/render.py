"""Nests wordings with Jinja2 into texts with one open slot, split at it into prefix and suffix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import TemplateError as JinjaError
from jinja2.exceptions import SecurityError

from pipeline.base.hashing import digest
from pipeline.language.patterns import Pattern, pattern

SLOT = "\ufffc"
"""Stands for the noun phrase of the image (U+FFFC, object replacement character)."""

THING, KIND = "x", "kind"
"""The variables of wordings: the thing itself, or the kind of thing it is ("this kind of vehicle")."""


class WordingError(ValueError):
    """A wording that Jinja2 cannot render, or that does not have exactly one slot `{{ x }}`."""


@dataclass(frozen=True, slots=True, order=True)
class Text:
    """A question around its slot.

    `wordings` holds the ids of the wordings used, main template first; `of_kind` is whether the slot takes
    the kind of thing rather than the thing.
    """

    prefix: str
    suffix: str
    of_kind: bool
    wordings: tuple[str, ...]


def fill(source: str, phrase: str) -> str:
    """Return a wording with a phrase in its slot, unchecked; an error of Jinja2 if it cannot be filled."""
    return pattern(source).render({THING: phrase, KIND: phrase})


@cache
def compiled(source: str) -> Pattern:
    """Return a wording as a pattern, checked: it parses, and uses `x` or `kind`, once, and nothing else."""
    try:
        wording = pattern(source)
        names = wording.variables
        filled = wording.render({THING: SLOT, KIND: SLOT})
    except (JinjaError, SecurityError, TypeError, ArithmeticError, ValueError) as fault:
        raise WordingError(f"{source!r}: {fault}") from fault
    if names not in ({THING}, {KIND}) or filled.count(SLOT) != 1:
        raise WordingError(
            f"expected {{{{ {THING} }}}} or {{{{ {KIND} }}}} once and no other, found {source!r}"
        )
    return wording


@cache
def is_of_kind(source: str) -> bool:
    """Whether a wording speaks of the kind of thing."""
    return KIND in pattern(source).variables


@cache
def tail(source: str) -> str:
    """Return the words that a wording has after its slot, without the final mark."""
    filled = compiled(source).render({THING: SLOT, KIND: SLOT})
    return filled.partition(SLOT)[2].strip(" ?.")


@cache
def wording_id(source: str) -> str:
    """Return the id of a wording: eight hex digits of its text, so that editing others leaves it alone."""
    return digest(source)[:8]


def nest(sources: Sequence[str]) -> Text:
    """Render wordings from the innermost clause to the main template.

    `sources` begins with the main template; each of the others fills the slot of the one before it.
    """
    prefix, _, suffix = _nested(tuple(sources)).partition(SLOT)
    wordings = tuple(map(wording_id, sources))
    return Text(prefix[:1].upper() + prefix[1:], suffix, is_of_kind(sources[-1]), wordings)


@cache
def _nested(sources: tuple[str, ...]) -> str:
    """Return wordings within each other, the innermost around the slot."""
    if not sources:
        return SLOT
    text = _nested(sources[1:])
    return compiled(sources[0]).render({THING: text, KIND: text})
