"""The questions that go on, read where they were drawn: what a stage leaves out is a small table beside them.

register_drawn(engine, settings)       # `all_drawn`: all of them, with what they ask
register_kept(engine, settings)        # `questions`: sound ones, under the cap on repeats, with their weights
register_optional(engine, settings)    # `questions`: of these, the ones that have options
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pyarrow.parquet as pq

from pipeline.dataset.settings import Settings
from pipeline.dataset.shards import parts_of
from pipeline.relational.engine import SqlEngine

LEFT_OUT = ("unsound", "repeats", "repeated")
"""The tables of the stage `questions` that tell which of the drawn questions do not go on."""

WITH_OPTIONS = "routes"
"""The table of the stage `distractors` that has the routes whose questions have options."""


ROUTES = ("noun_routes", "worded_routes")
"""The tables of the stage `questions` that tell what may be asked under each noun, and in what words."""


def register_drawn(engine: SqlEngine, settings: Settings, drawn: Sequence[Path] | None = None) -> None:
    """Make the drawn questions readable as a table: those of some parts, or of all."""
    folder = settings.work_folder / "questions"
    engine.register({"drawn": parts_of(folder, "drawn") if drawn is None else drawn})
    engine.register({table: folder / f"{table}.parquet" for table in ROUTES})
    engine.create_view("all_drawn", "drawn_questions")


def register_kept(
    engine: SqlEngine, settings: Settings, drawn: Sequence[Path] | None = None, *, name: str = "questions"
) -> None:
    """Make the questions that are kept readable as a table: those of some parts drawn, or of all."""
    folder = settings.work_folder / "questions"
    register_drawn(engine, settings, drawn)
    engine.register({table: folder / f"{table}.parquet" for table in LEFT_OUT})
    caps = {"max_repeats": settings.max_repeats, "per_image": settings.per_image}
    engine.create_view(name, "kept_questions", **caps)


def register_optional(
    engine: SqlEngine, settings: Settings, drawn: Sequence[Path] | None = None, *, name: str = "questions"
) -> None:
    """Make the questions that have options readable as a table: those of some parts, or of all."""
    register_kept(engine, settings, drawn, name="all_kept")
    engine.register({"optional_routes": settings.work_folder / "distractors" / f"{WITH_OPTIONS}.parquet"})
    engine.create_view(name, "optional_questions")


class DrawnParts:
    """Which images each part of the drawn questions is about."""

    def __init__(self, settings: Settings) -> None:
        parts = parts_of(settings.work_folder / "questions", "drawn")
        self._bounds = [(path, *bounds) for path in parts for bounds in _bounds(path)]
        self._first = parts[:1]

    def of(self, first: str, last: str) -> list[Path]:
        """Return the parts that ask about images between two, both included; any if none does."""
        found = [path for path, least, most in self._bounds if least <= last and first <= most]
        return found or self._first


def _bounds(path: Path) -> Iterable[tuple[str, str]]:
    """Yield the first and the last image of a part, which is in order; nothing if it is empty."""
    images = pq.read_table(path, columns=["image_id"])["image_id"]
    if len(images):
        yield images[0].as_py(), images[-1].as_py()
