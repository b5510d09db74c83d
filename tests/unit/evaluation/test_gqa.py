"""GQA's metrics, by hand; `ood/test_gqa_ood.py` holds accuracy and distribution to the official numbers."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.evaluation import gqa_scores


def _question(answer: str, structure: str = "query", **more: Any) -> dict[str, Any]:
    return {
        "answer": answer,
        "isBalanced": True,
        "groups": {"global": None, "local": None},
        "types": {"structural": structure, "semantic": "attr", "detailed": "d"},
        **more,
    }


_QUESTIONS = {
    "1": _question("red", groups={"global": "color", "local": "l"}, entailed=["1", "2", "3"]),
    "2": _question("yes", "verify", entailed=[]),
    "3": _question("no", "verify", isBalanced=False),
    "4": _question("blue", groups={"global": "color", "local": "l"}),
}
_SAID = {"1": "red", "2": "no", "3": "no", "4": "red", "99": "cat"}


def test_accuracies_are_of_balanced_questions_by_structure() -> None:
    scores = gqa_scores(_QUESTIONS, _SAID)
    assert (scores.n, scores.open, scores.binary) == (3, 50, 0)
    assert scores.accuracy == pytest.approx(100 / 3)
    assert scores.by_structure == {"query": (2, 50), "verify": (1, 0)}


def test_consistency_is_the_accuracy_on_what_right_answers_entail() -> None:
    assert gqa_scores(_QUESTIONS, _SAID).consistency == 50


def test_distribution_compares_the_answers_of_a_group() -> None:
    # Of one red and one blue, the predictions have two red: (2 - 1)^2/1 + (0 - 1)^2/1 = 2, by a hundred.
    assert gqa_scores(_QUESTIONS, _SAID).distribution == pytest.approx(0.02)


def test_validity_and_plausibility_need_the_choices() -> None:
    choices = {key: {"valid": ["red", "blue"], "plausible": ["red"]} for key in _QUESTIONS}
    scores = gqa_scores(_QUESTIONS, _SAID, choices)
    assert scores.validity == pytest.approx(200 / 3)
    assert scores.plausibility == pytest.approx(200 / 3)
    assert gqa_scores(_QUESTIONS, _SAID).validity is None


def test_predictions_may_be_rows_of_a_file() -> None:
    rows = [{"questionId": key, "prediction": text} for key, text in _SAID.items()]
    assert gqa_scores(_QUESTIONS, rows) == gqa_scores(_QUESTIONS, _SAID)


def test_case_counts() -> None:
    assert gqa_scores(_QUESTIONS, {**_SAID, "1": "Red"}).open == 0


def test_a_balanced_question_without_prediction_is_refused() -> None:
    with pytest.raises(KeyError):
        gqa_scores(_QUESTIONS, {"1": "red"})
