"""How well a value stands as a wrong option beside the truth, from 0 (betrays itself) to 1."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from pipeline.knowledge.profiles import Profile

_SAME, _UNKNOWN = 1.0, 0.3
_CONTINENT, _ELSEWHERE = 0.5, 0.1
_ERAS = ((30, 1.0), (60, 0.6), (120, 0.2))
_OTHER_ERA = 0.03
_OTHER_CLASS, _OTHER_SUBJECTS, _UNSHARED = 0.3, 0.1, 0.6
_OTHER_CASE, _OTHER_LENGTH = 0.1, 0.5
_MUCH_LONGER = 3

_BRACKETS = "()[]"
_WORD = re.compile(r"\w+")
_FIRM_SIGN = re.compile(r"[&+]")
_INITIALS = re.compile(r"[A-Z]{2,5}[0-9]*")
_OF_OLD = re.compile(r"\b(?:of|the|son)\b")
"""Names of long ago, when people had no other: "William of Sens", "Robert the Mason"."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What options are compared by: profile, kinds of subject, text; an era only where it says something.

    `marks` are the brackets and digits of the text, `upper` is whether it begins with a capital, and `of_old`
    whether it looks like a name of long ago.
    """

    text: str
    profile: Profile
    subject_kinds: frozenset[str]
    has_era: bool
    marks: tuple[bool, ...] = field(init=False, repr=False, compare=False)
    upper: bool = field(init=False, repr=False, compare=False)
    of_old: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name, value in zip(("marks", "upper", "of_old"), _look(self.text), strict=True):
            object.__setattr__(self, name, value)


def likeness(one: Traits, other: Traits) -> float:
    """Return how alike two values are; symmetric."""
    if one.marks != other.marks:
        return 0.0  # Brackets and digits on one side only are told at a glance.
    return (
        _regions(one.profile, other.profile)
        * (_eras(one.profile.era, other.profile.era) if one.has_era else _SAME)
        * _shared(one.profile.classes, other.profile.classes, _OTHER_CLASS)
        * _shared(one.subject_kinds, other.subject_kinds, _OTHER_SUBJECTS)
        * _forms(one, other)
        * (_OTHER_CASE if one.has_era and one.of_old != other.of_old else _SAME)
    )


def _regions(one: Profile, other: Profile) -> float:
    if not one.countries or not other.countries:
        return _UNKNOWN
    if one.countries & other.countries:
        return _SAME
    return _CONTINENT if one.continents & other.continents else _ELSEWHERE


def _eras(one: int | None, other: int | None) -> float:
    if one is None or other is None:
        return _UNKNOWN
    return next((factor for years, factor in _ERAS if abs(one - other) <= years), _OTHER_ERA)


def _shared(one: frozenset[str], other: frozenset[str], otherwise: float) -> float:
    if not one or not other:
        return _SAME if one == other else _UNSHARED
    return _SAME if one & other else otherwise


def _forms(one: Traits, other: Traits) -> float:
    """Compare how texts look beside their marks."""
    factor = _SAME if one.upper == other.upper else _OTHER_CASE
    size, other_size = len(one.text), len(other.text)
    longer = size > _MUCH_LONGER * other_size or other_size > _MUCH_LONGER * size
    return factor * (_OTHER_LENGTH if longer else _SAME)


@lru_cache(maxsize=200_000)
def _look(text: str) -> tuple[tuple[bool, ...], bool, bool]:
    """Return what Traits hold of a text."""
    marks = (*(mark in text for mark in _BRACKETS), any(c.isdigit() for c in text))
    return marks, text[:1].isupper(), bool(_OF_OLD.search(text))


def is_firm(text: str, firm_words: frozenset[str]) -> bool:
    """Whether a name is of a firm by its form: "Behnisch & Partner", "Skidmore, Owings & Merrill", "NBBJ"."""
    if _FIRM_SIGN.search(text) or _INITIALS.fullmatch(text):
        return True
    return not firm_words.isdisjoint(_WORD.findall(text.casefold()))
