"""Near values of a pool are found without looking through all of it."""

from __future__ import annotations

from pipeline.dataset.likeness import Traits
from pipeline.dataset.options import Candidate
from pipeline.dataset.value_pools import Value, ValuePool
from pipeline.knowledge.profiles import Profile


def value(number: int, *, country: str = "Q38", era: int | None = None) -> Value:
    item = f"Q{number}"
    profile = Profile(frozenset(), frozenset((country,)), frozenset(), era)
    return Value(Candidate(item, (item,), item), Traits(item, profile, frozenset(), has_era=True))


def numbers(values: list[Value]) -> set[int]:
    return {int(value.item[1:]) for value in values}


def test_a_small_pool_is_given_whole() -> None:
    pool = ValuePool(value(n) for n in range(60))
    assert len(pool) == len(pool.near(value(99))) == 60


def test_of_a_large_pool_come_those_nearest_in_time() -> None:
    pool = ValuePool(value(n, era=n) for n in range(2000))
    assert numbers(pool.near(value(5000, era=1000))) >= set(range(993, 1008))
    assert len(pool.near(value(5000, era=1000))) < 40
    assert numbers(pool.near(value(5000, era=9000))) >= set(range(1985, 2000))


def test_values_of_the_same_country_are_found_among_many_of_others() -> None:
    others = [value(n, country="Q142", era=1900) for n in range(1000)]
    pool = ValuePool([*others, *(value(5000 + n, era=1500 + n) for n in range(5))])
    assert numbers(pool.near(value(9999, era=1900))) >= set(range(5000, 5005))


def test_values_without_an_era_are_spread_and_found_too() -> None:
    pool = ValuePool(value(n) for n in range(1000))
    found = [frozenset(numbers(pool.near(value(2000 + n)))) for n in range(40)]
    assert all(found)
    assert len(set(found)) > 30


def test_frequent_values_are_always_among_them() -> None:
    pool = ValuePool((value(n, era=n) for n in range(2000)), frequent={"Q3"})
    assert 3 in numbers(pool.near(value(5000, era=1900)))


def test_order_of_the_values_changes_nothing() -> None:
    many = [value(n, era=n % 7) for n in range(300)]
    assert ValuePool(many).near(value(999, era=3)) == ValuePool(many[::-1]).near(value(999, era=3))
