"""Stage 10: records, snapshot, rejections, manifest and report into the dataset's folder."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pyarrow.parquet as pq

from pipeline import __version__
from pipeline.base.disk import require_room
from pipeline.base.files import write_json
from pipeline.base.hashing import file_sha256
from pipeline.dataset.blind.ceilings import ceilings
from pipeline.dataset.consistency import write_consistency
from pipeline.dataset.joining import RowGroups, join_lines, join_parquet
from pipeline.dataset.layout import (
    BANK_TABLES,
    BLIND_TABLES,
    FACTS,
    FIRST_VERSION,
    FORMAT,
    MANIFEST,
    MORE_FACTS,
    NAME,
    PARTS,
    SCENE_TABLES,
    SETS,
    content_sum,
    end,
    files_in,
    made_beside,
    move_in,
)
from pipeline.dataset.link import REJECTED, endpoint_name
from pipeline.dataset.records import RecordMaker, Written, record_shards, write_records
from pipeline.dataset.report import write_report
from pipeline.dataset.settings import MACHINE
from pipeline.dataset.shards import Shard, in_order, parts_of
from pipeline.dataset.stages import Context, engine_of
from pipeline.dataset.vocabulary import library_of
from pipeline.relational.engine import Engine, Parameter, SqlEngine
from pipeline.wikidata.snapshot import snapshot_hash

ORDER = "image_id, question_id"
_TABLES = {"annotate": SCENE_TABLES, "bank": BANK_TABLES, "blind": BLIND_TABLES}
"""The tables that go with the dataset, by the stage that writes them."""
_REJECTED = {
    "annotate": "annotate_rejected",
    "link": "link_rejected",
    "fetch": "fetch_rejected",
    "bank": "bank_rejected",
    "distractors": "distractors_rejected",
    "blind": "blind_rejected",
    "balance": "balance_rejected",
}


def run_release(context: Context) -> None:
    """Write the dataset."""
    settings = context.settings
    made = made_beside(settings.out)
    shutil.rmtree(made, ignore_errors=True)
    try:
        _make(context, made)
        move_in(made, settings.out)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    end(settings.out)
    context.progress.note(f"dataset in {settings.out}")


def _make(context: Context, out: Path) -> None:
    """Write all files of the dataset."""
    settings, snapshot = context.settings, context.folder("fetch") / "snapshot"
    shards = record_shards(context)
    require_room(out, _size_of(context, snapshot), "the dataset")
    with RecordMaker(context, snapshot_hash(snapshot)) as maker:
        records = in_order(maker.made, shards, workers=settings.workers)
        lines = write_records(out, context.progress.track(records, what="records", total=len(shards)))
    # Side by side: what Python does, and what engines do outside its lock. Both are about the files written.
    with ThreadPoolExecutor(1) as beside:
        blind = beside.submit(_ceilings, context, out)
        _copy(context, snapshot, out / "snapshot")
        with _beside(context) as engine:
            write_consistency(context, engine, out)
        with _here(context, "scratch") as here:
            _write_rejected(context, here, out)
            write_report(context, here, out, blind)
    _write_manifest(context, out, snapshot_hash(out / "snapshot"), lines)


def _beside(context: Context) -> SqlEngine:
    """Return the engine that the settings name, with the memory of one thread: another works beside it."""
    settings, scratch = context.settings, context.folder("release") / "scratch"
    return engine_of(settings, scratch, threads=settings.workers, memory=settings.memory)


def _here(context: Context, scratch: str) -> Engine:
    """Return an engine of this machine, whatever joins tables: the dataset and what was left out are here."""
    settings = context.settings
    return Engine(context.folder("release") / scratch, threads=settings.workers, memory=settings.memory)


def _ceilings(context: Context, out: Path) -> dict[str, Any]:
    with _here(context, "ceilings") as engine:
        return ceilings(engine, out, context.folder("release") / "ceilings")


def _write_rejected(context: Context, engine: Engine, out: Path) -> None:
    """Write what the stages left out: stage by stage and reason by reason, as far as that is in order."""
    with RowGroups(out / "rejected.parquet", REJECTED) as groups:
        for _, files in sorted(_rejected_files(context).items()):
            engine.register({"rejected_parts": files})
            for code, rows in engine.rows("rejected_codes"):
                order = ("origin", "place", "detail")
                for table in engine.sorted_pieces("rejected_for", rows=rows, order=order, code=code):
                    groups.add(table)


def _size_of(context: Context, snapshot: Path) -> int:
    """Return the bytes that a dataset has at least: its questions in U, and the tables copied into it."""
    questions = parts_of(context.folder("questions"), "drawn")
    copied = (context.table(stage, table) for stage, tables in _TABLES.items() for table in tables)
    return sum(path.stat().st_size for path in (*questions, *copied, *snapshot.iterdir()))


def write_sets(engine: SqlEngine, shard: Shard, folder: Path) -> None:
    """Write the table `records` of a range of images, for each set and part, in both forms."""
    for name in SETS:
        for part in PARTS:
            chosen: dict[str, Parameter] = {"set": name, "part": part}
            path = shard.part(folder, f"{name}-{part}")
            engine.write_parquet(path, "part_records", order=ORDER, **chosen)
            lines = path.with_suffix(".jsonl")
            engine.write_json_lines(lines, "part_records", order=ORDER, **chosen)


def join_sets(folder: Path, out: Path) -> None:
    """Join what `write_sets` wrote for all ranges into the files of the dataset."""
    for name in SETS:
        for part in PARTS:
            parts = folder / f"{name}-{part}"
            join_parquet(sorted(parts.glob("*.parquet")), out / name / f"{part}.parquet")
            join_lines(sorted(parts.glob("*.jsonl")), out / name / f"{part}.jsonl")


def _copy(context: Context, snapshot: Path, target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for name in (*FACTS, *MORE_FACTS):
        if name in FACTS or (snapshot / name).is_file():
            shutil.copyfile(snapshot / name, target / name)
    for stage, tables in _TABLES.items():
        for table in tables:
            path = target / f"{table}.parquet"
            if stage == "annotate":  # They were written so.
                shutil.copyfile(context.table(stage, table), path)
            else:
                join_parquet([context.table(stage, table)], path)


def _rejected_files(context: Context) -> dict[str, list[Path]]:
    """Return the files of what was left out, by stage."""
    files = {stage: [context.table(stage, table)] for stage, table in _REJECTED.items()}
    of_questions = [context.table("questions", f"{name}_rejected") for name in ("repeats", "unsound")]
    return files | {"questions": [*of_questions, *parts_of(context.folder("questions"), "rejected")]}


def shown_settings(context: Context) -> dict[str, Any]:
    """Return the settings that shape a dataset, as its manifest names them."""
    settings = context.settings
    shown = settings.model_dump(
        mode="json",
        exclude={"out", "work", "shard", "contact", "requests_per_minute", *MACHINE},
    )
    shown["images"] = [path.name for path in settings.image_paths]
    for name in ("templates", "facts"):
        shown[name] = [path.name for path in getattr(settings, name)]
    shown["landmarks"] = settings.landmark_path.name if settings.landmark_path else None
    shown["endpoint"] = endpoint_name(context)
    return shown


def _write_manifest(context: Context, out: Path, snapshot: str, lines: Mapping[Path, Written]) -> None:
    library = library_of(context.settings)
    more = {"units": library.own_units, "shares": dict(sorted(library.shares.items()))}
    write_listing(out, shown_settings(context), snapshot, lines, **more)


def write_listing(
    out: Path,
    settings: Mapping[str, Any],
    snapshot: str,
    lines: Mapping[Path, Written] = MappingProxyType({}),
    **more: Any,
) -> None:
    """Write `manifest.json`: version, snapshot, settings that shape the content, files and own checksum."""
    content = {
        "name": NAME,
        "generator": f"reasonvqa {__version__}",
        "format": FORMAT,
        "version": FIRST_VERSION,
        "snapshot": snapshot,
        "settings": settings,
        **more,
        "files": [_entry(out / path, out, lines.get(out / path)) for path in files_in(out)],
    }
    write_json(out / MANIFEST, content | {"content_sha256": content_sum(content)})


def _entry(path: Path, out: Path, known: Written | None) -> dict[str, Any]:
    entry: dict[str, Any] = {"path": path.relative_to(out).as_posix(), "bytes": path.stat().st_size}
    if known:
        return entry | {"rows": known.rows, "sha256": known.sha256}
    rows = count_rows(path)
    return entry | ({"rows": rows} if rows is not None else {}) | {"sha256": file_sha256(path)}


def count_rows(path: Path) -> int | None:
    """Return the number of rows of a Parquet or JSON lines file, None for another."""
    if path.suffix == ".parquet":
        return int(pq.ParquetFile(path).metadata.num_rows)
    if path.suffix == ".jsonl":
        with path.open("rb") as stream:
            return sum(chunk.count(b"\n") for chunk in _chunks(stream))
    return None


def _chunks(stream: Any) -> Iterable[bytes]:
    while chunk := stream.read(1 << 20):
        yield chunk
