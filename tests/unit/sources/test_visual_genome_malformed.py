"""Bad records of Visual Genome are skipped, counted and listed; none of them ends the reading."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.sources.records import ImageRecord, ObjectRecord, Record, Rejected, RelationRecord
from pipeline.sources.tables import RecordTables
from pipeline.sources.visual_genome import VisualGenomeFile

SIDES = {"x": 1, "y": 2, "w": 3, "h": 4}
GOOD = {"object_id": 7, "names": ["cat"]} | SIDES
KEPT = ObjectRecord("VG_1", "7", "cat", "", (1, 2, 3, 4))


def read(folder: Path, content: Any) -> list[Record]:
    """Return the records of a file, once they have gone through the tables too."""
    path = folder / "some.json"
    path.write_text(json.dumps(content))
    source = VisualGenomeFile(path, lambda name: "")
    with RecordTables(folder / "raw") as tables:
        count = tables.add(source.records(), 0)
    records = list(source.records())
    assert count == len(records)
    return records


def refusal(place: str, code: str, detail: str) -> Rejected:
    return Rejected("annotate", "some.json", place, code, detail)


@pytest.mark.parametrize(
    ("record", "code", "detail"),
    [
        (None, "not_a_record", "None"),
        (17, "not_a_record", "17"),
        ("objects", "not_a_record", "'objects'"),
        ([GOOD], "not_a_record", repr([GOOD])[:120]),
        ({}, "not_a_record", "keys []"),
        ({"qas": [], "id": 1}, "not_a_record", "keys ['id', 'qas']"),
        ({"objects": [GOOD]}, "no_image_id", "found None"),
        ({"image_id": None, "objects": [GOOD]}, "no_image_id", "found None"),
        ({"image_id": True, "objects": [GOOD]}, "no_image_id", "found True"),
        ({"image_id": "", "objects": [GOOD]}, "no_image_id", "found ''"),
        ({"image_id": 1.5, "objects": [GOOD]}, "no_image_id", "found 1.5"),
        ({"image_id": [1], "width": 5}, "no_image_id", "found [1]"),
        ({"image_id": 1, "objects": None}, "objects_not_a_list", "None"),
        ({"image_id": 1, "objects": {"7": GOOD}}, "objects_not_a_list", repr({"7": GOOD})[:80]),
        ({"image_id": 1, "relationships": "none"}, "relationships_not_a_list", "'none'"),
        ({"image_id": 1, "attributes": 0}, "attributes_not_a_list", "0"),
    ],
)
def test_bad_record_is_listed_and_its_neighbours_are_kept(
    tmp_path: Path, record: Any, code: str, detail: str
) -> None:
    neighbour = {"image_id": 1, "objects": [GOOD]}
    assert read(tmp_path, [neighbour, record, neighbour]) == [KEPT, refusal("record 2", code, detail), KEPT]


@pytest.mark.parametrize(
    ("part", "code"),
    [
        (None, "object_not_an_object"),
        (7, "object_not_an_object"),
        ("cat", "object_not_an_object"),
        ([GOOD], "object_not_an_object"),
        ({}, "no_object_id"),
        (GOOD | {"object_id": None}, "no_object_id"),
        (GOOD | {"object_id": False}, "no_object_id"),
        (GOOD | {"object_id": ""}, "no_object_id"),
        (GOOD | {"object_id": 1.5}, "no_object_id"),
        (GOOD | {"names": []}, "object_without_name"),
        (GOOD | {"names": None}, "object_without_name"),
        (GOOD | {"names": [" . "]}, "object_without_name"),
        (GOOD | {"names": [7]}, "object_without_name"),
        (GOOD | {"names": ["x" * 61]}, "object_without_name"),
        (GOOD | {"x": None}, "box_incomplete"),
        (GOOD | {"w": "30"}, "box_incomplete"),
        (GOOD | {"h": True}, "box_incomplete"),
        ({"object_id": 7, "names": ["cat"]}, "box_incomplete"),
        (GOOD | {"w": 0}, "box_empty"),
        (GOOD | {"h": -4}, "box_empty"),
        (GOOD | {"w": 0.4}, "box_empty"),
        (GOOD | {"x": -3}, "box_empty"),
        (GOOD | {"y": -4}, "box_empty"),
        (GOOD | {"names": 7}, "object_without_name"),
        (GOOD | {"names": True}, "object_without_name"),
        (GOOD | {"x": float("nan")}, "box_incomplete"),
        (GOOD | {"w": float("inf")}, "box_incomplete"),
    ],
)
def test_bad_object_is_listed_with_its_image_and_the_others_are_kept(
    tmp_path: Path, part: Any, code: str
) -> None:
    first, refused, last = read(tmp_path, [{"image_id": 1, "objects": [GOOD, part, GOOD]}])
    assert (first, last) == (KEPT, KEPT)
    assert isinstance(refused, Rejected)
    assert (refused.origin, refused.place, refused.code) == ("some.json", "VG_1", code)


@pytest.mark.parametrize(
    "part",
    [
        {"w": 10**12},
        {"x": 2**31},
        {"names": ["\ud800"]},
        {"object_id": "\ud800"},
        {"object_id": " \t"},
        {"merged_object_ids": 5},
    ],
)
def test_object_that_no_table_can_hold_is_listed_and_the_others_are_kept(
    tmp_path: Path, part: dict[str, Any]
) -> None:
    bad = GOOD | {"object_id": 8} | part
    records = read(tmp_path, [{"image_id": 1, "objects": [GOOD, bad, GOOD]}])
    assert [record for record in records if record == KEPT] == [KEPT, KEPT]
    assert [record for record in records if isinstance(record, Rejected)]


def test_synset_that_no_table_can_hold_counts_as_none(tmp_path: Path) -> None:
    assert read(tmp_path, [{"image_id": 1, "objects": [GOOD | {"synsets": ["\ud800"]}]}]) == [KEPT]


@pytest.mark.parametrize("merged", ["12", [None], [{}], {"1": 2}])
def test_merged_ids_that_are_no_ids_are_listed_and_merge_nothing(tmp_path: Path, merged: Any) -> None:
    kept, refused = read(tmp_path, [{"image_id": 1, "objects": [GOOD | {"merged_object_ids": merged}]}])
    assert kept == KEPT
    assert isinstance(refused, Rejected)


@pytest.mark.parametrize(
    "part",
    [
        {"width": "800", "height": 600.0, "url": None, "coco_id": "42"},
        {"width": [], "height": {}, "url": "", "coco_id": 1.5},
        {"width": True},
        {"width": 10**10},
        {"url": "\ud800"},
        pytest.param(
            {"url": "", "coco_id": True},
        ),
    ],
)
def test_image_whose_data_cannot_be_used_is_kept_without_them(tmp_path: Path, part: dict[str, Any]) -> None:
    records = read(tmp_path, [{"image_id": 1, "width": None} | part])
    assert records[0] == ImageRecord("VG_1", "visual_genome")


END = {"object_id": 2, "name": "mat"} | SIDES


@pytest.mark.parametrize(
    ("part", "code"),
    [
        (None, "relation_not_an_object"),
        ("on", "relation_not_an_object"),
        ({"subject": GOOD, "object": END}, "relation_without_predicate"),
        ({"subject": GOOD, "object": END, "predicate": None}, "relation_without_predicate"),
        ({"subject": GOOD, "object": END, "predicate": ["on"]}, "relation_without_predicate"),
        ({"subject": GOOD, "object": END, "predicate": "\t"}, "relation_without_predicate"),
        ({"predicate": "on"}, "relation_without_subject"),
        ({"predicate": "on", "subject_id": 1}, "relation_without_object"),
        ({"predicate": "on", "subject_id": 1, "object_id": None}, "relation_without_object"),
        ({"predicate": "on", "subject_id": True, "object_id": 2}, "relation_without_subject"),
        ({"predicate": "on", "subject_id": [1], "object_id": 2}, "relation_without_subject"),
        ({"predicate": "on", "subject": None, "object": END}, "object_not_an_object"),
        ({"predicate": "on", "subject": GOOD, "object": {"object_id": 2} | SIDES}, "object_without_name"),
        ({"predicate": "on", "subject": GOOD, "object": END | {"w": 0}}, "box_empty"),
    ],
)
def test_bad_relation_is_listed_and_the_others_are_kept(tmp_path: Path, part: Any, code: str) -> None:
    sound = {"predicate": "on", "subject_id": 7, "object_id": 2}
    graph = {"image_id": 1, "objects": [], "relationships": [sound, part, sound]}
    records = read(tmp_path, [graph])
    assert [record for record in records if isinstance(record, RelationRecord)] == [
        RelationRecord("VG_1", "7", "on", "2")
    ] * 2
    refused = [record for record in records if isinstance(record, Rejected)]
    assert [(entry.place, entry.code) for entry in refused] == [("VG_1", code)]


@pytest.mark.parametrize(
    "part",
    [
        {"names": "x" * 5000},
        {"names": [], "object_names": ["y" * 5000]},
        {"object_id": ["z" * 5000]},
        {"x": "1" * 5000},
    ],
)
def test_detail_of_a_refusal_stays_short(tmp_path: Path, part: dict[str, Any]) -> None:
    (refused,) = read(tmp_path, [{"image_id": 1, "objects": [GOOD | part]}])
    assert isinstance(refused, Rejected)
    assert len(refused.detail) <= 120


NASTY: list[Any] = [
    *(None, True, False, 0, -1, 7, 10**12, 2**31, 0.5, float("nan"), float("inf")),
    *("", " ", "12", "\ud800", "x" * 5000, [], [[]], [7], [None], ["\ud800"], {}, {"a": 1}, [{}]),
]
ANYTHING = st.sampled_from(NASTY) | st.recursive(
    st.sampled_from(NASTY) | st.text(max_size=3) | st.integers() | st.floats(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


def spoilt(sound: dict[str, Any], *more: str) -> st.SearchStrategy[dict[str, Any]]:
    """A sound thing with anything in some of its fields."""
    fields = st.sampled_from([*sound, *more])
    return st.dictionaries(fields, ANYTHING, min_size=1, max_size=2).map(lambda part: sound | part)


OBJECTS = spoilt(GOOD, "synsets", "merged_object_ids", "name", "object_names", "id")
RELATIONS = spoilt({"predicate": "on", "subject_id": 7, "object_id": 7}, "subject", "object") | spoilt(
    {"predicate": "on", "subject": GOOD, "object": END}
)
RECORDS = spoilt({"image_id": 1, "width": 5}, "id", "height", "url", "coco_id")


@pytest.mark.parametrize("kind", ["record", "object", "relation"])
@settings(
    deadline=None,
    derandomize=True,
    max_examples=150,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_nothing_whatever_is_in_it_ends_the_reading(tmp_path: Path, kind: str, data: st.DataObject) -> None:
    neighbour = {"image_id": 1, "objects": [GOOD]}
    if kind == "record":
        between = data.draw(ANYTHING | RECORDS)
    elif kind == "object":
        between = {"image_id": 1, "objects": [data.draw(OBJECTS)]}
    else:
        between = {"image_id": 1, "relationships": [data.draw(RELATIONS)]}
    records = read(tmp_path, [neighbour, between, neighbour])
    assert (records[0], records[-1]) == (KEPT, KEPT)
