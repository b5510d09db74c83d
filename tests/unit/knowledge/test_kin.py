"""Which items contain each other."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.knowledge.kin import CONTAINING, Kin
from pipeline.wikidata.facts import Statement


def chain(*items: str, prop: str = "P131") -> list[Statement]:
    """Each item lies in the next."""
    return [Statement(one, prop, "item", other) for one, other in pairwise(items)]


def test_what_contains_is_followed_up_to_four_levels_and_no_further() -> None:
    kin = Kin(chain("Q1", "Q2", "Q3", "Q4", "Q5", "Q6"))
    assert kin.above("Q1") == {"Q2", "Q3", "Q4", "Q5"}
    assert kin.above("Q5") == {"Q6"}
    assert kin.above("Q6") == frozenset()
    assert kin.related("Q1", "Q5")
    assert not kin.related("Q1", "Q6")


def test_the_same_item_is_related_to_itself_known_or_not() -> None:
    assert Kin([]).related("Q1", "Q1")
    assert not Kin([]).related("Q1", "Q2")


def test_siblings_are_not_related() -> None:
    kin = Kin([*chain("Q1", "Q9"), *chain("Q2", "Q9")])
    assert not kin.related("Q1", "Q2")


def test_several_ways_up_are_all_followed() -> None:
    kin = Kin([*chain("Q1", "Q2"), *chain("Q1", "Q3", prop="P361"), *chain("Q3", "Q4", prop="P17")])
    assert kin.above("Q1") == {"Q2", "Q3", "Q4"}


@pytest.mark.parametrize("prop", ["P31", "P279", "P361", "P131", "P276", "P17", "P30", "P171", "P706"])
def test_each_containing_property_counts(prop: str) -> None:
    assert prop in CONTAINING
    assert Kin(chain("Q1", "Q2", prop=prop)).related("Q2", "Q1")


def test_a_part_is_contained_in_what_names_it_as_a_part() -> None:
    assert Kin(chain("Q1", "Q2", prop="P527")).above("Q2") == {"Q1"}


@pytest.mark.parametrize("prop", ["P84", "P47", "P36"])
def test_other_properties_do_not_count(prop: str) -> None:
    assert not Kin(chain("Q1", "Q2", prop=prop)).related("Q1", "Q2")


def test_a_text_is_no_container() -> None:
    assert Kin([Statement("Q1", "P131", "string", "Q2")]).above("Q1") == frozenset()


def test_a_circle_ends_and_leaves_out_the_item_itself() -> None:
    kin = Kin(chain("Q1", "Q2", "Q3", "Q1"))
    assert kin.above("Q1") == {"Q2", "Q3"}
    assert Kin(chain("Q1", "Q1")).above("Q1") == frozenset()


_items = st.sampled_from([f"Q{n}" for n in range(1, 7)])
_properties = st.sampled_from(["P131", "P31", "P84"])
_facts = st.lists(st.builds(Statement, _items, _properties, st.just("item"), _items))


@settings(deadline=None, derandomize=True)
@given(_facts, _items, _items)
def test_kinship_is_mutual_and_does_not_depend_on_the_order(facts: list[Statement], a: str, b: str) -> None:
    assert Kin(facts).related(a, b) == Kin(facts).related(b, a) == Kin(facts[::-1]).related(a, b)
    assert a not in Kin(facts).above(a)


def test_values_declared_to_overlap_are_related() -> None:
    kin = Kin([], [("Q1", "Q2"), ("Q2", "Q3")])
    assert kin.related("Q1", "Q2")
    assert kin.related("Q3", "Q2")
    assert not kin.related("Q1", "Q3")


def test_what_is_said_of_a_subject_is_every_item_of_its_facts() -> None:
    kin = Kin([*chain("Q1", "Q2", prop="P84"), *chain("Q1", "Q3", prop="P631")])
    assert set(kin.said("Q1")) == {"Q2", "Q3"}
    assert set(kin.said("Q2")) == set()


def test_what_is_related_to_one_of_several_is_related_to_them() -> None:
    kin = Kin(chain("Q1", "Q2", "Q3"), [("Q8", "Q9")])
    is_related = kin.related_to(["Q2", "Q8"])
    assert [item for item in ("Q1", "Q2", "Q3", "Q4", "Q8", "Q9") if is_related(item)] == [
        *("Q1", "Q2", "Q3", "Q8", "Q9")
    ]
    assert not kin.related_to([])("Q1")
