"""Files of predictions: their forms, and ids that do not match."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.base.errors import InputError
from pipeline.evaluation.files.predictions import as_text, match, read_predictions

_FORMS = {
    "list.json": '[{"question_id": 1, "answer": "red"}, {"question_id": "b", "answer": "two, or 3"}]',
    "indented.json": '[\n {"questionId": "1", "prediction": "red"},\n {"id": "b", "answer": "two, or 3"}\n]',
    "object.json": '{"1": "red", "b": "two, or 3"}',
    "lines.jsonl": '{"question_id": 1, "answer": "red"}\n\n{"question_id": "b", "answer": "two, or 3"}\n',
    "lines.json": '{"question_id": 1, "answer": "red"}\n{"question_id": "b", "answer": "two, or 3"}\n',
    "one.jsonl": '{"question_id": 1, "answer": "red"}',
    "table.csv": 'question_id,answer\n1,red\nb,"two, or 3"\n',
    "more.CSV": 'model,questionId,prediction\nx,1,red\nx,b,"two, or 3"\n',
}


def _written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", _FORMS)
def test_all_forms_give_the_same(tmp_path: Path, name: str) -> None:
    expected = [("1", "red"), ("b", "two, or 3")][: 1 if name.startswith("one") else 2]
    assert read_predictions(_written(tmp_path, name, _FORMS[name])) == expected


def test_a_prediction_goes_before_an_answer_that_stands_beside_it(tmp_path: Path) -> None:
    row = json.dumps({"question_id": "1", "answer": "['Asia']", "prediction": "B"})
    assert read_predictions(_written(tmp_path, "r.jsonl", row)) == [("1", "B")]


def test_null_is_no_prediction(tmp_path: Path) -> None:
    assert read_predictions(_written(tmp_path, "p.json", '{"1": null, "2": ""}')) == [("2", "")]


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("p.jsonl", '{"question_id": "1", "answer": "a"}\n{"question_id": "2"}\n', "line 2"),
        ("p.jsonl", '{"question_id": "1", "answer": "a"}\n{"question_id"\n', "line 2"),
        ("p.json", '[{"question_id": "1", "answer": "a"}, 3]', "record 2"),
        ("p.json", '[{"answer": "a"}]', "record 1"),
        ("p.json", "3", ""),
        ("p.json", "[", ""),
        ("p.csv", "key,answer\n1,red\n", "line 2"),
    ],
)
def test_what_is_no_prediction_is_named_with_its_place(
    tmp_path: Path, name: str, text: str, place: str
) -> None:
    with pytest.raises(InputError) as fault:
        read_predictions(_written(tmp_path, name, text))
    assert fault.value.place == place


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_predictions(tmp_path / "none.json")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no predictions"):
        read_predictions(tmp_path)


@pytest.mark.parametrize(("answer", "text"), [(3, "3"), (["a", "b"], "a"), ([], ""), (True, "True")])
def test_answers_become_text(answer: object, text: str) -> None:
    assert as_text(answer) == text


_ROWS = [("a", "1"), ("a", "2"), ("x", "3")]


def test_missing_doubled_and_unknown_ids_are_listed() -> None:
    with pytest.raises(InputError) as fault:
        match(Path("p"), _ROWS, ["a", "b", "c"])
    assert fault.value.problem == "2 missing ids: b, c; 1 doubled ids: a; 1 unknown ids: x"
    assert "--partial" in fault.value.remedy


def test_long_lists_are_cut_and_counted() -> None:
    with pytest.raises(InputError, match=r"30 missing ids: q0, .* and 10 more"):
        match(Path("p"), [], [f"q{n}" for n in range(30)])


def test_partial_scores_what_there_is_and_tells_the_rest() -> None:
    found = match(Path("p"), _ROWS, ["a", "b"], partial=True)
    assert found.said == ["1", None]
    assert found.counts == {"missing": 1, "doubled": 1, "unknown": 1}


def test_other_questions_are_no_fault_where_the_official_programs_pass_them_over() -> None:
    found = match(Path("p"), [("a", "1"), ("x", "3")], ["a"], others=True)
    assert found.counts == {"missing": 0, "doubled": 0, "unknown": 1}
    with pytest.raises(InputError, match="missing"):
        match(Path("p"), [("x", "3")], ["a"], others=True)


def test_what_a_harness_left_is_read_as_such(tmp_path: Path) -> None:
    lines = [json.dumps({"answered": {"question_id": "q1", "prediction": "Paris"}, "doc_id": 0})]
    path = tmp_path / "run" / "20260101_samples_reasonvqa_open.jsonl"
    path.parent.mkdir()
    path.write_text("\n".join(lines) + "\n")
    assert read_predictions(path) == read_predictions(tmp_path / "run") == [("q1", "Paris")]
    table = tmp_path / "dummy_ReasonVQA_B_test_choice.tsv"
    table.write_text("index\tquestion_id\tprediction\n0\tq1\tB\n")
    assert read_predictions(table) == [("q1", "B")]


def test_a_field_that_is_no_answer_is_asked_for_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text('{"question_id": "q1", "answer": "x"}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"line 1: expected an id .* and retrieved, .*\n.*`retrieved`"):
        read_predictions(path, ("retrieved",))
