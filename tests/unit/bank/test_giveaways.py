"""Answers that a noun gives away, by the table and by what nearly all things called so have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pipeline.bank.giveaways import giveaway_rows

PALAZZO, HOUSE = "places.palazzo", "places.house"
ITALY, FRANCE = "Q38", "Q142"


def rows(
    noun: str,
    answers: Sequence[str],
    *,
    edges: int = 1,
    table: Mapping[str, Mapping[str, Sequence[str]]] | None = None,
) -> set[str]:
    """Return the routes that are given away, by the number of their thing."""
    concepts = [{"noun_id": noun, "concept_id": f"c{n}"} for n in range(len(answers))]
    routes: list[dict[str, Any]] = [
        {
            "route_id": str(n),
            "concept_id": f"c{n}",
            "item": f"Q{n}",
            "edges": edges,
            "property_id": "P17",
            "answer": answer,
            "answer_items": [{"item": answer}],
        }
        for n, answer in enumerate(answers)
    ]
    found = list(giveaway_rows(concepts, routes, table or {}))
    assert {row["noun_id"] for row in found} <= {noun}
    return {row["route_id"] for row in found}


@pytest.mark.parametrize(
    ("others", "told"),
    [(0, 20), (1, 20), (2, 0)],
    ids=["all", "95 %", "91 %"],
)
def test_answer_of_nearly_all_things_is_given_away(others: int, told: int) -> None:
    found = rows(HOUSE, [ITALY] * 20 + [FRANCE] * others)
    assert found == set(map(str, range(told)))


def test_few_things_tell_nothing() -> None:
    assert rows(HOUSE, [ITALY] * 4) == set()
    assert len(rows(HOUSE, [ITALY] * 5)) == 5


def test_table_names_what_few_things_cannot_tell() -> None:
    table = {PALAZZO: {"P17": [ITALY]}}
    assert rows(PALAZZO, [ITALY, FRANCE], table=table) == {"0"}
    assert rows(HOUSE, [ITALY, FRANCE], table=table) == set()


def test_longer_routes_need_more_than_the_noun() -> None:
    assert rows(PALAZZO, [ITALY] * 20, edges=2, table={PALAZZO: {"P17": [ITALY]}}) == set()
