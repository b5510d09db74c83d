"""The measures of single answers, over many."""

from __future__ import annotations

import numpy as np
import pytest

from pipeline.evaluation.measures import CHOICE, OPEN, VQA_OF_FORMS, measured
from pipeline.evaluation.questions import Questions, Target, axis, axis_of_sets, distinct

_TARGETS = (
    Target("Spain", ("Spain", "Kingdom of Spain"), "fixed", choices=("Peru", "Spain"), correct=1),
    Target("2,962 meters", ("2,962 meters", "2,962 m"), "number", "2873.14", "3050.86"),
    Target("1844", ("1844",), "date", "1844-01-01", "1844-12-31"),
)


def _questions(*target_of: int) -> Questions:
    ids = [f"q{n}" for n in range(len(target_of))]
    return Questions(ids, _TARGETS, target_of, ids)


def _row(said: str, target: int) -> dict[str, float]:
    found = measured((*OPEN, *CHOICE, *VQA_OF_FORMS), _questions(target), [said])
    return {name: float(values[0]) for name, values in found.items()}


def test_numbers_and_dates_are_scored_by_their_own_measures_only() -> None:
    fixed, number, date = _row("spain", 0), _row("2950", 1), _row("May 1844", 2)
    assert np.isnan([fixed["numeric"], fixed["date"], number["date"], date["numeric"]]).all()
    assert (number["numeric"], number["accepted"], number["alias"], number["exact_match"]) == (1, 1, 0, 0)
    assert (date["date"], date["accepted"], date["alias"]) == (1, 1, 0)
    assert (fixed["accepted"], fixed["exact_match"], fixed["vqa_accuracy"]) == (1, 1, 0)


@pytest.mark.parametrize("said", ["2,962 M.", "2962 m"])
def test_a_form_of_a_number_is_right_by_all_but_exact_match(said: str) -> None:
    row = _row(said, 1)
    assert (row["alias"], row["numeric"], row["accepted"]) == (1, 1, 1)


def test_choices_are_scored_where_there_are_options() -> None:
    right, unclear, none = _row("B", 0), _row("(B)", 0), _row("B", 1)
    assert (right["multiple_choice"], right["unparsable"], right["chance"]) == (1, 0, 0.5)
    assert (unclear["multiple_choice"], unclear["unparsable"]) == (0, 1)
    assert np.isnan([none["multiple_choice"], none["chance"]]).all()


def test_scores_come_in_the_order_of_the_questions() -> None:
    found = measured(OPEN[:1], _questions(0, 2, 0, 2), ["spain", "spain", "1844", "1844"])
    assert found["exact_match"].tolist() == [1, 0, 0, 1]


def test_equal_targets_are_one() -> None:
    targets, target_of = distinct([_TARGETS[0], _TARGETS[1], _TARGETS[0]])
    assert (len(targets), target_of) == (2, [0, 1, 0])


def test_questions_that_are_kept_keep_their_groups() -> None:
    ids = ["a", "b", "c"]
    axes = [axis("hops", ["1", "2", "1"]), axis_of_sets("domain", [("x",), ("x", "y"), ()])]
    kept = Questions(ids, _TARGETS, [0, 1, 2], ids, axes, {"noun": ["n", "m", "o"]}).kept([2, 1])
    assert (kept.ids, kept.target(0), kept.records["noun"]) == (["c", "b"], _TARGETS[2], ["o", "m"])
    groups = [{name: places.tolist() for name, places in one.groups()} for one in kept.axes]
    assert groups == [{"1": [0], "2": [1]}, {"x": [1], "y": [1]}]
