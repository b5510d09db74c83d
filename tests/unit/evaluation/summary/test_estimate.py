"""Means, standard errors and bootstrap intervals."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from pipeline.evaluation.summary.estimate import coded, estimate, resampled, sums

_NAN = float("nan")


def _alone(n: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.arange(n)


def test_mean_and_error_of_independent_questions_are_the_textbook_ones() -> None:
    values = np.array([1.0, 0, 1, 1, 0, 1, 0, 0, 1, 1])
    found = estimate(values, _alone(10), key="k")
    assert found is not None
    assert (found.n, found.images, found.mean) == (10, 10, 0.6)
    assert found.se == pytest.approx(sqrt(values.var(ddof=1) / 10))


def test_error_grows_if_the_questions_of_an_image_stand_and_fall_together() -> None:
    values = np.repeat([1.0, 0, 1, 0, 1, 1, 0, 1], 5)
    together = estimate(values, np.repeat(np.arange(8), 5), key="k")
    apart = estimate(values, _alone(40), key="k")
    assert together is not None
    assert apart is not None
    assert together.mean == apart.mean
    # Five equal questions tell no more than one of them.
    assert together.se == pytest.approx(estimate(values[::5], _alone(8), key="k").se)  # type: ignore[union-attr]
    assert together.high - together.low > apart.high - apart.low


def test_values_that_are_not_scored_do_not_count() -> None:
    found = estimate(np.array([1.0, _NAN, 0.0]), _alone(3), key="k")
    assert found is not None
    assert (found.n, found.mean) == (2, 0.5)
    assert estimate(np.array([_NAN]), _alone(1), key="k") is None
    assert estimate(np.array([]), _alone(0), key="k") is None


def test_interval_is_that_of_a_plain_bootstrap_over_images() -> None:
    random = np.random.default_rng(1)
    images = random.integers(0, 60, 300)
    values = random.integers(0, 2, 300).astype(float)
    found = sums(values, images)
    plain = []
    for _ in range(4000):
        drawn = random.integers(0, len(found.counts), len(found.counts))
        plain.append(found.totals[drawn].sum() / found.counts[drawn].sum())
    ours = resampled(found, key="k", seed=0, draws=4000)
    assert np.mean(ours) == pytest.approx(np.mean(plain), abs=0.003)
    assert np.percentile(ours, [2.5, 97.5]) == pytest.approx(np.percentile(plain, [2.5, 97.5]), abs=0.01)


def test_draws_depend_on_seed_and_key_only() -> None:
    values, images = np.random.default_rng(1).random(50), _alone(50)
    assert estimate(values, images, key="k") == estimate(values, images, key="k")
    assert estimate(values, images, key="k") != estimate(values, images, key="other")
    assert estimate(values, images, key="k") != estimate(values, images, key="k", seed=1)


@pytest.mark.parametrize(("value", "low", "high"), [(1.0, 0.7225, 1.0), (0.0, 0.0, 0.2775)])
def test_where_all_is_equal_the_interval_still_has_a_width(value: float, low: float, high: float) -> None:
    found = estimate(np.full(10, value), _alone(10), key="k")
    assert found is not None
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)


def test_a_single_image_has_no_standard_error() -> None:
    found = estimate(np.array([1.0, 0.0]), np.array([0, 0]), key="k")
    assert found is not None
    assert found.se is None


def test_equal_names_get_equal_codes() -> None:
    assert coded(["x", "y", "x"]).tolist() == [0, 1, 0]
