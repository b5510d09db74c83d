"""Faults of files and parts: altered, missing, foreign, of both parts, of unlike forms."""

from __future__ import annotations

import itertools
import json
import shutil
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.base.errors import DatasetError, InputError, ReasonVQAError
from pipeline.dataset.layout import FILES

from .planting import Copy, Row


def test_altered_file_is_found(copy: Copy) -> None:
    with (copy.folder / "report.md").open("a") as report:
        report.write(" ")
    findings = copy.found(seal=False)
    assert findings.examples["checksums"] == ["report.md: differs from the manifest's checksum"]


def test_missing_file_is_found(copy: Copy) -> None:
    (copy.folder / "balance.svg").unlink()
    assert copy.found(seal=False).examples == {"checksums": ["balance.svg: is missing"]}


def test_file_that_the_manifest_does_not_list_is_found(copy: Copy) -> None:
    (copy.folder / "U" / "notes.txt").write_text("x")
    assert copy.found(seal=False).examples == {"checksums": ["U/notes.txt: is not in the manifest"]}


def test_forms_that_differ_are_found(copy: Copy) -> None:
    path = copy.folder / "B" / "test.parquet"
    table = pq.read_table(path)
    pq.write_table(table.slice(1), path)
    assert copy.found().examples == {"forms": ["B/test: JSON lines and Parquet differ"]}


def test_forms_in_another_order_differ(copy: Copy) -> None:
    path = copy.folder / "U" / "train.parquet"
    table = pq.read_table(path)
    pq.write_table(pa.concat_tables([table.slice(1), table.slice(0, 1)]), path)
    assert copy.faults() == {"forms": 1}


def move_one(copy: Copy, which: str, *, marked: bool) -> Row:
    """Move the first record of train into test."""
    first, *rest = copy.records(which, "train")
    copy.write(which, "train", rest)
    if marked:
        first["split"] = "test"
    copy.write(which, "test", [first, *copy.records(which, "test")])
    return first


def test_record_in_the_file_of_the_other_part_is_found(copy: Copy) -> None:
    moved = move_one(copy, "U", marked=False)
    examples = copy.found().examples["split"]
    assert f"{moved['question_id']}: stands in the other part's file" in examples


def test_image_in_both_parts_is_found(copy: Copy) -> None:
    moved = move_one(copy, "U", marked=True)
    assert f"{moved['image_id']}: is in both parts" in copy.found().examples["split"]


def test_photo_in_both_parts_is_found(copy: Copy) -> None:
    train = copy.records("U", "train")[-1]["image_id"]
    test = copy.records("U", "test")[-1]["image_id"]

    def same_photo(rows: list[Row]) -> None:
        for row in rows:
            if row["image_id"] in (train, test):
                row["photo"] = "coco:1"

    copy.change_table("images", same_photo)
    assert "coco:1: is in both parts" in copy.found().examples["split"]


def test_record_of_b_that_u_lacks_is_found(copy: Copy) -> None:
    gone = copy.records("B", "train")[0]["question_id"]
    copy.write("U", "train", [r for r in copy.records("U", "train") if r["question_id"] != gone])
    assert f"{gone}: is in B, not in the same part of U" in copy.found().examples["split"]


def test_record_that_stands_twice_is_found(copy: Copy) -> None:
    for which in ("U", "B"):
        records = copy.records(which, "train")
        copy.write(which, "train", [records[0], *records])
        twice = f"{records[0]['question_id']}: stands 2 times in {which}"
        assert twice in copy.found().examples["identity"]


@pytest.mark.parametrize("which", ["U", "B"])
def test_records_out_of_order_are_found(copy: Copy, which: str) -> None:
    first, second, *rest = copy.records(which, "train")
    copy.write(which, "train", [second, first, *rest])
    told = f"{first['question_id']}: {which}/train is not in the order of image and question"
    assert copy.found().examples == {"order": [told]}


def third_motorcycle(copy: Copy, *, moved: int = 400, key: str = "motorcycle.n.01") -> list[Row]:
    """Annotate a third object, so many pixels beside that of the first image; return what is asked."""

    def add(rows: list[Row]) -> None:
        first = next(row for row in rows if (row["image_id"], row["object_id"]) == ("i00", "first"))
        rows.append({**first, "object_id": "third", "x": first["x"] + moved})

    copy.change_table("objects", add)
    copy.change_table("keys", lambda rows: rows.append({"image_id": "i00", "object_id": "third", "key": key}))
    return [r for part in ("train", "test") for r in copy.records("U", part) if r["image_id"] == "i00"]


def need_clauses(copy: Copy) -> None:
    """Tag the clauses about the first image as needed."""
    for which, part in itertools.product(("U", "B"), ("train", "test")):
        records = copy.records(which, part)
        for record in records:
            if record["image_id"] == "i00":
                record["tags"] = [tag.replace("clause:extra", "clause:needed") for tag in record["tags"]]
        copy.write(which, part, records)


def test_second_thing_that_the_noun_fits_is_found(copy: Copy) -> None:
    asked = third_motorcycle(copy)
    plain = [record for record in asked if not record["has_scene_graph"]]
    assert 0 < len(plain) < len(asked)
    # The clauses are needed now, which their tags do not say.
    assert copy.faults() == {"referent": len(asked)}
    need_clauses(copy)
    assert copy.faults() == {"referent": len(plain)}


def test_second_thing_that_bears_the_noun_as_its_name_is_found(copy: Copy) -> None:
    third_motorcycle(copy, key="rock.n.01")
    assert copy.faults() == {}
    name = {"image_id": "i00", "object_id": "third", "name": "vehicle"}
    copy.change_table("names", lambda rows: rows.append(name))
    noun = {"name": "vehicle", "noun_id": "things.vehicle"}
    copy.change_table("callable_names", lambda rows: rows.append(noun))
    assert set(copy.faults()) == {"referent"}


def test_second_thing_that_the_clause_describes_is_found(copy: Copy) -> None:
    asked = third_motorcycle(copy)
    need_clauses(copy)
    relation = {"image_id": "i00", "subject_id": "third", "predicate": "next to", "object_id": "tree"}
    copy.change_table("relations", lambda rows: rows.append(relation))
    assert copy.faults() == {"referent": len(asked)}


@pytest.mark.parametrize(("moved", "faulty"), [(20, False), (21, True)])
def test_same_thing_annotated_twice_is_no_rival(copy: Copy, moved: int, faulty: bool) -> None:
    # Of 80 pixels 60 are shared at a move of 20: 60 of 100 pixels that both cover, which is just enough.
    third_motorcycle(copy, moved=moved)
    assert bool(copy.faults()) == faulty


def test_folder_without_a_manifest_is_no_dataset(copy: Copy) -> None:
    (copy.folder / "manifest.json").unlink()
    with pytest.raises(DatasetError, match=r"is no dataset: it has no manifest\.json"):
        copy.found(seal=False)


def test_dataset_without_its_records_is_refused(copy: Copy) -> None:
    (copy.folder / "U" / "test.jsonl").unlink()
    with pytest.raises(DatasetError, match=r"test\.jsonl: is missing"):
        copy.found(seal=False)


def test_snapshot_that_was_changed_is_refused(copy: Copy) -> None:
    shutil.copy(copy.folder / "snapshot" / "entities.tsv.gz", copy.folder / "snapshot" / "statements.tsv.gz")
    with pytest.raises(InputError, match="differs from the checksum"):
        copy.found()


def test_dataset_without_its_parquet_is_told_without_a_traceback(copy: Copy) -> None:
    (copy.folder / "B" / "test.parquet").unlink()
    try:
        assert "checksums" in copy.found(seal=False).faults
    except ReasonVQAError as fault:
        assert "test.parquet" in str(fault)


def test_records_that_are_cut_off_are_told_without_a_traceback(copy: Copy) -> None:
    path = copy.folder / "U" / "test.jsonl"
    path.write_bytes(path.read_bytes()[:-40])
    try:
        assert "checksums" in copy.found(seal=False).faults
    except ReasonVQAError as fault:
        assert "test.jsonl" in str(fault)


def change_manifest(copy: Copy, **values: Any) -> None:
    path = copy.folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | values))


def entries(copy: Copy) -> list[Row]:
    manifest = json.loads((copy.folder / "manifest.json").read_text())
    return list(manifest["files"])


def test_manifest_that_was_edited_is_found(copy: Copy) -> None:
    change_manifest(copy, generator="another")
    assert copy.found(seal=False).examples == {"checksums": ["manifest.json: differs from its own checksum"]}


@pytest.mark.parametrize(("field", "what"), [("rows", "number of rows"), ("bytes", "size")])
def test_entry_that_tells_other_rows_or_bytes_is_found(copy: Copy, field: str, what: str) -> None:
    files = entries(copy)
    entry = next(entry for entry in files if entry["path"] == "U/train.jsonl")
    entry[field] += 1
    change_manifest(copy, files=files)
    told = f"U/train.jsonl: has another {what} than the manifest says"
    assert told in copy.found(seal=False).examples["checksums"]


def test_entry_without_rows_is_found(copy: Copy) -> None:
    files = entries(copy)
    for entry in files:
        entry.pop("rows", None)
    change_manifest(copy, files=files)
    assert copy.found().faults == {}
    change_manifest(copy, files=files)
    assert copy.found(seal=False).faults["checksums"] > 10


@pytest.mark.parametrize("path", FILES)
def test_file_taken_out_of_folder_and_manifest_is_found(copy: Copy, path: str) -> None:
    (copy.folder / path).unlink()
    change_manifest(copy, files=[entry for entry in entries(copy) if entry["path"] != path])
    try:
        examples = copy.found(seal=False).examples["checksums"]
    except ReasonVQAError as fault:
        assert path.rpartition("/")[2] in str(fault)
    else:
        assert f"{path}: is not in the manifest" in examples


@pytest.mark.parametrize("path", ["../elsewhere", "/etc/hostname", "U/notes.txt"])
def test_entry_of_a_file_that_is_no_datasets_is_found(copy: Copy, path: str) -> None:
    files = [*entries(copy), {"path": path, "bytes": 1, "sha256": "0" * 64}]
    change_manifest(copy, files=files)
    assert (
        f"{path}: is in the manifest and is no file of a dataset"
        in (copy.found(seal=False).examples["checksums"])
    )


def test_release_that_broke_off_is_found(copy: Copy) -> None:
    (copy.folder / ".unfinished").touch()
    assert copy.found().examples["checksums"] == [
        ".unfinished: says that the dataset was not written to its end"
    ]


@pytest.mark.parametrize("content", ["null", "{}", "[]", '"x"', "{", "", "[" * 10_000])
def test_manifest_that_is_none_is_told_without_a_traceback(copy: Copy, content: str) -> None:
    (copy.folder / "manifest.json").write_text(content)
    with pytest.raises(DatasetError, match=r"manifest\.json: is "):
        copy.found(seal=False)


@pytest.mark.parametrize(
    ("values", "place"),
    [
        ({"files": []}, "files"),
        ({"files": None}, "files"),
        ({"files": [{"path": "report.md", "bytes": 1}]}, "files.0.sha256"),
        ({"files": [None]}, "files.0"),
        ({"settings": {}}, "settings.language"),
        ({"settings": None}, "settings"),
        ({"snapshot": 7}, "snapshot"),
        ({"units": ["Q1"]}, "units"),
        ({"format": "2"}, "format"),
        ({"content_sha256": None}, "content_sha256"),
    ],
)
def test_manifest_of_another_form_is_told_with_its_place(copy: Copy, values: Row, place: str) -> None:
    change_manifest(copy, **values)
    with pytest.raises(DatasetError, match=rf"manifest\.json: is damaged: {place}: "):
        copy.found(seal=False)


@pytest.mark.parametrize("value", [None, 1.5, [7], {}])
@pytest.mark.parametrize("field", ["question_id", "choices", "route", "domains", "correct"])
def test_record_with_a_field_of_another_kind_is_told_with_line_and_field(
    copy: Copy, field: str, value: object
) -> None:
    records = copy.records("B", "test")
    records[1][field] = value
    lines = [json.dumps(record) + "\n" for record in records]
    (copy.folder / "B" / "test.jsonl").write_text("".join(lines))
    with pytest.raises(DatasetError, match=rf"test\.jsonl, line 2: is damaged: {field}"):
        copy.found(seal=False)


@pytest.mark.parametrize("line", ["null", "{}", "7", "", "{", '{"question_id": "\\ud800"}'])
def test_line_that_is_no_record_is_told_with_its_number(copy: Copy, line: str) -> None:
    path = copy.folder / "U" / "train.jsonl"
    path.write_text(line + "\n" + path.read_text())
    with pytest.raises(DatasetError, match=r"train\.jsonl, line 1: is damaged"):
        copy.found(seal=False)


def test_field_that_no_record_has_is_told(copy: Copy) -> None:
    records = copy.records("U", "train")
    lines = [json.dumps(record | {"score": 1}) + "\n" for record in records]
    (copy.folder / "U" / "train.jsonl").write_text("".join(lines))
    with pytest.raises(DatasetError, match=r"line 1: is damaged: score"):
        copy.found(seal=False)


@pytest.mark.parametrize("name", ["images", "objects", "wordings", "concepts"])
def test_table_that_is_damaged_or_lacks_a_column_is_told(copy: Copy, name: str) -> None:
    path = copy.folder / "snapshot" / f"{name}.parquet"
    table = pq.read_table(path)
    last = table.column_names[-1 if name in ("wordings", "concepts") else 0]
    pq.write_table(table.drop_columns([last]), path)
    with pytest.raises(DatasetError, match=rf"{name}\.parquet: is damaged: it has no column {last}"):
        copy.found(seal=False)
    empty = table.set_column(table.column_names.index(last), last, pa.nulls(len(table), pa.string()))
    pq.write_table(empty, path)
    with pytest.raises(DatasetError, match=rf"the column {last} has empty cells"):
        copy.found(seal=False)
    path.write_bytes(b"PAR1")
    with pytest.raises(DatasetError, match=rf"{name}\.parquet: is damaged"):
        copy.found(seal=False)


def test_records_as_parquet_that_are_damaged_are_told(copy: Copy) -> None:
    (copy.folder / "B" / "train.parquet").write_bytes(b"PAR1")
    with pytest.raises(DatasetError, match=r"train\.parquet: is damaged"):
        copy.found(seal=False)
