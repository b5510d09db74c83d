"""Which values stand well beside each other."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pipeline.dataset.likeness import Traits, is_firm, likeness
from pipeline.knowledge.profiles import Profile

FIRM_WORDS = frozenset({"associates", "partners"})


def traits(text: str = "Some Name", *, profile: Profile | None = None, subjects: str = "building") -> Traits:
    return Traits(text, profile or Profile(), frozenset(subjects.split()), has_era=True)


def at(country: str = "", continent: str = "", era: int | None = None, classes: str = "") -> Profile:
    return Profile(frozenset(classes.split()), frozenset(country.split()), frozenset(continent.split()), era)


def falling(*pairs: tuple[Traits, Traits]) -> bool:
    found = [likeness(*pair) for pair in pairs]
    assert found == [likeness(other, one) for one, other in pairs]
    return all(a > b for a, b in pairwise(found))


def test_same_country_is_nearer_than_the_continent_and_this_than_another() -> None:
    truth = traits(profile=at("Q38", "Q46"))
    others = [traits(profile=at(*where)) for where in (("Q38", "Q46"), ("Q142", "Q46"), ("Q17", "Q48"))]
    assert falling(*((truth, other) for other in others))


def test_the_further_in_time_the_less_alike() -> None:
    truth = traits(profile=at(era=1900))
    assert falling(*((truth, traits(profile=at(era=year))) for year in (1880, 1850, 1800, 1500)))


def test_an_era_counts_only_where_it_says_something() -> None:
    one = Traits("A", at(era=1900), frozenset(), has_era=False)
    assert likeness(one, Traits("B", at(era=-300), frozenset(), has_era=False)) == likeness(one, one)


def test_a_shared_class_or_kind_of_subject_is_nearer() -> None:
    truth = traits(profile=at(classes="Q1 Q2"))
    assert falling(*((truth, traits(profile=at(classes=c))) for c in ("Q2 Q3", "", "Q4")))
    assert falling((traits(), traits()), (traits(), traits(subjects="person")))


@pytest.mark.parametrize("other", ["Russian republic (1918)", "Line 25", "Q [disputed]"])
def test_brackets_or_digits_on_one_side_betray(other: str) -> None:
    assert likeness(traits("Italy"), traits(other)) == 0
    assert likeness(traits(other), traits(other)) > 0


def test_common_and_proper_names_and_much_longer_ones_are_less_alike() -> None:
    assert falling((traits("Rome"), traits("Oslo")), (traits("Rome"), traits("wood")))
    assert falling((traits("Rome"), traits("Oslo")), (traits("Rome"), traits("Free City of Nowhere")))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Skidmore, Owings & Merrill", True),
        ("Foster and Partners", True),
        ("Norman Foster", False),
        ("Rem Associateson", False),
    ],
)
def test_a_firm_is_told_by_its_name(name: str, expected: bool) -> None:
    assert is_firm(name, FIRM_WORDS) is expected
