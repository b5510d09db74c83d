"""The answers that questions ask for, and how many questions of each the balanced set will have."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from pipeline.dataset.balance import expected_counts
from pipeline.dataset.kept import register_kept
from pipeline.dataset.setting_groups import Balance
from pipeline.dataset.stages import Context, of_threads
from pipeline.relational.engine import Engine

Row = dict[str, Any]
_COLUMNS = [
    "route_id", "option_key", "route", "item", "properties", "property_id", "options_among", "answer",
    "answers", "answer_items", "answer_kind", "subject_kind", "value_kind", "value", "precision", "unit",
]  # fmt: skip
"""What options are made by."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A route of each answer, what the answer is asked of, and the questions outside and inside B."""

    route: Row
    subjects: frozenset[str]
    outside: float
    inside: float

    @property
    def property_id(self) -> str:
        """The property that the answer is of."""
        return str(self.route["property_id"])

    @property
    def answer(self) -> tuple[str, str]:
        """Property and answer, by which questions are balanced."""
        return self.route["property_id"], self.route["answer"]


def read_asked(context: Context) -> list[Asked]:
    """Return the answers that questions ask for, in the order of the bank's routes."""
    settings, threads = context.settings, context.settings.workers
    memory = of_threads(settings.memory, threads)
    with Engine(context.folder("distractors") / "scratch", threads=threads, memory=memory) as engine:
        register_kept(engine, settings)
        often: dict[str, int] = dict(engine.rows("routes_in_use"))
    return asked_for(_routes(context.table("bank", "routes"), often), often, settings.balance)


def _routes(path: Path, chosen: Collection[str]) -> list[Row]:
    """Return the routes with these ids: whole rows of the first to each answer, of others what is counted."""
    routes = pq.read_table(path, columns=_COLUMNS)
    routes = routes.filter(pc.is_in(routes["route_id"], pa.array(sorted(chosen), pa.string())))
    keys = routes["option_key"].to_pylist()
    firsts = sorted({key: place for place, key in reversed(list(enumerate(keys)))}.values())
    whole = routes.take(pa.array(firsts, pa.int64()))
    edges = routes["route"].combine_chunks()
    last = pa.array(edges.offsets.to_numpy()[1:] - 1)
    ends = edges.values.field("subject").take(last).to_pylist()
    rows: list[Row] = routes.select(["route_id", "option_key"]).to_pylist()
    for row, subject in zip(rows, ends, strict=True):
        row["route"] = [{"subject": subject}]
    for place, row in zip(firsts, whole.to_pylist(), strict=True):
        rows[place] = row
    return rows


def asked_for(routes: Iterable[Row], often: dict[str, int], balance: Balance) -> list[Asked]:
    """Return the answers of routes with their numbers of questions; `often` is by route."""
    groups: dict[str, list[Row]] = {}
    for route in routes:
        groups.setdefault(route["option_key"], []).append(route)
    whole = [
        Asked(
            group[0],
            frozenset(route["route"][-1]["subject"] for route in group),
            sum(often[route["route_id"]] for route in group),
            0,
        )
        for group in groups.values()
    ]
    return divided(whole, balance)


def by_property(asked: Iterable[Asked]) -> dict[str, list[Asked]]:
    """Return the answers by property, in their order."""
    found: dict[str, list[Asked]] = {}
    for entry in asked:
        found.setdefault(entry.property_id, []).append(entry)
    return found


def divided(asked: Iterable[Asked], balance: Balance) -> list[Asked]:
    """Return the answers with their questions divided anew into those outside and inside the balanced set."""
    entries = list(asked)
    counts: dict[tuple[str, str], int] = {}
    for entry in entries:
        counts[entry.answer] = counts.get(entry.answer, 0) + round(entry.outside + entry.inside)
    kept = expected_counts(counts, balance)
    found: list[Asked] = []
    for entry in entries:
        total = entry.outside + entry.inside
        inside = total * kept.get(entry.answer, 0) / counts[entry.answer]
        found.append(replace(entry, outside=total - inside, inside=inside))
    return found
