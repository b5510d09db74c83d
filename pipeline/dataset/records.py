"""The records of a build: made shard by shard, and written in order into the files of the dataset."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import pyarrow as pa

from pipeline.base.files import WriteThrough, atomic_path
from pipeline.dataset.assembly import Given, Records, assemble
from pipeline.dataset.joining import RowGroups
from pipeline.dataset.kept import DrawnParts, register_drawn, register_optional
from pipeline.dataset.settings import Settings
from pipeline.dataset.shards import QUESTIONS, Shard, cut_shards, lent, parts_of
from pipeline.dataset.stages import Context, engine_of
from pipeline.dataset.sub_question_columns import with_sub_questions
from pipeline.relational.engine import Engine, Parameter, SqlEngine
from pipeline.relational.records import OPTIONS, OWN, ROUTE, SHOWN, WORDED


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
    scratch: Path

    def given(self, drawn: Sequence[Path], parameters: Mapping[str, Parameter]) -> Given:
        """Return what the questions of a range of images, their images and wordings give to their records.

        `drawn` are the parts of the drawn questions that have some about these images.
        """
        register_optional(self.joining, self.settings, drawn, name="all_questions")
        for table in ("questions", "used_routes", "shown", "alike"):
            self.joining.create(table, f"record_{table}", **parameters)
        self._hand_over(OWN, order="question_id", **parameters)
        self._hand_over(WORDED, order="worded_place", **parameters)
        if self.joining is not self.here:
            self._hand_over(SHOWN, order="place", **parameters)
        return {giver: self.here.table(f"record_{giver}_rows") for giver in (OWN, SHOWN, WORDED)}

    def _hand_over(self, giver: str, *, order: str, **parameters: Parameter) -> None:
        """Make what was joined known to the engine here."""
        if self.joining is self.here:
            self.here.create_view(giver, f"record_{giver}", **parameters)
            return
        path = self.scratch / f"{giver}.parquet"
        self.joining.write_parquet(path, f"record_{giver}", order=order, **parameters)
        self.here.register({giver: path})


class RecordMaker:
    """Makes records; a context manager that holds one engine for each worker."""

    def __init__(self, context: Context, snapshot: str) -> None:
        self._context, self._snapshot = context, snapshot
        self._stack = ExitStack()
        self._free: SimpleQueue[_Maker] = SimpleQueue()
        self._drawn = DrawnParts(context.settings)
        self.shared: Given = {}
        """What routes and options give."""

    def __enter__(self) -> RecordMaker:
        scratch = self._context.folder("release") / "scratch"
        makers = [self._opened(scratch / f"maker-{n}") for n in range(self._context.settings.workers)]
        for maker in makers:
            self._free.put(maker)
        self.shared = {giver: makers[0].here.table(f"record_{giver}_rows") for giver in (ROUTE, OPTIONS)}
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
        register_drawn(joining, settings)
        for name in ("record_options", "record_routes", "record_concepts"):
            joining.create(name, name)
        here.create("step_pieces", "record_step_pieces")
        return _Maker(settings, joining, here, scratch)

    def made(self, shard: Shard) -> Records:
        """Return the records of a range of images."""
        return assemble(self.given(shard))

    def given(self, shard: Shard) -> Given:
        """Return what gives columns and lines to the records of a shard."""
        parameters: dict[str, Parameter] = {
            "first": shard.first,
            "last": shard.last,
            "seed": str(self._context.settings.seed),
            "snapshot": self._snapshot,
        }
        with lent(self._free) as maker:
            given = maker.given(self._drawn.of(shard.first, shard.last), parameters)
        return {**self.shared, **given, WORDED: with_sub_questions(given[WORDED], self.shared[ROUTE])}


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

    def add_columns(self, table: pa.Table) -> None:
        self._groups.add(table)
        self._rows += table.num_rows

    def add_lines(self, pieces: Sequence[memoryview]) -> None:
        self._lines.write(pieces)
        for piece in pieces:
            self._sum.update(piece)

    @property
    def written(self) -> Written:
        return Written(self._rows, self._sum.hexdigest())


def _add_columns(files: Mapping[str, _Files], tables: Mapping[str, pa.Table]) -> None:
    for name, table in tables.items():
        files[name].add_columns(table)


@contextmanager
def _stream(path: Path) -> Iterator[WriteThrough]:
    with atomic_path(path) as temporary, WriteThrough(temporary) as stream:
        yield stream


def write_records(out: Path, shards: Iterable[Records]) -> dict[Path, Written]:
    """Write what `RecordMaker` made, in the order of the shards; return what the files of lines hold.

    Columns are written beside the lines, in a thread of their own.
    """
    files: dict[str, _Files] = {}
    with ExitStack() as stack, ThreadPoolExecutor(1) as beside:
        for records in shards:
            for name, table in records.tables.items():
                if name not in files:
                    files[name] = _Files(out / name, stack, table.schema)
            columns = beside.submit(_add_columns, files, records.tables)
            for pieces in records.lines:
                for name, some in pieces.items():
                    files[name].add_lines(some)
            columns.result()
    return {(out / name).with_suffix(".jsonl"): pair.written for name, pair in files.items()}
