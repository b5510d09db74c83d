"""GQA's metrics, on GQA's own records.

Source: Hudson & Manning, "GQA", CVPR 2019, section 4.3, and its evaluation program. Grounding is not among
them: it needs a model's attention maps.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

Question = Mapping[str, Any]
Questions = Mapping[str, Question]
Choices = Mapping[str, Mapping[str, Sequence[str]]]
_OPEN = "query"


@dataclass(frozen=True, slots=True)
class GqaScores:
    """GQA's figures over `n` questions: shares in per cent, higher is better; None for what cannot be told.

    `distribution` is no share: 0 where the predictions are spread as the answers are, and it has no upper
    end. `by_structure` and `by_semantics` have (n, accuracy) of each type.
    """

    n: int
    accuracy: float | None
    open: float | None
    binary: float | None
    validity: float | None
    plausibility: float | None
    consistency: float | None
    distribution: float | None
    by_structure: Mapping[str, tuple[int, float]]
    by_semantics: Mapping[str, tuple[int, float]]


def gqa_scores(
    questions: Questions,
    predictions: Mapping[str, str] | Iterable[Mapping[str, str]],
    choices: Choices | None = None,
) -> GqaScores:
    """Return GQA's figures over the `isBalanced` questions; a prediction must equal the answer exactly.

    `questions` is question id -> GQA's record, `predictions` question id -> text or rows as in GQA's files,
    `choices` question id -> its `valid` and `plausible` answers. Predictions for other ids are passed over,
    but serve consistency. KeyError if a balanced question has none.
    """
    asked = {key: question for key, question in questions.items() if question.get("isBalanced", True)}
    said = predictions if isinstance(predictions, Mapping) else _by_id(predictions)
    right = {key: said[key] == question["answer"] for key, question in asked.items()}
    opened = {key: question["types"]["structural"] == _OPEN for key, question in asked.items()}
    return GqaScores(
        n=len(asked),
        accuracy=_percent(right.values()),
        open=_percent(hit for key, hit in right.items() if opened[key]),
        binary=_percent(hit for key, hit in right.items() if not opened[key]),
        validity=_among(asked, said, choices, "valid"),
        plausibility=_among(asked, said, choices, "plausible"),
        consistency=_consistency(asked, right, questions, said),
        distribution=distribution(asked, said),
        by_structure=_by_type(asked, right, "structural"),
        by_semantics=_by_type(asked, right, "semantic"),
    )


def _by_id(rows: Iterable[Mapping[str, str]]) -> dict[str, str]:
    return {str(row["questionId"]): row["prediction"] for row in rows}


def _percent(hits: Iterable[bool]) -> float | None:
    scores = list(hits)
    return 100 * sum(scores) / len(scores) if scores else None


def _among(
    asked: Questions, predictions: Mapping[str, str], choices: Choices | None, kind: str
) -> float | None:
    if choices is None:
        return None
    return _percent(predictions[key] in choices[key][kind] for key in asked if key in choices)


def _consistency(
    asked: Questions, right: Mapping[str, bool], questions: Questions, predictions: Mapping[str, str]
) -> float | None:
    """Return the mean accuracy on what the questions answered rightly entail, each of them alike."""
    shares = []
    for key, question in asked.items():
        others = [other for other in question.get("entailed") or () if other != key]
        known = [other for other in others if other in questions and other in predictions]
        if right[key] and known:
            shares.append(fmean(predictions[other] == questions[other]["answer"] for other in known))
    return 100 * fmean(shares) if shares else None


def distribution(questions: Questions, predictions: Mapping[str, str]) -> float | None:
    """Return the mean chi-square of predictions against answers over the global groups, by size, / 100.

    The sum runs over the answers of a group; None if no question has a global group.
    """
    given: dict[str, Counter[str]] = defaultdict(Counter)
    said: dict[str, Counter[str]] = defaultdict(Counter)
    for key, question in questions.items():
        group = question["groups"]["global"]
        if group is not None:
            given[group][question["answer"]] += 1
            said[group][predictions[key]] += 1
    total = sum(counts.total() for counts in given.values())
    if not total:
        return None
    weighted = sum(
        counts.total() * sum((said[group][answer] - n) ** 2 / n for answer, n in counts.items())
        for group, counts in given.items()
    )
    return weighted / total / 100


def _by_type(asked: Questions, right: Mapping[str, bool], kind: str) -> dict[str, tuple[int, float]]:
    hits: dict[str, list[bool]] = defaultdict(list)
    for key, question in asked.items():
        hits[question["types"][kind]].append(right[key])
    return {name: (len(hits[name]), 100 * sum(hits[name]) / len(hits[name])) for name in sorted(hits)}
