"""Multiple choice, against ReasonVQA's program and by hand."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from pipeline.evaluation import multiple_choice
from pipeline.evaluation.texts.choice import chosen_option, without_letters
from tests.unit.evaluation.golden import cases

_CHOICES = ("Asia", "Europe", "Africa", "South America")


def test_scores_are_the_official_ones(shared: Path) -> None:
    for case in cases(shared, "reasonvqa_multiple_choice"):
        said, _, listed = case["prediction"].partition(" | ")
        choices = [text[3:] for text in ast.literal_eval(listed)]
        assert multiple_choice(said, choices, ast.literal_eval(case["answer"])) == case["score"], case


@pytest.mark.parametrize(
    ("prediction", "place"),
    [
        ("B", 1), ("b.", 1), ("B. Europe", 1), ("europe", 1), ("['B']", 1), ("Answer: B", 1),
        ("B. Asia", None), ("(B)", None), ("The answer is B", None), ("Europe.", None), ("E", None),
        ("", None),
    ],
)  # fmt: skip
def test_an_option_is_named_by_letter_or_text_only(prediction: str, place: int | None) -> None:
    assert chosen_option(prediction, _CHOICES) == place


def test_options_may_bear_their_letters() -> None:
    lettered = [f"{letter}. {choice}" for letter, choice in zip("ABCD", _CHOICES, strict=True)]
    assert without_letters(lettered) == _CHOICES
    assert without_letters(["A. Milne", "Asia"]) == ("A. Milne", "Asia")
    for said in ("B", "B. Europe", "europe"):
        assert multiple_choice(said, lettered, ["Europe"]) == 1


def test_what_names_no_option_is_wrong() -> None:
    assert multiple_choice("(B)", _CHOICES, "Europe") == 0
    assert multiple_choice("B", _CHOICES, "Europe") == 1
