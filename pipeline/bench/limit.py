"""The limit: rows that are all but ready, joined and written by the engine in both forms, sorted."""

from __future__ import annotations

import shutil
import time
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.base.progress import Progress
from pipeline.dataset import shards as ranges
from pipeline.dataset.assembly import in_order, own_columns
from pipeline.dataset.layout import PARTS, SETS
from pipeline.dataset.records import RecordMaker, record_shards
from pipeline.dataset.settings import Settings
from pipeline.dataset.shards import Shard
from pipeline.dataset.stages import Context
from pipeline.relational.engine import Engine, Parameter
from pipeline.relational.records import OPTIONS, ROUTE, columns_of


def limit_seconds(settings: Settings, folder: Path) -> float:
    """Return the seconds in which the records of a finished build are joined and written anew.

    What each question, route and set of options gives lies ready in tables, in the same shards; the rows are
    those of U and of B. The files of the shards are not joined.
    """
    shutil.rmtree(folder, ignore_errors=True)
    context = Context(settings, Progress(quiet=True))
    shards = record_shards(context)
    with RecordMaker(context, "snapshot") as maker:
        for name, table in maker.shared.items():
            _write(folder / f"{name}.parquet", table.select(columns_of(name)))
        for shard in shards:
            given = maker.given(shard)
            own = in_order(given)
            columns = own_columns(own, given) | {"is_balanced": own["is_balanced"]}
            _write(shard.part(folder, "own"), pa.table(columns))
    started = time.perf_counter()
    for _ in ranges.in_order(partial(_write_shard, folder=folder), shards, workers=settings.workers):
        pass
    taken = time.perf_counter() - started
    shutil.rmtree(folder)
    return taken


def _write(path: Path, table: pa.Table) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(table, path)


def _write_shard(shard: Shard, folder: Path) -> None:
    with Engine(shard.scratch, memory=shard.memory) as engine:
        engine.register({"own": shard.part(folder, "own")})
        given = {f"{name}_given": folder / f"{name}.parquet" for name in (ROUTE, OPTIONS)}
        engine.register(given, numbered=True)
        for name in SETS:
            for part in PARTS:
                chosen: dict[str, Parameter] = {"set": name, "part": part}
                path, order = shard.part(folder, f"{name}-{part}"), "image_id, question_id"
                engine.write_parquet(path, "bench_limit", order=order, **chosen)
                engine.write_json_lines(path.with_suffix(".jsonl"), "bench_limit", order=order, **chosen)
