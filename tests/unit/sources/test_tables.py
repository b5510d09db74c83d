"""Records as Parquet tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from pipeline.base.columns import read_rows
from pipeline.sources import tables
from pipeline.sources.records import ImageRecord, MergedId, ObjectRecord, Record, Rejected, RelationRecord
from pipeline.sources.tables import SCHEMAS, RecordTables

RECORDS: list[Record] = [
    ImageRecord("i", "mine", "u", 640, None, "p"),
    ObjectRecord("i", "1", "lamp", "lamp.n.02", (1, 2, 3, 4), ("light", "Licht"), 2),
    ObjectRecord("i", "2", "sofa", ""),
    RelationRecord("i", "1", "ON", "2"),
    MergedId("i", "3", "1"),
    Rejected("annotate", "a.json", "record 2", "no_image_id", "found None"),
]


def rows(folder: Path, name: str) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for row in read_rows(folder / f"{name}.parquet")]


def test_each_record_goes_into_the_table_of_its_type_with_its_input(tmp_path: Path) -> None:
    with RecordTables(tmp_path) as written:
        assert written.add(RECORDS, 5) == 6
    assert {name: rows(tmp_path, name) for name in SCHEMAS} == {
        "raw_images": [("i", "mine", "u", "p", 640, None, 5)],
        "raw_objects": [
            ("i", "1", "lamp", "lamp.n.02", 1, 2, 3, 4, 2, 5),
            ("i", "2", "sofa", "", None, None, None, None, 0, 5),
        ],
        "raw_names": [("i", "1", "light", 5), ("i", "1", "Licht", 5)],
        "raw_relations": [("i", "1", "ON", "2", 5)],
        "raw_merged": [("i", "3", "1", 5)],
        "raw_rejected": [("annotate", "a.json", "record 2", "no_image_id", "found None")],
    }


def test_tables_have_their_columns_even_when_nothing_was_read(tmp_path: Path) -> None:
    with RecordTables(tmp_path / "new" / "folder") as written:
        assert written.add([], 0) == 0
    for name, schema in SCHEMAS.items():
        file = tmp_path / "new" / "folder" / f"{name}.parquet"
        assert pq.read_schema(file).equals(schema)
        assert read_rows(file) == []


@pytest.mark.parametrize("batch", [1, 2, 3, 7, 8])
def test_no_row_is_lost_or_moved_at_the_end_of_a_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    monkeypatch.setattr(tables, "_BATCH", batch)
    images = [ImageRecord(str(number), "mine", width=number) for number in range(1, 8)]
    with RecordTables(tmp_path) as written:
        assert written.add(iter(images[:4]), 0) == 4
        assert written.add(iter(images[4:]), 1) == 3
    read = read_rows(tmp_path / "raw_images.parquet")
    assert [(row["image_id"], row["width"], row["input"]) for row in read] == [
        (str(number), number, 0 if number <= 4 else 1) for number in range(1, 8)
    ]


def test_full_batch_is_written_before_the_source_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "_BATCH", 2)
    with RecordTables(tmp_path) as written:
        written.add([ImageRecord(str(number), "mine") for number in range(5)], 0)
        # Two batches of two are gone, one row waits.
        assert len(written._rows["raw_images"]) == 1


def test_files_are_closed_when_a_source_fails(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="broken"), RecordTables(tmp_path) as written:
        written.add([ImageRecord("i", "mine")], 0)
        raise RuntimeError("broken")
    assert not [writer for writer in written._writers.values() if writer.is_open]
