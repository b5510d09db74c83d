"""Filters one after another over the questions of a dataset, counted after each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from pipeline.base.columns import write_rows
from pipeline.base.errors import SettingsError
from pipeline.dataset.subset_choice import FILTERS, Filters
from pipeline.relational.engine import Engine

_CHOSEN = pa.schema([("field", pa.string()), ("value", pa.string())])
_FILTERS = pa.schema([("passed", pa.int64()), ("field", pa.string())])


@dataclass(frozen=True, slots=True)
class Left:
    """What is left after a filter (after none, if that is "all"): of U, and how much of that is in B."""

    filter: str
    questions: int
    images: int
    balanced: int


def select(engine: Engine, filters: Filters, folder: Path, seed: int) -> list[Left]:
    """Judge the table `parent` into `judged`, choose into `questions`, and return what is left at each step.

    `parent_balanced` has the ids of B. Raises SettingsError if nothing is left.
    """
    chosen = [{"field": name, "value": v} for name, values in filters.values.items() for v in values]
    write_rows(folder / "chosen.parquet", _CHOSEN, chosen)
    numbered = [{"passed": number, "field": name} for number, name in enumerate(FILTERS)]
    write_rows(folder / "filters.parquet", _FILTERS, numbered)
    engine.register({name: folder / f"{name}.parquet" for name in ("chosen", "filters")})
    engine.create("judged", "subset_judged", **{name: name in filters.values for name in FILTERS[:-2]})
    root = str(seed)
    engine.create("judged", "subset_images", seed=root, max_images=filters.max_images or 0)
    engine.create("judged", "subset_questions", seed=root, max_questions=filters.max_questions or 0)
    engine.create("questions", "subset_chosen")
    left = _left(engine.rows("subset_counts"), [name for name in FILTERS if name in filters.shown])
    if not left[-1].questions:
        first = next(step.filter for step in left if not step.questions)
        listed = "\n".join(f"  {line}" for line in lines(left))
        raise SettingsError(f"{first.replace('_', '-')}: this filter leaves no question\n{listed}")
    return left


def _left(counts: Sequence[tuple[int, ...]], in_force: Sequence[str]) -> list[Left]:
    """Return what is left before any filter and after each one in force."""

    def after(name: str, least: int) -> Left:
        passing = [row for row in counts if row[0] >= least]
        questions, images, balanced = (sum(row[column] for row in passing) for column in (1, 2, 3))
        return Left(name, questions, images, balanced)

    return [after("all", 0), *(after(name, FILTERS.index(name) + 1) for name in in_force)]


def lines(left: Sequence[Left]) -> list[str]:
    """Return the counts as a table of text."""
    rows: list[tuple[Any, ...]] = [
        (s.filter.replace("_", "-"), s.questions, s.images, s.balanced) for s in left
    ]
    return [
        f"{'after':16}{'questions':>10}{'images':>10}{'of its B':>10}",
        *(
            f"{name:16}{questions:>10,}{images:>10,}{balanced:>10,}"
            for name, questions, images, balanced in rows
        ),
    ]
