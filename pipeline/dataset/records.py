"""The records of a build: made shard by shard, and written in order into the files of the dataset."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pipeline.base.files import WriteThrough, atomic_path
from pipeline.dataset.joining import RowGroups
from pipeline.dataset.kept import DrawnParts, register_optional
from pipeline.dataset.layout import PARTS, SETS
from pipeline.dataset.settings import Settings
from pipeline.dataset.shards import QUESTIONS, Shard, cut_shards, parts_of
from pipeline.dataset.stages import Context, engine_of
from pipeline.relational.engine import Engine, Parameter, SqlEngine
from pipeline.relational.records import OPTIONS, OWN, RECORD, ROUTE


class Records(NamedTuple):
    """Records in order: their columns, and their lines of JSON, piece by piece."""

    table: pa.Table
    lines: list[memoryview]


Chosen = Mapping[str, Records]
"""Set and part ("U/train") -> its records."""

_LINE = "line"
_PLACES = {ROUTE: "route_place", OPTIONS: "options_place"}


def record_shards(context: Context) -> list[Shard]:
    """Cut the annotated images into ranges whose records are made at a time."""
    drawn, scratch = parts_of(context.folder("questions"), "drawn"), context.folder("release") / "scratch"
    return cut_shards(context.table("annotate", "images"), drawn, context.settings, scratch, each=QUESTIONS)


@dataclass(frozen=True, slots=True)
class _Maker:
    """What joins tables, and the engine here that makes lines.

    Both engines are the same one if the settings name the engine of this machine.
    """

    settings: Settings
    joining: SqlEngine
    here: Engine
    own: Path

    def rows(self, drawn: Sequence[Path], parameters: Mapping[str, Parameter]) -> pa.Table:
        """Return the own columns of the records of a range of images, and their lines.

        `drawn` are the parts of the drawn questions that have some about these images.
        """
        register_optional(self.joining, self.settings, drawn, name="all_questions")
        self.joining.create("questions", "record_questions", **parameters)
        self.joining.create("used_routes", "record_used_routes")
        if self.joining is self.here:
            self.here.create_view("own", "record_own", **parameters)
            self.here.create_view("used_places", "record_places_of_routes")
        else:
            self.joining.write_parquet(self.own, "record_own", order="image_id, question_id", **parameters)
            self.here.register({"own": self.own})
            self.here.create_view("used_places", "record_used_places")
        self.here.create("used_pieces", "record_used_pieces")
        return self.here.table("record_rows", **parameters)


class RecordMaker:
    """Makes records; a context manager that holds one engine for each worker."""

    def __init__(self, context: Context, snapshot: str) -> None:
        self._context, self._snapshot = context, snapshot
        self._stack = ExitStack()
        self._free: SimpleQueue[_Maker] = SimpleQueue()
        self._drawn = DrawnParts(context.settings)
        self.given: Mapping[str, pa.Table] = {}
        """The columns that routes and options give, by their places."""

    def __enter__(self) -> RecordMaker:
        scratch = self._context.folder("release") / "scratch"
        makers = [self._opened(scratch / f"maker-{n}") for n in range(self._context.settings.workers)]
        for maker in makers:
            self._free.put(maker)
        here = makers[0].here
        self.given = {
            ROUTE: here.table("record_route_columns"),
            OPTIONS: here.table("record_option_columns"),
        }
        return self

    def __exit__(self, *fault: object) -> None:
        self._stack.close()

    def _opened(self, scratch: Path) -> _Maker:
        settings, table = self._context.settings, self._context.table
        joining = self._stack.enter_context(engine_of(settings, scratch, joins_as_written=True))
        here = joining
        if not isinstance(here, Engine):
            here = self._stack.enter_context(Engine(scratch / "here", memory=settings.memory))
        shared = {"routes": table("bank", "routes"), "options": table("distractors", "options")}
        joining.register(
            {
                "guessed": table("blind", "questions"),
                "images": table("annotate", "images"),
                "split": table("split", "split"),
                "kept": table("balance", "kept"),
                **{name: table("bank", name) for name in ("concepts", "noun_forms", "texts")},
                **shared,
            }
        )
        here.register(shared)
        for name in ("record_options", "record_routes", "record_concepts"):
            joining.create(name, name)
        for name in ("route_pieces", "option_pieces"):
            here.create(name, f"record_{name}")
        return _Maker(settings, joining, here, scratch / "own.parquet")

    def chosen(self, shard: Shard) -> Chosen:
        """Return the records of a range of images, for each set and part."""
        return _chosen(self.own_rows(shard), self.given)

    def own_rows(self, shard: Shard) -> pa.Table:
        """Return what a shard's questions give to their records, with places in what is `given`."""
        maker = self._free.get()
        try:
            parameters: dict[str, Parameter] = {
                "first": shard.first,
                "last": shard.last,
                "seed": str(self._context.settings.seed),
                "snapshot": self._snapshot,
            }
            return maker.rows(self._drawn.of(shard.first, shard.last), parameters)
        finally:
            self._free.put(maker)


def _chosen(rows: pa.Table, given: Mapping[str, pa.Table]) -> Chosen:
    order = pc.sort_indices(rows, sort_keys=[("image_id", "ascending"), ("question_id", "ascending")])
    parts, balanced = rows["split"].take(order), rows["is_balanced"].take(order)
    lines, own = rows[_LINE].combine_chunks(), rows.drop_columns(_LINE)
    found = {}
    for part in PARTS:
        is_part = pc.equal(parts, part)
        for name, wanted in zip(SETS, (is_part, pc.and_(is_part, balanced)), strict=True):
            places = order.filter(wanted)
            found[f"{name}/{part}"] = Records(_table(own.take(places), given), lines_at(lines, places))
    return found


def _table(own: pa.Table, given: Mapping[str, pa.Table]) -> pa.Table:
    tables = {OWN: own} | {giver: given[giver].take(own[_PLACES[giver]]) for giver in _PLACES}
    return pa.table({name: tables[giver][name] for name, giver in RECORD})


def lines_at(texts: pa.StringArray, places: pa.Array) -> list[memoryview]:
    """Return the texts at some places as they lie in memory; those that lie end to end are one piece."""
    if not len(places):
        return []
    _, offsets, content = texts.buffers()
    ends = np.frombuffer(offsets, dtype=np.int32)[texts.offset : texts.offset + len(texts) + 1]
    at = places.to_numpy()
    begins, stops = ends[at], ends[at + 1]
    breaks = np.flatnonzero(begins[1:] != stops[:-1]) + 1
    first, last = begins[np.r_[0, breaks]].tolist(), stops[np.r_[breaks - 1, len(at) - 1]].tolist()
    whole = memoryview(content)
    return [whole[begin:stop] for begin, stop in zip(first, last, strict=True)]


@dataclass(frozen=True, slots=True)
class Written:
    """What was written of a file of JSON lines."""

    rows: int
    sha256: str


class _Files:
    """The two files of a set's part, while they are written."""

    def __init__(self, path: Path, stack: ExitStack, schema: pa.Schema) -> None:
        self._groups = stack.enter_context(RowGroups(path.with_suffix(".parquet"), schema))
        self._lines = stack.enter_context(_stream(path.with_suffix(".jsonl")))
        self._sum, self._rows = hashlib.sha256(), 0

    def add(self, records: Records) -> None:
        self._groups.add(records.table)
        self._lines.write(records.lines)
        for piece in records.lines:
            self._sum.update(piece)
        self._rows += records.table.num_rows

    @property
    def written(self) -> Written:
        return Written(self._rows, self._sum.hexdigest())


@contextmanager
def _stream(path: Path) -> Iterator[WriteThrough]:
    with atomic_path(path) as temporary, WriteThrough(temporary) as stream:
        yield stream


def write_records(out: Path, shards: Iterator[Chosen]) -> dict[Path, Written]:
    """Write what `RecordMaker` made, in the order of the shards; return what the files of lines hold."""
    files: dict[str, _Files] = {}
    with ExitStack() as stack:
        for chosen in shards:
            for name, records in chosen.items():
                if name not in files:
                    files[name] = _Files(out / name, stack, records.table.schema)
                files[name].add(records)
    return {(out / name).with_suffix(".jsonl"): pair.written for name, pair in files.items()}
