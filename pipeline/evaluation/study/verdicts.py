"""What a rater says of a question, and which shares a study is about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

SCALES = MappingProxyType(
    {
        "correct": ("yes", "others", "doubtful", "no"),
        "natural": ("1", "2", "3", "4"),
        "grammar": ("ok", "error"),
        "choices": ("ok", "bad"),
    }
)
"""Scale -> its values. `correct`: the answer is true; true, but so are others that are not accepted; it
cannot be told; it is wrong. `natural`: very unnatural to very natural, the four levels of ReasonVQA's study.
`choices`: whether every wrong option is wrong, and might be taken for the answer."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One rater's verdict on one question; values as in SCALES."""

    question_id: str
    hops: str
    source: str
    correct: str
    natural: str
    grammar: str
    choices: str


MEASURES: MappingProxyType[str, Callable[[Verdict], bool]] = MappingProxyType(
    {
        "right": lambda verdict: verdict.correct == "yes",
        "not wrong": lambda verdict: verdict.correct != "no",
        "natural": lambda verdict: verdict.natural in ("3", "4"),
        "very natural": lambda verdict: verdict.natural == "4",
        "without grammar error": lambda verdict: verdict.grammar == "ok",
        "options sound": lambda verdict: verdict.choices == "ok",
    }
)
"""Measure -> whether a verdict counts for it; each is a share that is better the higher."""
