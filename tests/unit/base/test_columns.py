"""Small tables as Parquet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.base.columns import read_rows, write_rows

SCHEMA = pa.schema([("name", pa.string()), ("count", pa.int32()), ("parts", pa.list_(pa.string()))])


def test_rows_come_back_in_the_order_given(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"name": "ß", "count": 2, "parts": ["a", "b"]},
        {"name": "", "count": None, "parts": []},
        {"name": "a", "count": -1, "parts": None},
    ]
    assert write_rows(tmp_path / "t.parquet", SCHEMA, iter(rows)) == 3
    assert read_rows(tmp_path / "t.parquet") == rows


def test_file_has_the_columns_and_types_of_the_schema(tmp_path: Path) -> None:
    write_rows(tmp_path / "t.parquet", SCHEMA, [{"count": 1, "name": "a", "unasked": True}])
    assert pq.read_schema(tmp_path / "t.parquet").equals(SCHEMA)
    assert read_rows(tmp_path / "t.parquet") == [{"name": "a", "count": 1, "parts": None}]


def test_table_without_rows_keeps_its_columns(tmp_path: Path) -> None:
    assert write_rows(tmp_path / "t.parquet", SCHEMA, []) == 0
    assert read_rows(tmp_path / "t.parquet") == []
    assert pq.read_schema(tmp_path / "t.parquet").equals(SCHEMA)


def test_only_the_columns_asked_for_are_read(tmp_path: Path) -> None:
    write_rows(tmp_path / "t.parquet", SCHEMA, [{"name": "a", "count": 1, "parts": ["x"]}])
    assert read_rows(tmp_path / "t.parquet", ["count"]) == [{"count": 1}]


def test_equal_rows_give_equal_bytes(tmp_path: Path) -> None:
    rows = [{"name": f"n{i}", "count": i, "parts": [str(i)]} for i in range(500)]
    for name in ("a", "b"):
        write_rows(tmp_path / name, SCHEMA, rows)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_value_of_another_type_is_refused_and_the_old_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    write_rows(path, SCHEMA, [{"name": "old", "count": 1, "parts": []}])
    with pytest.raises(pa.ArrowInvalid):
        write_rows(path, SCHEMA, [{"name": "new", "count": "many", "parts": []}])
    assert read_rows(path, ["name"]) == [{"name": "old"}]
    assert [entry.name for entry in tmp_path.iterdir()] == ["t.parquet"]
