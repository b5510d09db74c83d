"""Baselines as files of predictions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from pipeline.base.columns import write_rows
from pipeline.base.errors import DatasetError
from pipeline.evaluation.baselines import NAMES, baseline_guesses, write_guesses
from pipeline.evaluation.files.predictions import read_predictions
from tests.unit.dataset.blind.records import RECORD, record

_SCHEMA = RECORD.append(pa.field("correct", pa.int32()))


def _record(number: int, answer: str, **more: Any) -> dict[str, Any]:
    row = record(number, answer, **more)
    return row | {"correct": row["choices"].index(answer)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    train = [_record(n, "Spain") for n in range(3)] + [_record(9, "Chad", prop="P30", noun="tree")]
    test = [
        _record(20, "Spain"),
        _record(21, "Chad", prop="P30", noun="tree"),
        _record(22, "Mali", also=["Spain"]),
    ]
    for name, rows in (("train", train), ("test", test)):
        write_rows(tmp_path / "B" / f"{name}.parquet", _SCHEMA, rows)
    return tmp_path


def _answers(folder: Path, name: str, vocabulary: int | None = None) -> list[str | None]:
    return [guess.answer for guess in baseline_guesses(folder, "B", name, vocabulary)]


def test_most_frequent_says_the_same_of_everything(folder: Path) -> None:
    assert _answers(folder, "most-frequent") == ["Spain"] * 3


def test_majority_goes_by_property_and_class(folder: Path) -> None:
    assert _answers(folder, "majority") == ["Spain", "Chad", "Spain"]


def test_options_give_a_choice_and_no_answer(folder: Path) -> None:
    found = baseline_guesses(folder, "B", "options")
    assert [guess.answer for guess in found] == [None] * 3
    assert found[0].choice == "Spain"


def test_the_upper_bound_is_right_where_train_has_a_true_answer(folder: Path) -> None:
    assert _answers(folder, "upper-bound") == ["Spain", "Chad", "Spain"]
    assert _answers(folder, "upper-bound", 1) == ["Spain", "Spain", "Spain"]
    assert [guess.choice for guess in baseline_guesses(folder, "B", "upper-bound")] == [
        "Spain",
        "Chad",
        "Mali",
    ]


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_baseline_can_be_scored_like_a_model(folder: Path, name: str, tmp_path: Path) -> None:
    write_guesses(tmp_path / "p.jsonl", baseline_guesses(folder, "B", name))
    choices = read_predictions(tmp_path / "p.jsonl", ("choice",))
    assert [key for key, _ in choices] == ["q20", "q21", "q22"]


@pytest.mark.parametrize("part", ["train", "test"])
@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_part_without_questions_is_told(folder: Path, name: str, part: str) -> None:
    write_rows(folder / "B" / f"{part}.parquet", _SCHEMA, [])
    with pytest.raises(DatasetError, match=f"B has no questions in {part}"):
        _answers(folder, name)
