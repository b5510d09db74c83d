"""Where and when values belong."""

from __future__ import annotations

from pipeline.knowledge.profiles import Profile, Profiles
from pipeline.wikidata.facts import Statement

ITALY, EUROPE, ROME, CHURCH, ARCHITECT = "Q38", "Q46", "Q220", "Q1", "Q2"


def item(subject: str, prop: str, value: str) -> Statement:
    return Statement(subject, prop, "item", value)


def year(subject: str, prop: str, number: int) -> Statement:
    return Statement(subject, prop, "time", f"{number}-00-00T00:00:00Z", precision=9)


ABOUT_ITALY = (item(ROME, "P17", ITALY), item(ITALY, "P30", EUROPE))


def test_own_facts_come_first() -> None:
    profiles = Profiles(
        [
            *ABOUT_ITALY,
            item(ARCHITECT, "P27", ITALY),
            item(ARCHITECT, "P31", "Q5"),
            year(ARCHITECT, "P569", 1860),
        ]
    )
    expected = Profile(frozenset({"Q5"}), frozenset({ITALY}), frozenset({EUROPE}), 1900)
    assert profiles.of("P84", ARCHITECT) == expected


def test_what_has_the_value_tells_where_and_when_it_belongs() -> None:
    built = [item(f"Q10{n}", "P84", ARCHITECT) for n in range(3)]
    where = [item(f"Q10{n}", "P17", ITALY) for n in range(3)]
    when = [year(f"Q10{n}", "P571", 1700 + n) for n in range(3)]
    profile = Profiles([*ABOUT_ITALY, *built, *where, *when]).of("P84", ARCHITECT)
    assert profile == Profile(frozenset(), frozenset({ITALY}), frozenset({EUROPE}), 1701)


def test_a_country_lies_in_itself() -> None:
    assert Profiles(ABOUT_ITALY).of("P17", ITALY).countries == {ITALY}
    capital = Profiles([*ABOUT_ITALY, item(ITALY, "P37", "Q652")])
    assert capital.of("P37", "Q652").countries == {ITALY}


def test_a_place_tells_the_country() -> None:
    profiles = Profiles([*ABOUT_ITALY, item(ARCHITECT, "P19", ROME)])
    assert profiles.of("P84", ARCHITECT).countries == {ITALY}


def test_of_many_countries_the_most_frequent_count() -> None:
    facts = [
        statement
        for n in range(12)
        for statement in (item(f"Q50{n}", "P84", ARCHITECT), item(f"Q50{n}", "P17", f"Q9{min(n, 4)}"))
    ]
    assert Profiles(facts).of("P84", ARCHITECT).countries == {"Q94", "Q90", "Q91"}


def test_of_what_nothing_is_known_nothing_is_said() -> None:
    assert Profiles([]).of("P84", ARCHITECT) == Profile()
