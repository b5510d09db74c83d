"""Fair draws: chances add up, every version gets its share, and no value is known by how often it is true."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.dataset.fair import Weights, calibrated, draws, given_away
from pipeline.dataset.fair_sets import Shortlist, inclusion

weights = st.lists(st.floats(0.01, 1000), max_size=30)


@given(weights, st.integers(1, 3))
def test_chances_add_up_to_the_number_of_options_and_none_exceeds_one(given: list[float], n: int) -> None:
    chances = inclusion(given, n)
    assert sum(chances) == pytest.approx(min(n, len(given)))
    assert all(0 < chance <= 1 for chance in chances)


def test_chances_are_in_proportion_to_the_weights_below_one() -> None:
    assert inclusion([4, 2, 1, 1], 1) == [0.5, 0.25, 0.125, 0.125]
    assert inclusion([100, 1, 1], 2) == [1.0, 0.5, 0.5]


@given(weights, st.integers(1, 3), st.text(max_size=3))
def test_each_version_has_as_many_options_and_each_value_its_share_of_the_versions(
    given: list[float], n: int, key: str
) -> None:
    chances = inclusion(given, n)
    versions = list(draws(chances, 16, key=key, seed=0))
    assert [len(set(places)) for places in versions] == [min(n, len(given))] * 16
    times = Counter(place for places in versions for place in places)
    for place, chance in enumerate(chances):
        assert 16 * chance - 1 < times[place] < 16 * chance + 1


def test_draws_depend_on_key_and_seed_alone() -> None:
    chances = inclusion([1.0] * 20, 3)
    first = list(draws(chances, 16, key="k", seed=0))
    assert list(draws(chances, 16, key="k", seed=0)) == first
    assert list(draws(chances, 16, key="l", seed=0)) != first
    assert list(draws(chances, 16, key="k", seed=1)) != first


def shares(asked: list[tuple[Shortlist, float]]) -> dict[str, float]:
    """Return how often each value is the truth where it stands among the options."""
    drawn = calibrated(asked, 3)
    true: dict[str, float] = defaultdict(float)
    shown: dict[str, float] = defaultdict(float)
    for shortlist, often in asked:
        true[shortlist.truth] += often
        shown[shortlist.truth] += often
        for value, chance in zip(shortlist.values, inclusion(drawn.of(shortlist), 3), strict=True):
            shown[value] += often * chance
    return {value: true[value] / shown[value] for value in true}


def asked_for(counts: dict[str, float], alike: dict[frozenset[str], float]) -> list[tuple[Shortlist, float]]:
    found = []
    for truth, often in counts.items():
        others = tuple(name for name in counts if name != truth)
        likeness = tuple(alike.get(frozenset((truth, name)), 1.0) for name in others)
        found.append((Shortlist(truth, others, likeness), often))
    return found


def test_each_value_is_the_truth_in_one_of_four_sets_that_show_it() -> None:
    counts = {
        name: float(often) for name, often in zip("abcdefgh", (90, 80, 60, 50, 40, 30, 20, 10), strict=True)
    }
    assert all(share == pytest.approx(0.25, abs=0.02) for share in shares(asked_for(counts, {})).values())


def test_likeness_is_made_up_for() -> None:
    counts = dict.fromkeys("abcdefgh", 40.0)
    near = {frozenset((one, other)): 0.1 for one in "abcd" for other in "efgh"}
    near |= {frozenset(("a", other)): 0.05 for other in "bcd"}
    assert all(share == pytest.approx(0.25, abs=0.03) for share in shares(asked_for(counts, near)).values())


def test_a_value_that_is_the_truth_too_often_is_always_shown() -> None:
    found = shares(asked_for({"a": 500.0, "b": 40.0, "c": 40.0, "d": 40.0, "e": 40.0, "f": 40.0}, {}))
    assert found["a"] == pytest.approx(500 / 700, abs=0.01)


def test_a_value_that_is_nowhere_true_is_drawn_only_where_others_are_too_few() -> None:
    asked = [
        (Shortlist(truth, tuple(n for n in "abcdz" if n != truth), (1.0,) * 4), 50.0) for truth in "abcd"
    ]
    drawn = calibrated(asked, 3)
    for shortlist, _ in asked:
        chances = dict(zip(shortlist.values, inclusion(drawn.of(shortlist), 3), strict=True))
        assert chances["z"] < 0.02
    few = [(Shortlist("a", ("b", "z"), (1.0, 1.0)), 50.0)]
    assert inclusion(calibrated(few, 3).of(few[0][0]), 3) == [1.0, 1.0]


def weights_of(counts: dict[str, float], shown: dict[str, float]) -> Weights:
    return Weights(counts, shown=shown)


def test_a_value_gives_itself_away_if_it_is_the_truth_whenever_it_is_shown() -> None:
    rest = {"b": 100.0, "c": 100.0}
    assert given_away([weights_of({"a": 40.0, **rest}, {"a": 2.0, "b": 300.0, "c": 300.0})]) == {"a"}
    assert given_away([weights_of({"a": 40.0, **rest}, {"a": 60.0, "b": 300.0, "c": 300.0})]) == set()


def test_what_is_rarely_asked_or_most_answers_is_not_meant() -> None:
    assert given_away([weights_of({"a": 5.0, "b": 100.0}, {"b": 200.0})]) == set()
    assert given_away([weights_of({"a": 900.0, "b": 10.0}, {"a": 10.0, "b": 900.0})]) == set()


def test_all_parts_count_together() -> None:
    parts = [
        weights_of({"a": 40.0, "b": 90.0}, {"b": 200.0}),
        weights_of({"b": 90.0}, {"a": 60.0, "b": 200.0}),
    ]
    assert given_away(parts[:1]) == {"a"}
    assert given_away(parts) == set()


def test_calibration_says_how_often_each_value_will_be_shown() -> None:
    asked = asked_for(dict.fromkeys("abcdef", 40.0), {})
    assert sum(calibrated(asked, 3).shown.values()) == pytest.approx(6 * 40 * 3)
