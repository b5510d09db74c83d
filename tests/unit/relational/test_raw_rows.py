"""Rows of raw tables by ranges of images."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.relational.raw_rows import Images, RawRows
from pipeline.sources.tables import SCHEMAS

SCHEMA = SCHEMAS["raw_names"]
ROWS = [
    ("a", "1", "cat", 0),
    ("c", "1", "dog", 0),
    ("b", "2", "mat", 0),
    ("b", "3", "lamp", 1),
    ("d", "4", "cup", 0),
]


def _written(path: Path, rows: list[tuple[str, str, str, int]], *, bounds: bool = True) -> Path:
    columns = [
        pa.array(column, field.type) for column, field in zip(zip(*rows, strict=True), SCHEMA, strict=True)
    ]
    pq.write_table(pa.table(columns, schema=SCHEMA), path, row_group_size=1, write_statistics=bounds)
    return path


def _images(*named: str) -> Images:
    sizes = pa.nulls(len(named), pa.int32())
    return Images(pa.array(named, pa.string()), sizes, sizes, pa.array([0] * len(named), pa.int32()))


@pytest.mark.parametrize("bounds", [True, False])
def test_rows_of_images_and_of_their_inputs_are_returned_with_places(tmp_path: Path, bounds: bool) -> None:
    files = [
        _written(tmp_path / "1.parquet", ROWS[:2], bounds=bounds),
        _written(tmp_path / "2.parquet", ROWS[2:]),
    ]
    rows = RawRows({"raw_names": files})
    found = rows.of("raw_names", _images("b", "c")).to_pylist()
    assert [(row["image_id"], row["name"]) for row in found] == [(1, "dog"), (0, "mat")]
    assert rows.of("raw_names", _images("bb")).num_rows == 0
    assert rows.of("raw_names", _images()).num_rows == 0


def test_groups_of_rows_without_any_of_the_images_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    class Watched(pq.ParquetFile):  # type: ignore[misc]
        def read_row_groups(self, groups: list[int], **options: bool) -> pa.Table:
            read.extend(groups)
            return super().read_row_groups(groups, **options)

    rows = RawRows({"raw_names": [_written(tmp_path / "1.parquet", ROWS)]})
    monkeypatch.setattr(pq, "ParquetFile", Watched)
    rows.of("raw_names", _images("b", "c"))
    assert read == [1, 2, 3]
