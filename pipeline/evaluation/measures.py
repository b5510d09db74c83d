"""The measures of single answers, by name, and their values for many at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.base.progress import Progress
from pipeline.evaluation.questions import Questions, Target
from pipeline.evaluation.texts.amounts import within_range
from pipeline.evaluation.texts.choice import chosen_option
from pipeline.evaluation.texts.dates import within_dates
from pipeline.evaluation.texts.open_answers import (
    alias_match,
    exact_match,
    prepare,
    substring_match,
    token_match,
)
from pipeline.evaluation.texts.vqa import as_annotators, soft_accuracy, vqa_accuracy

Scores = NDArray[np.float64]
_AT_A_TIME = 50_000
NUMBER, DATE = "number", "date"


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of an answer, 0 to 1, higher is better; None where a question is not of its kind."""

    name: str
    what: str
    of: Callable[[str, Target], float | None]


def _numeric(said: str, target: Target) -> float | None:
    if target.kind != NUMBER or not target.low:
        return None
    return float(
        _is_form(said, target) or within_range(prepare(said), target.answers, target.low, target.high)
    )


def _date(said: str, target: Target) -> float | None:
    if target.kind != DATE or not target.low:
        return None
    return float(_is_form(said, target) or within_dates(prepare(said), target.low, target.high))


def _is_form(said: str, target: Target) -> bool:
    return bool(alias_match(said, target.answers))


def _accepted(said: str, target: Target) -> float | None:
    if target.kind == NUMBER and target.low:
        return _numeric(said, target)
    if target.kind == DATE and target.low:
        return _date(said, target)
    return float(_is_form(said, target))


def _choice(said: str, target: Target) -> float | None:
    if target.correct < 0:
        return None
    return float(chosen_option(said, target.choices) == target.correct)


def _unparsable(said: str, target: Target) -> float | None:
    return None if target.correct < 0 else float(chosen_option(said, target.choices) is None)


def _chance(said: str, target: Target) -> float | None:
    return None if target.correct < 0 else 1 / len(target.choices)


def _vqa(said: str, target: Target) -> float:
    return vqa_accuracy(said, target.answers)


def _soft(said: str, target: Target) -> float:
    return soft_accuracy(said, target.answers)


def _vqa_of_forms(said: str, target: Target) -> float:
    return vqa_accuracy(*as_annotators(said, target.answer, target.answers))


EXACT = Measure("exact_match", "one of the answers, but for case", lambda s, t: exact_match(s, t.answers))
OPEN = (
    EXACT,
    Measure(
        "substring",
        "ReasonVQA's lenient score: letters in common",
        lambda s, t: substring_match(s, t.answers),
    ),
    Measure("alias", "one of the forms but for case, marks, article", lambda s, t: alias_match(s, t.answers)),
    Measure("token_substring", "whole words of an answer in a row", lambda s, t: token_match(s, t.answers)),
    Measure("numeric", "of numbers: a form, or within the tolerance", _numeric),
    Measure("date", "of dates: a form, or the date at its precision", _date),
    Measure("accepted", "numeric and date of their kinds, alias of the others", _accepted),
)
ACCEPTED = OPEN[-1]
GQA = (Measure("accuracy", "equal to the answer in every character", lambda s, t: float(s in t.answers)),)
CHOICE = (
    Measure("multiple_choice", "the option's letter or text", _choice),
    Measure("unparsable", "names no option; counted as wrong", _unparsable),
    Measure("chance", "one in the number of options", _chance),
)
VQA = (
    Measure("vqa_accuracy", "the official one, over all but one annotator", _vqa),
    Measure("soft_accuracy", "min(1, matches / 3), not official", _soft),
)
VQA_OF_FORMS = (
    Measure(
        "vqa_accuracy", "the official one, the answer shown ten times, forms taken for it", _vqa_of_forms
    ),
)

OOD_MEASURES = {measure.name: measure for measure in (*OPEN, CHOICE[0], *VQA_OF_FORMS)}
"""What head and tail of a dataset of ours may be scored by."""


def measured(
    measures: Iterable[Measure],
    questions: Questions,
    said: Sequence[str],
    progress: Progress | None = None,
) -> Mapping[str, Scores]:
    """Return measure -> the score of each question, NaN where it is not of the measure's kind.

    Each distinct pair of prediction and target is judged once.
    """
    pairs: dict[tuple[int, str], int] = {}
    pair_of = np.array(
        [pairs.setdefault(pair, len(pairs)) for pair in zip(questions.target_of, said, strict=True)],
        dtype=np.int64,
    )
    wanted = list(measures)
    functions = [measure.of for measure in wanted]
    found = np.empty((len(pairs), len(wanted)))
    judged = list(pairs)
    starts = range(0, len(judged), _AT_A_TIME)
    for start in (progress or Progress(quiet=True)).track(starts, what="scoring", total=len(starts)):
        for place, (target_at, text) in enumerate(judged[start : start + _AT_A_TIME], start=start):
            target = questions.targets[target_at]
            found[place] = [function(text, target) for function in functions]
    return {measure.name: found[pair_of, nth] for nth, measure in enumerate(wanted)}
