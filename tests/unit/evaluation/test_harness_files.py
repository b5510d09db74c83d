"""Predictions out of the harnesses' own files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.base.errors import InputError
from pipeline.evaluation.harness_files import read_harness, read_lmms_eval, read_vlmevalkit

ROWS = [("q1", "Rome"), ("q2", "None"), ("q3", 'a "b",\tc'), ("q4", "1884"), ("q5", "")]


def sample(name: str, prediction: Any) -> str:
    return json.dumps({"doc_id": 0, "answered": {"question_id": name, "prediction": prediction}}) + "\n"


def write_samples(path: Path, rows: list[tuple[str, str]] = ROWS) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(sample(*row) for row in rows))
    return path


def write_table(path: Path, rows: list[tuple[str, str]] = ROWS) -> Path:
    lines = ['"index"\t"question_id"\t"prediction"']
    for number, (name, text) in enumerate(rows):
        quoted = text.replace('"', '""')
        lines.append(f'"{number}"\t"{name}"\t"{quoted}"')
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")
    return path


def test_logged_samples_of_lmms_eval_give_every_prediction(tmp_path: Path) -> None:
    assert read_lmms_eval(write_samples(tmp_path / "1_samples_reasonvqa_open.jsonl")) == dict(ROWS)


def test_tables_json_and_workbooks_of_vlmevalkit_give_every_prediction(tmp_path: Path) -> None:
    assert read_vlmevalkit(write_table(tmp_path / "m_ReasonVQA_B_test_choice.tsv")) == dict(ROWS)
    rows = [{"index": 0, "question_id": name, "prediction": text} for name, text in ROWS]
    path = tmp_path / "m.json"
    path.write_text(json.dumps(rows))
    assert read_vlmevalkit(path) == dict(ROWS)


def test_workbooks_of_vlmevalkit_give_every_prediction(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl is not installed")
    book = openpyxl.Workbook()
    for row in [("index", "question_id", "prediction"), *((0, *row) for row in ROWS)]:
        book.active.append(row)
    book.save(tmp_path / "m.xlsx")
    assert read_vlmevalkit(tmp_path / "m.xlsx") == dict(ROWS)


def test_a_folder_gives_the_predictions_in_it_of_either_harness(tmp_path: Path) -> None:
    write_samples(tmp_path / "lmms" / "dummy" / "1_samples_reasonvqa_open.jsonl")
    write_table(tmp_path / "vlm" / "dummy_ReasonVQA_B_test_choice.tsv")
    assert read_harness(tmp_path / "lmms") == read_harness(tmp_path / "vlm") == dict(ROWS)


def test_two_runs_in_a_folder_are_refused(tmp_path: Path) -> None:
    for task in ("open", "choice"):
        write_samples(tmp_path / f"1_samples_reasonvqa_{task}.jsonl")
    with pytest.raises(InputError, match=r"samples_reasonvqa_open\.jsonl: answers q1 again"):
        read_harness(tmp_path)


def test_a_folder_without_predictions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no predictions"):
        read_harness(tmp_path)


@pytest.mark.parametrize(
    "line", ['{"doc_id": 1}\n', '{"answered": 1}\n', '{"answered": {"question_id": "q9"}}\n']
)
def test_a_line_without_prediction_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "samples.jsonl"
    path.write_text(sample("q1", "x") + line)
    with pytest.raises(InputError, match=r"samples\.jsonl, line 2: has no `answered`"):
        read_lmms_eval(path)


def test_a_line_that_is_cut_off_is_named(tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    path.write_text(sample("q1", "x") + "{")
    with pytest.raises(InputError, match=r"samples\.jsonl, line 2: is not JSON"):
        read_lmms_eval(path)


def test_a_question_answered_twice_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="line 2: answers q1 again"):
        read_lmms_eval(write_samples(tmp_path / "samples.jsonl", [("q1", "x"), ("q1", "y")]))
    with pytest.raises(InputError, match="row 2: answers q1 again"):
        read_vlmevalkit(write_table(tmp_path / "t.tsv", [("q1", "x"), ("q1", "y")]))


def test_a_table_of_other_columns_is_named(tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text("index\tprediction\n0\tA\n")
    with pytest.raises(InputError, match="row 1: has no question_id"):
        read_vlmevalkit(tmp_path / "t.tsv")
    (tmp_path / "t.json").write_text('{"q1": "x"}')
    with pytest.raises(InputError, match="is no list of rows"):
        read_vlmevalkit(tmp_path / "t.json")
