"""Checks of answers: their forms, and whether a question gives its own away."""

from __future__ import annotations

import re

from pipeline.quality.forms import explained, grain, raw_value, unfit, words_of
from pipeline.quality.registry import check
from pipeline.quality.units import Answer, Asked

MOST_WORDS, MOST_DECIMALS = 7, 2
_SHORTEST_SHOWN, _SHORTEST_NAME = 3, 4
_MISPLACED = re.compile(r"^[\s,;:.]|[\s,;:]$|\s\s|[\t\n]")
_DECIMALS = re.compile(r"\.(\d+)(?=\s|$)")
_NAME = re.compile(r"\b[^\W\d_][\w'’-]+")


@check("E221", Answer)
def raw(answer: Answer) -> str | None:
    """An accepted form that is or holds an id, a coordinate, a time stamp or a web address."""
    return next((form for form in answer.accepted if raw_value(form)), None)


@check("E222", Answer)
def with_explanation(answer: Answer) -> str | None:
    """An answer shown with an explanation in brackets."""
    return answer.shown if explained(answer.shown) else None


@check("E223", Answer)
def other_script(answer: Answer) -> str | None:
    """An answer shown in another script than its language's."""
    foreign = unfit(answer.shown, answer.grammar.script) == "label_other_script"
    return answer.shown if foreign else None


@check("E224", Answer)
def empty_or_twice(answer: Answer) -> str | None:
    """No accepted form, an empty one, or the same one twice."""
    if not answer.accepted or not all(form.strip() for form in answer.accepted):
        return "empty"
    return next((form for form in answer.accepted if answer.accepted.count(form) > 1), None)


@check("E225", Answer)
def not_accepted(answer: Answer) -> str | None:
    """An answer shown that is not among its accepted forms."""
    return None if not answer.accepted or answer.shown in answer.accepted else answer.shown


@check("E226", Answer)
def bare_number(answer: Answer) -> str | None:
    """A number without a unit, where most answers of the property have one."""
    return answer.shown if answer.needs_unit and grain(answer.shown) in ("number", "year") else None


@check("E227", Answer)
def misplaced_marks(answer: Answer) -> str | None:
    """An answer shown with a space or mark too many at its ends, or two spaces."""
    return repr(answer.shown) if _MISPLACED.search(answer.shown) else None


@check("W228", Answer)
def long(answer: Answer) -> str | None:
    """An answer of more than seven words."""
    return answer.shown if len(answer.shown.split()) > MOST_WORDS else None


@check("E229", Answer)
def too_exact(answer: Answer) -> str | None:
    """A number of a hundred or more with decimals, or any with more than two."""
    found = _DECIMALS.search(answer.shown) if answer.shown[:1].isdecimal() else None
    if found is None:
        return None
    whole = answer.shown[: found.start()].replace(",", "")
    return answer.shown if len(whole) > MOST_DECIMALS or len(found[1]) > MOST_DECIMALS else None


@check("E241", Asked)
def holds_answer(asked: Asked) -> str | None:
    """A question in which an accepted form of its answer stands."""
    text = words_of(asked.text)
    # "one" is another word for 1 in an answer, and seldom a number in a question.
    is_number = bool(asked.accepted) and asked.accepted[0][:1].isdecimal()
    forms = (f for f in asked.accepted if len(f) >= _SHORTEST_SHOWN and not (is_number and f.isalpha()))
    return next((form for form in forms if words_of(form) in text), None)


@check("W242", Asked)
def holds_name(asked: Asked) -> str | None:
    """A question in which a name stands that is part of its answer."""
    said = set(_NAME.findall(asked.text)[1:])
    shown = asked.accepted[0] if asked.accepted else ""
    names = (word for word in _NAME.findall(shown) if word[0].isupper() and len(word) >= _SHORTEST_NAME)
    return next((name for name in names if name in said), None)
