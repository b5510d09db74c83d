"""Scores of answers in free text, against ReasonVQA's program and by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.evaluation import exact_match, substring_match
from pipeline.evaluation.texts.open_answers import alias_match, prepare, token_match
from tests.unit.evaluation.golden import cases


def test_scores_are_the_official_ones(shared: Path) -> None:
    for case in cases(shared, "reasonvqa_open"):
        said, answers = case["prediction"], case["answers"]
        assert prepare(said) == case["prepared_prediction"]
        assert exact_match(said, answers) == case["exact_match"], case
        assert substring_match(said, answers) == case["substring"], case


@pytest.mark.parametrize(
    ("prediction", "prepared"),
    [
        (" Answer: Paris ", "paris"),
        ("['Paris', 'Lyon']", "paris"),
        (["Paris", "Lyon"], "paris"),
        ([], ""),
        ("[]", ""),
        ("[not a list]", "[not a list]"),
    ],
)
def test_case_prefix_and_list_form_do_not_count(prediction: str | list[str], prepared: str) -> None:
    assert prepare(prediction) == prepared


@pytest.mark.parametrize(
    ("prediction", "answer", "lenient", "by_tokens"),
    [
        ("female", "male", 1, 0),
        ("300 metres", "324 metres", 1, 0),
        ("metres", "324 metres", 1, 0),
        ("york is a city", "New York City", 1, 0),
        ("eyes", "yes", 1, 0),
        ("the inventor was Carl Benz.", "Carl Benz", 1, 1),
        ("Benz", "Carl Benz", 1, 1),
        ("of", "University of Oxford", 0, 0),
        ("8515767 square kilometers", "8,515,767 square kilometers", 1, 1),
        ("The Who", "The Who", 1, 1),
        ("", "male", 0, 0),
    ],
)
def test_words_are_found_as_wholes_by_the_token_score_only(
    prediction: str, answer: str, lenient: float, by_tokens: float
) -> None:
    assert substring_match(prediction, [answer]) == lenient
    assert token_match(prediction, [answer]) == by_tokens


@pytest.mark.parametrize(
    ("prediction", "is_alias"), [("the USA.", 1), ("united states", 1), ("America", 0), ("", 0)]
)
def test_an_alias_counts_but_for_case_marks_and_article(prediction: str, is_alias: float) -> None:
    assert alias_match(prediction, ["United States", "USA"]) == is_alias
