"""The Parquet files of a publication, and the numbers that its documents tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from pipeline.base.errors import DatasetError
from pipeline.base.files import atomic_path
from pipeline.base.hashing import file_sha256
from pipeline.dataset.layout import CONSISTENCY, PARTS, SETS
from pipeline.dataset.verification.consistency import set_schema
from pipeline.dataset.verification.loaded import Dataset
from pipeline.dataset.verification.record import record_schema


@dataclass(frozen=True, slots=True)
class Form:
    """One of the configurations: its name, what it holds, its key, and the JSON Schema of its rows."""

    name: str
    what: str
    key: str
    schema: Callable[[], dict[str, Any]]


FORMS = (
    Form("B", "the questions of U with balanced answers", "question_id", record_schema),
    Form("U", "all questions", "question_id", record_schema),
    Form(CONSISTENCY, "questions of U in all their wordings", "consistency_id", set_schema),
)
"""The configurations, the one that loads by default first."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A Parquet file of a publication, by its path in the folder."""

    path: str
    rows: int
    bytes: int
    sha256: str


Shards = dict[str, dict[str, list[Shard]]]
"""Configuration -> part -> its files."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a set holds: images, questions by part, by source and by hops."""

    images: int
    parts: dict[str, int]
    sources: dict[str, int]
    hops: dict[int, int]

    @property
    def questions(self) -> int:
        """All questions of the set."""
        return sum(self.parts.values())


def write_shards(folder: Path, out: Path, rows: int) -> Shards:
    """Write the Parquet files of a dataset in files of at most `rows` rows, named as Hugging Face does."""
    return {
        form.name: {part: list(_write_part(folder, out, form.name, part, rows)) for part in PARTS}
        for form in FORMS
    }


def _write_part(folder: Path, out: Path, name: str, part: str, rows: int) -> Iterator[Shard]:
    source = pq.ParquetFile(folder / name / f"{part}.parquet")
    total = source.metadata.num_rows
    number = max(1, -(-total // rows))
    batches = _cut(source, rows)
    for at in range(number):
        path = out / name / f"{part}-{at:05d}-of-{number:05d}.parquet"
        wanted = min(rows, total - at * rows)
        with (
            atomic_path(path) as temporary,
            pq.ParquetWriter(temporary, source.schema_arrow, compression="zstd") as writer,
        ):
            while wanted > 0:
                table = next(batches)
                writer.write_table(table)
                wanted -= table.num_rows
        size = min(rows, total - at * rows)
        yield Shard(path.relative_to(out).as_posix(), size, path.stat().st_size, file_sha256(path))


def _cut(source: pq.ParquetFile, rows: int) -> Iterator[pa.Table]:
    """Yield the row groups of a file, cut where a file of `rows` rows ends."""
    done = 0
    for group in range(source.num_row_groups):
        table = source.read_row_group(group)
        while table.num_rows:
            left = rows - done % rows
            yield table.slice(0, left)
            done += min(left, table.num_rows)
            table = table.slice(left)


def count(dataset: Dataset) -> dict[str, Numbers]:
    """Return the numbers of each set; DatasetError if a file is missing or damaged."""
    return {name: _count(dataset, name) for name in SETS}


def _count(dataset: Dataset, name: str) -> Numbers:
    images: set[str] = set()
    parts: dict[str, int] = {}
    sources: Counter[str] = Counter()
    hops: Counter[int] = Counter()
    for part in PARTS:
        path = dataset.present(dataset.folder / name / f"{part}.parquet")
        try:
            table = pq.read_table(path, columns=["image_id", "source", "hops"])
        except (pa.ArrowException, OSError) as fault:
            raise DatasetError(f"{path}: is damaged: {fault}") from fault
        parts[part] = table.num_rows
        images.update(pc.unique(table["image_id"]).to_pylist())
        sources.update(_value_counts(table["source"]))
        hops.update(_value_counts(table["hops"]))
    return Numbers(len(images), parts, dict(sorted(sources.items())), dict(sorted(hops.items())))


def _value_counts(column: pa.ChunkedArray) -> dict[Any, int]:
    return {entry["values"]: entry["counts"] for entry in pc.value_counts(column).to_pylist()}
