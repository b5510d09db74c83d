"""Consistency sets: questions in all their wordings, for a test of whether a model answers them alike."""

from __future__ import annotations

from pathlib import Path

from pipeline.dataset.checked import check_wordings
from pipeline.dataset.joining import join_parquet
from pipeline.dataset.kept import register_optional
from pipeline.dataset.layout import CONSISTENCY, PARTS
from pipeline.dataset.stages import Context
from pipeline.dataset.vocabulary import library_of
from pipeline.relational.engine import SqlEngine

_ORDER = "image_id, question_id"


def write_consistency(context: Context, engine: SqlEngine, out: Path) -> None:
    """Write the sets of a build."""
    settings = context.settings
    engine.register(
        {
            "routes": context.table("bank", "routes"),
            "noun_forms": context.table("bank", "noun_forms"),
            "paraphrases": context.table("bank", "paraphrases"),
            "split": context.table("split", "split"),
        }
    )
    register_optional(engine, settings)
    engine.create_view("questions_in_words", "questions_in_words")
    engine.create("chosen", "consistency_chosen", seed=str(settings.seed), sets=settings.consistency_sets)
    engine.create("all_wordings", "consistency_wordings")
    work = context.folder("release")
    check_wordings(engine, library_of(settings).grammar, work / "unsound_wordings.parquet")
    _write_parts(engine, work, out, "consistency_sets", most=settings.consistency_wordings)


def keep_consistency(engine: SqlEngine, parent: Path, work: Path, out: Path) -> None:
    """Write the sets of a dataset's questions that are in the table `kept`, as they are, by way of `work`."""
    engine.register({"sets": [parent / CONSISTENCY / f"{part}.parquet" for part in PARTS]})
    _write_parts(engine, work, out, "consistency_kept")


def _write_parts(engine: SqlEngine, work: Path, out: Path, query: str, **parameters: int) -> None:
    for part in PARTS:
        path = out / CONSISTENCY / f"{part}.parquet"
        written = work / CONSISTENCY / path.name
        engine.write_parquet(written, query, order=_ORDER, part=part, **parameters)
        join_parquet([written], path)
        engine.write_json_lines(path.with_suffix(".jsonl"), query, order=_ORDER, part=part, **parameters)
