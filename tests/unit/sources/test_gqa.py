"""GQA's scene graphs as records; what is malformed is listed and ends nothing."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from pipeline.base.errors import InputError
from pipeline.sources.gqa import GqaFile
from pipeline.sources.records import ImageRecord, ObjectRecord, Record, Rejected, RelationRecord
from pipeline.sources.tables import RecordTables

THING = {"name": "cat", "x": 1, "y": 2, "w": 3, "h": 4, "attributes": ["black"], "relations": []}
IMAGE = ImageRecord("GQA_1", "gqa", "1.jpg", 20, 30, "image:VG_1")
CAT = ObjectRecord("GQA_1", "7", "cat", "cat.n.01", (1, 2, 3, 4))


def graph(**things: Any) -> dict[str, Any]:
    objects = {name.removeprefix("o"): thing for name, thing in things.items()}
    return {"width": 20, "height": 30, "location": "street", "objects": objects}


def read(folder: Path, content: Any) -> list[Record]:
    """Return the records of a file, once they have gone through the tables too."""
    path = folder / "some_sceneGraphs.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    source = GqaFile(path, lambda name: f"{name}.n.01" if name == "cat" else "")
    with RecordTables(folder / "raw") as tables:
        tables.add(source.records(), 0)
    return list(source.records())


def refusal(place: str, code: str, detail: str) -> Rejected:
    return Rejected("annotate", "some_sceneGraphs.json", place, code, detail)


def test_graph_gives_its_image_objects_and_relations(tmp_path: Path) -> None:
    near = {"relations": [{"name": "to the left of", "object": "8"}, {"name": "on", "object": "8"}]}
    lamp = {"name": " Street  Lamp. ", "x": 0, "y": 0, "w": 5.6, "h": 5}
    assert read(tmp_path, {"1": graph(o7=THING | near, o8=lamp)}) == [
        IMAGE,
        CAT,
        RelationRecord("GQA_1", "7", "to the left of", "8"),
        RelationRecord("GQA_1", "7", "on", "8"),
        ObjectRecord("GQA_1", "8", "street lamp", "", (0, 0, 6, 5)),
    ]


def test_image_that_is_not_visual_genomes_is_a_photo_of_its_own(tmp_path: Path) -> None:
    assert read(tmp_path, {"n16": {"objects": {}}}) == [ImageRecord("GQA_n16", "gqa", "n16.jpg")]


def test_packed_file_gives_the_same_records(tmp_path: Path) -> None:
    plain = read(tmp_path, {"1": graph(o7=THING)})
    packed = tmp_path / "packed.json"
    packed.write_bytes(gzip.compress((tmp_path / "some_sceneGraphs.json").read_bytes()))
    assert list(GqaFile(packed, lambda name: f"{name}.n.01").records()) == plain == [IMAGE, CAT]


@pytest.mark.parametrize(
    ("key", "value", "code", "detail"),
    [
        ("2", None, "not_a_scene_graph", "None"),
        ("2", [THING], "not_a_scene_graph", repr([THING])[:80]),
        ("2", {"width": 5}, "not_a_scene_graph", "keys ['width']"),
        ("2", graph() | {"objects": [THING]}, "objects_not_by_id", repr([THING])[:80]),
        ("2", graph() | {"objects": None}, "objects_not_by_id", "None"),
        ("", graph(), "no_image_id", "found ''"),
        ("\ud800", graph(), "no_image_id", r"found '\ud800'"),
    ],
)
def test_bad_member_is_listed_and_its_neighbours_are_kept(
    tmp_path: Path, key: str, value: Any, code: str, detail: str
) -> None:
    first, cat, refused, last = read(tmp_path, {"1": graph(o7=THING), key: value, "3": graph()})
    assert [first, cat, refused] == [IMAGE, CAT, refusal("record 2", code, detail)]
    assert isinstance(last, ImageRecord)


def test_image_that_stands_twice_counts_once(tmp_path: Path) -> None:
    one = json.dumps(graph(o7=THING))
    found = read(tmp_path, f'{{"1": {one}, "1": {one}}}')
    assert found == [IMAGE, CAT, refusal("record 2", "image_repeated", "1")]


@pytest.mark.parametrize(
    ("thing", "code"),
    [
        (None, "object_not_an_object"),
        ("cat", "object_not_an_object"),
        ({}, "object_without_name"),
        (THING | {"name": " . "}, "object_without_name"),
        (THING | {"name": ["cat"]}, "object_without_name"),
        (THING | {"name": "x" * 61}, "object_without_name"),
        (THING | {"name": "\ud800"}, "object_without_name"),
        (THING | {"x": None}, "box_incomplete"),
        (THING | {"w": "3"}, "box_incomplete"),
        (THING | {"h": 10**12}, "box_incomplete"),
        (THING | {"h": float("nan")}, "box_incomplete"),
        (THING | {"w": 0}, "box_empty"),
        (THING | {"x": -3}, "box_empty"),
    ],
)
def test_bad_object_is_listed_with_its_image_and_the_others_are_kept(
    tmp_path: Path, thing: Any, code: str
) -> None:
    _, refused, last = read(tmp_path, {"1": graph(o6=thing, o7=THING)})
    assert last == CAT
    assert isinstance(refused, Rejected)
    assert (refused.place, refused.code) == ("GQA_1, object '6'", code)


@pytest.mark.parametrize(
    ("relation", "code"),
    [
        (None, "relation_not_an_object"),
        ({"object": "8"}, "relation_without_predicate"),
        ({"name": " ", "object": "8"}, "relation_without_predicate"),
        ({"name": "\ud800", "object": "8"}, "relation_without_predicate"),
        ({"name": "on"}, "relation_without_object"),
        ({"name": "on", "object": None}, "relation_without_object"),
        ({"name": "on", "object": ["8"]}, "relation_without_object"),
    ],
)
def test_bad_relation_is_listed_and_the_others_are_kept(tmp_path: Path, relation: Any, code: str) -> None:
    thing = THING | {"relations": [relation, {"name": "on", "object": 8}]}
    _, cat, refused, last = read(tmp_path, {"1": graph(o7=thing)})
    assert (cat, last) == (CAT, RelationRecord("GQA_1", "7", "on", "8"))
    assert isinstance(refused, Rejected)
    assert refused.code == code


def test_object_is_kept_whose_relations_cannot_be_read(tmp_path: Path) -> None:
    found = read(tmp_path, {"1": graph(o7=THING | {"relations": {"8": "on"}})})
    assert found == [
        IMAGE,
        CAT,
        refusal("GQA_1, object '7'", "relations_not_a_list", "{'8': 'on'}"),
    ]


def test_file_without_one_scene_graph_is_refused_with_name_expected_and_found(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, {"07": {"question": "Is it red?", "imageId": "1"}})
    assert str(caught.value).startswith(
        f"{tmp_path / 'some_sceneGraphs.json'}: expected GQA scene graphs (a JSON object of images by their "
        "ids, each with width, height and objects), found keys ['imageId', 'question']\n"
    )


def test_file_without_images_gives_nothing(tmp_path: Path) -> None:
    assert read(tmp_path, {}) == []


@pytest.mark.parametrize("cut", [1, 40, -30, -1])
def test_file_cut_off_is_refused_by_name(tmp_path: Path, cut: int) -> None:
    content = json.dumps({"1": graph(o7=THING), "2": graph(o7=THING)})
    with pytest.raises(InputError, match=r"some_sceneGraphs\.json, record [123]: the JSON is broken or cut"):
        read(tmp_path, content[:cut])


def test_memory_is_bounded_by_a_chunk_and_a_graph(tmp_path: Path) -> None:
    one = json.dumps(graph(**{f"o{number}": THING for number in range(40)}))
    path = tmp_path / "large.json"
    path.write_text("{" + ",".join(f'"{number}": {one}' for number in range(3000)) + "}")
    assert path.stat().st_size > 10_000_000
    tracemalloc.start()
    try:
        count = sum(1 for _ in GqaFile(path, lambda name: "").records())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 3000 * 41
    assert peak < 8_000_000
