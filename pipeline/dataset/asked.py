"""The answers that questions ask for, and how many questions of each the balanced set will have."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from pipeline.base.columns import read_rows
from pipeline.dataset.balance import expected_counts
from pipeline.dataset.settings import Balance
from pipeline.dataset.stages import Context
from pipeline.relational.engine import Engine

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """A route of each answer, what the answer is asked of, and the questions outside and inside B."""

    route: Row
    subjects: frozenset[str]
    outside: float
    inside: float

    @property
    def answer(self) -> tuple[str, str]:
        """Property and answer, by which questions are balanced."""
        return self.route["property_id"], self.route["answer"]


def read_asked(context: Context) -> list[Asked]:
    """Return the answers that questions ask for, in the order of the bank's routes."""
    with Engine(context.folder("distractors") / "scratch") as engine:
        engine.register({"questions": context.folder("questions") / "questions.parquet"})
        often: dict[str, int] = dict(engine.rows("routes_in_use"))
    routes = [route for route in read_rows(context.table("bank", "routes")) if route["route_id"] in often]
    return asked_for(routes, often, context.settings.balance)


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
