"""The figures of the blind ceilings, and how the report shows them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.base.columns import write_rows
from pipeline.dataset.blind.ceilings import ceilings, section
from pipeline.relational.engine import Engine

from .records import RECORD, Row, record


def figures(folder: Path, **sets: tuple[list[Row], list[Row]]) -> Row:
    """Return the ceilings of a dataset with these records of train and test."""
    for which, parts in sets.items():
        for part, rows in zip(("train", "test"), parts, strict=True):
            (folder / which).mkdir(exist_ok=True)
            write_rows(folder / which / f"{part}.parquet", RECORD, rows)
    with Engine(folder / "scratch") as engine:
        return ceilings(engine, folder, folder)


TRAIN = [record(n, "Italy") for n in range(3)]
TEST = [record(90, "Italy", tags=("guessable",)), record(91, "Peru", wrong=("Laos",), prop="P19")]


def test_each_set_is_answered_by_what_its_own_train_teaches(tmp_path: Path) -> None:
    found = figures(tmp_path, U=(TRAIN, TEST), B=([record(1, "Peru")], TEST))
    answers = {
        which: [
            (row["property_id"], row["answer"]) for row in found[which]["baselines"]["majority"]["properties"]
        ]
        for which in "UB"
    }
    assert answers == {"U": [("P17", 1.0), ("P19", 0.0)], "B": [("P17", 0.0), ("P19", 0.0)]}


def test_chance_is_the_mean_of_one_in_the_number_of_options(tmp_path: Path) -> None:
    found = figures(tmp_path, U=(TRAIN, TEST), B=(TRAIN, TEST))
    assert found["U"]["baselines"]["options"]["chance"] == 0.375


def test_of_many_questions_those_with_the_smallest_ids_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipeline.dataset.blind.ceilings.MOST_QUESTIONS", {"train": 2, "test": 1})
    train = [record(1, "Italy"), record(2, "Italy"), *(record(n, "Peru") for n in range(3, 9))]
    found = figures(tmp_path, U=(train, TEST[:1]), B=(train, [record(91, "Peru"), *TEST[:1]]))
    majority = [found[which]["baselines"]["majority"] for which in "UB"]
    assert [(row["questions"], row["answer"]) for row in majority] == [(1, 1.0), (1, 1.0)]
    assert [found[which]["questions"] for which in "UB"] == [9, 10]


def test_what_is_tagged_is_counted(tmp_path: Path) -> None:
    found = figures(tmp_path, U=(TRAIN, TEST), B=(TRAIN, []))
    assert [(found[which]["guessable"], found[which]["questions"]) for which in "UB"] == [(1, 5), (0, 3)]


def test_section_shows_every_baseline_overall_and_by_property(tmp_path: Path) -> None:
    text = "\n".join(section(figures(tmp_path, U=(TRAIN, TEST), B=(TRAIN, TEST))))
    assert "| chance | 37.5% | 37.5% |  |  |" in text
    for name in ("options", "majority", "neighbours"):
        assert f"\n| {name} | " in text
    assert "Tagged `guessable`: 1 of the 5 questions of U and 1 of the 5 questions of B." in text
    assert text.count("| P17 | p17 | 1 | 25.0% |") == 2


def test_set_without_test_questions_has_no_ceiling(tmp_path: Path) -> None:
    found = figures(tmp_path, U=(TRAIN, []), B=([], []))
    assert found["U"]["baselines"]["majority"] == {
        "questions": 0,
        "chance": 0.0,
        "choice": 0.0,
        "answer": 0.0,
        "properties": [],
    }
    assert section(found)
