"""What is no more is spoken of in the past, what still is in the present."""

from __future__ import annotations

import re

import pytest

from pipeline.bank.routes import Router, Step
from pipeline.knowledge.kinds import Kinds
from pipeline.language.packs import Property, Wording
from pipeline.language.render import is_of_kind

MORTAL = ("building", "place", "organization", "person", "settlement", "country", "region", "group")
OF_ANYTHING = ("P138", "P170", "P186", "P495", "P571", "P2067", "P2120", "P2386", "P2596")

_PRESENT = re.compile(r"\b(?:is|are|does|has|can|do|have|stands?|lies|comes|belongs|makes|serves|operates)\b")
_HELPING = re.compile(r"\b(?:did|was|could)\b.*\b(?:do|have|stand)\b")
"""An infinitive after a past form."""
_LASTING = re.compile(
    r"said to|thought to|credited|known|famous|well-known"  # what people say today
    r"|is the name of|is the (?:date|year|birth year)|birthplace|country of origin"
    r"|buried|grave|burial|has released|has played|in the story|is the voice of"
)
"""What goes on after a death: names, dates, graves, fame, stories and the places themselves."""


def spoken_of_the_dead(router: Router, kinds: Kinds, spec: Property) -> list[Wording]:
    """Return the wordings about a thing that may be used when a mortal subject is no more."""
    subjects = [kind for kind in MORTAL if kinds.fits(kind, spec.subject)]
    wordings = (*spec.main, *spec.clause, *(w for joint in spec.joint.values() for w in joint))
    return [
        wording
        for wording in wordings
        if wording.gone is not False
        and not is_of_kind(wording.text)
        and any(kinds.fits(kind, wording.subject) for kind in subjects)
    ]


def test_what_is_no_more_is_not_spoken_of_in_the_present(
    registered: dict[str, Property], router: Router, kinds: Kinds
) -> None:
    wrong = [
        (prop, wording.text)
        for prop, spec in registered.items()
        if (spec.subject and not set(spec.subject) <= {"work", "film", "book", "music", "game"})
        or prop in OF_ANYTHING
        for wording in spoken_of_the_dead(router, kinds, spec)
        if _PRESENT.search(wording.text)
        and not _HELPING.search(wording.text)
        and not _LASTING.search(wording.text)
    ]
    assert wrong == []


def test_faults_of_tense_would_be_found() -> None:
    for text in (
        "In which country is {{ x }}?",
        "How many floors does {{ x }} have?",
        "Where does {{ x }} lie?",
    ):
        assert _PRESENT.search(text)
        assert not _HELPING.search(text)
        assert not _LASTING.search(text)
    assert _HELPING.search("How many floors did {{ x }} have?")


# Property, kind of its value, and what is asked of a church that still stands and of one that does not.
CARDINAL = [
    ("P17", "country", "In which country is {{ x }}?", "In which country was {{ x }}?"),
    ("P17", "country", "In which country does {{ x }} stand?", "In which country did {{ x }} stand?"),
    ("P30", "continent", "On which continent is {{ x }}?", "On which continent was {{ x }}?"),
    ("P131", "city", "In which city is {{ x }}?", "In which city was {{ x }}?"),
    (
        "P131",
        "region",
        "In which state, province, or region is {{ x }}?",
        "In which state, province, or region was {{ x }}?",
    ),
    (
        "P149",
        "style",
        "What style of architecture is {{ x }}?",
        "What was the architectural style of {{ x }}?",
    ),
    ("P206", "river", "On which river is {{ x }}?", "On which river was {{ x }}?"),
    ("P138", "person", "Who is {{ x }} named after?", "Who was {{ x }} named after?"),
    ("P276", "building", "Where is {{ x }}?", "Where was {{ x }}?"),
    ("P366", "activity", "What is {{ x }} used for?", "What was {{ x }} used for?"),
    ("P571", "time", "When does {{ x }} date from?", "When did {{ x }} date from?"),
    ("P641", "sport", "What sport can you watch at {{ x }}?", "What sport could you watch at {{ x }}?"),
    ("P669", "place", "On which street or square is {{ x }}?", "On which street or square was {{ x }}?"),
    ("P708", "organization", "In which diocese is {{ x }}?", "In which diocese was {{ x }}?"),
    ("P825", "person", "To whom is {{ x }} dedicated?", "To whom was {{ x }} dedicated?"),
    (
        "P1101",
        "quantity",
        "How many floors does {{ x }} have above ground?",
        "How many floors did {{ x }} have above ground?",
    ),
    ("P1083", "quantity", "How many people can {{ x }} hold?", "How many people could {{ x }} hold?"),
    ("P2048", "quantity", "How tall is {{ x }}?", "How tall was {{ x }}?"),
    ("P2044", "quantity", "How high above sea level is {{ x }}?", "How high above sea level was {{ x }}?"),
]


@pytest.mark.parametrize(("prop", "value", "present", "past"), CARDINAL)
def test_a_building_is_asked_about_in_the_tense_of_its_state(
    registered: dict[str, Property], router: Router, prop: str, value: str, present: str, past: str
) -> None:
    asked = {
        gone: {
            w.text
            for w in registered[prop].main
            if router.applies(w, Step(prop, "building", value, gone=gone))
        }
        for gone in (False, True)
    }
    assert present in asked[False] - asked[True]
    assert past in asked[True] - asked[False]


@pytest.mark.parametrize(("value", "firm"), [("person", False), ("firm", True)])
def test_the_architect_is_asked_for_in_the_past_of_any_building(
    registered: dict[str, Property], router: Router, value: str, firm: bool
) -> None:
    standing, razed = (
        {
            w.text
            for w in registered["P84"].main
            if router.applies(w, Step("P84", "building", value, gone=gone))
        }
        for gone in (False, True)
    )
    assert standing == razed
    assert "Who designed {{ x }}?" in razed
    assert ("Which firm designed {{ x }}?" in razed) == firm
    assert ("Which architect designed {{ x }}?" in razed) != firm
