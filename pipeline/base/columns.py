"""Writing rows as Parquet from Python: for the small, rich tables only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.base.files import atomic_path


def write_rows(path: Path, schema: pa.Schema, rows: Iterable[Mapping[str, Any]]) -> int:
    """Write rows in the order given, with the columns of the schema; return how many."""
    table = pa.Table.from_pylist(list(rows), schema=schema)
    with atomic_path(path) as temporary:
        pq.write_table(table, temporary, compression="zstd", write_statistics=True)
    return int(table.num_rows)


def read_rows(path: Path, columns: list[str] | None = None) -> list[dict[str, Any]]:
    """Return the rows of a Parquet file as dicts."""
    rows: list[dict[str, Any]] = pq.read_table(path, columns=columns).to_pylist()
    return rows
