"""The split by frequency in train, and how the ranking of models hangs on its threshold."""

from __future__ import annotations

import numpy as np

from pipeline.evaluation.ood.train_frequency import frequencies, sensitivity

_FREQUENCY = frequencies(["a"] * 9 + ["b"] * 3 + ["c"], ["a", "b", "c", "d"])


def test_answers_are_counted_in_train() -> None:
    assert _FREQUENCY.tolist() == [9, 3, 1, 0]


def test_ood_is_what_occurs_fewer_times_than_the_threshold() -> None:
    scores = {"m": np.array([1.0, 1, 0, 0])}
    found = {row.threshold: row for row in sensitivity(_FREQUENCY, scores, 3, (1, 10))}
    assert [(t, row.n) for t, row in found.items()] == [(1, 1), (3, 2), (10, 4)]
    assert found[10].accuracy == {"m": 0.5}


def test_pairs_in_another_order_are_counted() -> None:
    scores = {"rare": np.array([0.0, 0, 1, 1]), "common": np.array([1.0, 1, 1, 0])}
    found = {row.threshold: row.swapped for row in sensitivity(_FREQUENCY, scores, 2, (1, 10))}
    assert found == {1: 0, 2: 0, 10: 1}


def test_thresholds_that_leave_nothing_are_left_out() -> None:
    assert sensitivity(np.array([5]), {"m": np.array([1.0])}, 2, (1,)) == []
