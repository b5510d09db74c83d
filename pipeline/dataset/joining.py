"""Files of a dataset from the parts that the engine writes."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.base.files import atomic_path

_ROW_GROUP = 20_000


def join_parquet(parts: Sequence[Path], path: Path) -> None:
    """Join Parquet files of one schema into row groups of a fixed size, wherever the parts were cut.

    Which columns the engine calls "not null" depends on the rows of a part, so none is.
    """
    schema = pa.schema([field.with_nullable(True) for field in pq.read_schema(parts[0])])
    with atomic_path(path) as temporary, pq.ParquetWriter(temporary, schema, compression="zstd") as writer:
        waiting = schema.empty_table()
        for part in parts:
            source = pq.ParquetFile(part)
            for group in range(source.num_row_groups):
                waiting = pa.concat_tables([waiting, source.read_row_group(group).cast(schema)])
                while waiting.num_rows >= _ROW_GROUP:
                    writer.write_table(waiting.slice(0, _ROW_GROUP).combine_chunks())
                    waiting = waiting.slice(_ROW_GROUP)
        if waiting.num_rows:
            writer.write_table(waiting.combine_chunks())


def join_lines(parts: Sequence[Path], path: Path) -> None:
    """Join files of JSON lines."""
    with atomic_path(path) as temporary, temporary.open("wb") as target:
        for part in parts:
            with part.open("rb") as source:
                shutil.copyfileobj(source, target, 1 << 20)
