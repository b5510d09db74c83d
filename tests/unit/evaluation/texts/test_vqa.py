"""VQA accuracy, against the official evaluator and by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pipeline.base.files import read_tsv
from pipeline.evaluation import soft_accuracy, vqa_accuracy, vqa_normalize
from pipeline.evaluation.texts.vqa import as_annotators
from pipeline.evaluation.texts.word_lists import contractions
from tests.unit.evaluation.golden import cases


def test_normal_forms_are_the_official_ones(shared: Path) -> None:
    for case in cases(shared, "vqa_normalize"):
        assert vqa_normalize(case["raw"]) == case["normalized"], case["raw"]


def test_contractions_are_those_of_the_official_program(shared: Path) -> None:
    """Words are looked up in lower case: entries with capitals are never found, and some change nothing."""
    rows = read_tsv(shared / "golden" / "vqa_contractions.tsv", ("raw", "normalized"))
    official = {row["raw"]: row["normalized"] for row in rows}
    assert contractions() == {raw: normal for raw, normal in official.items() if raw.lower() == raw != normal}


@pytest.mark.parametrize("name", ["vqa_accuracy", "vqa_accuracy_other_counts"])
def test_accuracies_are_the_official_ones(shared: Path, name: str) -> None:
    for case in cases(shared, name):
        found = vqa_accuracy(case["prediction"], case["answers"])
        assert found == pytest.approx(case["accuracy"], abs=1e-6), case


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("red;blue", "red blue"),
        ("red; blue", "red blue"),
        ("1,000-2,000", "10002000"),
        ("1.", "1"),
        ("3.14.", "3.14"),
        ("The two dogs", "2 dogs"),
        ("dont", "don't"),
        ("None", "0"),
        ("it's 50%", "it's 50%"),
        ("Café", "café"),
    ],
)
def test_marks_numbers_articles_and_contractions_go_as_in_the_evaluator(text: str, normal: str) -> None:
    assert vqa_normalize(text) == normal


def test_only_the_first_full_stops_go() -> None:
    assert vqa_normalize("." * 40) == "." * 8


@given(st.lists(st.sampled_from(["red", "blue", "The red"]), min_size=2, max_size=12))
def test_accuracy_is_the_mean_over_all_but_one_annotator(answers: list[str]) -> None:
    assume(len(set(answers)) > 1)
    normal = [answer.removeprefix("The ") for answer in answers]
    each = [min(1, (normal[:i] + normal[i + 1 :]).count("red") / 3) for i in range(len(normal))]
    assert vqa_accuracy("red", answers) == pytest.approx(sum(each) / len(each))


@pytest.mark.parametrize(("matches", "accuracy"), [(0, 0), (1, 0.3), (2, 0.6), (3, 0.9), (4, 1), (9, 1)])
def test_each_annotator_is_left_out_once(matches: int, accuracy: float) -> None:
    answers = ["yes"] * matches + ["no"] * (10 - matches)
    assert vqa_accuracy("Yes.", answers) == pytest.approx(accuracy)


def test_equal_answers_switch_the_normalisation_off() -> None:
    assert vqa_accuracy("Yes", ["yes"] * 10) == 0
    assert vqa_accuracy(" yes\t", ["yes"] * 10) == 1
    assert soft_accuracy("Yes", ["yes"] * 10) == 1


def test_a_single_answer_never_counts() -> None:
    assert vqa_accuracy("yes", ["yes"]) == 0


@pytest.mark.parametrize(("matches", "accuracy"), [(0, 0), (1, 1 / 3), (2, 2 / 3), (3, 1), (10, 1)])
def test_soft_accuracy_is_a_third_of_the_matches(matches: int, accuracy: float) -> None:
    answers = ["yes"] * matches + ["no"] * (10 - matches)
    assert soft_accuracy("yes", answers) == pytest.approx(accuracy)


@pytest.mark.parametrize("score", [vqa_accuracy, soft_accuracy])
def test_a_question_without_answers_is_refused(score: type) -> None:
    with pytest.raises(ValueError, match="at least one answer"):
        score("yes", [])


@pytest.mark.parametrize(
    ("prediction", "accuracy"), [("Spain", 1), ("Kingdom of Spain", 1), ("spain", 0), ("France", 0)]
)
def test_forms_of_one_true_answer_count_as_it(prediction: str, accuracy: float) -> None:
    assert vqa_accuracy(*as_annotators(prediction, "Spain", ["Spain", "Kingdom of Spain"])) == accuracy
