"""Files of a dataset from the parts that the engine writes."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.base.files import atomic_path

_ROW_GROUP = 20_000
_HASHES = ("question_id", "ladder_id")
"""Columns in which hardly any value comes twice: neither a dictionary nor bounds help to read them."""


class RowGroups:
    """Writes tables of one schema, end to end, in row groups of a fixed size; a context manager.

    Which columns the engine calls "not null" depends on the rows of a part, so none is; parts of lists are
    named as in Parquet.
    """

    def __init__(self, path: Path, schema: pa.Schema) -> None:
        self._schema = pa.schema([pa.field(f.name, _as_in_parquet(f.type)) for f in schema])
        self._path, self._waiting = path, self._schema.empty_table()

    def __enter__(self) -> RowGroups:
        repeated = [leaf for field in self._schema for leaf in _leaves(field) if not leaf.endswith(_HASHES)]
        with ExitStack() as stack:
            self._writer = stack.enter_context(
                pq.ParquetWriter(
                    stack.enter_context(atomic_path(self._path)),
                    self._schema,
                    compression="zstd",
                    use_dictionary=repeated,
                    write_statistics=[leaf for leaf in repeated if "." not in leaf],
                )
            )
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if fault is not None:
            self._stack.__exit__(kind, fault, trace)
            return
        with self._stack:
            if self._waiting.num_rows:
                self._writer.write_table(self._waiting.combine_chunks())

    def add(self, table: pa.Table) -> None:
        """Add the rows of a table."""
        self._waiting = pa.concat_tables([self._waiting, table.cast(self._schema)])
        while self._waiting.num_rows >= _ROW_GROUP:
            self._writer.write_table(self._waiting.slice(0, _ROW_GROUP).combine_chunks())
            self._waiting = self._waiting.slice(_ROW_GROUP)


def _leaves(field: pa.Field, above: str = "") -> list[str]:
    """Return the paths of a column's values in Parquet: "route.list.element.subject"."""
    path, kind = f"{above}{field.name}", field.type
    if pa.types.is_list(kind):
        return _leaves(kind.value_field, f"{path}.list.")
    if pa.types.is_struct(kind):
        return [leaf for part in kind for leaf in _leaves(part, f"{path}.")]
    return [path]


def _as_in_parquet(kind: pa.DataType) -> pa.DataType:
    if pa.types.is_list(kind):
        return pa.list_(pa.field("element", _as_in_parquet(kind.value_type)))
    if pa.types.is_struct(kind):
        return pa.struct([pa.field(field.name, _as_in_parquet(field.type)) for field in kind])
    return kind


def write_groups(path: Path, table: pa.Table) -> None:
    """Write a table in row groups of a fixed size."""
    with RowGroups(path, table.schema) as groups:
        groups.add(table)


def join_parquet(parts: Sequence[Path], path: Path) -> None:
    """Join Parquet files of one schema into row groups of a fixed size, wherever the parts were cut."""
    with RowGroups(path, pq.read_schema(parts[0])) as groups:
        for part in parts:
            source = pq.ParquetFile(part)
            for number in range(source.num_row_groups):
                groups.add(source.read_row_group(number))


def join_lines(parts: Sequence[Path], path: Path) -> None:
    """Join files of JSON lines."""
    with atomic_path(path) as temporary, temporary.open("wb") as target:
        for part in parts:
            with part.open("rb") as source:
                shutil.copyfileobj(source, target, 1 << 20)
