"""Nests wordings with Jinja2 into texts with one open slot, split at it into prefix and suffix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import StrictUndefined, Template, TemplateSyntaxError, UndefinedError, meta
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pipeline.base.hashing import digest

SLOT = "\ufffc"
"""Stands for the noun phrase of the image (U+FFFC, object replacement character)."""

VARIABLE = "x"

_environment = ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False)


class WordingError(ValueError):
    """A wording that Jinja2 cannot render, or that does not have exactly one slot `{{ x }}`."""


@dataclass(frozen=True, slots=True, order=True)
class Text:
    """A question around its slot; `wordings` holds the ids of the wordings used, main template first."""

    prefix: str
    suffix: str
    wordings: tuple[str, ...]


@cache
def compiled(source: str) -> Template:
    """Return a wording as a template, checked: it parses, uses `x` and nothing else, and once."""
    try:
        tree = _environment.parse(source)
        names = meta.find_undeclared_variables(tree)
        template = _environment.from_string(source)
        filled = template.render({VARIABLE: SLOT})
    except (TemplateSyntaxError, UndefinedError, SecurityError) as fault:
        raise WordingError(str(fault)) from fault
    if names != {VARIABLE} or filled.count(SLOT) != 1:
        raise WordingError(f"expected {{{{ {VARIABLE} }}}} once and no other variable, found {source!r}")
    return template


def wording_id(source: str) -> str:
    """Return the id of a wording: eight hex digits of its text, so that editing others leaves it alone."""
    return digest(source)[:8]


def nest(sources: Sequence[str]) -> Text:
    """Render wordings from the innermost clause to the main template.

    `sources` begins with the main template; each of the others fills the slot of the one before it.
    """
    text = SLOT
    for source in reversed(sources):
        text = compiled(source).render({VARIABLE: text})
    prefix, _, suffix = text.partition(SLOT)
    return Text(prefix[:1].upper() + prefix[1:], suffix, tuple(map(wording_id, sources)))
