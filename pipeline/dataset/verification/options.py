"""Options and answers checked by their form: one true, none alike, nothing raw."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.dataset.verification.loaded import Record
from pipeline.language.answers import Answers

_RAW = {
    "a coordinate": re.compile(r"Point\("),
    "an id": re.compile(r"^[QPL]\d+$"),
    "a time stamp": re.compile(r"\d{4}-\d\d-\d\d"),
    "a URL": re.compile(r"^https?://"),
}
_BARE_NUMBER = re.compile(r"^[\d.,]+$")


def raw_value(text: str) -> str | None:
    """Return what a text is, if it is a raw value that nobody would say; else None."""
    return next((what for what, pattern in _RAW.items() if pattern.search(text)), None)


def option_faults(record: Record, answers: Answers) -> Iterator[str]:
    """Yield what is wrong with a record's options."""
    choices, correct = record["choices"], record["correct"]
    if not 0 <= correct < len(choices) or choices[correct] != record["answer"]:
        yield "the option marked correct is not the answer"
        return
    if record["n_distractors"] != len(choices) - 1 or len(choices) < 2:
        yield "the number of wrong options is not what the record says, or none"
    forms = [answers.compared(choice) for choice in choices]
    if len(set(forms)) != len(forms):
        yield "two options read alike"
    accepted = {answers.compared(form) for form in record["answers"]}
    for place, form in enumerate(forms):
        if place != correct and form in accepted:
            yield f"option {choices[place]!r} is true"
    for choice in choices:
        if raw := raw_value(choice):
            yield f"option {choice!r} is {raw}"


def answer_form_faults(record: Record) -> Iterator[str]:
    """Yield answers that are raw values, or bare numbers where the amount has a unit."""
    for form in record["answers"]:
        if raw := raw_value(form):
            yield f"answer {form!r} is {raw}"
    if record["answer_kind"] == "number":
        figures = [form for form in (*record["answers"], *record["choices"]) if form[:1].isdecimal()]
        bare = [bool(_BARE_NUMBER.match(form)) for form in figures]
        if any(bare) and not all(bare):
            yield "some forms of the amount have a unit and some have none"
