"""Visual Genome's records, whatever the version."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline.sources.records import ImageRecord, MergedId, ObjectRecord, Record, Rejected, RelationRecord
from pipeline.sources.visual_genome import VisualGenomeFile, form_of

SYNSETS = {"cat": "cat.n.01", "street light": "streetlight.n.01"}
BOX = {"x": 1, "y": 2, "w": 30, "h": 40}


def read(folder: Path, content: Any, synset_of: Callable[[str], str] = lambda name: "") -> list[Record]:
    path = folder / "some.json"
    path.write_text(json.dumps(content))
    return list(VisualGenomeFile(path, synset_of).records())


def one_object(folder: Path, part: dict[str, Any]) -> ObjectRecord:
    """Return the record of an object that must be sound."""
    content = [{"image_id": 1, "objects": [{"object_id": 7, "names": ["cat"]} | BOX | part]}]
    records = read(folder, content, lambda name: SYNSETS.get(name, ""))
    assert isinstance(records[0], ObjectRecord)
    return records[0]


@pytest.mark.parametrize(
    ("record", "form"),
    [
        ({"image_id": 1, "objects": [], "relationships": []}, "scene_graphs"),
        ({"image_id": 1, "objects": [], "image_url": "u"}, "objects"),
        ({"id": 1, "relationships": []}, "relationships"),
        ({"image_id": 1, "attributes": []}, "attributes"),
        ({"image_id": 1, "width": 5}, "image_data"),
        ({"image_id": 1, "url": "u"}, "image_data"),
        ({"image_id": 1, "regions": []}, None),
        ({}, None),
        ([], None),
        ("objects", None),
        (None, None),
    ],
)
def test_form_is_told_by_the_keys(record: Any, form: str | None) -> None:
    assert form_of(record) == form


def test_scene_graph_gives_objects_and_relations_by_id(tmp_path: Path) -> None:
    graph = {
        "image_id": 5,
        "objects": [
            {"object_id": 1, "names": ["Man"], "synsets": ["man.n.01"], "attributes": ["tall"]} | BOX
        ],
        "relationships": [{"relationship_id": 9, "predicate": "ON", "subject_id": 1, "object_id": 2}],
    }
    assert read(tmp_path, [graph]) == [
        ObjectRecord("VG_5", "1", "man", "man.n.01", (1, 2, 30, 40)),
        RelationRecord("VG_5", "1", "ON", "2"),
    ]


def test_v1_0_says_id_for_every_id_and_its_synsets_are_looked_up(tmp_path: Path) -> None:
    objects = [{"id": 5, "objects": [{"id": 38203, "names": ["cat"]} | BOX]}]
    relations = [
        {
            "id": 5,
            "relationships": [
                {
                    "id": 1,
                    "predicate": "under",
                    "subject": {"id": 38203, "name": "cat"} | BOX,
                    "object": {"id": 38204, "name": "lamp"} | BOX,
                }
            ],
        }
    ]
    records = read(tmp_path, objects + relations, lambda name: SYNSETS.get(name, ""))
    assert records == [
        ObjectRecord("VG_5", "38203", "cat", "cat.n.01", (1, 2, 30, 40)),
        ObjectRecord("VG_5", "38203", "cat", "cat.n.01", (1, 2, 30, 40), origin=2),
        ObjectRecord("VG_5", "38204", "lamp", "", (1, 2, 30, 40), origin=2),
        RelationRecord("VG_5", "38203", "under", "38204"),
    ]


def test_both_shapes_of_a_relation_end_stand_in_one_file(tmp_path: Path) -> None:
    relation = {
        "predicate": "ON",
        "subject": {"object_id": 1, "name": "shade", "synsets": ["shade.n.01"]} | BOX,
        "object": {"object_id": 2, "names": ["walk", "path"], "merged_object_ids": [3, 4]} | BOX,
    }
    assert read(tmp_path, [{"image_id": 1, "relationships": [relation]}]) == [
        ObjectRecord("VG_1", "1", "shade", "shade.n.01", (1, 2, 30, 40), origin=2),
        ObjectRecord("VG_1", "2", "walk", "", (1, 2, 30, 40), ("path",), origin=2),
        MergedId("VG_1", "3", "2"),
        MergedId("VG_1", "4", "2"),
        RelationRecord("VG_1", "1", "ON", "2"),
    ]


@pytest.mark.parametrize("names", [{"object_names": ["Clock"]}, {"names": ["clock"]}])
def test_attributes_describe_objects_after_their_own_record(tmp_path: Path, names: dict[str, Any]) -> None:
    part = {"id": 8, "attributes": ["green"]} | names | BOX
    assert read(tmp_path, [{"id": 1, "attributes": [part]}]) == [
        ObjectRecord("VG_1", "8", "clock", "", (1, 2, 30, 40), origin=1)
    ]


def test_image_data_gives_url_size_and_the_photo_that_coco_shares(tmp_path: Path) -> None:
    url = "https://example.org/1.jpg"
    records = [
        {"image_id": 1, "url": url, "width": 800, "height": 600, "coco_id": 42, "flickr_id": -1},
        {"id": 2, "url": url, "width": 640, "height": 480, "coco_id": None},
        {"image_id": 3, "url": None, "width": 0, "height": -5, "coco_id": -1},
        {"image_id": 4, "width": 1, "height": 1.5, "coco_id": 0},
    ]
    assert read(tmp_path, records) == [
        ImageRecord("VG_1", "visual_genome", url, 800, 600, "coco:42"),
        ImageRecord("VG_2", "visual_genome", url, 640, 480, ""),
        ImageRecord("VG_3", "visual_genome", "", None, None, ""),
        ImageRecord("VG_4", "visual_genome", "", 1, None, ""),
    ]


@pytest.mark.parametrize(
    ("names", "kept"),
    [
        (["Street  Light."], ("street light",)),
        ([" lamp ,;"], ("lamp",)),
        (["lamp", "LAMP", "light"], ("lamp", "light")),
        (["", " . ", "lamp"], ("lamp",)),
        ([7, None, "lamp"], ("lamp",)),
        ("lamp", ("lamp",)),
        (["x" * 60], ("x" * 60,)),
        (["x" * 61, "lamp"], ("lamp",)),
        (["ÉCLAIR"], ("éclair",)),
    ],
)
def test_names_are_cleaned_and_the_first_usable_one_counts(
    tmp_path: Path, names: Any, kept: tuple[str, ...]
) -> None:
    thing = one_object(tmp_path, {"names": names})
    assert (thing.name, *thing.other_names) == kept


@pytest.mark.parametrize(
    ("part", "key"),
    [
        ({"synsets": ["dog.n.01", "cat.n.01"]}, "dog.n.01"),
        ({"synsets": []}, "cat.n.01"),
        ({"synsets": None}, "cat.n.01"),
        ({"synsets": [None]}, "cat.n.01"),
        ({}, "cat.n.01"),
        ({"names": ["thing", "street light"]}, "streetlight.n.01"),
        ({"names": ["street light", "cat"]}, "streetlight.n.01"),
        ({"names": ["thing"]}, ""),
    ],
)
def test_key_is_the_files_own_synset_else_that_of_the_first_name_with_one(
    tmp_path: Path, part: dict[str, Any], key: str
) -> None:
    assert one_object(tmp_path, part).key == key


@pytest.mark.parametrize(
    ("sides", "box"),
    [
        ((1, 2, 3, 4), (1, 2, 3, 4)),
        ((0, 0, 1, 1), (0, 0, 1, 1)),
        ((1.4, 2.6, 3.5, 0.51), (1, 3, 4, 1)),
        ((-5, 2, 30, 4), (0, 2, 25, 4)),
        ((-5, -2, 6, 3), (0, 0, 1, 1)),
    ],
)
def test_box_is_rounded_and_its_part_inside_the_corner_kept(
    tmp_path: Path, sides: tuple[float, ...], box: tuple[int, int, int, int]
) -> None:
    assert one_object(tmp_path, dict(zip("xywh", sides, strict=True))).box == box


@pytest.mark.parametrize("identity", [7, "7", 0, -1])
def test_ids_are_kept_as_text(tmp_path: Path, identity: int | str) -> None:
    assert one_object(tmp_path, {"object_id": identity}).object_id == str(identity)


@pytest.mark.parametrize("predicate", ["ON", "on", " attache dto", "wearing a"])
def test_predicate_is_kept_as_the_file_has_it(tmp_path: Path, predicate: str) -> None:
    relation = {"predicate": predicate, "subject_id": 1, "object_id": "2"}
    graph = {"image_id": 1, "objects": [], "relationships": [relation]}
    assert read(tmp_path, [graph]) == [RelationRecord("VG_1", "1", predicate, "2")]


def test_relation_without_predicate_still_describes_its_ends(tmp_path: Path) -> None:
    ends = {"subject": {"object_id": 1, "name": "a"} | BOX, "object": {"object_id": 2, "name": "b"} | BOX}
    records = read(tmp_path, [{"image_id": 1, "relationships": [ends | {"predicate": " "}]}])
    assert records == [
        ObjectRecord("VG_1", "1", "a", "", (1, 2, 30, 40), origin=2),
        ObjectRecord("VG_1", "2", "b", "", (1, 2, 30, 40), origin=2),
        Rejected("annotate", "some.json", "VG_1", "relation_without_predicate", "' '"),
    ]


def test_file_without_records_gives_none(tmp_path: Path) -> None:
    assert read(tmp_path, []) == []
