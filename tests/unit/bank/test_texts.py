"""Texts of routes: sixteen for each shape, none that says a thing twice, few moved by a new wording."""

from __future__ import annotations

import pytest

from pipeline.bank.routes import Route, Step
from pipeline.bank.texts import BUCKETS, ShapeText, shape_id, texts_of, wordings_of_shape
from pipeline.language.packs import Property, Wording
from pipeline.language.render import wording_id

from .facts import prop

MAIN = [
    "Who built {{ x }}?",
    "Name the builder of {{ x }}.",
    "By whom was {{ x }} built?",
    "Whose work is {{ x }}?",
]


def everything(wording: Wording, step: Step) -> bool:
    return True


def route(*properties: str) -> Route:
    return Route("Q243", tuple(Step(name, "thing", "thing") for name in properties), ())


def texts(properties: dict[str, Property], *path: str, seed: int = 0) -> dict[str, ShapeText]:
    """Return bucket -> text."""
    found = texts_of(route(*path), properties, everything, seed=seed)
    buckets = {text.bucket: text for text in found}
    assert len(buckets) == len(found)
    return buckets


def phrases(properties: dict[str, Property], *path: str) -> set[str]:
    return {f"{text.prefix}_{text.suffix}" for text in texts(properties, *path).values()}


def test_every_bucket_has_one_text_of_the_shape() -> None:
    found = texts({"P84": prop(main=MAIN)}, "P84")
    assert sorted(found) == sorted(BUCKETS) == list("0123456789abcdef")
    assert {text.shape_id for text in found.values()} == {shape_id(route("P84").steps)}
    assert phrases({"P84": prop(main=MAIN)}, "P84") == {
        "Who built _?",
        "Name the builder of _.",
        "By whom was _ built?",
        "Whose work is _?",
    }


def test_text_names_its_wordings() -> None:
    known = {"P84": prop(clause=["the architect of {{ x }}"]), "P19": prop(main=["Where was {{ x }} born?"])}
    for text in texts(known, "P84", "P19").values():
        assert (text.prefix, text.suffix) == ("Where was the architect of ", " born?")
        assert text.template == f"P19:{wording_id('Where was {{ x }} born?')}"
        assert text.variant == wording_id("the architect of {{ x }}")


def test_clauses_are_nested_in_the_order_of_the_route() -> None:
    known = {
        "P84": prop(clause=["the architect of {{ x }}"]),
        "P19": prop(clause=["the birthplace of {{ x }}"]),
        "P17": prop(main=["In which country is {{ x }}?"]),
    }
    assert phrases(known, "P84", "P19", "P17") == {
        "In which country is the birthplace of the architect of _?"
    }
    (variant,) = {text.variant for text in texts(known, "P84", "P19", "P17").values()}
    assert variant == f"{wording_id('the birthplace of {{ x }}')}.{wording_id('the architect of {{ x }}')}"


def test_longer_routes_keep_fewer_words_behind_the_slot() -> None:
    mains = ["Tell me whom {{ x }} is named after.", "When was {{ x }} born?", "What of {{ x }}?"]
    known = {
        "P1": prop(clause=["the one of {{ x }}"]),
        "P2": prop(clause=["the two with {{ x }}"]),
        "P3": prop(main=mains),
    }
    tails = {
        path: {text.suffix for text in texts(known, *path).values()}
        for path in (("P3",), ("P1", "P3"), ("P1", "P2", "P3"))
    }
    assert list(tails.values()) == [{" is named after.", " born?", "?"}, {" born?", "?"}, {"?"}]
    only = {**known, "P3": prop(main=mains[:1])}
    assert {text.suffix for text in texts(only, "P1", "P2", "P3").values()} == {" is named after."}


def test_only_wordings_that_apply_are_used() -> None:
    def short(wording: Wording, step: Step) -> bool:
        return len(wording.text) < 20

    known = {"P84": prop(main=MAIN)}
    found = texts_of(route("P84"), known, short, seed=0)
    assert {text.prefix for text in found} == {"Who built "}
    assert texts_of(route("P84"), known, lambda wording, step: False, seed=0) == []


def test_wordings_that_share_three_words_in_a_row_are_never_nested() -> None:
    known = {
        "P17": prop(clause=["the land that is home to {{ x }}"]),
        "P36": prop(main=["Which town THAT IS HOME has {{ x }}?", "What is the capital of {{ x }}?"]),
    }
    assert phrases(known, "P17", "P36") == {"What is the capital of the land that is home to _?"}
    only = {**known, "P36": prop(main=["Which town that is home has {{ x }}?"])}
    assert texts(only, "P17", "P36") == {}


def test_two_clauses_that_share_three_words_are_not_nested_either() -> None:
    known = {
        "P17": prop(clause=["the one and only land of {{ x }}", "the country of {{ x }}"]),
        "P36": prop(clause=["the one and only seat of {{ x }}"]),
        "P571": prop(main=["How old is {{ x }}?"]),
    }
    assert phrases(known, "P17", "P36", "P571") == {"How old is the one and only seat of the country of _?"}


def test_words_of_content_are_not_repeated_where_others_can_be_had() -> None:
    known = {
        "P17": prop(clause=["the country where one finds {{ x }}", "the country of {{ x }}"]),
        "P36": prop(main=["Where in that country is the seat of {{ x }}?", "Which town rules {{ x }}?"]),
    }
    assert phrases(known, "P17", "P36") == {
        "Which town rules the country where one finds _?",
        "Which town rules the country of _?",
    }
    only = {**known, "P36": prop(main=["Where in that country is the seat of {{ x }}?"])}
    assert len(phrases(only, "P17", "P36")) == 2


def test_verbs_do_not_pile_up_after_the_slot() -> None:
    known = {
        "P17": prop(clause=["the country where {{ x }} stands", "the country of {{ x }}"]),
        "P36": prop(main=["Where does {{ x }} lie?"]),
    }
    assert phrases(known, "P17", "P36") == {"Where does the country of _ lie?"}


@pytest.mark.parametrize("place", range(len(MAIN)))
def test_wording_taken_out_moves_only_the_texts_that_used_it(place: int) -> None:
    before = texts({"P84": prop(main=MAIN)}, "P84")
    rest = MAIN[:place] + MAIN[place + 1 :]
    after = texts({"P84": prop(main=rest)}, "P84")
    gone = f"P84:{wording_id(MAIN[place])}"
    moved = {bucket for bucket in BUCKETS if before[bucket] != after[bucket]}
    assert moved == {bucket for bucket in BUCKETS if before[bucket].template == gone}


def test_order_of_the_wordings_changes_nothing_and_the_seed_does() -> None:
    assert texts({"P84": prop(main=MAIN)}, "P84") == texts({"P84": prop(main=MAIN[::-1])}, "P84")
    other = texts({"P84": prop(main=MAIN)}, "P84", seed=1)
    assert other != texts({"P84": prop(main=MAIN)}, "P84")


def test_shape_is_all_that_wordings_depend_on() -> None:
    step = Step("P84", "building", "person")
    others = [
        Step("P61", "building", "person"),
        Step("P84", "place", "person"),
        Step("P84", "building", "agent"),
        Step("P84", "building", "person", many=True),
        Step("P84", "building", "person", precision="year"),
        Step("P84", "building", "person", gone=True),
        Step("P84", "building", "person", unit="Q11573"),
        Step("P84", "building", "person", direct=False),
    ]
    assert shape_id([step]) == shape_id([Step("P84", "building", "person")])
    assert len({shape_id([one]) for one in (step, *others)}) == 9
    assert shape_id([step, others[0]]) != shape_id([others[0], step])


def ways(properties: dict[str, Property], *path: str, most: int) -> list[str]:
    made = wordings_of_shape(route(*path), properties, everything, seed=0, most=most)
    assert [way.place for way in made] == list(range(len(made)))
    return [f"{way.prefix}x{way.suffix}" for way in made]


def test_every_way_to_ask_is_given_once_up_to_a_number() -> None:
    known = {"P84": prop(main=MAIN, clause=["the architect of {{ x }}", "the designer of {{ x }}"])}
    known["P19"] = prop(main=["Where was {{ x }} born?", "In which town was {{ x }} born?"])
    assert len(set(ways(known, "P84", most=10))) == len(MAIN)
    every = ways(known, "P84", "P19", most=10)
    assert sorted(every) == [
        "In which town was the architect of x born?",
        "In which town was the designer of x born?",
        "Where was the architect of x born?",
        "Where was the designer of x born?",
    ]
    assert ways(known, "P84", "P19", most=3) == every[:3]


def test_ways_to_ask_are_those_that_texts_are_drawn_from() -> None:
    known = {"P84": prop(main=MAIN)}
    drawn = texts_of(route("P84"), known, everything, seed=0)
    made = wordings_of_shape(route("P84"), known, everything, seed=0, most=100)
    assert {(t.template, t.prefix) for t in drawn} <= {(w.template, w.prefix) for w in made}
