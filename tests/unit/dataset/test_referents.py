"""Referents: a noun alone picks a thing out only if nothing else in the image could be called by it."""

from __future__ import annotations

import pytest

from .scene import FAR, Box, Scene

COUNTRY = "Which country does this vehicle come from?"
COUNTRY_OF_TWO_WHEELER = "Which country does this two-wheeler come from?"
INVENTOR = "Who invented this vehicle?"
NEAR: Box = (0, 0, 10, 10)


def test_thing_that_is_alone_is_asked_about_by_its_class(scene: Scene) -> None:
    scene.thing("1", "bicycle", NEAR)
    asked = scene.ask()
    assert asked.texts == [
        "What is the capital of the country that this vehicle comes from?",
        COUNTRY,
    ]
    assert {row["noun_id"] for row in asked.questions} == {"things.vehicle"}
    assert asked.rejected == []


def test_of_several_nouns_that_pick_it_out_the_first_is_used(scene: Scene) -> None:
    scene.thing("1", "bicycle", NEAR)
    scene.thing("2", "dog", FAR)
    assert COUNTRY in scene.ask().texts
    for row in scene.bank["concepts"]:
        row["noun_rank"] = {"things.vehicle": 7, "things.two-wheeler": 3}.get(row["noun_id"], 0)
    assert COUNTRY_OF_TWO_WHEELER in scene.ask().texts


def test_two_cars_are_not_asked_about(scene: Scene) -> None:
    scene.thing("1", "car", NEAR)
    scene.thing("2", "car", FAR)
    asked = scene.ask()
    assert asked.texts == []
    assert asked.codes("1") == asked.codes("2") == {"referent_ambiguous"}


def test_wider_noun_counts_everything_it_fits(scene: Scene) -> None:
    # Both are vehicles, so only a noun that fits one of them alone will do.
    scene.thing("1", "car", NEAR)
    scene.thing("2", "bicycle", FAR)
    asked = scene.ask()
    assert COUNTRY_OF_TWO_WHEELER in asked.texts
    assert not any("vehicle" in text for text in asked.texts)
    assert asked.codes("1") == {"referent_ambiguous"}
    assert asked.codes("2") == set()


def test_things_of_other_classes_and_other_images_do_not_count(scene: Scene) -> None:
    scene.thing("1", "car", NEAR)
    scene.thing("2", "dog", NEAR)
    scene.thing("1", "car", NEAR, image="i2")
    asked = scene.ask()
    assert asked.of("i1", clause=False) == ["What is this animal used for?", INVENTOR]
    assert asked.of("i2", clause=False) == [INVENTOR]


PAIRS: list[tuple[Box, Box, bool]] = [
    ((0, 0, 10, 10), (0, 0, 10, 10), True),
    ((0, 0, 10, 10), (0, 0, 10, 6), True),  # 60 of 100: just enough
    ((0, 0, 100, 100), (0, 0, 100, 59), False),
    ((0, 0, 8, 10), (2, 0, 8, 10), True),  # 60 of 100, neither inside the other
    ((0, 0, 8, 10), (3, 0, 8, 10), False),
    ((0, 0, 10, 10), (2, 2, 2, 2), False),
    ((0, 0, 10, 10), (50, 0, 10, 10), False),  # apart in one direction only
    ((0, 0, 10, 10), (50, 50, 10, 10), False),  # apart in both, so that both overlaps are negative
]


def test_boxes_that_cover_each_other_are_one_thing(scene: Scene) -> None:
    for number, (one, other, _) in enumerate(PAIRS):
        scene.thing("1", "car", one, image=f"i{number}")
        scene.thing("2", "car", other, image=f"i{number}")
    asked = {row["image_id"] for row in scene.ask().questions}
    assert asked == {f"i{number}" for number, (_, _, same) in enumerate(PAIRS) if same}


def test_overlap_that_makes_one_thing_is_a_setting(scene: Scene) -> None:
    scene.thing("1", "car", (0, 0, 10, 10))
    scene.thing("2", "car", (0, 0, 10, 5))
    assert scene.ask(same_iou=0.5).texts == [INVENTOR]
    assert scene.ask(same_iou=0.51).texts == []


@pytest.mark.parametrize("box", [None, NEAR])
def test_thing_without_a_box_is_never_the_same_as_another(scene: Scene, box: Box | None) -> None:
    scene.thing("1", "car", None)
    scene.thing("2", "car", box)
    assert scene.ask().texts == []


def test_thing_annotated_twice_is_asked_about_once(scene: Scene) -> None:
    scene.thing("1", "car", (0, 0, 10, 10))
    scene.thing("2", "car", (0, 0, 10, 9))
    asked = scene.ask()
    assert [row["object_id"] for row in asked.questions] == ["1"]


def test_several_things_under_one_box_are_not_asked_about_but_count(scene: Scene) -> None:
    scene.thing("1", "cars", NEAR, key="car.n.01")
    scene.thing("2", "bicycle", FAR)
    asked = scene.ask()
    assert asked.codes("1") == {"several_things"}
    assert COUNTRY_OF_TWO_WHEELER in asked.texts
    assert COUNTRY not in asked.texts


def test_every_synset_of_a_thing_counts(scene: Scene) -> None:
    # The annotators call the second thing a rock, and once a car.
    scene.thing("1", "car", NEAR)
    scene.thing("2", "rock", FAR)
    scene.tables["keys"].append({"image_id": "i1", "object_id": "2", "key": "car.n.01"})
    assert scene.ask().texts == []


@pytest.mark.parametrize("also", [("vehicle",), ("thing", "vehicle")])
def test_every_name_of_a_thing_counts(scene: Scene, also: tuple[str, ...]) -> None:
    scene.thing("1", "car", NEAR)
    scene.thing("2", "rock", FAR, also=also)
    assert scene.ask().texts == []


def test_thing_without_an_item_counts_if_the_noun_fits_its_synset(scene: Scene) -> None:
    scene.thing("1", "car", NEAR)
    scene.thing("2", "sled", FAR, key="sled.n.01")
    assert scene.ask().texts == [INVENTOR]
    scene.bank["callable_keys"].append({"key": "sled.n.01", "noun_id": "things.vehicle"})
    assert scene.ask().texts == []


def test_landmark_without_box_or_name_is_asked_about(scene: Scene) -> None:
    scene.bank["name_forms"].append({**scene.bank["name_forms"][0], "name": "", "target": False})
    scene.thing("landmark", "", None, key="car.n.01")
    asked = scene.ask()
    assert asked.texts == [INVENTOR]
    assert [asked.questions[0][side] for side in "xywh"] == [None] * 4


def test_image_with_nothing_to_ask_about_is_no_fault(scene: Scene) -> None:
    scene.thing("1", "rock", NEAR)
    asked = scene.ask()
    assert (asked.questions, asked.rejected) == ([], [])


def test_annotations_without_any_image_give_an_empty_table(scene: Scene) -> None:
    assert scene.ask().questions == []


def test_boxes_of_very_large_images_do_not_overflow(scene: Scene) -> None:
    scene.thing("1", "car", (0, 0, 60_000, 60_000))
    scene.thing("2", "car", (60_000, 0, 60_000, 60_000))
    assert scene.ask().texts == []


def test_linked_thing_that_cannot_be_asked_about_is_listed(scene: Scene) -> None:
    scene.thing("1", "very old car", NEAR, key="car.n.01")
    asked = scene.ask()
    assert asked.texts == []
    assert asked.codes("1") != set()


def test_singular_noun_is_not_used_of_what_any_name_says_is_several(scene: Scene) -> None:
    scene.thing("1", "car", NEAR, also=("cars",))
    asked = scene.ask()
    assert asked.texts == []
    assert asked.codes("1") == {"several_things"}


@pytest.mark.parametrize(("width", "height"), [(100, 100), (None, None), (100, None)])
def test_thing_that_covers_too_little_of_its_image_is_not_asked_about(
    scene: Scene, width: int | None, height: int | None
) -> None:
    # Where the size is not known, the rock shows that the image is as large.
    scene.image("i1", width, height)
    scene.thing("1", "car", (0, 0, 10, 5))
    scene.thing("2", "rock", (90, 90, 10, 10))
    assert scene.ask(least_area=0.005).texts == [INVENTOR]
    asked = scene.ask(least_area=0.0051)
    assert asked.texts == []
    assert asked.codes("1") == {"too_small"}


def test_thing_too_small_to_be_asked_about_counts_as_a_rival(scene: Scene) -> None:
    scene.image("i1", 1000, 1000)
    scene.thing("1", "car", (0, 0, 200, 200))
    scene.thing("2", "car", (500, 500, 2, 2))
    assert scene.ask(least_area=0.01).texts == []


@pytest.mark.parametrize(
    ("side", "area"),
    [(15, "tiny"), (16, "small"), (31, "small"), (32, "medium"), (95, "medium"), (96, "large")],
)
def test_area_has_the_limits_of_coco_in_an_image_of_its_size(scene: Scene, side: int, area: str) -> None:
    scene.image("i1", 640, 480)
    scene.thing("1", "car", (0, 0, side, side))
    assert {row["area"] for row in scene.ask().questions} == {area}


def test_thing_without_a_box_has_no_area(scene: Scene) -> None:
    scene.thing("1", "car", None)
    assert {row["area"] for row in scene.ask(least_area=0.5).questions} == {""}
