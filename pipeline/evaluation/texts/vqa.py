"""VQA accuracy as the official evaluator gives it since March 2021, and the simple form beside it.

Source: Antol et al., "VQA: Visual Question Answering", ICCV 2015, section 4, and the VQA evaluator.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pipeline.evaluation.texts.word_lists import contractions

_MARKS = ';/[]"{}()=+\\_-><@`,?!'
_GROUPED = re.compile(r"\d,\d")
_FULL_STOP = re.compile(r"\.(?!\d)")
_MOST_FULL_STOPS = 32
_NUMBERS = {
    "none": "0", "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10",
}  # fmt: skip
_ARTICLES = frozenset({"a", "an", "the"})
_KEPT = 1 << 18
"""Distinct texts whose normal form is remembered."""
_RECENT = 1 << 10
"""Lists of answers that are remembered, for the measures that judge the same prediction."""

ANNOTATORS = 10
"""Answers that a question of VQA has."""


@lru_cache(_KEPT)
def vqa_normalize(text: str) -> str:
    """Return a text as the VQA evaluator normalises it before it compares.

    Its oddities are kept: one comma between digits makes every mark vanish ("1,000-2,000" is "10002000"), and
    a full stop before a digit stays.
    """
    numbers = [_NUMBERS.get(word, word) for word in _unmarked(text).lower().split()]
    read_as = contractions()
    return " ".join([read_as.get(word, word) for word in numbers if word not in _ARTICLES])


def _unmarked(text: str) -> str:
    """Return the text without marks; how a mark goes depends on the whole text as it was."""
    if text.replace(" ", "").isalnum():
        return text
    grouped = _GROUPED.search(text) is not None
    bare = text
    for mark in _MARKS:
        if mark in text:
            vanishes = grouped or f"{mark} " in text or f" {mark}" in text
            bare = bare.replace(mark, "" if vanishes else " ")
    return _FULL_STOP.sub("", bare, count=_MOST_FULL_STOPS)


@lru_cache(_KEPT)
def vqa_clean(text: str) -> str:
    """Return a text as the evaluator compares it where all answers are the same: on one line, stripped."""
    return text.replace("\n", " ").replace("\t", " ").strip()


def vqa_accuracy(prediction: str, answers: Sequence[str]) -> float:
    """Return the official accuracy of a prediction, 0 to 1, against the annotators' answers.

    The mean over the answers of min(1, matches among the others / 3): with ten answers 0, .3, .6, .9, 1 for
    0, 1, 2, 3, 4 and more matches. Texts are normalised only if the answers are not all the same. A single
    answer always gives 0. ValueError without answers.
    """
    if not answers:
        raise ValueError("expected at least one answer")
    given, said = _cleaned(tuple(answers)), vqa_clean(prediction)
    if len(set(given)) > 1:
        given, said = _normalized(given), vqa_normalize(said)
    return _leave_one_out(given.count(said), len(given))


@lru_cache(_RECENT)
def _cleaned(answers: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(vqa_clean, answers))


@lru_cache(_RECENT)
def _normalized(cleaned: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(vqa_normalize, cleaned))


def _leave_one_out(matches: int, n: int) -> float:
    """Return [c min(1, (c - 1)/3) + (n - c) min(1, c/3)]/n for c matches among n answers."""
    if not matches:
        return 0.0
    return (matches * min(1.0, (matches - 1) / 3) + (n - matches) * min(1.0, matches / 3)) / n


def soft_accuracy(prediction: str, answers: Sequence[str]) -> float:
    """Return min(1, matches / 3), 0 to 1, of normalised texts: the form of tutorials, not the official one.

    ValueError without answers.
    """
    if not answers:
        raise ValueError("expected at least one answer")
    said = vqa_normalize(vqa_clean(prediction))
    return min(1.0, _normalized(_cleaned(tuple(answers))).count(said) / 3)


def as_annotators(prediction: str, answer: str, forms: Sequence[str]) -> tuple[str, list[str]]:
    """Return a prediction and answers for a question with one true answer in several forms.

    The answer shown stands ten times, and a prediction that is another of its forms is taken for it. Since
    the answers are all the same, the evaluator normalises nothing: `paris` is not `Paris` unless it is a
    form.
    """
    said = vqa_clean(prediction)
    known = any(vqa_clean(form) == said for form in forms)
    return (answer if known else prediction), [answer] * ANNOTATORS
