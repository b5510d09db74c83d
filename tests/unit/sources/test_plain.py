"""Plain JSON lines, one image a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.base.errors import InputError
from pipeline.sources.plain import PlainFile, plain_line
from pipeline.sources.records import ImageRecord, ObjectRecord, Record, Rejected, RelationRecord
from pipeline.sources.tables import RecordTables

SYNSETS = {"lamp": "lamp.n.02"}
GOOD, FINE = '{"image_id": "good"}', '{"image_id": "fine"}'
KEPT = [ImageRecord("good", "user"), ImageRecord("fine", "user")]


def read(folder: Path, *lines: str) -> list[Record]:
    """Return the records of a file, once they have gone through the tables too."""
    path = folder / "mine.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    source = PlainFile(path, lambda name: SYNSETS.get(name, ""))
    with RecordTables(folder / "raw") as tables:
        count = tables.add(source.records(), 0)
    records = list(source.records())
    assert count == len(records)
    return records


def test_image_with_all_its_fields(tmp_path: Path) -> None:
    image = {
        "image_id": "kitchen_7",
        "source": "mine",
        "url": "https://example.org/7.jpg",
        "width": 640,
        "height": 480,
        "photo": "coco:9",
        "objects": [
            {"id": "a", "name": "Lamp", "box": [1, 2.6, 3, 4], "names": ["light"]},
            {"id": 2, "name": "table", "synset": "table.n.02", "item": "Q14748"},
        ],
        "relations": [{"subject": "a", "predicate": "hanging from", "object": 2}],
    }
    assert read(tmp_path, json.dumps(image)) == [
        ImageRecord("kitchen_7", "mine", "https://example.org/7.jpg", 640, 480, "coco:9"),
        ObjectRecord("kitchen_7", "a", "lamp", "lamp.n.02", (1, 3, 3, 4), ("light",)),
        ObjectRecord("kitchen_7", "2", "table", "Q14748"),
        RelationRecord("kitchen_7", "a", "hanging from", "2"),
    ]


def test_image_id_and_name_are_enough(tmp_path: Path) -> None:
    assert read(tmp_path, '{"image_id": 7, "objects": [{"name": "lamp"}, {"name": "sofa"}]}') == [
        ImageRecord("7", "user"),
        ObjectRecord("7", "1", "lamp", "lamp.n.02"),
        ObjectRecord("7", "2", "sofa", ""),
    ]


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"item": "Q1138737", "synset": "lamp.n.01"}, "Q1138737"),
        ({"synset": "lamp.n.01"}, "lamp.n.01"),
        ({"synset": ""}, "lamp.n.02"),
        ({}, "lamp.n.02"),
    ],
)
def test_item_counts_before_synset_and_both_before_the_name(
    tmp_path: Path, fields: dict[str, str], key: str
) -> None:
    line = json.dumps({"image_id": "a", "objects": [{"name": "LAMP"} | fields]})
    thing = read(tmp_path, line)[1]
    assert isinstance(thing, ObjectRecord)
    assert thing.key == key


def test_line_of_the_writer_is_read_back(tmp_path: Path) -> None:
    line = plain_line({"image_id": "é", "objects": [{"name": "lamp"}]})
    assert line == '{"image_id":"é","objects":[{"name":"lamp"}]}'
    assert read(tmp_path, line)[0] == ImageRecord("é", "user")


def test_blank_lines_are_passed_over_and_counted(tmp_path: Path) -> None:
    records = read(tmp_path, "", GOOD, "  ", "{", FINE)
    assert [records[0], records[2]] == KEPT
    assert isinstance(records[1], Rejected)
    assert (records[1].place, records[1].code) == ("line 4", "not_json")


@pytest.mark.parametrize(
    ("line", "code", "detail"),
    [
        ("not json", "not_json", "Expecting value"),
        ('{"image_id": "a"', "not_json", "Expecting ',' delimiter"),
        ("{} {}", "not_json", "Extra data"),
        ("7", "line_invalid", ": Input should be a valid dictionary"),
        ("[]", "line_invalid", ": Input should be a valid dictionary"),
        ("{}", "line_invalid", "image_id: Field required"),
        ('{"image_id": null}', "line_invalid", "image_id"),
        ('{"image_id": "a", "width": 0}', "line_invalid", "width: Input should be greater than 0"),
        ('{"image_id": "a", "height": -1}', "line_invalid", "height: Input should be greater than 0"),
        (
            '{"image_id": "a", "objects": [{"name": "b"}, {}]}',
            "line_invalid",
            "objects.1: Value error, needs a name, a synset or an item",
        ),
        (
            '{"image_id": "a", "objects": [{"name": ""}]}',
            "line_invalid",
            "objects.0.name: String should have",
        ),
        (
            json.dumps({"image_id": "a", "objects": [{"name": "x" * 61}]}),
            "line_invalid",
            "objects.0.name: String should have at most 60",
        ),
        (
            '{"image_id": "a", "objects": [{"name": "b", "synset": "lamp"}]}',
            "line_invalid",
            "objects.0.synset: String should match pattern",
        ),
        (
            '{"image_id": "a", "objects": [{"name": "b", "item": "P31"}]}',
            "line_invalid",
            "objects.0.item: String should match pattern",
        ),
        (
            '{"image_id": "a", "objects": [{"name": "b", "box": [1, 2, 3]}]}',
            "line_invalid",
            "objects.0.box.3: Field required",
        ),
        (
            '{"image_id": "a", "relations": [{"subject": 1, "predicate": "", "object": 2}]}',
            "line_invalid",
            "relations.0.predicate: String should have at least 1",
        ),
    ],
)
def test_bad_line_is_listed_with_its_number_and_field_and_its_neighbours_are_kept(
    tmp_path: Path, line: str, code: str, detail: str
) -> None:
    first, refused, last = read(tmp_path, GOOD, line, FINE)
    assert [first, last] == KEPT
    assert isinstance(refused, Rejected)
    assert (refused.stage, refused.origin, refused.place) == ("annotate", "mine.jsonl", "line 2")
    assert refused.code == code
    assert refused.detail.startswith(detail)


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ({"item": "Q146"}, ("", "Q146")),
        ({"synset": "house_cat.n.01"}, ("house cat", "house_cat.n.01")),
        ({"synset": "cat.n.01", "item": "Q146"}, ("cat", "Q146")),
        ({"name": "Tom", "synset": "cat.n.01", "item": "Q146"}, ("tom", "Q146")),
    ],
)
def test_thing_is_known_by_its_item_before_its_synset_and_may_lack_a_name(
    tmp_path: Path, what: dict[str, str], expected: tuple[str, str]
) -> None:
    _, thing = read(tmp_path, json.dumps({"image_id": "a", "objects": [what]}))
    assert isinstance(thing, ObjectRecord)
    assert (thing.name, thing.key) == expected


def _faulty(text: str, reason: str, name: str) -> Any:
    return pytest.param(text, id=name)


@pytest.mark.parametrize(
    "line",
    [
        _faulty('{"image_id": ""}', "an empty id is accepted", "no id"),
        _faulty('{"image_id": true}', "true passes for 1", "id true"),
        _faulty('{"image_id": "\\ud800"}', "a lone surrogate ends the writing", "surrogate"),
        *(
            _faulty(f'{{"image_id": "a", "{name}": "x\\udfff"}}', "a lone surrogate ends the writing", name)
            for name in ("url", "source", "photo")
        ),
        *(
            _faulty(f'{{"image_id": "a", "objects": [{{"name": "b", {part}}}]}}', "the same inside", part)
            for part in ('"names": ["\\ud800"]', '"id": "\\ud800"', '"synset": "\\ud800.n.01"')
        ),
        _faulty(
            '{"image_id": "a", "relations": [{"subject": 1, "predicate": "on\\ud800", "object": 2}]}',
            "the same in a predicate",
            "predicate",
        ),
        _faulty('{"image_id": " "}', "a blank is an id", "blank id"),
        _faulty('{"image_id": "\\t"}', "a tab is an id", "tab id"),
        _faulty('{"image_id": "a", "objects": [{"name": "b", "id": " "}]}', "a blank is an id", "object id"),
        _faulty('{"image_id": "a", "width": 99999999999}', "too large for 32 bits", "width"),
        _faulty('{"image_id": 1' + "0" * 5000 + "}", "ValueError of int()", "digits"),
        _faulty('{"image_id": ' + "[" * 100_000 + "}", "RecursionError", "depth"),
        _faulty('{"image_id": "a", "objects": [{"name": " "}]}', "white space is a name", "blank name"),
        _faulty('{"image_id": "a", "objects": [{"name": "b", "item": "Q1\u0663"}]}', "Arabic digits", "item"),
        _faulty('{"image_id": "a", "objects": [{"name": "b", "box": [0, 0, NaN, 1]}]}', "NaN", "NaN"),
        _faulty('{"image_id": "a", "objects": [{"name": "b", "box": [0, 0, 1e99, 1]}]}', "1e99", "1e99"),
    ],
)
def test_value_that_no_table_can_hold_is_listed_and_the_neighbours_are_kept(
    tmp_path: Path, line: str
) -> None:
    first, refused, last = read(tmp_path, GOOD, line, FINE)
    assert [first, last] == KEPT
    assert isinstance(refused, Rejected)


def test_field_of_another_name_is_left_alone_and_listed_once(tmp_path: Path) -> None:
    line = '{"image_id": "%s", "caption": "x", "\\ud800": 1, "objects": [{"name": "b", "hue": "red"}]}'
    found = read(tmp_path, line % "a", line % "b")
    listed = sorted(r.detail for r in found if isinstance(r, Rejected) and r.code == "field_ignored")
    assert listed == ["?", "caption", "objects.hue"]
    assert [r.image_id for r in found if isinstance(r, ImageRecord)] == ["a", "b"]


def test_bad_first_line_is_listed_like_any_other(tmp_path: Path) -> None:
    refused, kept = read(tmp_path, '{"image_id": "a"', GOOD)
    assert kept == KEPT[0]
    assert isinstance(refused, Rejected)
    assert (refused.place, refused.code) == ("line 1", "not_json")


@pytest.mark.parametrize(
    "text",
    [
        "image_id,name",
        "<html>",
        "{",
        _faulty("\n\nimage_id,name\n1,cat", "only a fault in line 1 refuses the file", "after blank lines"),
        _faulty('{"trees": "tree.n.01"}', "valid JSON is never refused", "object synsets"),
        _faulty("1\n2\n3", "valid JSON is never refused", "numbers"),
    ],
)
def test_file_without_one_good_line_is_refused_with_name_expected_and_found(
    tmp_path: Path, text: str
) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, text)
    found = text.strip().splitlines()[0]
    assert f"{tmp_path / 'mine.jsonl'}, line " in str(caught.value)
    assert "expected JSON lines, one image a line with at least an image_id" in str(caught.value)
    assert f"found {found!r}" in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"\n", b" \r\n\n", b"\xef\xbb\xbf"])
def test_file_without_lines_gives_no_records(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "mine.jsonl").write_bytes(content)
    assert list(PlainFile(tmp_path / "mine.jsonl", SYNSETS.__getitem__).records()) == []


@pytest.mark.parametrize(
    ("box", "kept"),
    [
        ([1, 2, 1, 1], (1, 2, 1, 1)),
        ([0, 0, 0.6, 640], (0, 0, 1, 640)),
        ([1, 2, 0, 4], None),
        ([1, 2, 3, 0], None),
        ([1, 2, -3, 4], None),
        ([1, 2, 3, -4], None),
    ],
)
def test_box_without_area_is_no_box(
    tmp_path: Path, box: list[float], kept: tuple[int, int, int, int] | None
) -> None:
    records = read(tmp_path, json.dumps({"image_id": "a", "objects": [{"name": "b", "box": box}]}))
    boxes = [record.box for record in records if isinstance(record, ObjectRecord) and record.box]
    assert boxes == ([kept] if kept else [])


@pytest.mark.parametrize("box", [[1, 2, 0, 4], [1, 2, 3, -4], [1, 2, 0.4, 4]])
def test_box_without_area_is_listed(tmp_path: Path, box: list[float]) -> None:
    line = json.dumps({"image_id": "a", "objects": [{"name": "b", "box": box}]})
    assert [record for record in read(tmp_path, line) if isinstance(record, Rejected)]


def test_box_past_the_corner_keeps_its_part_inside(tmp_path: Path) -> None:
    line = '{"image_id": "a", "objects": [{"name": "b", "box": [-5, -2, 30, 10]}]}'
    assert read(tmp_path, line)[1] == ObjectRecord("a", "1", "b", "", (0, 0, 25, 8))


def test_other_names_are_in_lower_case_like_the_name(tmp_path: Path) -> None:
    line = '{"image_id": "a", "objects": [{"name": "Lamp", "names": ["Street Light"]}]}'
    assert read(tmp_path, line)[1] == ObjectRecord("a", "1", "lamp", "lamp.n.02", None, ("street light",))


@pytest.mark.parametrize(
    "objects",
    [[{"id": 2, "name": "lamp"}, {"name": "dog"}], [{"id": "1", "name": "lamp"}, {"id": 1, "name": "dog"}]],
)
def test_id_given_twice_in_an_image_is_listed(tmp_path: Path, objects: list[dict[str, Any]]) -> None:
    records = read(tmp_path, json.dumps({"image_id": "a", "objects": objects}))
    assert [record for record in records if isinstance(record, Rejected)]


def test_image_given_twice_is_listed(tmp_path: Path) -> None:
    lines = [json.dumps({"image_id": 7, "objects": [{"name": name}]}) for name in ("lamp", "dog")]
    records = read(tmp_path, *lines)
    assert [record for record in records if isinstance(record, Rejected)]


NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8).filter(str.strip)


@settings(
    deadline=None,
    derandomize=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(images=st.lists(st.tuples(NAMES, st.lists(NAMES, max_size=2)), min_size=1, max_size=4))
def test_every_image_and_object_written_is_read(tmp_path: Path, images: list[tuple[str, list[str]]]) -> None:
    lines = [
        plain_line({"image_id": f"{number}:{name}", "objects": [{"name": thing} for thing in things]})
        for number, (name, things) in enumerate(images)
    ]
    records = read(tmp_path, *lines)
    assert [record.image_id for record in records if isinstance(record, ImageRecord)] == [
        f"{number}:{name}" for number, (name, _) in enumerate(images)
    ]
    names = [record.name for record in records if isinstance(record, ObjectRecord)]
    assert names == [thing.lower() for _, things in images for thing in things]
