"""Stage 5: images meet the bank. Referents are found by SQL, shard by shard, and get their questions."""

from __future__ import annotations

import shutil
from pathlib import Path

from pipeline.bank.tables import SCHEMAS
from pipeline.dataset.area import AREA_CLASSES
from pipeline.dataset.checked import check_drawn
from pipeline.dataset.settings import Settings
from pipeline.dataset.shards import Shard, parts_of, run_shards, shards_of
from pipeline.dataset.stages import Context
from pipeline.dataset.vocabulary import library_of
from pipeline.relational.engine import Engine, Parameter

_ANNOTATED = ("images", "objects", "names", "keys", "relations")
_STEPS = (
    "objects", "names", "sizes", "plural", "things", "rivals", "candidates", "plain", "nameable", "sides",
    "relations", "manners", "sayable", "called", "several", "clauses", "contested", "described",
    "with_clause", "referents", "routes", "possible", "drawn", "asked",
)  # fmt: skip
_CHECKED = ("routes", "texts", "noun_forms", "answer_findings")


def run_questions(context: Context) -> None:
    """Write the questions of every image, and those that stay under the cap on repeats."""
    settings, folder = context.settings, context.folder("questions")
    for table in ("drawn", "rejected"):
        shutil.rmtree(folder / table, ignore_errors=True)
    run_shards(
        ask_shard,
        shards_of(context, "questions"),
        {"settings": settings, "folder": folder},
        workers=settings.workers,
        progress=context.progress,
        what="images",
    )
    with Engine(folder / "scratch", threads=settings.workers, memory=settings.memory) as engine:
        bank = {name: context.table("bank", name) for name in _CHECKED}
        engine.register({"all_drawn": parts_of(folder, "drawn"), **bank})
        check_drawn(engine, library_of(settings).grammar, folder, seed=str(settings.seed))
        engine.create("repeats", "question_repeats")
        caps = {"max_repeats": settings.max_repeats, "per_image": settings.per_image}
        engine.create("repeated", "repeated_questions", seed=str(settings.seed), **caps)
        engine.write_in_order(
            folder / "questions.parquet", "kept_questions", order="image_id, question_id", **caps
        )
        engine.write_parquet(
            folder / "repeats_rejected.parquet", "repeats_rejected", order="origin, place", **caps
        )
        engine.register({"questions": folder / "questions.parquet"})
        order = "question_id, code, detail"
        engine.write_parquet(folder / "findings.parquet", "question_findings", order=order)
        context.progress.note(f"{engine.count(['questions'])['questions']:,} questions")


def ask_shard(shard: Shard, settings: Settings, folder: Path) -> None:
    """Write the questions of one range of images, and what was left out."""
    work = settings.work_folder
    parameters: dict[str, Parameter] = {
        "first": shard.first,
        "last": shard.last,
        "same_iou": settings.same_iou,
        "seed": str(settings.seed),
        "hops": ",".join(map(str, settings.hops)),
        "per_image": settings.per_image,
        "least_area": settings.least_area,
        "crowd": settings.crowd,
        "needed_clauses": settings.needed_clauses,
        **AREA_CLASSES,
    }
    with Engine(shard.scratch, memory=shard.memory) as engine:
        engine.register({name: work / "annotate" / f"{name}.parquet" for name in _ANNOTATED})
        engine.register({name: work / "bank" / f"{name}.parquet" for name in SCHEMAS})
        for step in _STEPS:
            engine.create(f"shard_{step}", f"shard_{step}", **parameters)
        engine.write_unordered(shard.part(folder, "drawn"), "shard_questions", **parameters)
        engine.write_parquet(
            shard.part(folder, "rejected"),
            "shard_rejected",
            order="origin, place, code, detail",
            **parameters,
        )
