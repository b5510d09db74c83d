"""A dataset corrected by newer facts, as a version of its own (docs/snapshots.md).

Questions keep their ids and parts. What no question can be made of any more is dropped.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.base.columns import read_rows, write_rows
from pipeline.base.errors import DatasetError
from pipeline.base.files import atomic_path, read_json
from pipeline.base.hashing import file_sha256
from pipeline.base.progress import Progress
from pipeline.base.resources import resource_dir
from pipeline.dataset.bank import COUNTRY, bank_builder, pool_rows
from pipeline.dataset.blind.ceilings import ceilings
from pipeline.dataset.consistency import keep_consistency
from pipeline.dataset.distractors import Known, option_maker
from pipeline.dataset.drift.changes import Change, change_of, write_changes
from pipeline.dataset.drift.choices import Chooser
from pipeline.dataset.drift.find import Drift
from pipeline.dataset.drift.outcomes import KINDS
from pipeline.dataset.drift.parts import Parts
from pipeline.dataset.drift.records import Corrector
from pipeline.dataset.drift.routes import NewRoutes
from pipeline.dataset.drift.versions import kind_of_change, next_version
from pipeline.dataset.layout import CHANGE_FILES, FIRST_VERSION, MANIFEST, PARTS, end, move_in
from pipeline.dataset.link import REJECTED, shown_endpoint
from pipeline.dataset.release import write_listing
from pipeline.dataset.report import left_out, set_figures, write_content
from pipeline.dataset.subset import write_records
from pipeline.dataset.subset_folders import open_parent, work_folder
from pipeline.dataset.verification.loaded import Dataset
from pipeline.knowledge.wordnet import read_wordnet
from pipeline.relational.engine import Engine
from pipeline.wikidata.snapshot import snapshot_hash, write_snapshot

Row: TypeAlias = dict[str, Any]
_KEPT = pa.schema([("question_id", pa.string()), ("image_id", pa.string()), ("is_balanced", pa.bool_())])
_CHANGED = pa.schema([("question_id", pa.string())])
_TAKEN_OVER = ("name", "generator")
_BATCH = 5_000


@dataclass(frozen=True, slots=True)
class Patched:
    """What a patch did: the version it made, and how many questions it corrected and dropped."""

    version: str
    corrected: int
    dropped: int


def patch(drift: Drift, out: Path, progress: Progress) -> Patched:
    """Write the dataset as newer facts have it into `out`: new, empty, or an earlier patch of it."""
    parent = open_parent(drift.dataset.folder)
    check_out(out, parent.folder)
    progress.stage("patch", "corrects the dataset")
    with work_folder(out) as work:
        made = work / "dataset"
        snapshot = _write_snapshot(drift, made / "snapshot")
        changes = _write_corrected(drift, work, snapshot)
        if changes:
            settings = drift.settings.model_copy(update={"workers": 1})
            write_records(work / "patched", settings, work, progress)
            _write_rejected(drift, work, changes)
            _write_consistency(drift, work, changes)
            _write_report(parent, work)
        else:
            shutil.rmtree(made)
            shutil.copytree(parent.folder, made, ignore=shutil.ignore_patterns(MANIFEST, *CHANGE_FILES))
            snapshot = str(parent.manifest["snapshot"])
        origin = _origin(drift, parent)
        version = _version(changes, origin["version"])
        counts = {kind: drift.of_kind(kind) for kind in KINDS}
        write_changes(made, parent.folder, version, origin, changes, counts)
        _write_manifest(made, parent, snapshot, version, origin)
        move_in(made, out)
    end(out)
    dropped = sum(change.after is None for change in changes)
    progress.note(f"version {version} in {out}")
    return Patched(version, len(changes) - dropped, dropped)


def check_out(out: Path, parent: Path) -> None:
    """Raise DatasetError if a patch of `parent` must not go into `out`."""
    target, source = out.resolve(), parent.resolve()
    if target == source or target in source.parents or source in target.parents:
        raise DatasetError(f"{out}: is, holds or lies in the dataset itself\n  Name another folder.")
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return
    manifest = read_json(out / MANIFEST) if (out / MANIFEST).is_file() else {}
    if manifest.get("parent", {}).get("manifest_sha256") != file_sha256(parent / MANIFEST):
        raise DatasetError(f"{out}: holds something else than a patch of {parent}\n  Name another folder.")


def _origin(drift: Drift, parent: Dataset) -> dict[str, str]:
    """Return what the manifest and the changes say of the version before, and of the newer facts."""
    return {
        **{name: str(parent.manifest[name]) for name in _TAKEN_OVER},
        "version": str(parent.manifest.get("version", FIRST_VERSION)),
        "manifest_sha256": file_sha256(parent.folder / MANIFEST),
        "endpoint": shown_endpoint(drift.settings),
    }


def _version(changes: list[Change], before: str) -> str:
    """Return the next version; the questions that did not change are equal on both sides."""
    old = {change.before["question_id"]: change.before for change in changes}
    new = {name: change.after for name, change in zip(old, changes, strict=True) if change.after}
    return next_version(before, kind_of_change(old, new))


def _write_snapshot(drift: Drift, folder: Path) -> str:
    """Write the newer facts, with the annotations and the bank's tables; return their hash."""
    source = drift.dataset.folder / "snapshot"
    shutil.copytree(source, folder, ignore=lambda _, names: {n for n in names if not n.endswith(".parquet")})
    write_snapshot(folder, drift.newer.snapshot)
    path = folder / "concepts.parquet"
    labels = {entity.item: entity.label for entity in drift.newer.snapshot.entities}
    rows = [_concept_now(row, drift, labels) for row in read_rows(path)]
    write_rows(path, pq.read_schema(path), rows)
    return snapshot_hash(folder)


def _concept_now(row: Row, drift: Drift, labels: Mapping[str, str]) -> Row:
    item, kind = drift.newer.now(row["item"]), row["concept_id"].partition(":")[2]
    label = labels.get(item, "") if row["label"] else ""
    return {**row, "item": item, "concept_id": f"{item}:{kind}", "label": label or row["label"]}


def _corrector(drift: Drift, snapshot: str) -> Corrector:
    facts, library = drift.newer.snapshot, drift.library
    wordnet = read_wordnet(resource_dir("data") / "wordnet" / "nouns.tsv.gz")
    builder = bank_builder(facts, wordnet, library, drift.settings)
    pools = pool_rows(builder, facts.statements, library.closed_sets[COUNTRY].items)
    maker = option_maker(Known.of(facts, library), pools, drift.settings)
    chooser = Chooser(drift.dataset.snapshot, facts, maker)
    routes, parts = NewRoutes(drift.dataset, builder), Parts(drift.dataset, builder)
    return Corrector(drift, routes, chooser, parts, snapshot)


def _write_corrected(drift: Drift, work: Path, snapshot: str) -> list[Change]:
    """Write the corrected records of U and which of them are in B; return what changed."""
    corrector, folder = _corrector(drift, snapshot), drift.dataset.folder
    balanced = {q for part in PARTS for q in _column(folder / "B" / f"{part}.parquet", "question_id")}
    changes: list[Change] = []
    kept: list[Row] = []
    for part in PARTS:
        source = pq.ParquetFile(folder / "U" / f"{part}.parquet")
        target = work / "patched" / "U" / f"{part}.parquet"
        with atomic_path(target) as path, pq.ParquetWriter(path, source.schema_arrow) as writer:
            for batch in source.iter_batches(_BATCH):
                rows = list(_corrected(drift, corrector, batch.to_pylist(), changes))
                kept += [_membership(row, balanced) for row in rows]
                writer.write_table(pa.Table.from_pylist(rows, schema=source.schema_arrow))
    write_rows(work / "kept.parquet", _KEPT, kept)
    return changes


def _corrected(
    drift: Drift, corrector: Corrector, records: list[Row], changes: list[Change]
) -> Iterator[Row]:
    for record in records:
        corrected = corrector.correct(record)
        if change := change_of(record, drift.outcomes[record["sparql"]], corrected):
            changes.append(change)
        if corrected.record:
            yield corrected.record


def _membership(row: Row, balanced: set[str]) -> Row:
    question = row["question_id"]
    return {"question_id": question, "image_id": row["image_id"], "is_balanced": question in balanced}


def _column(path: Path, name: str) -> list[str]:
    found: list[str] = pq.read_table(path, columns=[name])[name].to_pylist()
    return found


def _write_rejected(drift: Drift, work: Path, changes: list[Change]) -> None:
    """Write the dataset's rejections with those of the questions dropped now (stage `drift`)."""
    rows = (
        {
            "stage": "drift",
            "origin": change.before["image_id"],
            "place": change.before["question_id"],
            "code": change.code,
            "detail": f"{change.before['property_id']} {change.before['answer']}",
        }
        for change in changes
        if change.after is None
    )
    write_rows(work / "drift_rejected.parquet", REJECTED, rows)
    with Engine(work / "scratch") as engine:
        parts = [drift.dataset.folder / "rejected.parquet", work / "drift_rejected.parquet"]
        engine.register({"rejected_parts": parts})
        order = "stage, code, origin, place, detail"
        engine.write_parquet(work / "dataset" / "rejected.parquet", "all_rejected", order=order)


def _write_consistency(drift: Drift, work: Path, changes: list[Change]) -> None:
    """Write the consistency sets of the questions that stay as they were.

    The other wordings of a question with other answers may not fit them, as in number.
    """
    changed = [{"question_id": change.before["question_id"]} for change in changes]
    write_rows(work / "changed.parquet", _CHANGED, changed)
    with Engine(work / "scratch") as engine:
        engine.register({"patched": work / "kept.parquet", "changed": work / "changed.parquet"})
        engine.create("kept", "patch_unchanged")
        keep_consistency(engine, drift.dataset.folder, work, work / "dataset")


def _write_report(parent: Dataset, work: Path) -> None:
    """Write the report: figures of the corrected sets, and what the dataset's own says beside them."""
    out = work / "dataset"
    content: Row = read_json(parent.present(parent.folder / "report.json"))
    with Engine(work / "scratch") as engine:
        distractors = int(parent.manifest["settings"]["distractors"])
        content |= set_figures(engine, out, distractors, parent.domain_names)
        content["blind"] = ceilings(engine, out, work / "scratch")
        content["left_out"] = left_out(engine, out)
        questions = [out / "U" / f"{part}.parquet" for part in PARTS]
        engine.register({"questions": questions, "kept": work / "kept.parquet"})
        names = ("property_id", "answer", "before", "after")
        found = engine.rows("subset_distribution")
    content["balance"] = [dict(zip(names, row, strict=True)) for row in found]
    write_content(content, out)


def _write_manifest(
    made: Path, parent: Dataset, snapshot: str, version: str, origin: Mapping[str, str]
) -> None:
    manifest = parent.manifest
    more = {name: manifest[name] for name in ("units", "subset") if name in manifest}
    write_listing(made, manifest["settings"], snapshot, **more, version=version, parent=dict(origin))
