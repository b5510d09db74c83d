"""What a rater says of a question, and which shares a study is about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

MEANINGS: MappingProxyType[str, dict[str, str]] = MappingProxyType(
    {
        "correct": {
            "yes": "the answer is true, and every other true one is accepted",
            "others": "the answer is true, but so is another that is not accepted",
            "doubtful": "it cannot be told whether the answer is true",
            "no": "the answer is wrong",
        },
        "natural": {"1": "very unnatural", "2": "unnatural", "3": "natural", "4": "very natural"},
        "grammar": {"ok": "no error of grammar", "error": "an error of grammar"},
        "choices": {
            "ok": "every wrong option is wrong, and might be taken for the answer",
            "bad": "an option is true as well, absurd, or tells the answer by its form",
        },
    }
)
"""Scale -> value -> what a rater says by it. `natural` has the four levels of ReasonVQA's study."""

SCALES = MappingProxyType({scale: tuple(values) for scale, values in MEANINGS.items()})
"""Scale -> its values."""

FLAGS = MappingProxyType({scale: values for scale, values in SCALES.items() if len(values) == 2})
"""Scale -> (nothing to say, a fault), of the scales whose first value holds unless a rater says otherwise."""

ORDERED = frozenset({"natural"})
"""The scales whose values are ranks; those of the others are names."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One rater's verdict on one question; values as in SCALES.

    `weight` is how many questions of the set the question stands for, up to a factor all have in common.
    """

    question_id: str
    hops: str
    source: str
    correct: str
    natural: str
    grammar: str
    choices: str
    property: str = ""
    weight: float = 1.0


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
