"""Scene-graph clauses: relations that pick one thing out of several, and those that must not."""

from __future__ import annotations

import pytest

from .scene import FAR, Asked, Box, Reorder, Scene, pair_row

NEAR_TREE = "Who invented the vehicle near the tree?"
TREE: Box = (100, 100, 50, 50)
AT_TREE: Box = (160, 100, 30, 30)


def two_cars(scene: Scene, rival: Box | None = FAR, tree: Box | None = TREE, *, image: str = "i1") -> None:
    """Two cars, the first of which is said to be near the tree."""
    scene.thing("1", "car", AT_TREE, image=image)
    scene.thing("2", "car", rival, image=image)
    scene.thing("t", "tree", tree, image=image)
    scene.relation("1", "near", "t", image=image)


def clauses(asked: Asked) -> set[str]:
    return {row["clause"] for row in asked.questions} - {""}


def test_clause_picks_one_of_two_out(scene: Scene) -> None:
    two_cars(scene)
    asked = scene.ask()
    assert asked.texts == [NEAR_TREE]
    row = asked.questions[0]
    assert (row["object_id"], row["target_id"], row["target_name"]) == ("1", "t", "tree")
    assert (row["predicate"], row["role"], row["clause"]) == ("near", "subject", "near the tree")
    assert (row["hops"], row["has_scene_graph"]) == (2, True)
    assert tuple(row[side] for side in ("x", "y", "w", "h")) == AT_TREE
    assert tuple(row[side] for side in ("target_x", "target_y", "target_w", "target_h")) == TREE
    assert asked.codes("1") == set()
    assert asked.codes("2") == {"referent_ambiguous"}


def test_clause_that_describes_both_picks_none_out(scene: Scene) -> None:
    two_cars(scene)
    scene.relation("2", "near", "t")
    asked = scene.ask()
    assert asked.texts == []
    assert asked.codes("1") == asked.codes("2") == {"referent_ambiguous"}


def test_predicate_as_annotators_wrote_it_counts_as_its_canonical_one(scene: Scene) -> None:
    two_cars(scene)
    scene.relation("2", "is near", "t")
    assert scene.ask().texts == []


def test_other_predicate_of_the_rival_does_not_hide_the_clause(scene: Scene) -> None:
    two_cars(scene)
    scene.relation("2", "on", "t")
    assert NEAR_TREE in scene.ask().texts


def test_rival_at_the_other_end_of_the_relation_is_not_described(scene: Scene) -> None:
    two_cars(scene)
    scene.tables["relations"][0]["predicate"] = "on"
    scene.relation("t", "on", "2")
    assert scene.ask().texts == ["Who invented the vehicle on the tree?"]


def test_rival_at_the_other_end_of_a_mutual_relation_is_described_too(scene: Scene) -> None:
    two_cars(scene)
    scene.tables["relations"][0]["predicate"] = "next to"
    assert scene.ask().texts == ["Who invented the vehicle next to the tree?"]
    scene.relation("t", "next to", "2")
    assert scene.ask().texts == []


def test_relation_that_the_lexicon_lacks_makes_no_clause(scene: Scene) -> None:
    two_cars(scene)
    scene.tables["relations"][0]["predicate"] = "admiring"
    assert scene.ask().texts == []


RIVALS: list[tuple[Box, bool]] = [
    ((150, 100, 20, 20), True),  # the right edge of the tree's box is at 150
    ((151, 100, 20, 20), False),
    ((80, 100, 20, 20), True),
    ((79, 100, 20, 20), False),
    ((100, 150, 20, 20), True),
    ((100, 151, 20, 20), False),
    ((100, 80, 20, 20), True),
    ((100, 79, 20, 20), False),
    ((110, 110, 5, 5), True),
]


def test_rival_that_touches_the_target_may_be_described_too(scene: Scene) -> None:
    for number, (rival, _) in enumerate(RIVALS):
        two_cars(scene, rival, image=f"i{number}")
    asked = {row["image_id"] for row in scene.ask().questions}
    assert asked == {f"i{number}" for number, (_, touching) in enumerate(RIVALS) if not touching}


def test_rival_without_a_box_might_touch(scene: Scene) -> None:
    two_cars(scene, rival=None)
    assert scene.ask().texts == []


def test_target_without_a_box_might_be_touched(scene: Scene) -> None:
    two_cars(scene, tree=None)
    assert scene.ask().texts == []


def test_without_a_rival_no_boxes_are_needed(scene: Scene) -> None:
    scene.thing("1", "car", None)
    scene.thing("t", "tree", None)
    scene.relation("1", "near", "t")
    assert scene.ask().of("i1", clause=True) == [NEAR_TREE]


def test_thing_annotated_twice_is_no_rival_of_itself(scene: Scene) -> None:
    scene.thing("1", "car", (160, 100, 10, 10))
    scene.thing("2", "car", (160, 100, 10, 9))
    scene.thing("t", "tree", TREE)
    scene.relation("1", "near", "t")
    scene.relation("2", "near", "t")
    assert scene.ask().of("i1", clause=True) == [NEAR_TREE]


def test_rival_under_the_wider_noun_counts(scene: Scene) -> None:
    scene.thing("1", "car", AT_TREE)
    scene.thing("2", "bicycle", FAR)
    scene.thing("t", "tree", TREE)
    for vehicle in ("1", "2"):
        scene.relation(vehicle, "near", "t")
    asked = scene.ask()
    assert not any("vehicle" in text for text in asked.texts)
    assert "Which country does the two-wheeler near the tree come from?" in asked.texts


def test_target_may_itself_be_called_by_the_noun(scene: Scene) -> None:
    scene.thing("1", "bicycle", (0, 0, 10, 10))
    scene.thing("2", "car", (5, 5, 10, 10))
    scene.relation("1", "near", "2")
    texts = scene.ask().of("i1", clause=True)
    assert "Which country does the vehicle near the car come from?" in texts
    assert "Who invented the vehicle that the bicycle is near?" in texts


def test_target_that_is_described_by_the_same_clause_is_a_rival(scene: Scene) -> None:
    scene.thing("1", "bicycle", (0, 0, 10, 10))
    scene.thing("2", "car", (400, 0, 10, 10))
    scene.relation("1", "near", "2")
    assert any("vehicle near the car" in text for text in scene.ask().texts)
    scene.thing("3", "car", (400, 0, 10, 9))
    scene.relation("2", "near", "3")
    assert not any("vehicle near the car" in text for text in scene.ask().texts)


def test_thing_is_not_described_by_another_of_its_name(scene: Scene) -> None:
    scene.thing("1", "car", (0, 0, 10, 10))
    scene.thing("2", "car", (50, 0, 10, 10))
    scene.relation("1", "near", "2")
    assert scene.ask().texts == []


def test_clause_is_true_of_whatever_is_near_any_thing_that_is_the_target_again(scene: Scene) -> None:
    scene.thing("1", "car", AT_TREE)
    scene.thing("2", "car", (560, 100, 30, 30))
    scene.thing("r", "rock", TREE)
    scene.thing("s", "boulder", (100, 100, 50, 49), key="rock.n.01")
    scene.bank["target_keys"] = [{"key": "rock.n.01", "target": "rock"}]
    scene.relation("1", "near", "r")
    assert clauses(scene.ask()) == {"near the rock"}
    scene.relation("2", "near", "s")
    assert clauses(scene.ask()) == set()


@pytest.mark.parametrize(
    ("name", "among_several"),
    [("rock", set()), ("rocks", set()), ("grass", {"near the grass"}), ("sky", {"near the sky"})],
)
def test_target_is_the_only_one_or_takes_the_nonetheless(
    scene: Scene, name: str, among_several: set[str]
) -> None:
    scene.thing("1", "car", AT_TREE)
    scene.thing("t", name, TREE)
    scene.relation("1", "near", "t")
    assert clauses(scene.ask()) == {f"near the {name}"}
    scene.thing("u", name, (100, 100, 50, 31))  # 62 % of the first one's box: the same thing
    assert clauses(scene.ask()) == {f"near the {name}"}
    scene.thing("v", name, FAR)
    assert clauses(scene.ask()) == among_several


@pytest.mark.parametrize("table", ["target_keys", "target_names"])
def test_target_is_not_the_only_one_if_another_could_be_called_so(scene: Scene, table: str) -> None:
    scene.thing("1", "car", AT_TREE)
    scene.thing("t", "tree", TREE)
    scene.thing("o", "old oak", FAR, key="oak.n.02")
    scene.relation("1", "near", "t")
    assert clauses(scene.ask()) == {"near the tree"}
    end = {"target_keys": "key", "target_names": "name"}[table]
    scene.bank[table] = [{end: {"key": "oak.n.02", "name": "old oak"}[end], "target": "tree"}]
    assert clauses(scene.ask()) == set()


@pytest.mark.parametrize(
    ("name", "clause"), [("rock", "that the rock is near"), ("rocks", "that the rocks are near")]
)
def test_relation_describes_its_object_with_the_verb_that_agrees(
    scene: Scene, name: str, clause: str
) -> None:
    scene.thing("1", "car", AT_TREE)
    scene.thing("t", name, TREE)
    scene.relation("t", "near", "1")
    assert clauses(scene.ask()) == {clause}


def test_name_that_tells_nothing_apart_is_no_target(scene: Scene) -> None:
    scene.thing("1", "car", AT_TREE)
    scene.thing("w", "wheel", TREE)
    scene.relation("1", "near", "w")
    assert clauses(scene.ask()) == set()


@pytest.mark.parametrize(("own", "other"), [("vehicle", "plant"), ("car", "plant"), ("car", "tree")])
def test_clause_is_used_for_pairs_of_kinds_or_names_that_are_listed(
    scene: Scene, own: str, other: str
) -> None:
    two_cars(scene)
    scene.bank["clause_pairs"] = [pair_row("near", "subject", own, other)]
    assert clauses(scene.ask()) == {"near the tree"}
    scene.bank["clause_pairs"] = [
        pair_row("near", "subject", "bicycle", other),
        pair_row("near", "subject", own, "nature"),
        pair_row("near", "object", own, other),
        pair_row("on", "subject", own, other),
    ]
    assert clauses(scene.ask()) == set()


def test_clause_of_the_lowest_rank_is_used(scene: Scene) -> None:
    two_cars(scene)
    scene.thing("r", "rock", (200, 100, 5, 5))
    scene.relation("1", "on", "r")
    for first, other in (("near", "on"), ("on", "near")):
        scene.bank["clause_pairs"] = [
            pair_row(first, "subject", "vehicle", {"near": "plant", "on": "nature"}[first], rank=1),
            pair_row(other, "subject", "vehicle", {"near": "plant", "on": "nature"}[other], rank=2),
        ]
        expected = {"near": "near the tree", "on": "on the rock"}[first]
        assert {clauses(scene.ask(seed=seed)).pop() for seed in range(4)} == {expected}


def test_background_tells_things_apart_only(scene: Scene) -> None:
    scene.thing("1", "car", AT_TREE)
    scene.thing("g", "grass", TREE)
    scene.relation("1", "on", "g")
    scene.bank["clause_pairs"] = [pair_row("on", "subject", "vehicle", "grass", background=True)]
    assert clauses(scene.ask()) == set()
    scene.thing("2", "car", FAR)
    assert clauses(scene.ask()) == {"on the grass"}


def test_clauses_that_are_not_needed_can_be_left_out(scene: Scene) -> None:
    scene.thing("1", "car", AT_TREE)
    scene.thing("t", "tree", TREE)
    scene.relation("1", "near", "t")
    assert {row["selects"] for row in scene.ask().questions if row["clause"]} == {False}
    assert clauses(scene.ask(needed_clauses=True)) == set()
    scene.thing("2", "car", FAR)
    asked = scene.ask(needed_clauses=True)
    assert clauses(asked) == {"near the tree"}
    assert {row["selects"] for row in asked.questions if row["clause"]} == {True}


def test_no_clause_tells_a_thing_from_a_crowd(scene: Scene) -> None:
    two_cars(scene)
    scene.thing("3", "car", (800, 0, 10, 10))
    assert scene.ask(crowd=2).texts == []
    assert scene.ask(crowd=3).texts == [NEAR_TREE]


def test_target_too_small_to_be_seen_is_none(scene: Scene) -> None:
    scene.image("i1", 1000, 1000)
    scene.thing("1", "car", (0, 0, 100, 100))
    scene.thing("t", "tree", (200, 0, 49, 50))
    scene.relation("1", "near", "t")
    assert clauses(scene.ask(least_area=0.0024)) == {"near the tree"}
    assert clauses(scene.ask(least_area=0.0025)) == set()


def test_one_clause_is_used_for_each_thing(scene: Scene) -> None:
    two_cars(scene)
    scene.thing("r", "rock", (200, 100, 5, 5))
    scene.relation("1", "near", "r")
    scene.relation("1", "on", "r")
    assert len(clauses(scene.ask())) == 1
    drawn = {next(iter(clauses(scene.ask(seed=seed)))) for seed in range(6)}
    assert len(drawn) > 1
    assert drawn <= {"near the tree", "near the rock", "on the rock"}


def test_thing_that_is_the_only_one_of_its_name_is_preferred_as_target(scene: Scene) -> None:
    scene.thing("1", "car", AT_TREE)
    scene.thing("t", "tree", TREE)
    for number in range(20):
        scene.thing(f"r{number}", "rock", (number * 20, 600, 10, 10))
        scene.relation("1", "near", f"r{number}")
    scene.relation("1", "near", "t")
    assert clauses(scene.ask()) == {"near the tree"}


def test_better_noun_is_preferred_to_a_worse_one_with_a_clause(scene: Scene) -> None:
    scene.thing("1", "bicycle", AT_TREE)
    scene.thing("2", "bicycle", FAR)
    scene.thing("t", "tree", TREE)
    scene.relation("1", "near", "t")
    asked = scene.ask()
    assert {row["noun_id"] for row in asked.questions} == {"things.vehicle"}


def _reversed(rows: list[dict[str, object]]) -> list[dict[str, object]]:
    return rows[::-1]


def test_target_of_a_clause_that_fits_several_does_not_depend_on_row_order(scene: Scene) -> None:
    scene.thing("1", "car", AT_TREE)
    for number in range(20):
        scene.thing(f"r{number}", "grass", (number * 20, 600, 10, 10))
        scene.relation("1", "near", f"r{number}")
    orders: list[Reorder] = [list, _reversed, lambda rows: rows[1::2] + rows[::2]]
    targets = {row["target_id"] for order in orders for row in scene.ask(reorder=order).questions} - {""}
    assert len(targets) == 1
