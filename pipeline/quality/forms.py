"""How texts are compared and classed by their form: raw values, numbers, dates, letters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from babel.numbers import get_decimal_symbol, get_group_symbol

from pipeline.language.answers import normal_form, unaccented
from pipeline.language.grammar import Grammar
from pipeline.values import label_fault

_RAW = {
    "a coordinate": re.compile(r"Point\s*\("),
    "an id": re.compile(r"^[QPL]\d+$|\b[QP]\d{3,}\b"),
    "a time stamp": re.compile(r"\d{4}-\d\d-\d\d"),
    "an address": re.compile(r"https?://|www\.|\.well-known/"),
}
_EXPLAINED = re.compile(r"\S\s+\([^()]*\)$")
_YEAR, _DAY = re.compile(r"\d{3,4}"), re.compile(r"\d{1,2}(?:st|nd|rd|th)?")
_DECADE, _ORDINAL = re.compile(r"\d{1,4}0s"), re.compile(r"\d{1,2}(?:st|nd|rd|th)")
_ERAS = frozenset({"AD", "BC", "BCE", "CE"})
_FIGURES = re.compile(r"\d[\d.,]*")
_CAPITALIZED = re.compile(r"[^\W\d_a-z][a-z]")


@lru_cache(maxsize=200_000)
def raw_value(text: str) -> str | None:
    """Return what a text holds if it is a value that nobody would say: "an id"; else None."""
    return next((what for what, pattern in _RAW.items() if pattern.search(text)), None)


@lru_cache(maxsize=200_000)
def explained(text: str) -> bool:
    """Whether a name ends in an explanation in brackets: "Paolo Romano (architect)"."""
    return bool(_EXPLAINED.search(text))


@lru_cache(maxsize=200_000)
def words_of(text: str) -> str:
    """Return the words of a text in normal form, without marks and accents, between single spaces."""
    return f" {normal_form(unaccented(text)).replace('.', ' ')} ".replace("  ", " ")


def alike(text: str, grammar: Grammar) -> str:
    """Return a text as options are compared: without case, accents, marks and articles, numbers as such."""
    return _alike(text, grammar.locale, grammar.checks.articles)


def all_alike(texts: tuple[str, ...], grammar: Grammar) -> frozenset[str]:
    """Return texts as options are compared."""
    return _all_alike(texts, grammar.locale, grammar.checks.articles)


@lru_cache(maxsize=1024)
def _all_alike(texts: tuple[str, ...], locale: str, articles: tuple[str, ...]) -> frozenset[str]:
    return frozenset(_alike(text, locale, articles) for text in texts)


@lru_cache(maxsize=200_000)
def _alike(text: str, locale: str, articles: tuple[str, ...]) -> str:
    figures = [number for number in amounts(text, locale) if number is not None]
    words = normal_form(unaccented(_FIGURES.sub(" ", text))).split()
    kept = words[1:] if len(words) > 1 and words[0] in articles else words
    return " ".join([*(f"{number.normalize():f}" for number in figures), *kept])


def amounts(text: str, locale: str) -> Iterable[Decimal | None]:
    """Yield the numbers in a text, None for what only looks like one."""
    group, point = _symbols(locale)
    for figures in _FIGURES.findall(text):
        try:
            yield Decimal(figures.rstrip(".,").replace(group, "").replace(point, "."))
        except InvalidOperation:
            yield None


@lru_cache(maxsize=64)
def _symbols(locale: str) -> tuple[str, str]:
    """Return what stands between groups of digits, and before decimals."""
    return get_group_symbol(locale), get_decimal_symbol(locale)


def last_place(number: Decimal) -> int:
    """Return the power of ten of the last digit that carries meaning: 2 for 1200, -3 for 3.476."""
    exponent = number.normalize().as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


@lru_cache(maxsize=200_000)
def unfit(text: str, script: str) -> str | None:
    """Return why a text cannot be shown (`pipeline.values.label_fault`), or None."""
    return label_fault(text, script=script)


@lru_cache(maxsize=200_000)
def grain(text: str) -> str:
    """Return what sort of date or amount a text is: day, month, year, decade, century, number, amount.

    Empty for a text that begins with no figure and is no date.
    """
    words = [word for word in text.replace(", ", " ").split() if word not in _ERAS]
    if not words or not any(char.isdecimal() for char in text):
        return ""
    if len(words) == 1:
        return _grain_of_one(words[0], text)
    if _ORDINAL.fullmatch(words[0]) and words[-1] in ("century", "millennium"):
        return words[-1]
    if _YEAR.fullmatch(words[-1]) and len(words) < 4:
        return "day" if any(_DAY.fullmatch(word) for word in words[:-1]) else "month"
    # "1972 Summer Olympics" and "15th arrondissement" are names.
    is_amount = _FIGURES.fullmatch(words[0]) and not _CAPITALIZED.match(words[1])
    return "amount" if is_amount else ""


def _grain_of_one(word: str, text: str) -> str:
    if _DECADE.fullmatch(word):
        return "decade"
    if _YEAR.fullmatch(word) and "," not in text:
        return "year"
    return "number" if _FIGURES.fullmatch(word) else ""
