"""What is read of an annotation file at once: tables, instead of records one by one."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.sources.records import Record
from pipeline.sources.tables import SCHEMAS

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class Bulk(NamedTuple):
    """What was read of a file: tables by name of SCHEMAS, their rows, and what is left to Python."""

    tables: dict[str, Path]
    rows: int
    others: list[Record]


def dictionary(places: Ints, texts: pa.Array) -> pa.DictionaryArray:
    """Return texts by their places in an array of them: each of them is written once."""
    return pa.DictionaryArray.from_arrays(pa.array(places, pa.int32()), texts)


class BulkTables(ExitStack):
    """A context manager that writes tables of SCHEMAS into a folder, a piece at a time.

    `position` is that of the input, the last column of all of them.
    """

    def __init__(self, folder: Path, position: int) -> None:
        super().__init__()
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._position = folder, position
        self._writers: dict[str, pq.ParquetWriter] = {}
        self.paths: dict[str, Path] = {}

    def write(self, name: str, *columns: Any) -> None:
        """Write rows, if any, of a table; a column is an array, or one value for all rows."""
        count = next(len(column) for column in columns if hasattr(column, "__len__"))
        if not count:
            return
        fields = zip(SCHEMAS[name], (*columns, self._position), strict=True)
        arrays = {field.name: _array(column, field.type, count) for field, column in fields}
        rows = pa.table(arrays)
        if name not in self._writers:
            self.paths[name] = self._folder / f"{name}.parquet"
            self._writers[name] = self.enter_context(_writer(self.paths[name], rows.schema))
        self._writers[name].write_table(rows)


def _array(column: Any, kind: pa.DataType, count: int) -> pa.Array:
    if isinstance(column, pa.Array):
        return column
    if isinstance(column, np.ndarray):
        return pa.array(column, kind)
    value = pa.array([column], kind)
    if column is None or kind != pa.string():
        return pa.repeat(value[0], count)
    return dictionary(np.zeros(count, np.int64), value)


def _writer(path: Path, schema: pa.Schema) -> pq.ParquetWriter:
    repeated = [field.name for field in schema if pa.types.is_dictionary(field.type)]
    # What ranges of images are chosen by is all that is looked at before rows are read.
    return pq.ParquetWriter(
        path,
        schema,
        compression="none",
        use_dictionary=repeated,
        write_statistics=["image_id"],
        store_schema=False,
    )
