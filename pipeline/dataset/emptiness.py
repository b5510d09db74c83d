"""What is said where a build has nothing left to work on: how much there was, where it went, what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from pipeline.base.columns import read_rows
from pipeline.base.errors import EmptyBuildError
from pipeline.dataset.kept import register_kept, register_optional
from pipeline.dataset.stages import Context
from pipeline.relational.engine import Engine

_SHOWN = 4
_FORMS = "docs/sources.md shows the forms that can be read."


def require_images(context: Context) -> None:
    """Raise EmptyBuildError if the annotations hold no image."""
    rejected = context.table("annotate", "annotate_rejected")
    if not _count(context, "images"):
        names = [
            path.name for path in (*context.settings.image_paths, context.settings.landmark_path) if path
        ]
        raise EmptyBuildError(f"no image in {', '.join(names)}{_reasons(rejected)}\n  {_FORMS}")


def require_links(context: Context, *, keys: int, linked: int) -> None:
    """Raise EmptyBuildError if none of the keys that objects bear was linked."""
    if linked:
        return
    images, objects = _count(context, "images"), _count(context, "objects")
    unlinked = context.folder("link") / "unlinked.parquet"
    raise EmptyBuildError(
        f"nothing to ask about: {images:,} images with {objects:,} objects bear {keys:,} keys (synsets, "
        f"items, Commons categories), of which 0 could be linked to Wikidata{_reasons(unlinked)}\n"
        f"  All unlinked keys are in {unlinked}. Give objects an `item` or a WordNet `synset`, or ask a live "
        f"endpoint, which knows more than {context.settings.endpoint!r}. {_FORMS}"
    )


def require_routes(context: Context, *, linked: int, routes: int) -> None:
    """Raise EmptyBuildError if there is no fact to ask about."""
    if routes:
        return
    rejected = context.table("bank", "bank_rejected")
    raise EmptyBuildError(
        f"nothing to ask about: {linked:,} keys are linked to Wikidata, and nothing is known of their items "
        f"that the templates ask{_reasons(rejected)}\n"
        f"  What was left out is in {rejected} and {context.table('fetch', 'fetch_rejected')}. "
        "Allow more domains, properties or hops, or ask another endpoint."
    )


def require_questions(context: Context, stage: str) -> None:
    """Raise EmptyBuildError if a stage left no question."""
    if _has_questions(context, stage):
        return
    bank, folder = context.table("bank", "bank_rejected"), context.folder("questions") / "rejected"
    rejected = sorted(folder.glob("*.parquet"))
    raise EmptyBuildError(
        f"nothing to ask about: {_count(context, 'images'):,} images, and not one question about them"
        f"{_reasons(*rejected)}\n"
        f"  What was left out is in {folder}, {bank} and {context.folder('distractors')}. "
        "Allow more domains, properties or hops, or annotate more of what the images show."
    )


def _count(context: Context, table: str) -> int:
    with Engine(context.folder("annotate") / "scratch") as engine:
        engine.register({table: context.table("annotate", table)})
        return engine.count([table])[table]


def _has_questions(context: Context, stage: str) -> bool:
    """Whether a stage left any question."""
    settings = context.settings
    with Engine(context.folder(stage) / "scratch", memory=settings.memory) as engine:
        if stage == "questions":
            register_kept(engine, settings)
        elif stage == "distractors":
            register_optional(engine, settings)
        else:
            engine.register({"questions": context.table(stage, "questions")})
        return bool(engine.rows("any_question"))


def _reasons(*tables: Path) -> str:
    """Return the most frequent reasons of tables of what was left out."""
    codes = Counter(row["code"] for row in _rows(tables))
    shown = ", ".join(f"{code} {number:,}" for code, number in codes.most_common(_SHOWN))
    return f" ({shown})" if shown else ""


def _rows(tables: Iterable[Path]) -> Iterable[dict[str, str]]:
    for table in tables:
        if table.is_file():
            yield from read_rows(table, ["code"])
