"""Models compared: differences, tests, Holm's correction."""

from __future__ import annotations

import numpy as np
import pytest

from pipeline.evaluation.summary.compare import compared, flip_test, holm, mcnemar

_NAN = float("nan")


def test_mcnemar_is_the_exact_binomial_one() -> None:
    # 9 up and 1 down: 2 (C(10, 0) + C(10, 1)) / 2^10.
    difference = np.array([1.0] * 9 + [-1.0] + [0.0] * 50)
    assert mcnemar(difference) == pytest.approx(22 / 1024)
    assert mcnemar(np.zeros(5)) == 1
    assert mcnemar(np.array([0.5])) is None


def test_mcnemar_of_a_million_is_a_number() -> None:
    difference = np.concatenate([np.ones(500_500), -np.ones(499_500)])
    assert mcnemar(difference) == pytest.approx(0.3176, abs=1e-3)


def test_flips_of_single_questions_agree_with_mcnemar() -> None:
    difference = np.array([1.0] * 9 + [-1.0] + [0.0] * 50)
    assert flip_test(difference, np.arange(60), key="k", flips=50_000) == pytest.approx(22 / 1024, abs=3e-3)


def test_questions_of_an_image_flip_together() -> None:
    # Two images, each better by ten: one of two signs in four cases reaches that.
    assert flip_test(np.ones(20), np.repeat([0, 1], 10), key="k") == pytest.approx(0.5, abs=0.02)


def test_holm_is_stepwise_and_monotone() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_each_two_models_are_compared_on_what_both_have() -> None:
    scores = {
        "a": np.array([1.0, 1, 1, _NAN, 0]),
        "b": np.array([0.0, 1, 0, 1, 0]),
        "c": np.array([0.0, 1, 0, 1, 0]),
    }
    found = {(pair.first, pair.second): pair for pair in compared(scores, np.arange(5), measure="m")}
    assert set(found) == {("a", "b"), ("a", "c"), ("b", "c")}
    assert (found["a", "b"].difference.n, found["a", "b"].difference.mean) == (4, 0.5)
    same = found["b", "c"].difference
    assert (same.mean, same.low, same.high, found["b", "c"].p) == (0, 0, 0, 1)


def test_models_without_common_questions_are_not_compared() -> None:
    scores = {"a": np.array([1.0, _NAN]), "b": np.array([_NAN, 1.0])}
    assert compared(scores, np.arange(2), measure="m") == []
