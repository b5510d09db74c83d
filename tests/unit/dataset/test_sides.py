"""Clauses that the boxes show: to the left or right of a thing that stands beside."""

from __future__ import annotations

import pytest

from .scene import Box, Scene, pair_row

TREE: Box = (100, 100, 50, 50)
LEFT, RIGHT = "to the left of", "to the right of"


@pytest.fixture
def scene(scene: Scene) -> Scene:
    """Return a builder of images whose lexicon knows sides."""
    for predicate in (LEFT, RIGHT):
        scene.bank["clause_pairs"].append(pair_row(predicate, "subject", "vehicle", "plant"))
        for number in ("singular", "plural"):
            ends = {"predicate": predicate, "role": "subject", "number": number}
            scene.bank["clause_forms"].append({**ends, "prefix": f"{predicate} ", "suffix": ""})
    return scene


def clauses(scene: Scene) -> set[str]:
    return {row["clause"] for row in scene.ask().questions} - {""}


@pytest.mark.parametrize(
    ("car", "side"),
    [
        ((60, 100, 40, 50), LEFT),
        ((150, 100, 40, 50), RIGHT),
        ((61, 100, 40, 50), None),  # not apart
        ((10, 100, 40, 50), LEFT),  # as far away as the tree is wide
        ((9, 100, 40, 50), None),
        ((60, 125, 40, 50), LEFT),  # level by half
        ((60, 126, 40, 50), None),
        ((60, 60, 40, 50), None),
    ],
)
def test_side_is_told_of_boxes_that_stand_beside_each_other(scene: Scene, car: Box, side: str | None) -> None:
    scene.thing("1", "car", car)
    scene.thing("t", "tree", TREE)
    assert clauses(scene) == ({f"{side} the tree"} if side else set())


@pytest.mark.parametrize("rival", [(0, 0, 5, 5), (110, 800, 20, 20)])
def test_thing_anywhere_on_that_side_is_described_too(scene: Scene, rival: Box) -> None:
    scene.thing("1", "car", (50, 100, 40, 50))
    scene.thing("t", "tree", TREE)
    scene.thing("2", "car", (900, 900, 40, 50))
    assert clauses(scene) == {"to the left of the tree"}
    scene.thing("3", "car", rival)
    assert clauses(scene) == set()


def test_thing_without_a_box_is_on_no_side(scene: Scene) -> None:
    scene.thing("1", "car", None)
    scene.thing("t", "tree", TREE)
    assert clauses(scene) == set()
