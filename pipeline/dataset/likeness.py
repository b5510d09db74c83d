"""How well a value stands as a wrong option beside the truth, from 0 (betrays itself) to 1."""

from __future__ import annotations

import re
from dataclasses import dataclass
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
    """What options are compared by: profile, kinds of subject, text; an era only where it says something."""

    text: str
    profile: Profile
    subject_kinds: frozenset[str]
    has_era: bool


def likeness(one: Traits, other: Traits) -> float:
    """Return how alike two values are; symmetric."""
    return (
        _regions(one.profile, other.profile)
        * (_eras(one.profile.era, other.profile.era) if one.has_era else _SAME)
        * _shared(one.profile.classes, other.profile.classes, _OTHER_CLASS)
        * _shared(one.subject_kinds, other.subject_kinds, _OTHER_SUBJECTS)
        * _forms(one.text, other.text)
        * (_names(one.text, other.text) if one.has_era else _SAME)
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


def _forms(one: str, other: str) -> float:
    """Compare how texts look: brackets and digits on one side only are told at a glance."""
    (marks, upper), (other_marks, other_upper) = _look(one), _look(other)
    if marks != other_marks:
        return 0.0
    factor = _SAME if upper == other_upper else _OTHER_CASE
    short, long = sorted((len(one), len(other)))
    return factor * (_OTHER_LENGTH if long > _MUCH_LONGER * short else _SAME)


@lru_cache(maxsize=200_000)
def _look(text: str) -> tuple[tuple[bool, ...], bool]:
    """Return which brackets and digits a text has, and whether it begins with a capital."""
    marks = (*(mark in text for mark in _BRACKETS), any(c.isdigit() for c in text))
    return marks, text[:1].isupper()


def _names(one: str, other: str) -> float:
    return _SAME if bool(_OF_OLD.search(one)) == bool(_OF_OLD.search(other)) else _OTHER_CASE


def is_firm(text: str, firm_words: frozenset[str]) -> bool:
    """Whether a name is of a firm by its form: "Behnisch & Partner", "Skidmore, Owings & Merrill", "NBBJ"."""
    if _FIRM_SIGN.search(text) or _INITIALS.fullmatch(text):
        return True
    return not firm_words.isdisjoint(_WORD.findall(text.casefold()))
