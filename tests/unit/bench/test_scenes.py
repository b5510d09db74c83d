"""Made images: by seed and number only, in Visual Genome's form, as odd as the real files."""

from __future__ import annotations

from collections import Counter

from pipeline.bench.scenes import OBJECTS, RELATIONS, json_parts, make_image
from pipeline.bench.vocabulary import vocabulary

WORDS = vocabulary()
IMAGES = [make_image(number, 0, WORDS) for number in range(1, 201)]


def test_image_depends_on_seed_and_number_only() -> None:
    assert make_image(7, 0, WORDS) == IMAGES[6]
    assert make_image(7, 1, WORDS) != IMAGES[6]


def test_images_have_as_many_objects_and_relations_as_the_real_ones() -> None:
    objects = sum(len(image.things) for image in IMAGES) / len(IMAGES)
    relations = sum(len(image.relations) for image in IMAGES) / len(IMAGES)
    assert abs(objects - OBJECTS) < 2
    assert abs(relations - RELATIONS) < 2


def test_some_relations_come_twice_and_some_join_a_thing_to_itself() -> None:
    for image in IMAGES:
        assert all(0 <= end < len(image.things) for one, _, other in image.relations for end in (one, other))
    assert any(count > 1 for image in IMAGES for count in Counter(image.relations).values())
    assert any(one == other for image in IMAGES for one, _, other in image.relations)


def test_records_name_the_image_in_all_three_files_and_ends_by_their_ids() -> None:
    data, objects, relationships = json_parts(IMAGES[0], 0, WORDS)
    assert data["image_id"] == objects["image_id"] == relationships["image_id"] == 1
    ids = {thing["object_id"] for thing in objects["objects"]}
    assert {
        r[end]["object_id"] for r in relationships["relationships"] for end in ("subject", "object")
    } <= ids


def test_ends_come_in_two_shapes() -> None:
    parts = [json_parts(image, 0, WORDS)[2] for image in IMAGES]
    ends = [relation["subject"] for part in parts for relation in part["relationships"]]
    assert {"name" in end for end in ends} == {True, False}
    assert all(("name" in end) != ("names" in end) for end in ends)
