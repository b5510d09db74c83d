"""Many sets of options at once give what one after the other does, to the last bit."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.dataset.fair_sets import Sets, Shortlist, inclusion

NAMES = "abcdefghij"
WEIGHTS = st.floats(1e-9, 1e9)


@st.composite
def drawn_lists(draw: st.DrawFn) -> list[tuple[Shortlist, float]]:
    found = []
    for truth in draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=8)):
        values = draw(st.lists(st.sampled_from(NAMES), unique=True))
        likeness = draw(st.lists(st.floats(1e-6, 1), min_size=len(values), max_size=len(values)))
        found.append((Shortlist(truth, tuple(values), tuple(likeness)), draw(st.floats(0.1, 1000))))
    return found


@settings(deadline=None)
@given(
    drawn_lists(),
    st.lists(WEIGHTS, min_size=len(NAMES), max_size=len(NAMES)),
    st.integers(1, 4),
)
def test_what_is_expected_is_that_of_a_plain_loop(
    drawn: list[tuple[Shortlist, float]], weights: list[float], n: int
) -> None:
    sets = Sets.of(drawn)
    weight = dict(zip(NAMES, weights, strict=True))
    wanted, shown = dict.fromkeys(sets.places, 0.0), dict.fromkeys(sets.places, 0.0)
    for shortlist, often in drawn:
        pairs = zip(shortlist.values, shortlist.likeness, strict=True)
        chances = inclusion([weight[value] * alike for value, alike in pairs], n)
        added = 0.0
        for value, chance in zip(shortlist.values, chances, strict=True):
            shown[value] += often * chance
            added += chance
        wanted[shortlist.truth] += often * added
    found = sets.expected(np.array([weight[name] for name in sets.places]), n)
    assert [numbers.tolist() for numbers in found] == [list(wanted.values()), list(shown.values())]


def test_a_weight_beside_which_the_others_vanish_leaves_them_what_a_single_set_does() -> None:
    shortlist = Shortlist("a", tuple("bcde"), (1.0,) * 4)
    sets = Sets.of([(shortlist, 1.0)])
    weight = {"a": 1.0, "b": 1e20, "c": 1.0, "d": 1.0, "e": 1.0}
    _, shown = sets.expected(np.array([weight[name] for name in sets.places]), 1)
    expected = inclusion([weight[name] for name in shortlist.values], 1)
    assert [shown[sets.places[name]] for name in shortlist.values] == expected


def test_places_of_truths_among_the_values_are_known() -> None:
    sets = Sets.of([(Shortlist("a", ("b", "c"), (1.0, 1.0)), 1.0), (Shortlist("b", ("c",), (1.0,)), 1.0)])
    names = list(sets.places)
    assert [names[place] for place in sets.both] == ["b"]
    assert {names[place] for place in sets.shown} == {"b", "c"}
