"""Semantic similarity, against ReasonVQA's program; skipped where the model is not installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.base.errors import SettingsError
from pipeline.evaluation import semantic_similarity
from pipeline.evaluation.similarity import is_installed, moved, similarities
from tests.unit.evaluation.golden import cases

model = pytest.mark.skipif(not is_installed(), reason="the extra `similarity` is not installed")


@model
def test_similarities_are_the_official_ones(shared: Path) -> None:
    rows = cases(shared, "reasonvqa_open")
    found = similarities([row["prediction"] for row in rows], [row["answers"] for row in rows])
    assert found == pytest.approx([row["similarity"] for row in rows], abs=2e-3)
    for row in cases(shared, "similarity"):
        assert semantic_similarity(row["a"], [row["b"]]) == pytest.approx(max(0, row["cosine"]), abs=2e-3)


@model
def test_the_nearest_answer_counts_and_order_does_not_matter() -> None:
    one = semantic_similarity("timber", ["steel", "timber"])
    assert one == pytest.approx(1)
    both = similarities(["red", "timber"], [["blue"], ["steel", "timber"]])
    assert list(both) == pytest.approx([semantic_similarity("red", ["blue"]), one], abs=1e-5)


@model
def test_a_question_without_answers_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one answer"):
        semantic_similarity("red", [])


@pytest.mark.skipif(is_installed(), reason="the extra `similarity` is installed")
def test_without_the_model_the_message_says_what_to_install() -> None:
    with pytest.raises(SettingsError, match=r"reasonvqa\[similarity\]"):
        semantic_similarity("red", ["blue"])


def test_chance_takes_another_of_the_group_and_each_once() -> None:
    keys, groups = ["a", "b", "c", "d", "e"], ["x", "x", "y", "x", "y"]
    other = moved(keys, groups)
    assert sorted(other) == [0, 1, 2, 3, 4]
    assert all(groups[place] == groups[to] and place != to for place, to in enumerate(other))
    assert moved(["a"], ["x"]) == [0]
