"""Options and answers checked by their form: one true, none alike, nothing raw, all of one kind."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from functools import lru_cache

from pipeline.dataset.options import KNOWN_SPANS, span_of
from pipeline.dataset.verification.facts import AnswerCheck, last_edge
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.knowledge.graph import Value, item_of, value_of
from pipeline.values import Precision, Quantity, Time
from pipeline.wikidata.snapshot import last_year

_RAW = {
    "a coordinate": re.compile(r"Point\("),
    "an id": re.compile(r"^[QPL]\d+$"),
    "a time stamp": re.compile(r"\d{4}-\d\d-\d\d"),
    "a URL": re.compile(r"^https?://"),
}
_BARE_NUMBER = re.compile(r"^[\d.,]+$")
_NUMBER = re.compile(r"\d+")
_LEAP_YEAR = 2000


def raw_value(text: str) -> str | None:
    """Return what a text is, if it is a raw value that nobody would say; else None."""
    return next((what for what, pattern in _RAW.items() if pattern.search(text)), None)


class OptionCheck:
    """Judges options by the names of the snapshot's items, and by how values are written."""

    def __init__(self, dataset: Dataset, checked: AnswerCheck) -> None:
        self._dataset, self._answers = dataset, checked.answers
        self._most: int = dataset.manifest["settings"]["distractors"]
        self._present = last_year(dataset.snapshot)
        named = (entity for entity in dataset.snapshot.entities if entity.label)
        self._names = {self._answers.text(item_of(entity)).shown for entity in named}
        self._fits = lru_cache(maxsize=100_000)(self._fits_value)

    def faults(self, record: Record) -> Iterator[str]:
        """Yield what is wrong with a record's options."""
        choices, correct = record["choices"], record["correct"]
        if not 0 <= correct < len(choices) or choices[correct] != record["answer"]:
            yield "the option marked correct is not the answer"
            return
        if record["n_distractors"] != len(choices) - 1 or not 1 < len(choices) <= self._most + 1:
            yield "the number of wrong options is not what the record says, none, or too large"
        yield from self._alike(record)
        for choice in choices:
            if raw := raw_value(choice):
                yield f"option {choice!r} is {raw}"
        yield from (f"option {text!r} {what}" for text, what in self._strange(record))

    def _alike(self, record: Record) -> Iterator[str]:
        forms = [self._answers.compared(choice) for choice in record["choices"]]
        if len(set(forms)) != len(forms):
            yield "two options read alike"
        accepted = {self._answers.compared(form) for form in record["answers"]}
        for place, form in enumerate(forms):
            if place != record["correct"] and form in accepted:
                yield f"option {record['choices'][place]!r} is true"

    def _strange(self, record: Record) -> Iterator[tuple[str, str]]:
        """Yield wrong options that are no names of items, or no values such as the answer."""
        wrong = [text for place, text in enumerate(record["choices"]) if place != record["correct"]]
        if record["answer_kind"] not in ("date", "number"):
            yield from ((text, "is no item's name") for text in wrong if text not in self._names)
            return
        ends = last_edge(record)
        statement = self._dataset.statements.get(ends[-1]["statement"]) if ends else None
        if statement is not None and statement.kind in ("time", "quantity"):
            value = value_of(statement, self._dataset.entities)
            # Where the answer itself cannot be read back, nothing can be said of the others.
            wrong = wrong if self._fits(value, record["answer"]) else []
            yield from ((text, "has not the answer's form") for text in wrong if not self._fits(value, text))

    def _fits_value(self, value: Value, text: str) -> bool:
        """Whether a text is how another value of a kind, near this one, is written."""
        near: Iterator[Time] | Iterator[Quantity]
        match value:
            case Time():
                near = self._times(value, text)
            case Quantity():
                near = self._amounts(value, text)
            case _:
                return False
        return any(self._answers.text(other).shown == text for other in near)

    def _amounts(self, value: Quantity, text: str) -> Iterator[Quantity]:
        number = self._answers.amount_of(text)
        if number is not None:
            yield Quantity(number, value.unit)

    def _times(self, truth: Time, text: str) -> Iterator[Time]:
        """Yield the times from which the text could be an option: none after the facts were read."""
        step, span = span_of(truth.precision)
        span *= KNOWN_SPANS
        numbers = set(map(int, _NUMBER.findall(text)))
        days = numbers & {*range(1, 32)} if truth.precision == Precision.DAY else {0}
        months = range(1, 13) if truth.precision >= Precision.MONTH else [truth.month]
        for year in (truth.year + step * offset for offset in range(-span, span + 1)):
            coarse = truth.precision < Precision.YEAR
            if year <= self._present and (coarse or Time(year, 0, 0, Precision.YEAR).year_of_era in numbers):
                ends = ((month, day) for month in months for day in days)
                yield from (
                    Time(year, month, day, truth.precision)
                    for month, day in ends
                    if not day or day <= monthrange(_LEAP_YEAR, month)[1]
                )


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
