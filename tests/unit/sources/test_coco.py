"""COCO-style instances as records, whatever the order of the lists; what is malformed ends nothing."""

from __future__ import annotations

import itertools
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from pipeline.base.errors import InputError
from pipeline.sources.coco import CocoFile
from pipeline.sources.records import ImageRecord, ObjectRecord, Record, Rejected
from pipeline.sources.tables import RecordTables

SYNSETS = {"cat": "cat.n.01", "fire hydrant": "fireplug.n.01"}
IMAGE = {"id": 5, "width": 20, "height": 30}
THING = {"id": 7, "image_id": 5, "category_id": 1, "bbox": [1.2, 2, 3.4, 4.6], "iscrowd": 0, "area": 15.6}
CAT = {"id": 1, "name": "cat", "supercategory": "animal"}
PLAIN = ImageRecord("COCO_5", "coco", "", 20, 30)
KEPT = ObjectRecord("COCO_5", "7", "cat", "cat.n.01", (1, 2, 3, 5))


def content(images: Any = (IMAGE,), annotations: Any = (THING,), categories: Any = (CAT,)) -> dict[str, Any]:
    lists = {"images": images, "annotations": annotations, "categories": categories}
    return {"info": {"year": 2017}, "licenses": [{"id": 1}]} | {k: list(v) for k, v in lists.items()}


def source(folder: Path, written: Any) -> CocoFile:
    path = folder / "instances.json"
    path.write_text(written if isinstance(written, str) else json.dumps(written))
    return CocoFile(path, lambda name: SYNSETS.get(name, ""))


def read(folder: Path, written: Any) -> list[Record]:
    """Return the records of a file, once they have gone through the tables too."""
    reader = source(folder, written)
    with RecordTables(folder / "raw") as tables:
        tables.add(reader.records(), 0)
    return list(reader.records())


def refusal(place: str, code: str, detail: str) -> Rejected:
    return Rejected("annotate", "instances.json", place, code, detail)


@pytest.mark.parametrize(
    "order", list(itertools.permutations(["images", "annotations", "categories", "info"]))
)
def test_lists_may_stand_in_any_order(tmp_path: Path, order: tuple[str, ...]) -> None:
    whole = content()
    assert read(tmp_path, {name: whole[name] for name in order}) == [PLAIN, KEPT]


@pytest.mark.parametrize(
    ("part", "url", "photo"),
    [
        ({"coco_url": "http://c/000000000005.jpg", "flickr_url": "f"}, "http://c/000000000005.jpg", "coco:5"),
        (
            {"file_name": "COCO_val2014_000000000005.jpg", "flickr_url": "http://f/1.jpg"},
            "http://f/1.jpg",
            "coco:5",
        ),
        ({"file_name": "000000000005.jpg"}, "000000000005.jpg", "coco:5"),
        ({"file_name": "000000000006.jpg"}, "000000000006.jpg", ""),
        ({"file_name": "5.jpg", "coco_url": ""}, "5.jpg", ""),
        ({"file_name": None}, "", ""),
    ],
)
def test_photo_is_known_as_cocos_only_by_its_file(
    tmp_path: Path, part: dict[str, Any], url: str, photo: str
) -> None:
    assert read(tmp_path, content(images=[IMAGE | part], annotations=())) == [
        ImageRecord("COCO_5", "coco", url, 20, 30, photo)
    ]


@pytest.mark.parametrize(
    ("category", "name", "key"),
    [
        ({"name": "cat"}, "cat", "cat.n.01"),
        ({"name": "Fire_Hydrant"}, "fire hydrant", "fireplug.n.01"),
        ({"name": "bow_(weapon)", "synset": "bow.n.04"}, "bow", "bow.n.04"),
        ({"name": "cat", "synset": "guy.n.01"}, "cat", "guy.n.01"),
        ({"name": "cat", "synset": "guy.n.01", "item": "Q146"}, "cat", "Q146"),
        ({"name": "cat", "synset": "", "item": None}, "cat", "cat.n.01"),
    ],
)
def test_item_of_a_category_counts_before_its_synset_and_its_name(
    tmp_path: Path, category: dict[str, Any], name: str, key: str
) -> None:
    _, thing = read(tmp_path, content(categories=[{"id": 1} | category]))
    assert thing == ObjectRecord("COCO_5", "7", name, key, (1, 2, 3, 5))


def test_category_that_nothing_is_known_of_is_listed_once_and_its_objects_are_kept(tmp_path: Path) -> None:
    things = [THING, THING | {"id": 8}]
    found = read(tmp_path, content(annotations=things, categories=[{"id": 1, "name": "gizmo"}]))
    assert found[1] == refusal("category 1", "category_without_synset", "gizmo")
    assert [thing.key for thing in found if isinstance(thing, ObjectRecord)] == ["", ""]


def test_crowd_is_listed_and_stands_as_a_group_without_a_box(tmp_path: Path) -> None:
    crowd = THING | {"id": 8, "iscrowd": 1, "segmentation": {"counts": [1, 2], "size": [30, 20]}}
    assert read(tmp_path, content(annotations=[THING, crowd])) == [
        PLAIN,
        KEPT,
        ObjectRecord("COCO_5", "8", "group of cat", "cat.n.01"),
        refusal("annotations 2, COCO_5", "crowd", "cat"),
    ]


def test_category_that_lvis_did_not_annotate_to_the_end_stands_as_a_group_too(tmp_path: Path) -> None:
    image = IMAGE | {"not_exhaustive_category_ids": [1, 99], "neg_category_ids": [2]}
    assert read(tmp_path, content(images=[image])) == [
        PLAIN,
        ObjectRecord("COCO_5", "more of 1", "group of cat", "cat.n.01"),
        KEPT,
    ]


@pytest.mark.parametrize(
    ("lists", "refused"),
    [
        ({"images": [IMAGE, None]}, ("images 2", "image_not_an_object", "None")),
        ({"images": [IMAGE, {"width": 5}]}, ("images 2", "no_image_id", "found None")),
        ({"images": [IMAGE, IMAGE]}, ("images 2", "image_repeated", "5")),
        ({"categories": [CAT, 7]}, ("categories 2", "category_not_an_object", "7")),
        ({"categories": [CAT, {"name": "dog"}]}, ("categories 2", "no_category_id", "found None")),
        ({"categories": [CAT, CAT]}, ("categories 2", "category_repeated", "1")),
        ({"categories": [CAT, {"id": 2}]}, ("categories 2", "category_without_name", "None")),
        ({"categories": [CAT, {"id": 2, "name": "_"}]}, ("categories 2", "category_without_name", "'_'")),
        (
            {"categories": [CAT, {"id": 2, "name": "a", "item": "P31"}]},
            ("categories 2", "category_item_invalid", "'P31'"),
        ),
        (
            {"categories": [CAT, {"id": 2, "name": "a", "synset": "cat"}]},
            ("categories 2", "category_synset_invalid", "'cat'"),
        ),
    ],
)
def test_bad_image_or_category_is_listed_and_the_others_are_kept(
    tmp_path: Path, lists: dict[str, Any], refused: tuple[str, str, str]
) -> None:
    assert read(tmp_path, content(**lists)) == [PLAIN, refusal(*refused), KEPT]


@pytest.mark.parametrize(
    ("part", "code"),
    [
        (None, "annotation_not_an_object"),
        ({}, "no_annotation_id"),
        (THING | {"id": True}, "no_annotation_id"),
        (THING, "annotation_repeated"),
        (THING | {"id": 8, "image_id": 6}, "image_unknown"),
        (THING | {"id": 8, "image_id": [5]}, "image_unknown"),
        (THING | {"id": 8, "category_id": 2}, "category_unknown"),
        (THING | {"id": 8, "category_id": None}, "category_unknown"),
        (THING | {"id": 8, "bbox": None}, "box_incomplete"),
        (THING | {"id": 8, "bbox": [1, 2, 3]}, "box_incomplete"),
        (THING | {"id": 8, "bbox": [1, 2, 3, "4"]}, "box_incomplete"),
        (THING | {"id": 8, "bbox": [1, 2, 3, float("nan")]}, "box_incomplete"),
        (THING | {"id": 8, "bbox": [1, 2, 10**12, 4]}, "box_incomplete"),
        (THING | {"id": 8, "bbox": [1, 2, 0.4, 4]}, "box_empty"),
    ],
)
def test_bad_annotation_is_listed_and_the_others_are_kept(tmp_path: Path, part: Any, code: str) -> None:
    *kept, refused = read(tmp_path, content(annotations=[THING, part]))
    assert kept == [PLAIN, KEPT]
    assert isinstance(refused, Rejected)
    assert (refused.place, refused.code) == ("annotations 2", code)


def test_captions_are_refused_with_name_expected_and_found(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, content(annotations=[{"id": 7, "image_id": 5, "caption": "A cat."}], categories=()))
    assert str(caught.value).startswith(
        f"{tmp_path / 'instances.json'}: expected COCO-style instances (a JSON object with images, "
        "categories, and annotations that have a bbox), found annotations with the keys "
        "['caption', 'id', 'image_id']\n"
    )


@pytest.mark.parametrize(
    ("annotations", "holds"),
    [([THING], True), ([], False), ([{"id": 1, "caption": "A cat."}], False), ([None, THING], False)],
)
def test_boxes_are_looked_for_in_the_first_annotation(
    tmp_path: Path, annotations: list[Any], holds: bool
) -> None:
    assert source(tmp_path, content(annotations=annotations)).holds_boxes() is holds


def test_file_without_annotations_gives_its_images(tmp_path: Path) -> None:
    assert read(tmp_path, content(annotations=())) == [PLAIN]


@pytest.mark.parametrize("cut", [1, 30, 80, -40, -1])
def test_file_cut_off_is_refused_by_name_and_place(tmp_path: Path, cut: int) -> None:
    with pytest.raises(InputError, match=r"instances\.json, [a-z]+( \d)?: the JSON is broken or cut off"):
        read(tmp_path, json.dumps(content())[:cut])


def test_memory_grows_by_ids_and_not_by_records(tmp_path: Path) -> None:
    outline = [[float(number) for number in range(60)]]
    things = [THING | {"id": 1000 + number, "segmentation": outline} for number in range(20_000)]
    path = tmp_path / "large.json"
    path.write_text(json.dumps(content(annotations=things)))
    del things
    assert path.stat().st_size > 8_000_000
    tracemalloc.start()
    try:
        count = sum(1 for _ in CocoFile(path, lambda name: "").records())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count > 20_000
    assert peak < 6_000_000 + 20_000 * 110
