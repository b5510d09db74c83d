"""Consistency sets against the records of U that they are of: same question, other wordings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeAlias, cast

import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import Field, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

from pipeline.base.errors import DatasetError
from pipeline.base.hashing import digest
from pipeline.dataset.layout import CONSISTENCY, PARTS
from pipeline.dataset.verification.facts import edges_of
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.dataset.verification.record import EXACT
from pipeline.dataset.verification.scenes import Scenes

Row: TypeAlias = dict[str, Any]
_OWN = ("question", "template", "variant")


@with_config(EXACT)
class Wording(TypedDict):
    """One of the wordings of a question."""

    question: Annotated[str, Field(description="text")]
    template: Annotated[str, Field(description="property and id of the main wording")]
    variant: Annotated[str, Field(description="ids of the sub-clauses' wordings")]


@with_config(EXACT)
class ConsistencySet(TypedDict):
    """A question of U in all its wordings (docs/dataset.md)."""

    consistency_id: Annotated[
        str, Field(description="hash of image, object, properties of the route and clause")
    ]
    question_id: Annotated[str, Field(description="the question of U, with answers and options")]
    image_id: Annotated[str, Field(description="id of the image")]
    split: Annotated[str, Field(description="train or test")]
    wordings: Annotated[list[Wording], Field(description="first the question's own, then others")]


_FORM = TypeAdapter(ConsistencySet)


def set_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a consistency set."""
    return _FORM.json_schema()


def read_sets(dataset: Dataset, part: str) -> list[Row]:
    """Return the sets of a part, from the JSON lines; DatasetError names a line that is damaged."""
    path = dataset.present(dataset.folder / CONSISTENCY / f"{part}.jsonl")
    found: list[Row] = []
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                found.append(cast(Row, _FORM.validate_json(line)))
            except ValidationError as fault:
                problem = fault.errors()[0]["msg"]
                raise DatasetError(f"{path}, line {number}: is damaged: {problem}") from fault
    return found


@dataclass(slots=True)
class ConsistencyCheck:
    """Holds the sets of all parts, and sees the records of U."""

    dataset: Dataset
    scenes: Scenes
    counts: dict[str, Counter[str]] = field(default_factory=dict)
    _waiting: dict[str, Row] = field(default_factory=dict)

    def forms(self) -> Iterator[tuple[str, str, str]]:
        """Read the sets, and yield where their two forms differ, or their order is wrong."""
        for part in PARTS:
            rows, path = read_sets(self.dataset, part), f"{CONSISTENCY}/{part}"
            if rows != _parquet_rows(self.dataset, part):
                yield "forms", path, "JSON lines and Parquet differ"
            places = [(row["image_id"], row["question_id"]) for row in rows]
            if places != sorted(set(places)):
                yield "order", path, "is not in the order of image and question"
            if rows:
                wordings = sum(len(row["wordings"]) for row in rows)
                self.counts[part] = Counter(sets=len(rows), wordings=wordings)
            self._waiting |= {row["question_id"]: row | {"file": part} for row in rows}

    def faults(self, record: Record) -> Iterator[str]:
        """Yield what is wrong with the set of a record, if it has one."""
        row = self._waiting.pop(record["question_id"], None)
        if row is None:
            return
        texts = [wording["question"] for wording in row["wordings"]]
        most = self.dataset.manifest["settings"]["consistency_wordings"]
        if not 1 < len(set(texts)) == len(texts) <= most:
            yield "its consistency set has a wording twice, too many, or only one"
        if (row["image_id"], row["split"], row["file"]) != (record["image_id"], *[record["split"]] * 2):
            yield "its consistency set is of another image or part"
        if len(record["answer_items"]) != 1:
            yield "it has a consistency set and several true answers"
        if row["consistency_id"] != _id(record):
            yield "its consistency_id is not the hash of image, object, route and clause"
        if row["wordings"][:1] != [{name: record[name] for name in _OWN}]:
            yield "its consistency set does not begin with its own wording"
        for wording in row["wordings"]:
            if not self.scenes.forms({**record, **wording}):
                yield "a wording of its consistency set is not what its template gives"

    def left(self) -> Iterator[tuple[str, str, str]]:
        """Yield the sets that are of no record."""
        for question in self._waiting:
            yield "consistency", question, "is not in U"


def _parquet_rows(dataset: Dataset, part: str) -> list[Row]:
    path = dataset.present(dataset.folder / CONSISTENCY / f"{part}.parquet")
    try:
        rows: list[Row] = pq.read_table(path).to_pylist()
    except (pa.ArrowException, OSError) as fault:
        raise DatasetError(f"{path}: is damaged: {fault}") from fault
    return rows


def _id(record: Mapping[str, Any]) -> str:
    path = "/".join(edge["property"] for edge in edges_of(record))
    return digest(record["image_id"], record["object_id"], path, record["clause"])[:16]
