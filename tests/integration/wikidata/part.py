"""A part of the embedded snapshot, small enough to fetch hundreds of times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pipeline.base.progress import Progress
from pipeline.wikidata.endpoint import Endpoint
from pipeline.wikidata.facts import Statement
from pipeline.wikidata.fetch import Facts, FetchPlan, fetch_facts
from pipeline.wikidata.snapshot import Snapshot, write_snapshot

ROOTS = ("Q243", "Q12512", "Q9188", "Q10285")
"""The Eiffel Tower, St Peter's, the Empire State Building and the Colosseum."""

_KINDS = {"P84": "item", "P131": "item", "P112": "item", "P571": "time", "P569": "time", "P2048": "quantity"}
PLAN = FetchPlan(_KINDS, frozenset({"P84", "P131", "P112"}), hops=2, class_levels=1)
_LEVELS = 3
QUIET = Progress(quiet=True)


def part_of(snapshot: Snapshot) -> Snapshot:
    """Return what is said about the roots, about what that names, and so on, over some levels."""
    about: dict[str, list[Statement]] = {}
    for statement in snapshot.statements:
        about.setdefault(statement.subject, []).append(statement)
    known, frontier = set[str](), set(ROOTS)
    for _ in range(_LEVELS):
        known |= frontier
        frontier = {s.value for item in frontier for s in about.get(item, ()) if s.kind == "item"} - known
    statements = tuple(s for item in sorted(known) for s in about.get(item, ()))
    named = {s.value for s in statements} | {s.unit for s in statements} | known
    entities = tuple(entity for entity in snapshot.entities if entity.item in named)
    return Snapshot(statements, entities, {})


def fetched(endpoint: Endpoint, roots: Sequence[str] = ROOTS) -> Facts:
    """Return the facts of the roots."""
    return fetch_facts(endpoint, roots, PLAN, QUIET)


def as_bytes(facts: Facts, folder: Path, *, with_day: bool = True) -> bytes:
    """Return the facts as the bytes of a snapshot's two tables."""
    statements = list(facts.statements.values())
    if not with_day:
        statements = [replace(statement, retrieved_at="") for statement in statements]
    write_snapshot(folder, Snapshot(tuple(statements), tuple(facts.entities.values()), {}))
    return b"".join((folder / f"{name}.tsv.gz").read_bytes() for name in ("statements", "entities"))
