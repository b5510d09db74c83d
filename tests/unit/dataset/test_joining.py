"""Parts of a dataset joined into its files."""

from __future__ import annotations

import resource
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.base.hashing import digest
from pipeline.dataset.joining import RowGroups, join_parquet
from pipeline.relational.engine import Engine


def _part(path: Path, engine: Engine, where: str) -> Path:
    query = f"SELECT i, CASE WHEN i > 5 THEN CAST(i AS VARCHAR) END AS t FROM range(9) AS r(i) WHERE {where}"
    engine._connection.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
    return path


def test_parts_without_rows_or_without_nulls_join_to_the_same_bytes_as_one(tmp_path: Path) -> None:
    with Engine(tmp_path / "scratch") as engine:
        conditions = ("false", "i < 3", "i BETWEEN 3 AND 6", "i > 6", "i > 99")
        parts = [_part(tmp_path / f"{n}.parquet", engine, where) for n, where in enumerate(conditions)]
        whole = _part(tmp_path / "whole.parquet", engine, "true")
    join_parquet(parts, tmp_path / "joined.parquet")
    join_parquet([whole], tmp_path / "one.parquet")
    assert pq.read_table(tmp_path / "joined.parquet").num_rows == 9
    assert (tmp_path / "joined.parquet").read_bytes() == (tmp_path / "one.parquet").read_bytes()
    join_parquet(parts[3:], tmp_path / "later.parquet")
    assert pq.read_schema(tmp_path / "later.parquet") == pq.read_schema(tmp_path / "joined.parquet")


def test_file_whose_last_rows_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    rows = pa.table({"text": [digest(n) for n in range(5_000)]})
    groups, (soft, hard) = (
        RowGroups(tmp_path / "t.parquet", rows.schema),
        resource.getrlimit(resource.RLIMIT_FSIZE),
    )
    try:
        with pytest.raises(OSError, match="File too large"), groups:
            groups.add(rows)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, hard))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list(tmp_path.iterdir()) == []


def test_file_that_cannot_be_begun_leaves_nothing_behind(tmp_path: Path) -> None:
    unwritable = pa.schema([("text", pa.run_end_encoded(pa.int32(), pa.string()))])
    groups = RowGroups(tmp_path / "t.parquet", unwritable)
    with pytest.raises(pa.ArrowNotImplementedError), groups:
        pass
    assert list(tmp_path.iterdir()) == []
