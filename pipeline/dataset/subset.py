"""A part of a finished dataset as a dataset of its own (docs/dataset.md, "Subsets").

Records keep their ids, their part and every other field; the facts go with them whole, the annotations as
far as they are of the images that are left.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pipeline.base.errors import DatasetError
from pipeline.base.hashing import file_sha256
from pipeline.base.progress import Progress
from pipeline.dataset.annotate import TABLE_ORDER
from pipeline.dataset.balance import balance_answers
from pipeline.dataset.blind.ceilings import ceilings
from pipeline.dataset.consistency import keep_consistency
from pipeline.dataset.layout import MANIFEST, PARTS, SCENE_TABLES, end, move_in
from pipeline.dataset.release import join_sets, write_listing, write_sets
from pipeline.dataset.report import left_out, set_figures, write_content
from pipeline.dataset.setting_groups import Balance
from pipeline.dataset.settings import Settings
from pipeline.dataset.shards import QUESTIONS, Shard, cut_shards, run_shards
from pipeline.dataset.stages import forget
from pipeline.dataset.subset_choice import Choice, Filters, resolve
from pipeline.dataset.subset_folders import check_out, open_parent, work_folder
from pipeline.dataset.subset_selection import Left, select
from pipeline.dataset.verification.loaded import Dataset
from pipeline.relational.engine import Engine

Row = dict[str, Any]


def subset(
    folder: Path,
    choice: Choice,
    settings: Settings,
    progress: Progress,
    *,
    anew: bool = False,
    overwrite: bool = False,
    dry_run: bool = False,
) -> list[Left]:
    """Write the part of a dataset that is chosen into `settings.out`; return what each filter leaves.

    With `anew`, B is balanced anew. Of the settings count the seed, those of the engine, and those of
    balancing that were set; the others are the dataset's own. With `dry_run`, nothing is written.
    """
    out = settings.out
    check_out(out, folder, overwrite=overwrite)
    parent = open_parent(folder)
    balance = _balance(parent, settings) if anew else None
    with work_folder(out) as work:
        with Engine(work / "scratch", threads=settings.workers, memory=settings.memory) as engine:
            engine.register(_tables(folder))
            filters = resolve(choice, parent, engine)
            left = select(engine, filters, work, settings.seed)
            if dry_run:
                return left
            distribution = _choose_balanced(engine, work, balance, settings.seed)
            _write_small(engine, parent, work)
        write_records(folder, settings, work, progress)
        note = _note(parent, filters, left[0], settings.seed, anew=anew)
        _write_report(work, parent, distribution, {**note, "counts": [asdict(step) for step in left]})
        _write_manifest(work / "dataset", parent, balance, note)
        move_in(work / "dataset", out)
        forget(settings, "release")
    end(out)
    progress.note(f"dataset in {out}")
    return left


def _write_manifest(made: Path, parent: Dataset, balance: Balance | None, note: Row) -> None:
    shown = parent.manifest["settings"]
    if balance:
        shown = {**shown, "balance": balance.model_dump(mode="json")}
    units = parent.manifest.get("units", {})
    write_listing(made, shown, parent.manifest["snapshot"], units=units, subset=note)


def _balance(parent: Dataset, settings: Settings) -> Balance:
    """Return the dataset's settings of balancing, with those that were set on top."""
    chosen = settings.balance.model_dump(include=settings.balance.model_fields_set)
    try:
        return Balance.model_validate({**parent.manifest["settings"]["balance"], **chosen})
    except (ValidationError, KeyError, TypeError) as fault:
        raise DatasetError(
            f"{parent.folder / MANIFEST}: its settings of balancing are unknown: {fault}"
        ) from fault


def _tables(folder: Path) -> dict[str, Path | Sequence[Path]]:
    records, balanced = ([folder / name / f"{part}.parquet" for part in PARTS] for name in ("U", "B"))
    rejected = folder / "rejected.parquet"
    return {"parent": records, "records": records, "parent_balanced": balanced, "parent_rejected": rejected}


def _choose_balanced(engine: Engine, work: Path, balance: Balance | None, seed: int) -> list[Row]:
    """Write the ids of U and whether B has them; return each answer's frequency in U and in B."""
    if balance:
        balance_answers(engine, work, balance, seed)
    else:
        engine.create("balanced", "subset_inherited")
        engine.write_parquet(work / "balance_rejected.parquet", "subset_unbalanced", order="origin, place")
    engine.write_parquet(work / "kept.parquet", "subset_kept", order="image_id, question_id")
    engine.register({"kept": work / "kept.parquet"})
    names = ("property_id", "answer", "before", "after")
    return [dict(zip(names, row, strict=True)) for row in engine.rows("subset_distribution")]


def _write_small(engine: Engine, parent: Dataset, work: Path) -> None:
    """Write what was left out, and the snapshot: whole but for the annotations of other images."""
    out, source = work / "dataset", parent.folder / "snapshot"
    engine.write_parquet(work / "subset_rejected.parquet", "subset_rejected", order="code, origin, place")
    engine.register({"rejected_parts": [work / f"{name}_rejected.parquet" for name in ("subset", "balance")]})
    order = "stage, code, origin, place, detail"
    engine.write_parquet(out / "rejected.parquet", "all_rejected", order=order)
    keep_consistency(engine, parent.folder, work, out)
    shutil.copytree(source, out / "snapshot", ignore=shutil.ignore_patterns(*_SCENE_FILES))
    for table, file in zip(SCENE_TABLES, _SCENE_FILES, strict=True):
        engine.register({"scene": source / file})
        engine.write_parquet(out / "snapshot" / file, "subset_scene", order=TABLE_ORDER[table])


_SCENE_FILES = tuple(f"{table}.parquet" for table in SCENE_TABLES)


def write_records(folder: Path, settings: Settings, work: Path, progress: Progress) -> None:
    """Write the records of U in a folder that `kept` names, as the sets of the dataset in the work folder."""
    images = work / "dataset" / "snapshot" / "images.parquet"
    run_shards(
        write_shard,
        cut_shards(images, [work / "kept.parquet"], settings, work / "scratch", each=QUESTIONS),
        {"folder": folder, "work": work},
        workers=settings.workers,
        progress=progress,
        what="records",
    )
    join_sets(work / "parts", work / "dataset")


def write_shard(shard: Shard, folder: Path, work: Path) -> None:
    """Write the records chosen of one range of images, for each set and part, in both forms."""
    with Engine(shard.scratch, memory=shard.memory) as engine:
        engine.register({"parent": _tables(folder)["parent"], "kept": work / "kept.parquet"})
        engine.create("records", "subset_records", first=shard.first, last=shard.last)
        write_sets(engine, shard, work / "parts")


def _note(parent: Dataset, filters: Filters, whole: Left, seed: int, *, anew: bool) -> Row:
    """Return what the manifest says of where the subset comes from."""
    manifest = parent.manifest
    origin = {
        "name": manifest["name"],
        "generator": manifest["generator"],
        "manifest_sha256": file_sha256(parent.folder / MANIFEST),
        "questions": whole.questions,
        "images": whole.images,
    }
    if "subset" in manifest:
        origin["subset"] = manifest["subset"]
    return {
        "parent": origin,
        "filters": dict(filters.shown),
        "seed": seed,
        "balanced": "anew" if anew else "as in the parent",
    }


def _write_report(
    work: Path, parent: Dataset, distribution: list[Row], subset_note: Mapping[str, Any]
) -> None:
    out = work / "dataset"
    with Engine(work / "scratch") as engine:
        distractors = int(parent.manifest["settings"]["distractors"])
        content: Row = {"subset": subset_note, **set_figures(engine, out, distractors, parent.domain_names)}
        content["blind"] = ceilings(engine, out, work / "scratch")
        content["left_out"] = left_out(engine, out)
    content["balance"] = distribution
    write_content(content, out)
