"""Checks of options: one true, none alike, and none that betrays itself by its form."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from pipeline.quality.forms import (
    alike,
    all_alike,
    amounts,
    explained,
    grain,
    last_place,
    raw_value,
    unfit,
    words_of,
)
from pipeline.quality.registry import check
from pipeline.quality.units import Options

_FEATURES: dict[str, Callable[[str], bool]] = {
    "figures": lambda text: any(char.isdecimal() for char in text),
    "a comma": lambda text: "," in text and not text[:1].isdecimal(),
    "brackets": lambda text: "(" in text,
    "a small first letter": lambda text: text[:1].islower(),
    "an ampersand": lambda text: "&" in text,
    "a full stop at its end": lambda text: text.endswith("."),
}
_UNREADABLE = ("no_label", "label_other_script")
_FACTOR, _LETTERS = 2.5, 12
"""An option stands out if it is so many times as long or short as the next, and by so many letters."""


@check("E301", Options)
def misplaced(options: Options) -> str | None:
    """The option marked correct is not the answer."""
    inside = 0 <= options.correct < len(options.choices)
    return None if inside and options.choices[options.correct] == options.answer else str(options.correct)


@check("E302", Options, hereditary=True)
def also_true(options: Options) -> str | None:
    """A wrong option that reads like an accepted answer."""
    if misplaced(options):
        return None
    accepted = all_alike(options.accepted, options.grammar)
    return next((text for text in options.wrong if alike(text, options.grammar) in accepted), None)


@check("E303", Options, hereditary=True)
def twice(options: Options) -> str | None:
    """Two wrong options that read alike."""
    forms = [alike(text, options.grammar) for text in options.wrong]
    if len(set(forms)) == len(forms):
        return None
    repeated = (text for text, form in zip(options.wrong, forms, strict=True) if forms.count(form) > 1)
    return next(repeated, None)


@check("E304", Options)
def none_wrong(options: Options) -> str | None:
    """No wrong option."""
    return options.answer if len(options.choices) < 2 else None


@check("E305", Options, hereditary=True)
def raw(options: Options) -> str | None:
    """An option that is or holds an id, a coordinate, a time stamp or a web address."""
    return next((text for text in options.choices if raw_value(text)), None)


@check("E306", Options, hereditary=True)
def with_explanation(options: Options) -> str | None:
    """An option with an explanation in brackets, such as years."""
    return next((text for text in options.choices if explained(text)), None)


@check("E307", Options, hereditary=True)
def other_script(options: Options) -> str | None:
    """An option in another script than its language's, or empty."""
    faults = ((text, unfit(text, options.grammar.script)) for text in options.choices)
    return next((text or "empty" for text, fault in faults if fault in _UNREADABLE), None)


@check("E308", Options, hereditary=True)
def mixed_grain(options: Options) -> str | None:
    """Dates of unlike precision, or amounts with and without a unit: a year beside a full date."""
    grains = {grain(text) for text in options.choices}
    # A year such as 1450 cannot be told from a number of that size.
    grains = grains - {"year"} if "number" in grains else grains
    return ", ".join(sorted(found or "text" for found in grains)) if len(grains) > 1 else None


@check("W309", Options)
def odd_form(options: Options) -> str | None:
    """The answer alone has, or lacks, figures, a comma, brackets, a small first letter or an ampersand."""
    if len(options.wrong) < 2:
        return None
    truth, others = _features(options.answer), [_features(text) for text in options.wrong]
    if truth in others:
        return None
    for what, has, *other in zip(_FEATURES, truth, *others, strict=True):
        if has not in other:
            return f"{'has' if has else 'lacks'} {what}"
    return None


@lru_cache(maxsize=200_000)
def _features(text: str) -> tuple[bool, ...]:
    """Return which of _FEATURES a text has."""
    return tuple(has(text) for has in _FEATURES.values())


@check("W310", Options)
def odd_length(options: Options) -> str | None:
    """The answer alone is much longer, or much shorter, than all wrong options."""
    length, others = len(options.answer), [len(text) for text in options.wrong]
    if len(others) < 2 or min(abs(length - other) for other in others) < _LETTERS:
        return None
    odd = length > _FACTOR * max(others) or length * _FACTOR < min(others)
    return options.answer if odd else None


@check("W311", Options)
def odd_digits(options: Options) -> str | None:
    """The answer alone is given more, or less, exactly than all wrong options: 5,636 beside 4,790."""
    if grain(options.answer) not in ("number", "amount") or len(options.wrong) < 2:
        return None
    places = [_last_place(text, options.grammar.locale) for text in (options.answer, *options.wrong)]
    return options.answer if not min(places[1:]) <= places[0] <= max(places[1:]) else None


def _last_place(text: str, locale: str) -> int:
    return min((last_place(number) for number in amounts(text, locale) if number is not None), default=0)


@check("W312", Options, hereditary=True)
def contained(options: Options) -> str | None:
    """An option whose words stand in another one."""
    texts = [words_of(text) for text in options.choices if not grain(text)]
    joined = "\n".join(texts)
    # A text stands in itself once; in another one if it is found more often than that.
    found = ((one, joined.count(one)) for one in texts)
    return next((one.strip() for one, times in found if times > 1 and times > texts.count(one)), None)


_ACCENT = re.compile(r"[^\x00-\x7f]")


@check("W313", Options)
def odd_letters(options: Options) -> str | None:
    """The answer alone has letters with accents, as names of its language do."""
    odd = _ACCENT.search(options.answer) and not any(map(_ACCENT.search, options.wrong))
    return options.answer if odd and len(options.wrong) > 1 else None
