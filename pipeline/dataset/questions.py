"""Stage 5: images meet the bank. Referents are found by SQL, shard by shard, and get their questions.

The part of the stage that looks at one image at a time (`draw_questions`) can be done for some of the images;
what looks at all questions (`keep_questions`) needs those of all images.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import SimpleQueue

from pipeline.bank.tables import SCHEMAS
from pipeline.dataset.annotate import TABLE_ORDER
from pipeline.dataset.area import AREA_CLASSES
from pipeline.dataset.checked import find_in_drawn, judge_drawn
from pipeline.dataset.joining import write_groups
from pipeline.dataset.kept import ROUTES, register_drawn, register_kept
from pipeline.dataset.layout import SCENE_TABLES
from pipeline.dataset.settings import Settings
from pipeline.dataset.shards import OBJECTS, Shard, cut_shards, lent, run_shards
from pipeline.dataset.stages import Context, engine_of
from pipeline.dataset.vocabulary import library_of
from pipeline.relational.engine import Parameter, SqlEngine

DRAWN_TABLES = ("drawn", "rejected")
"""What is written for each range of images."""
Engines = SimpleQueue[SqlEngine]
"""Engines that no thread works with."""

_OF_THE_BANK = ("routes", "texts", "manners")
_STEPS = (
    "objects", "names", "plural", "things", "linked", "rivals", "candidates", "plain", "nameable", "sides",
    "related", "relations", "sayable", "spoken", "keyed", "called", "several",
    "clauses", "contested", "rival_sides", "rival_relations", "described", "with_clause", "referents",
    "possible", "counts", "drawn", "asked", "twins",
)  # fmt: skip
_CHECKED = ("routes", "texts", "noun_forms", "answer_findings")
_ASKED = ("routes", "concepts", "noun_forms", "giveaways", "texts")


def run_questions(context: Context) -> None:
    """Write the questions of every image, and those that stay under the cap on repeats."""
    draw_questions(context)
    with checked_engine(context) as engine:
        find_in_drawn(engine, library_of(context.settings).grammar, context.folder("questions"))
        keep_questions(context, engine)


def run_part_questions(context: Context) -> None:
    """Write the questions of the images of the settings' part, and what is found in their texts."""
    draw_questions(context)
    with checked_engine(context) as engine:
        find_in_drawn(engine, library_of(context.settings).grammar, context.folder("questions"))
        context.progress.note(f"{engine.count(['all_drawn'])['all_drawn']:,} questions drawn")


def draw_questions(context: Context) -> None:
    """Write the questions of every image, before the checks and the cap on repeats, and what was left out."""
    settings, folder = context.settings, context.folder("questions")
    for table in DRAWN_TABLES:
        shutil.rmtree(folder / table, ignore_errors=True)
    scene = _scene(context)
    write_routes(context)
    counted = [scene / "objects.parquet"]
    shards = cut_shards(scene / "images.parquet", counted, settings, folder / "scratch", each=OBJECTS)
    with _engines(context, scene) as engines:
        run_shards(
            ask_shard,
            shards,
            {"settings": settings, "folder": folder, "engines": engines},
            workers=settings.workers,
            progress=context.progress,
            what="images",
        )


@contextmanager
def _engines(context: Context, scene: Path) -> Iterator[Engines]:
    """Yield an engine for each worker, which has what questions about any images need."""
    settings, folder = context.settings, context.folder("questions")
    engines: Engines = SimpleQueue()
    with ExitStack() as stack:
        for number in range(settings.workers):
            engine = stack.enter_context(engine_of(settings, folder / "scratch" / f"engine-{number}"))
            engine.register({name: scene / f"{name}.parquet" for name in SCENE_TABLES})
            engine.register({name: context.table("bank", name) for name in SCHEMAS})
            engine.register({name: folder / f"{name}.parquet" for name in ROUTES})
            for step in _OF_THE_BANK:
                engine.create(f"shard_{step}", f"shard_{step}")
            engines.put(engine)
        yield engines


def write_routes(context: Context) -> None:
    """Write what may be asked of things by their nouns, and in which words."""
    folder = context.folder("questions")
    with context.engine("questions") as engine:
        engine.register({name: context.table("bank", name) for name in _ASKED})
        for name, order in zip(ROUTES, ("noun_route", "noun_route, bucket"), strict=True):
            engine.write_parquet(folder / f"{name}.parquet", name, order=order)
            engine.register({name: folder / f"{name}.parquet"})


def _scene(context: Context) -> Path:
    """Return the folder of the annotations to ask about: all, or those of the settings' part."""
    settings, folder = context.settings, context.folder("questions")
    if settings.part is None:
        return context.folder("annotate")
    least, above = settings.part.bounds
    with context.engine("questions") as engine:
        for name in SCENE_TABLES:
            engine.register({"annotated": context.table("annotate", name)})
            path = folder / "scene" / f"{name}.parquet"
            engine.write_parquet(path, "images_of_part", order=TABLE_ORDER[name], least=least, above=above)
    return folder / "scene"


@contextmanager
def checked_engine(context: Context) -> Iterator[SqlEngine]:
    """Yield an engine that knows the questions drawn and what the checks need of the bank."""
    with context.engine("questions") as engine:
        engine.register({name: context.table("bank", name) for name in _CHECKED})
        register_drawn(engine, context.settings)
        engine.create("worded_questions", "worded_questions")
        yield engine


def keep_questions(context: Context, engine: SqlEngine) -> None:
    """Write which questions have an error or are over the cap on repeats, and what is found in the others."""
    settings, folder = context.settings, context.folder("questions")
    judge_drawn(engine, folder)
    caps = {"max_repeats": settings.max_repeats, "per_image": settings.per_image}
    order = "noun_route, bucket, own_question"
    engine.write_parquet(folder / "repeats.parquet", "question_repeats", order=order, **caps)
    engine.register({"repeats": folder / "repeats.parquet"})
    order = "image_id, question_id"
    repeated = folder / "repeated.parquet"
    engine.write_parquet(repeated, "repeated_questions", order=order, seed=str(settings.seed), **caps)
    engine.register({"repeated": repeated})
    engine.write_unordered(folder / "repeats_rejected.parquet", "repeats_rejected", **caps)
    register_kept(engine, settings)
    order = "question_id, code, detail"
    engine.write_parquet(folder / "findings.parquet", "question_findings", order=order)
    context.progress.note(f"{engine.count(['questions'])['questions']:,} questions")


def ask_shard(shard: Shard, settings: Settings, folder: Path, engines: Engines) -> None:
    """Write the questions of one range of images, and what was left out."""
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
    with lent(engines) as engine:
        for step in _STEPS:
            engine.create(f"shard_{step}", f"shard_{step}", **parameters)
        drawn = engine.sorted_table("shard_questions", order=("image_id", "question_id"), **parameters)
        write_groups(shard.part(folder, "drawn"), drawn)
        engine.write_unordered(shard.part(folder, "rejected"), "shard_rejected", **parameters)
