"""Filters over questions: what each leaves, and what is drawn where there are too many."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from pipeline.base.columns import write_rows
from pipeline.base.errors import SettingsError
from pipeline.base.hashing import digest
from pipeline.dataset.subset_choice import FILTERS, Filters
from pipeline.dataset.subset_selection import Left, lines, select
from pipeline.relational.engine import Engine

_TEXTS = ("question_id", "image_id", "property_id", "answer", "source", "entity_id", "answer_kind")
SCHEMA = pa.schema(
    [
        *((name, pa.string()) for name in _TEXTS),
        ("hops", pa.int32()),
        ("has_scene_graph", pa.bool_()),
        ("domains", pa.list_(pa.string())),
        ("tags", pa.list_(pa.string())),
    ]
)
IDS = pa.schema([("question_id", pa.string())])
Row = dict[str, Any]


def question(number: int, image: int, **fields: Any) -> Row:
    row: Row = {"question_id": f"q{number}", "image_id": f"i{image}", "property_id": "P1", "answer": "a"}
    row |= {"source": "user", "entity_id": "Q1", "answer_kind": "text", "hops": 1, "domains": ["food"]}
    return {**row, "has_scene_graph": False, "tags": ["facts:own"], **fields}


def selected(
    folder: Path, rows: list[Row], *, balanced: tuple[str, ...] = (), seed: int = 0, **wanted: Any
) -> tuple[dict[str, Row], list[Left]]:
    """Return id -> row of the questions that pass, and what each filter leaves."""
    most = {name: wanted.pop(name, None) for name in FILTERS[-2:]}
    shown = {name: value for name, value in {**wanted, **most}.items() if value}
    write_rows(folder / "parent.parquet", SCHEMA, rows)
    write_rows(folder / "balanced.parquet", IDS, [{"question_id": name} for name in balanced])
    with Engine(folder / "scratch") as engine:
        tables = {"parent": folder / "parent.parquet", "parent_balanced": folder / "balanced.parquet"}
        engine.register(tables)
        left = select(engine, Filters(wanted, **most, shown=shown), folder, seed)
        kept = {row[0] for row in engine.rows("subset_chosen")}
    return {row["question_id"]: row for row in rows if row["question_id"] in kept}, left


@pytest.mark.parametrize(
    ("field", "value", "fields"),
    [
        ("sources", "visual_genome", {"source": "visual_genome"}),
        ("domains", "animals", {"domains": ["food", "animals"]}),
        ("properties", "P84", {"property_id": "P84"}),
        ("classes", "Q144", {"entity_id": "Q144"}),
        ("hops", "2", {"hops": 2}),
        ("clauses", "with", {"has_scene_graph": True}),
        ("answer_kinds", "date", {"answer_kind": "date"}),
        ("guessable", "with", {"tags": ["facts:own", "guessable"]}),
    ],
)
def test_each_filter_keeps_what_has_one_of_its_values(
    tmp_path: Path, field: str, value: str, fields: Row
) -> None:
    rows = [question(0, 0), question(1, 0, **fields), question(2, 1)]
    kept, _ = selected(tmp_path, rows, **dict[str, Any]({field: (value, "another")}))
    assert set(kept) == {"q1"}


def test_what_is_left_is_counted_after_each_filter_in_force(tmp_path: Path) -> None:
    rows = [
        question(0, 0, domains=["animals"]),
        question(1, 0, domains=["animals"], hops=2),
        question(2, 1, hops=2),
        question(3, 2, domains=["animals"], hops=2),
    ]
    wanted: dict[str, Any] = {"domains": ("animals",), "hops": ("2",)}
    kept, left = selected(tmp_path, rows, balanced=("q0", "q3"), **wanted)
    assert set(kept) == {"q1", "q3"}
    assert left == [Left("all", 4, 3, 2), Left("domains", 3, 2, 2), Left("hops", 2, 2, 1)]


def test_images_with_the_smallest_hash_are_drawn(tmp_path: Path) -> None:
    rows = [question(10 * image + n, image) for image in range(30) for n in range(2)]
    kept, left = selected(tmp_path, rows, seed=7, max_images=4)
    drawn = sorted({row["image_id"] for row in rows}, key=lambda image: digest(7, "subset", image))[:4]
    assert {row["image_id"] for row in kept.values()} == set(drawn)
    assert left[-1] == Left("max_images", 8, 4, 0)


@pytest.mark.parametrize("most", [1, 7, 50, 119])
def test_questions_drawn_are_so_many_and_keep_the_shares_of_hops(tmp_path: Path, most: int) -> None:
    rows = [
        question(10 * i + n, i, hops=1 + n % 3, has_scene_graph=n > 2) for i in range(20) for n in range(6)
    ]
    rows = [row for row in rows if row["image_id"] != "i3" or row["hops"] == 1]
    kept, _ = selected(tmp_path, rows, max_questions=most)
    most = min(most, len(rows))
    assert len(kept) == most
    before, after = (
        Counter((row["hops"], row["has_scene_graph"]) for row in table) for table in (rows, kept.values())
    )
    assert all(abs(after[kind] - n * most / len(rows)) <= 1 for kind, n in before.items())


def test_questions_are_drawn_by_whole_images_as_far_as_the_shares_allow(tmp_path: Path) -> None:
    rows = [question(10 * i + n, i, hops=1 + n % 2) for i in range(40) for n in range(4)]
    kept, _ = selected(tmp_path, rows, max_questions=41)
    per_image = Counter(row["image_id"] for row in kept.values())
    assert sorted(per_image.values()) == [1, *[4] * 10]


def test_drawing_more_keeps_what_was_drawn(tmp_path: Path) -> None:
    rows = [question(10 * i + n, i, hops=1 + n % 3) for i in range(20) for n in range(3)]
    drawn = [set(selected(tmp_path, rows, max_questions=most)[0]) for most in (9, 30)]
    assert drawn[0] < drawn[1]


def test_more_than_there_are_leaves_all(tmp_path: Path) -> None:
    rows = [question(n, n, hops=1 + n % 3) for n in range(10)]
    assert len(selected(tmp_path, rows, max_images=99, max_questions=99)[0]) == 10


def test_nothing_left_is_an_error_that_names_the_filter_and_the_counts(tmp_path: Path) -> None:
    rows = [question(0, 0, domains=["animals"]), question(1, 1, hops=2)]
    with pytest.raises(SettingsError) as caught:
        selected(tmp_path, rows, domains=("animals",), hops=("2",), clauses=("without",))
    message = str(caught.value).splitlines()
    assert message[0] == "hops: this filter leaves no question"
    table = [line.split() for line in message[2:]]
    assert table == [
        ["all", "2", "2", "0"],
        ["domains", "1", "1", "0"],
        ["hops", "0", "0", "0"],
        ["clauses", "0", "0", "0"],
    ]


def test_counts_are_shown_by_the_name_of_the_option() -> None:
    assert lines([Left("answer_kinds", 1200, 30, 4)])[1].split() == ["answer-kinds", "1,200", "30", "4"]
