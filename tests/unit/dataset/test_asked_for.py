"""Which answers are asked for, and how many questions of each the balanced set will have."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pipeline.bank.tables import SCHEMAS
from pipeline.base.columns import write_rows
from pipeline.dataset.asked import _routes, asked_for, divided
from pipeline.dataset.setting_groups import Balance


def route(name: str, key: str, answer: str, subject: str) -> dict[str, Any]:
    edge = {"subject": subject, "property": "P36", "object": "Q1", "statement": "s"}
    return {
        "route_id": name,
        "option_key": key,
        "property_id": "P36",
        "answer": answer,
        "route": [edge],
    }


def test_routes_to_the_same_answer_count_together() -> None:
    routes = [
        route("r1", "k1", "Paris", "Q142"),
        route("r2", "k1", "Paris", "Q7"),
        route("r3", "k2", "Rome", "Q38"),
    ]
    found = asked_for(routes, {"r1": 4, "r2": 6, "r3": 10}, Balance(least_answers=1))
    assert [(entry.route["route_id"], set(entry.subjects)) for entry in found] == [
        ("r1", {"Q142", "Q7"}),
        ("r3", {"Q38"}),
    ]
    assert [entry.inside + entry.outside for entry in found] == [10, 10]


def test_questions_inside_are_those_that_balancing_keeps() -> None:
    routes = [
        route("r1", "k1", "Paris", "Q142"),
        route("r2", "k2", "Paris", "Q7"),
        route("r3", "k3", "Rome", "Q38"),
    ]
    found = asked_for(routes, {"r1": 75, "r2": 25, "r3": 10}, Balance(least_answers=1))
    # Of a hundred questions twelve are kept beside ten (`test_balance`).
    assert [entry.inside for entry in found] == pytest.approx([9, 3, 10])


def test_the_balanced_set_is_worked_out_anew_for_the_answers_that_are_left() -> None:
    routes = [route(f"r{n}", f"k{n}", f"a{n}", "Q1") for n in range(3)]
    found = asked_for(routes, {"r0": 9, "r1": 9, "r2": 5}, Balance(least_answers=1, top_answers=2))
    assert [entry.inside for entry in found] == [9, 9, 0]
    assert [
        entry.inside for entry in divided(found[1:], Balance(least_answers=1, top_answers=2))
    ] == pytest.approx([6, 5])


def test_answers_beyond_the_most_frequent_are_all_outside() -> None:
    routes = [route(f"r{n}", f"k{n}", f"a{n}", "Q1") for n in range(4)]
    found = asked_for(routes, {"r0": 9, "r1": 9, "r2": 9, "r3": 1}, Balance(least_answers=1, top_answers=3))
    assert [(entry.outside, entry.inside) for entry in found][-1] == (1, 0)


def _table(tmp_path: Path) -> Path:
    rows = [
        route("r1", "k1", "Paris", "Q142") | {"sparql": "SELECT", "answers": ["Paris"]},
        route("r2", "k2", "Rome", "Q38") | {"answers": ["Rome", "Roma"]},
        route("r3", "k1", "Paris", "Q7"),
        route("r4", "k1", "Paris", "Q9"),
    ]
    rows[2]["route"] = [{"subject": "Q1"}, {"subject": "Q7"}]
    write_rows(tmp_path / "routes.parquet", SCHEMAS["routes"], rows)
    return tmp_path / "routes.parquet"


def test_the_first_route_to_each_answer_is_read_whole_and_of_others_their_end(
    tmp_path: Path,
) -> None:
    found = _routes(_table(tmp_path), {"r2", "r3", "r4"})
    assert [(row["route_id"], row["route"][-1]["subject"]) for row in found] == [
        ("r2", "Q38"),
        ("r3", "Q7"),
        ("r4", "Q9"),
    ]
    assert [row.get("answers") for row in found[:1]] == [["Rome", "Roma"]]
    assert found[1]["answer"] == "Paris"
    assert [len(row["route"]) for row in found] == [1, 2, 1]
    assert "answer" not in found[2]


def test_no_route_is_read_where_none_is_in_use(tmp_path: Path) -> None:
    assert _routes(_table(tmp_path), ()) == []
