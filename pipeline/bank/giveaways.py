"""Answers that the noun of a question gives away: "Which country is this palazzo in?"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

Row = dict[str, Any]

SHARE, FEWEST = 0.95, 5
"""Share of the things called by a noun that must have one answer, and how many things there must be."""


def giveaway_rows(
    concepts: Iterable[Row],
    routes: Iterable[Row],
    table: Mapping[str, Mapping[str, Collection[str]]],
    *,
    share: float = SHARE,
    fewest: int = FEWEST,
) -> Iterator[Row]:
    """Yield (noun_id, route_id) where a noun tells the answer of a route of one edge.

    It does if `table` (noun -> property -> items) says so, or if at least `share` of the things called by it
    have that answer, of at least `fewest`.
    """
    direct: dict[str, list[Row]] = defaultdict(list)
    for route in routes:
        if route["edges"] == 1:
            direct[route["concept_id"]].append(route)
    groups: dict[tuple[str, str], dict[str, Row]] = defaultdict(dict)
    for noun, concept in sorted({(row["noun_id"], row["concept_id"]) for row in concepts}):
        for route in direct[concept]:
            groups[noun, route["property_id"]][route["route_id"]] = route
    for (noun, prop), found in sorted(groups.items()):
        usual = _usual(list(found.values()), share, fewest)
        told = set(table.get(noun, {}).get(prop, ()))
        for route_id, route in sorted(found.items()):
            items = {answer["item"] for answer in route["answer_items"]}
            if route["answer"] == usual or not told.isdisjoint(items):
                yield {"noun_id": noun, "route_id": route_id}


def _usual(routes: Sequence[Row], share: float, fewest: int) -> str | None:
    """Return the answer that nearly all the things have, each counted once."""
    answers = {(route["item"], route["answer"]) for route in routes}
    items = {item for item, _ in answers}
    if len(items) < fewest:
        return None
    counts: dict[str, int] = defaultdict(int)
    for _, answer in answers:
        counts[answer] += 1
    answer, number = max(counts.items(), key=lambda entry: (entry[1], entry[0]))
    return answer if number >= share * len(items) else None
