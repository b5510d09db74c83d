"""Stage 1: annotation files into tables of images, objects, names, keys and relations."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import NamedTuple

import pyarrow as pa

from pipeline.base.progress import Progress
from pipeline.dataset.joining import RowGroups, join_parquet, write_groups
from pipeline.dataset.shards import in_order
from pipeline.relational.bulk import Bulk
from pipeline.relational.engine import Engine, SqlEngine
from pipeline.relational.landmarks import read_landmarks
from pipeline.relational.visual_genome import read_in_bulk
from pipeline.sources.detect import Source
from pipeline.sources.landmarks import CommonsTable
from pipeline.sources.records import Rejected
from pipeline.sources.tables import SCHEMAS, RecordTables
from pipeline.sources.visual_genome import VisualGenomeFile


def annotate(
    sources: Sequence[Source],
    folder: Path,
    engine: SqlEngine,
    progress: Progress,
    *,
    seed: int = 0,
    limit: int | None = None,
) -> None:
    """Read the sources into `folder`: the tables of TABLE_ORDER as Parquet.

    Where several inputs describe the same image, the first one named counts; Visual Genome's files
    of one folder are one input. With a `limit`, so many images are drawn.
    """
    inputs = list(dict.fromkeys(_input_of(source) for source in sources))
    raw = folder / "raw"
    files = {name: [raw / f"{name}.parquet"] for name in SCHEMAS}
    places = {source.path: inputs.index(_input_of(source)) for source in sources}
    with RecordTables(raw) as tables, _reading(sources, places, raw, engine) as begun:
        for source in sources:
            place = places[source.path]
            bulk = begun[source.path].result()[source.path] if source.path in begun else None
            count = tables.add(bulk.others if bulk else source.records(), place) + (bulk.rows if bulk else 0)
            for name, path in bulk.tables.items() if bulk else ():
                files[name].append(path)
            if not count:
                tables.add([Rejected("annotate", source.path.name, "", "file_without_records")], place)
            progress.note(f"read {source.path.name}: {count:,} records")
    engine.register(files)
    _keep(engine, raw, "mentions", "image_id, input")
    _keep(engine, raw, "owners", "image_id", seed=str(seed), limit=limit or 0)
    engine.register({"all_owners": raw / "owners.parquet"})
    engine.write_parquet(raw / "all_images.parquet", "annotate_images", order=TABLE_ORDER["images"])
    join_parquet([raw / "all_images.parquet"], folder / "images.parquet")
    engine.register(dict.fromkeys(("images", "counted"), folder / "images.parquet"))
    _write_tables(engine, folder)
    shutil.rmtree(raw)


_Begun = dict[Path, Future[dict[Path, Bulk | None]]]
"""What becomes of files, each with what is read together with it."""


def _landmarks(source: CommonsTable, raw: Path, place: int) -> dict[Path, Bulk | None]:
    return {source.path: read_landmarks(source, raw, place)}


@contextmanager
def _reading(
    sources: Sequence[Source], places: Mapping[Path, int], raw: Path, engine: SqlEngine
) -> Iterator[_Begun]:
    """Yield what the engine of this machine begins to read, by file; None if one is to be read in Python."""
    if not isinstance(engine, Engine):
        yield {}
        return
    stop = Event()
    with ThreadPoolExecutor(engine.threads) as pool:
        try:
            begun: _Begun = {}
            for place in sorted(set(places.values())):
                of_input = [source for source in sources if places[source.path] == place]
                files = [source for source in of_input if isinstance(source, VisualGenomeFile)]
                if files:
                    found = pool.submit(read_in_bulk, files, raw, engine, place, stop)
                    begun |= {source.path: found for source in files}
            for source in sources:
                if isinstance(source, CommonsTable):
                    begun[source.path] = pool.submit(_landmarks, source, raw, places[source.path])
            yield begun
        finally:
            stop.set()


def _keep(engine: SqlEngine, folder: Path, table: str, order: str, **values: str | int) -> None:
    """Write what a query yields, for all sessions to read."""
    engine.write_parquet(folder / f"{table}.parquet", f"annotate_{table}", order=order, **values)
    engine.register({table: folder / f"{table}.parquet"})


def _write_tables(engine: SqlEngine, folder: Path) -> None:
    """Write what the images show, a range of them at a time: memory does not grow with their number."""
    bounds = engine.rows("shard_bounds", least=1, most=_AT_A_TIME, workers=1)
    ranges = [_Range(*pair) for pair in bounds] or [_Range("", "")]
    left_out = [folder / "parts" / f"{number:04d}.parquet" for number in range(len(ranges))]
    with _sessions(engine) as sessions, ExitStack() as stack:
        files: dict[str, RowGroups] = {}
        found = in_order(partial(_tables_of, sessions), ranges, workers=sessions.qsize())
        for path, tables in zip(left_out, found, strict=True):
            write_groups(path, tables.pop(_REJECTED))
            for name, table in tables.items():
                if name not in files:
                    files[name] = stack.enter_context(RowGroups(folder / f"{name}.parquet", table.schema))
                files[name].add(table)
    engine.register({"left_out": left_out})
    rejected = folder / f"{_REJECTED}.parquet"
    engine.write_parquet(rejected, "annotate_all_rejected", order=TABLE_ORDER[_REJECTED])
    shutil.rmtree(folder / "parts")


class _Range(NamedTuple):
    """The first and the last of some images."""

    first: str
    last: str


@contextmanager
def _sessions(engine: SqlEngine) -> Iterator[SimpleQueue[SqlEngine]]:
    """Yield the sessions in which ranges are worked on at the same time."""
    sessions: SimpleQueue[SqlEngine] = SimpleQueue()
    with ExitStack() as stack:
        sessions.put(engine)
        if isinstance(engine, Engine):
            for _ in range(1, engine.threads):
                sessions.put(stack.enter_context(engine.beside()))
        yield sessions


def _tables_of(sessions: SimpleQueue[SqlEngine], images: _Range) -> dict[str, pa.Table]:
    """Return each table's rows of some images, sorted."""
    session = sessions.get()
    try:
        for table in ("owners", "passed_over", "merged", "described", "chosen", "ends"):
            query = "annotate_range" if table == "owners" else f"annotate_{table}"
            session.create(table, query, **images._asdict())
        queries = {name: name if name == _REJECTED else f"annotate_{name}" for name in TABLE_ORDER}
        return {
            name: session.sorted_table(query, order=TABLE_ORDER[name].split(", "), **images._asdict())
            for name, query in queries.items()
            if name != "images"
        }
    finally:
        sessions.put(session)


_REJECTED = "annotate_rejected"
_AT_A_TIME = 20_000
"""Images whose objects and relations are worked on together."""

TABLE_ORDER = {
    "images": "image_id",
    "objects": "image_id, object_id",
    "names": "image_id, object_id, name",
    "keys": "image_id, object_id, key",
    "relations": "image_id, subject_id, predicate, object_id",
    _REJECTED: "stage, origin, place, code, detail",
}
"""What the rows of each table are sorted by."""


def _input_of(source: Source) -> Path:
    """Return what counts as one input: the folder of Visual Genome's files, else the file itself."""
    return source.path.parent if isinstance(source, VisualGenomeFile) else source.path
