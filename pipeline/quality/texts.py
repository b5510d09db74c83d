"""Checks of the text of a question, by its form alone."""

from __future__ import annotations

import re

from pipeline.quality.forms import raw_value, unfit
from pipeline.quality.registry import check
from pipeline.quality.units import Text

_MARKS = re.compile(r"[()\[\]{}<>|_\\]")
_ENDS = re.compile(r"(?:[^\s.?!,;:][\"'”’]?[.?]|\b\w{1,3}\.\?)$")
"""One mark; before a question mark an abbreviation may have its own: "Washington, D.C.?"."""

_SENTENCE_ENDS = re.compile(r"(?<=[a-z])[.?] (?=[A-Z])")
_INTERROGATIVE_WORDS = 3
"""Within its first words a relative pronoun is the one that asks: "In the capital of which ..."."""

MOST_WORDS, LONG_WORDS, MOST_RELATIVES = 30, 25, 2


@check("E201", Text)
def small_letter(text: Text) -> str | None:
    """A question that does not begin with a capital letter."""
    first = text.text[:1]
    return first or "empty" if not first or first.islower() or first.isspace() else None


@check("E202", Text)
def no_mark(text: Text) -> str | None:
    """A question that does not end with one question mark or full stop."""
    return None if _ENDS.search(text.text) else text.text[-12:]


@check("E203", Text)
def word_twice(text: Text) -> str | None:
    """A word twice in a row: "the the"."""
    found = re.search(text.grammar.checks.repeated, text.text, re.IGNORECASE)
    # Two capitals make a name, such as Walla Walla.
    return found[0] if found and found[0].split()[1].islower() else None


@check("E204", Text)
def spacing(text: Text) -> str | None:
    """A space too many, or a space before a mark."""
    found = re.search(text.grammar.checks.spacing, text.text)
    return repr(text.text[max(0, found.start() - 8) : found.end() + 8]) if found else None


@check("E205", Text)
def indefinite(text: Text) -> str | None:
    """ "A" for "an", or "an" for "a"."""
    for match in re.finditer(text.grammar.checks.indefinite, text.text):
        # How an abbreviation is read out, and so its article, cannot be told.
        wrong = match["article"].lower() != text.grammar.article(match["noun"])
        if wrong and not re.search("[A-Z]{2}|^[A-Z]$", match["noun"]):
            return match[0]
    return None


@check("E206", Text)
def two_determiners(text: Text) -> str | None:
    """Two articles or determiners in a row: "the this"."""
    pattern = text.grammar.checks.determiners
    found = re.search(pattern, text.text) if pattern else None
    return found[0] if found else None


@check("E207", Text)
def raw(text: Text) -> str | None:
    """A question that holds an id, a coordinate, a time stamp or a web address."""
    return raw_value(text.text)


@check("E208", Text)
def marks(text: Text) -> str | None:
    """A question with brackets, or with marks that stand in no sentence."""
    found = _MARKS.search(text.text)
    return found[0] if found else None


@check("E209", Text)
def other_script(text: Text) -> str | None:
    """A question with letters of another script than its language's."""
    foreign = unfit(text.text, text.grammar.script) == "label_other_script"
    return text.text if foreign else None


@check("E210", Text)
def too_long(text: Text) -> str | None:
    """A question of more than 30 words."""
    words = len(text.text.split())
    return f"{words} words" if words > MOST_WORDS else None


@check("W211", Text)
def long(text: Text) -> str | None:
    """A question of more than 25 words."""
    words = len(text.text.split())
    return f"{words} words" if words > LONG_WORDS else None


@check("E212", Text)
def relative_clauses(text: Text) -> str | None:
    """A sentence with more than two relative clauses."""
    pattern = text.grammar.checks.relative
    for sentence in _SENTENCE_ENDS.split(text.text) if pattern else ():
        found = re.findall(pattern, " ".join(sentence.split()[_INTERROGATIVE_WORDS:]))
        if len(found) > MOST_RELATIVES:
            return ", ".join(found)
    return None
