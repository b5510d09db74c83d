"""Questions about referents: their text, hops and id, and which of them are left out."""

from __future__ import annotations

import random
from collections import Counter
from hashlib import md5
from itertools import pairwise

import pytest

from pipeline.base.hashing import hex_bound

from .scene import Row, Scene, name_row, pair_row, route, text_rows

INVENTOR = "Who invented this vehicle?"


def a_car(scene: Scene, *images: str, clause: bool = False) -> None:
    for image in images or ("i1",):
        scene.thing("1", "car", (0, 0, 10, 10), image=image)
        if clause:
            scene.thing("t", "tree", (100, 0, 10, 10), image=image)
            scene.relation("1", "near", "t", image=image)


def words(scene: Scene, prefix: str, suffix: str, *, answer: str, forms: tuple[str, ...] = ()) -> None:
    """Let the bank know one route from a motor car, with this text and answer."""
    scene.bank["texts"] = text_rows("P61", prefix, suffix)
    scene.bank["routes"] = [route("Q1420", "P61", answer, (answer, *forms))]


def test_question_is_prefix_noun_phrase_and_suffix(scene: Scene) -> None:
    a_car(scene, clause=True)
    assert scene.ask().texts == ["Who invented the vehicle near the tree?", INVENTOR]


def test_question_that_begins_with_its_noun_phrase_begins_with_a_capital(scene: Scene) -> None:
    scene.thing("1", "cat", (0, 0, 10, 10))
    assert scene.ask().texts == ["This animal belongs to which genus?"]


def test_question_may_be_about_the_kind_of_thing(scene: Scene) -> None:
    a_car(scene, clause=True)
    scene.bank["texts"] = text_rows("P61", "Who invented ", "?", of_kind=True)
    assert scene.ask().texts == [
        "Look at the vehicle near the tree. Who invented this kind of vehicle?",
        "Who invented this kind of vehicle?",
    ]


def test_hops_are_edges_and_one_for_a_clause(scene: Scene) -> None:
    scene.thing("1", "bicycle", (0, 0, 10, 10))
    scene.thing("t", "tree", (100, 0, 10, 10))
    scene.relation("1", "near", "t")
    hops = {(row["property_id"], row["has_scene_graph"]): row["hops"] for row in scene.ask().questions}
    assert hops == {("P495", False): 1, ("P495", True): 2, ("P36", False): 2, ("P36", True): 3}


@pytest.mark.parametrize(
    ("hops", "kept"),
    [
        ((1,), {("P495", False)}),
        ((2,), {("P495", True), ("P36", False)}),
        ((3,), {("P36", True)}),
        ((1, 3), {("P495", False), ("P36", True)}),
    ],
)
def test_only_the_hops_asked_for_are_kept(
    scene: Scene, hops: tuple[int, ...], kept: set[tuple[str, bool]]
) -> None:
    scene.thing("1", "bicycle", (0, 0, 10, 10))
    scene.thing("t", "tree", (100, 0, 10, 10))
    scene.relation("1", "near", "t")
    found = {(row["property_id"], row["has_scene_graph"]) for row in scene.ask(hops=hops).questions}
    assert found == kept


def test_route_of_three_edges_goes_without_a_clause(scene: Scene) -> None:
    a_car(scene, clause=True)
    scene.bank["routes"] = [route("Q1420", "P61/P27/P36", "Berlin", ("Berlin",))]
    scene.bank["texts"] = text_rows("P61/P27/P36", "Three edges from ", ".")
    assert scene.ask().texts == ["Three edges from this vehicle."]


def hash_of(*parts: str) -> str:
    sums = "".join(md5(part.encode()).hexdigest() for part in parts)
    return md5(sums.encode()).hexdigest()


def test_ids_differ_where_marks_stand_inside_image_and_object(scene: Scene) -> None:
    for image, name in (("a", "b|c"), ("a|b", "c")):
        scene.thing(name, "car", (0, 0, 10, 10), image=image)
    asked = scene.ask().questions
    assert len({row["question_id"] for row in asked}) == len(asked) == 2


def test_id_is_a_hash_of_what_is_asked_and_not_of_the_answer(scene: Scene) -> None:
    a_car(scene, clause=True)
    before = scene.ask().questions
    for row in before:
        parts = ("i1", "1", "P61", row["clause"], "P61:0123abcd")
        assert row["question_id"] == hash_of(*parts)[:20]
    scene.bank["routes"] = [route("Q1420", "P61", "somebody else", ("somebody else",))]
    after = scene.ask().questions
    assert [row["question_id"] for row in after] == [row["question_id"] for row in before]
    assert {row["answer"] for row in after} == {"somebody else"}


def test_wording_follows_the_hash_of_image_and_object(scene: Scene) -> None:
    for row in scene.bank["texts"]:
        row["prefix"], row["suffix"] = f"Wording {row['bucket']} of ", "?"
    scene.thing("7", "car", (0, 0, 10, 10), image="Grün 1")
    digit = hash_of("5", "text", "Grün 1", "7")[0]
    assert scene.ask(seed=5).texts == [f"Wording {digit} of this vehicle?"]


@pytest.mark.parametrize(
    ("prefix", "suffix", "answer", "shown"),
    [
        ("Who was Carl Benz to ", "?", "Carl Benz", True),
        ("Who was carl BENZ to ", "?", "Carl Benz", True),
        ("Who invented ", ", or Carl Benz?", "Carl Benz", True),
        ("Who built ", " for Carl Benz.", "Carl Benz", True),
        ("Carl Benz built ", ". When?", "Carl Benz", True),
        ("Who rode ", " with the Carl Benzes?", "Carl Benz", False),
        ("Who met McCarl Benz in ", "?", "Carl Benz", False),
        ("Who invented ", "?", "Vehicle", True),
        ("Who invented ", "?", "vehicles", False),
        ("Who invented ", "?", "hic", False),
    ],
)
def test_answer_that_the_question_says_is_not_asked_for(
    scene: Scene, prefix: str, suffix: str, answer: str, shown: bool
) -> None:
    a_car(scene)
    words(scene, prefix, suffix, answer=answer)
    assert (scene.ask().texts == []) == shown


def test_answer_that_is_part_of_the_noun_phrase_is_not_asked_for(scene: Scene) -> None:
    scene.bank["name_forms"].append(name_row("red brick", "singular", "thing", True))
    scene.bank["clause_pairs"].append(pair_row("near", "subject", "vehicle", "thing"))
    scene.thing("1", "car", (0, 0, 10, 10))
    scene.thing("t", "red brick", (100, 0, 10, 10))
    scene.relation("1", "near", "t")
    words(scene, "What is ", " made of?", answer="Brick")
    asked = scene.ask()
    assert asked.texts == ["What is this vehicle made of?"]
    assert asked.codes("1") == {"shows_answer"}


def test_answer_in_the_wording_is_counted(scene: Scene) -> None:
    a_car(scene)
    words(scene, "Who was Carl Benz to ", "?", answer="Carl Benz")
    assert scene.ask().codes("1") == {"shows_answer"}


def test_noun_that_is_another_form_of_the_answer_is_not_shown(scene: Scene) -> None:
    a_car(scene)
    words(scene, "What is ", "?", answer="machine", forms=("Vehicle",))
    assert scene.ask().codes("1") == {"shows_answer"}


def test_target_that_is_another_form_of_the_answer_spoils_its_clause_only(scene: Scene) -> None:
    a_car(scene, clause=True)
    words(scene, "What is ", "?", answer="oak", forms=("Tree",))
    asked = scene.ask()
    assert asked.texts == ["What is this vehicle?"]
    assert asked.codes("1") == {"shows_answer"}


@pytest.mark.parametrize("mark", [",", "'s", ";", ")"])
def test_answer_before_another_mark_is_shown_too(scene: Scene, mark: str) -> None:
    a_car(scene)
    words(scene, "After Carl Benz" + mark, " who drove it?", answer="Carl Benz")
    for row in scene.bank["texts"]:
        row["prefix"] += " and "
    assert scene.ask().texts == []


def test_noun_with_a_capital_is_found_among_the_forms(scene: Scene) -> None:
    a_car(scene)
    words(scene, "What is ", "?", answer="lodge", forms=("Masonic temple",))
    for row in scene.bank["noun_forms"]:
        row["noun"] = "Masonic temple"
    assert scene.ask().texts == []


def many_routes(scene: Scene, number: int) -> None:
    """Let the bank know so many routes of one edge from a motor car."""
    scene.bank["routes"] = [
        route("Q1420", f"P{n}", f"answer {n}", (f"answer {n}",)) for n in range(1, number + 1)
    ]
    scene.bank["texts"] = [
        r for n in range(1, number + 1) for r in text_rows(f"P{n}", f"What is the {n} of ", "?")
    ]


def test_image_gets_so_many_questions_of_each_kind_of_hops(scene: Scene) -> None:
    many_routes(scene, 5)
    a_car(scene, "i1", "i2", clause=True)
    counts = Counter(
        (r["image_id"], r["hops"], r["has_scene_graph"]) for r in scene.ask(per_image=3).questions
    )
    kinds = [(image, hops, clause) for image in ("i1", "i2") for hops, clause in ((1, False), (2, True))]
    assert counts == dict.fromkeys(kinds, 3)
    assert len(scene.ask(per_image=5).questions) == 4 * 5


def test_quota_is_another_with_and_without_a_clause(scene: Scene) -> None:
    scene.thing("1", "bicycle", (0, 0, 10, 10))
    scene.thing("t", "tree", (100, 0, 10, 10))
    scene.relation("1", "near", "t")
    asked = scene.ask(per_image=1, hops=(2,)).questions
    assert {(row["property_id"], row["has_scene_graph"]) for row in asked} == {("P495", True), ("P36", False)}


def test_smaller_quota_keeps_a_part_of_what_a_larger_one_keeps(scene: Scene) -> None:
    many_routes(scene, 6)
    a_car(scene)
    drawn = [{row["question_id"] for row in scene.ask(per_image=n).questions} for n in (1, 3, 6)]
    assert [len(ids) for ids in drawn] == [1, 3, 6]
    assert all(smaller < larger for smaller, larger in pairwise(drawn))


def test_route_that_is_not_drawn_may_go_without_a_trace(scene: Scene) -> None:
    many_routes(scene, 6)
    a_car(scene)
    drawn = scene.ask(per_image=2)
    kept = {row["route_id"] for row in drawn.questions}
    spare = next(row for row in scene.bank["routes"] if row["route_id"] not in kept)
    scene.bank["routes"].remove(spare)
    again = scene.ask(per_image=2).questions
    assert [row["question_id"] for row in again] == [row["question_id"] for row in drawn.questions]


def test_questions_over_the_quota_are_counted(scene: Scene) -> None:
    many_routes(scene, 3)
    a_car(scene)
    asked = scene.ask(per_image=1)
    assert len(asked.questions) == 1
    assert asked.rejected != []


def test_route_is_asked_about_its_share_of_the_things(scene: Scene) -> None:
    scene.bank["routes"] = [route("Q1420", "P61", "Carl Benz", ("Carl Benz",))]
    images = [f"i{n:03}" for n in range(200)]
    a_car(scene, *images)
    counts = []
    for share in (0.0, 0.3, 1.0):
        scene.bank["routes"][0]["asked_below"] = hex_bound(share)
        asked = scene.ask()
        counts.append(len(asked.questions))
        left = {row["origin"] for row in asked.rejected if row["code"] == "over_share"}
        assert left == set(images) - {row["image_id"] for row in asked.questions}
    # 60 expected of the second; four standard deviations are 26.
    assert counts[::2] == [0, 200]
    assert 34 <= counts[1] <= 86


def test_weight_is_the_inverse_of_the_share_that_was_drawn(scene: Scene) -> None:
    many_routes(scene, 5)
    a_car(scene)
    assert {row["weight"] for row in scene.ask(per_image=2).questions} == {2.5}
    assert {row["weight"] for row in scene.ask(per_image=5).questions} == {1.0}


def test_weight_counts_the_images_that_an_equal_question_was_left_out_of(scene: Scene) -> None:
    a_car(scene, *(f"i{n}" for n in range(6)))
    assert {row["weight"] for row in scene.ask(max_repeats=4).questions} == {1.5}


def test_weights_of_both_draws_are_multiplied(scene: Scene) -> None:
    many_routes(scene, 3)
    a_car(scene, "i1", "i2")
    asked = scene.ask(per_image=2, max_repeats=1).questions
    twice = [row for row in asked if row["weight"] == 3.0]
    assert {row["weight"] for row in asked} <= {1.5, 3.0}
    assert len(asked) == 4 - len(twice)


def test_weight_counts_the_things_that_a_route_is_not_asked_of(scene: Scene) -> None:
    a_car(scene, *(f"i{n}" for n in range(40)))
    scene.bank["routes"] = [route("Q1420", "P61", "Carl Benz", ("Carl Benz",))]
    scene.bank["routes"][0] |= {"asked_below": hex_bound(0.25), "asked_share": 0.25}
    asked = scene.ask().questions
    assert 0 < len(asked) < 40
    assert {row["weight"] for row in asked} == {4.0}


def test_what_is_over_the_quota_is_told_for_each_kind_of_hops(scene: Scene) -> None:
    many_routes(scene, 5)
    a_car(scene, clause=True)
    left_out = [row["detail"] for row in scene.ask(per_image=2).rejected if row["code"] == "over_quota"]
    assert sorted(left_out) == ["3 routes of hops 1", "3 routes of hops 2 with clause"]


def test_equal_question_with_equal_answer_is_kept_on_so_many_images(scene: Scene) -> None:
    images = [f"i{n}" for n in range(6)]
    a_car(scene, *images)
    asked = scene.ask(max_repeats=4)
    assert asked.texts == [INVENTOR] * 4
    left_out = [row for row in asked.rejected if row["code"] == "too_many_repeats"]
    assert {row["origin"] for row in left_out} | {r["image_id"] for r in asked.questions} == set(images)
    assert {row["detail"] for row in left_out} == {f"{INVENTOR} Carl Benz"}
    assert len(left_out) == 2
    assert scene.ask(max_repeats=6).rejected == []


def test_equal_questions_with_other_answers_are_no_repeats(scene: Scene) -> None:
    scene.bank["texts"] = [row for shape in ("P61", "P366") for row in text_rows(shape, "What of ", "?")]
    for noun in scene.bank["noun_forms"]:
        noun["this"] = "this thing"
    scene.thing("1", "car", (0, 0, 10, 10), image="i1")
    scene.thing("1", "dog", (0, 0, 10, 10), image="i2")
    assert len(scene.ask(max_repeats=1).questions) == 2


def crowd(scene: Scene) -> None:
    many_routes(scene, 6)
    for number in range(14):
        a_car(scene, f"i{number:02d}", clause=number % 2 == 0)
    a_car(scene, "x", "y")
    scene.thing("2", "car", (50, 0, 10, 10), image="x")
    scene.thing("3", "cars", (50, 0, 10, 10), image="y", key="")


@pytest.mark.parametrize("size", [2, 5])
def test_ranges_of_images_change_nothing(scene: Scene, size: int) -> None:
    crowd(scene)
    whole = scene.ask(max_repeats=7)
    parts = scene.ask(max_repeats=7, shard_images=size)
    assert parts.questions == whole.questions
    order = [tuple(row.values()) for row in whole.rejected]
    assert sorted(tuple(row.values()) for row in parts.rejected) == sorted(order)
    assert whole.codes("3") == {"several_things"}


@pytest.mark.parametrize("seed", [None, 1])
def test_order_of_rows_changes_nothing(scene: Scene, seed: int | None) -> None:
    crowd(scene)

    def reorder(rows: list[Row]) -> list[Row]:
        return rows[::-1] if seed is None else random.Random(seed).sample(rows, len(rows))

    assert scene.ask(max_repeats=7) == scene.ask(max_repeats=7, reorder=reorder)


def test_other_seed_draws_other_questions(scene: Scene) -> None:
    crowd(scene)
    drawn = {
        frozenset(row["question_id"] for row in scene.ask(per_image=2, seed=seed).questions)
        for seed in range(4)
    }
    assert len(drawn) == 4


def test_answer_that_the_noun_tells_is_not_asked_for(scene: Scene) -> None:
    a_car(scene, clause=True)
    scene.bank["giveaways"] = [{"noun_id": "things.vehicle", "route_id": "Q1420/P61"}]
    asked = scene.ask()
    assert asked.questions == []
    assert asked.codes("1") == {"given_away"}


def test_noun_tells_only_its_own_routes(scene: Scene) -> None:
    a_car(scene, clause=True)
    scene.bank["giveaways"] = [{"noun_id": "things.animal", "route_id": "Q1420/P61"}]
    assert scene.ask().questions != []
