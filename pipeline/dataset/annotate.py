"""Stage 1: annotation files into tables of images, objects, names, keys and relations."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from threading import Event

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.base.progress import Progress
from pipeline.dataset.joining import RowGroups, write_groups
from pipeline.dataset.shards import in_order
from pipeline.relational.bulk import Bulk
from pipeline.relational.contents import MERGED, REJECTED, contents_of
from pipeline.relational.engine import Engine, SqlEngine
from pipeline.relational.landmarks import read_landmarks
from pipeline.relational.raw_rows import Images, RawRows
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
    write_tables(engine, files, folder, seed=seed, limit=limit or 0)
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


def write_tables(
    engine: SqlEngine, files: Mapping[str, list[Path]], folder: Path, *, seed: int, limit: int
) -> None:
    """Write the tables of TABLE_ORDER into `folder`, of files of SCHEMAS in its folder `raw`.

    Images are worked on a range at a time: memory does not grow with their number.
    """
    raw = folder / "raw"
    engine.register(files)
    for table, order in _STEPS.items():
        path = raw / f"{table}.parquet"
        engine.write_parquet(path, f"annotate_{table}", order=order, seed=str(seed), limit=limit)
        engine.register({table: path})
    rows = RawRows({**files, MERGED: [raw / f"{MERGED}.parquet"]})
    left_out: list[Path] = []
    with ExitStack() as stack:
        written: dict[str, RowGroups] = {}
        ranges, workers = _ranges(raw / "images.parquet"), engine.threads if isinstance(engine, Engine) else 1
        for number, tables in enumerate(in_order(partial(_tables_of, rows), ranges, workers=workers)):
            left_out.append(raw / f"left_out-{number:04d}.parquet")
            write_groups(left_out[-1], tables.pop(REJECTED))
            for name, table in tables.items():
                if name not in written:
                    written[name] = stack.enter_context(RowGroups(folder / f"{name}.parquet", table.schema))
                written[name].add(table)
    engine.register({"left_out": left_out})
    rejected = folder / f"{REJECTED}.parquet"
    engine.write_parquet(rejected, "annotate_all_rejected", order=TABLE_ORDER[REJECTED])


def _ranges(images: Path) -> Iterator[pa.Table]:
    """Yield the rows of some images at a time; if there are none, once."""
    with pq.ParquetFile(images) as file:
        for batch in file.iter_batches(_AT_A_TIME):
            yield pa.Table.from_batches([batch])
        if not file.metadata.num_rows:
            yield file.read()


def _tables_of(rows: RawRows, images: pa.Table) -> dict[str, pa.Table]:
    """Return each table's rows of some images, sorted."""
    shown = Images(*(images[column].combine_chunks() for column in Images._fields))
    return {"images": images.drop_columns("input"), **contents_of(rows, shown)}


_AT_A_TIME = 10_000
"""Images whose objects and relations are worked on together."""

_STEPS = {
    "mentions": "image_id, input",
    "owners": "image_id",
    MERGED: "image_id, old_id",
    "images": "image_id",
}
"""What the engine finds out about all images, each table by those before, and what its rows are sorted by."""

TABLE_ORDER = {
    "images": "image_id",
    "objects": "image_id, object_id",
    "names": "image_id, object_id, name",
    "keys": "image_id, object_id, key",
    "relations": "image_id, subject_id, predicate, object_id",
    REJECTED: "stage, origin, place, code, detail",
}
"""What the rows of each table are sorted by."""


def _input_of(source: Source) -> Path:
    """Return what counts as one input: the folder of Visual Genome's files, else the file itself."""
    return source.path.parent if isinstance(source, VisualGenomeFile) else source.path
