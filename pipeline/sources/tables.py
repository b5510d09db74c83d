"""Records into Parquet files, one per record type, in bounded memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.base.files import writable
from pipeline.sources.records import ImageRecord, MergedId, ObjectRecord, Record, Rejected, RelationRecord

_BATCH = 100_000
_text, _int = pa.string(), pa.int32()


def _schema(texts: str, numbers: str = "") -> pa.Schema:
    return pa.schema([(name, _text) for name in texts.split()] + [(name, _int) for name in numbers.split()])


SCHEMAS: dict[str, pa.Schema] = {
    "raw_images": _schema("image_id source url photo", "width height input"),
    "raw_objects": _schema("image_id object_id name key", "x y w h origin input"),
    "raw_names": _schema("image_id object_id name", "input"),
    "raw_relations": _schema("image_id subject_id predicate object_id", "input"),
    "raw_merged": _schema("image_id old_id object_id", "input"),
    "raw_rejected": _schema("stage origin place code detail"),
}
"""The columns of each table; `input` is the position of the named path that a row came from."""

_Row = tuple[str, tuple[Any, ...]]


def _rows(record: Record, position: int) -> Iterator[_Row]:
    match record:
        case ImageRecord():
            texts = (record.image_id, record.source, record.url, record.photo)
            yield "raw_images", (*texts, record.width, record.height, position)
        case ObjectRecord():
            box = record.box or (None, None, None, None)
            texts = (record.image_id, record.object_id, record.name, record.key)
            yield "raw_objects", (*texts, *box, record.origin, position)
            for name in record.other_names:
                yield "raw_names", (record.image_id, record.object_id, name, position)
        case RelationRecord():
            ends = (record.image_id, record.subject_id, record.predicate, record.object_id)
            yield "raw_relations", (*ends, position)
        case MergedId():
            yield "raw_merged", (record.image_id, record.old_id, record.object_id, position)
        case Rejected():
            told = (record.stage, record.origin, record.place, record.code, record.detail)
            yield "raw_rejected", tuple(map(writable, told))


class RecordTables:
    """A context manager that writes records to `FOLDER/raw_*.parquet`, a batch at a time."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._writers = {
            name: pq.ParquetWriter(folder / f"{name}.parquet", schema) for name, schema in SCHEMAS.items()
        }
        self._rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in SCHEMAS}

    def __enter__(self) -> RecordTables:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        failed: OSError | None = None
        for name, writer in self._writers.items():
            try:
                if fault is None and failed is None:
                    self._flush(name)
                writer.close()
            except OSError as full:
                writer.is_open = False  # Else it tries again, and complains, when it is collected.
                failed = failed or full
        if failed and fault is None:
            raise failed

    def add(self, records: Iterable[Record], position: int) -> int:
        """Add the records of the input at that position; return how many."""
        count = 0
        for record in records:
            for name, row in _rows(record, position):
                self._rows[name].append(row)
                if len(self._rows[name]) >= _BATCH:
                    self._flush(name)
            count += 1
        return count

    def _flush(self, name: str) -> None:
        rows, schema = self._rows[name], SCHEMAS[name]
        if rows:
            columns = zip(*rows, strict=True)
            arrays = [pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
            self._writers[name].write_table(pa.Table.from_arrays(arrays, schema=schema))
            rows.clear()
