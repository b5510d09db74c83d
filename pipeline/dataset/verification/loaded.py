"""A finished dataset as the checks see it; what is damaged in it is told as a DatasetError."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipeline.bank.tables import SCHEMAS
from pipeline.base.errors import DatasetError, InputError
from pipeline.base.files import read_json
from pipeline.dataset.layout import MANIFEST, PARTS, SETS
from pipeline.dataset.verification.record import read_record
from pipeline.wikidata.facts import Entity, Statement
from pipeline.wikidata.snapshot import Snapshot, read_snapshot

Record = Mapping[str, Any]
_BATCH = 2_000


def _schema(texts: str, numbers: str = "") -> pa.Schema:
    columns = [(name, pa.string()) for name in texts.split()]
    return pa.schema(columns + [(name, pa.int32()) for name in numbers.split()])


_TABLES: dict[str, pa.Schema] = {
    **SCHEMAS,
    "images": _schema("image_id source url photo", "width height"),
    "objects": _schema("image_id object_id name key", "x y w h"),
    "names": _schema("image_id object_id name"),
    "keys": _schema("image_id object_id key"),
    "priors": _schema("property_id noun answer", "questions"),
    "relations": _schema("image_id subject_id predicate object_id"),
}
_MAY_BE_NULL = frozenset({"width", "height", "x", "y", "w", "h"})


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True)


class _Entry(_Part):
    path: str
    bytes: int
    rows: int | None = None
    sha256: str


class _Blind(_Part):
    share: float
    support: int


class _Settings(_Part):
    language: str
    same_iou: float
    distractors: int
    per_image: int
    max_repeats: int
    consistency_wordings: int
    blind: _Blind


class _Manifest(_Part):
    """What the checks need of a manifest."""

    format: Literal["1"]
    snapshot: str
    settings: _Settings
    units: dict[str, str]
    shares: dict[str, float] = {}
    files: list[_Entry] = Field(min_length=1)
    content_sha256: str


@dataclass(frozen=True)
class Dataset:
    """A dataset folder; everything is read when first asked for."""

    folder: Path

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """The content of manifest.json."""
        path = self.folder / MANIFEST
        if not path.is_file():
            raise DatasetError(f"{self.folder}: is no dataset: it has no {MANIFEST}")
        try:
            content: dict[str, Any] = read_json(path)
            _Manifest.model_validate(content)
        except InputError as fault:
            raise DatasetError(f"{path}: {fault.problem}") from fault
        except ValidationError as fault:
            first = fault.errors()[0]
            place = ".".join(map(str, first["loc"])) or "the whole"
            raise DatasetError(f"{path}: is damaged: {place}: {first['msg']}") from fault
        return content

    @cached_property
    def domain_names(self) -> dict[str, str]:
        """Domain id -> its name, as the report has them."""
        names: dict[str, str] = read_json(self.present(self.folder / "report.json")).get("domain_names", {})
        return names

    @cached_property
    def snapshot(self) -> Snapshot:
        """The facts that the questions rest on."""
        return read_snapshot(self.folder / "snapshot")

    @cached_property
    def statements(self) -> dict[str, Statement]:
        """Statement id -> statement."""
        return {statement.statement_id: statement for statement in self.snapshot.statements}

    @cached_property
    def entities(self) -> dict[str, Entity]:
        """Item -> its names."""
        return {entity.item: entity for entity in self.snapshot.entities}

    @cached_property
    def property_labels(self) -> dict[str, str]:
        """Property id -> its label, of all that wordings ask about."""
        return {row["property_id"]: row["property_label"] for row in self.table("wordings")}

    @cached_property
    def records(self) -> dict[tuple[str, str], list[Record]]:
        """(set, part) -> its records, from the JSON lines."""
        return {(s, p): list(self.lines(s, p)) for s in SETS for p in PARTS}

    def path(self, which: str, part: str) -> Path:
        """Return the JSON lines of a set and part."""
        return self.present(self.folder / which / f"{part}.jsonl")

    @staticmethod
    def present(path: Path) -> Path:
        """Return the path of a file of the dataset; DatasetError if it is missing."""
        if not path.is_file():
            raise DatasetError(f"{path}: is missing")
        return path

    def of_set(self, which: str) -> list[Record]:
        """Return the records of a set, those of train first."""
        return [record for part in PARTS for record in self.records[which, part]]

    def lines(self, which: str, part: str, *, start: bytes = b"") -> Iterator[Record]:
        """Yield the records of a set and part, from the JSON lines; of those that begin so, if told."""
        path = self.path(which, part)
        with path.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                if not line.startswith(start):
                    continue
                try:
                    yield read_record(line)
                except ValueError as fault:
                    raise DatasetError(f"{path}, line {number}: is damaged: {fault}") from fault

    def rows(self, which: str, part: str) -> Iterator[Record]:
        """Yield the records of a set and part, from the Parquet file."""
        path = self.present(self.folder / which / f"{part}.parquet")
        try:
            for batch in pq.ParquetFile(path).iter_batches(_BATCH):
                yield from batch.to_pylist()
        except (pa.ArrowException, OSError) as fault:
            raise DatasetError(f"{path}: is damaged: {fault}") from fault

    def table(self, name: str) -> list[dict[str, Any]]:
        """Return a table that went with the snapshot."""
        path = self.present(self.folder / "snapshot" / f"{name}.parquet")
        try:
            table = pq.read_table(path)
        except (pa.ArrowException, OSError) as fault:
            raise DatasetError(f"{path}: is damaged: {fault}") from fault
        for column in _TABLES[name]:
            if column.name not in table.column_names or table.schema.field(column.name).type != column.type:
                raise DatasetError(f"{path}: is damaged: it has no column {column.name} of {column.type}")
            if table[column.name].null_count and column.name not in _MAY_BE_NULL:
                raise DatasetError(f"{path}: is damaged: the column {column.name} has empty cells")
        rows: list[dict[str, Any]] = table.to_pylist()
        return rows
