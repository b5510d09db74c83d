"""ReasonVQA's forms of questions and of results."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.base.errors import InputError
from pipeline.evaluation.files.reasonvqa import options_of, read_answered, read_reasonvqa, without_options

_BAR = "C | ['A. Africa', 'B. Europe', 'C. South America']"


def _lines(path: Path, *rows: dict[str, object]) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def test_options_after_the_bar_lose_their_letters() -> None:
    assert options_of(_BAR) == ("Africa", "Europe", "South America")
    assert options_of("C | ['Africa', 'B. Traven']") == ("Africa", "B. Traven")
    assert options_of("Africa | Europe") == ()


@pytest.mark.parametrize(("text", "bare"), [(_BAR, "C"), ("['C'] | ['A. x']", "['C']"), ("a | b", "a | b")])
def test_predictions_are_taken_without_options(text: str, bare: str) -> None:
    assert without_options(text) == bare


def test_a_results_file_holds_answers_options_and_groups(tmp_path: Path) -> None:
    row = {"question_id": "q2", "image_id": "VG_2", "answer": "['South America']", "prediction": _BAR}
    found = read_answered(_lines(tmp_path / "r.jsonl", {**row, "n_hop": 3, "has_scene_graph": False}))
    target = found.target(0)
    assert (target.answers, target.choices[target.correct]) == (("South America",), "South America")
    assert [axis.names for axis in found.axes if axis.name in ("hops", "scene graph")] == [
        ("3",),
        ("without",),
    ]


def test_a_result_without_answers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no answers") as fault:
        read_answered(_lines(tmp_path / "r.jsonl", {"question_id": "q2", "prediction": "C"}))
    assert fault.value.place == "question q2"


@pytest.mark.parametrize("row", [{"answer": "Asia"}, {"answer": "Asia", "choice": "Asia"}])
def test_predictions_alone_are_not_taken_for_the_truth(tmp_path: Path, row: dict[str, object]) -> None:
    with pytest.raises(InputError, match=r"has no true answer beside .*\n.* by --dataset") as fault:
        read_answered(_lines(tmp_path / "r.jsonl", {"question_id": "q2", **row}))
    assert fault.value.place == "question q2"


@pytest.mark.parametrize("name", ["", "m_samples_reasonvqa_open.jsonl", "m_ReasonVQA_B_test_choice.tsv"])
def test_logs_of_harnesses_are_not_searched_for_the_truth(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"without the true answers\n.* by --dataset"):
        read_answered(tmp_path / name)


def test_beside_answers_an_answer_is_a_prediction(tmp_path: Path) -> None:
    row: dict[str, object] = {"question_id": "q2", "answers": ["Asia", "asia"], "answer": "Africa"}
    assert read_answered(_lines(tmp_path / "r.jsonl", row)).target(0).answers == ("Asia", "asia")


def test_a_dataset_of_this_program_is_to_be_named_as_one(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("{}")
    with pytest.raises(InputError, match=r"is a dataset of this program\n.* --dataset"):
        read_reasonvqa(tmp_path)


def test_the_older_form_has_options_and_hops(tmp_path: Path) -> None:
    question = {
        "image_id": "VG_1", "question_id": 5, "question": "Where?", "answers": ["Asia"], "n_hop": 2,
        "choices": ["Africa", "Asia"], "choice_scores": [0, 1], "has_scene_graph": True, "property_id": "P30",
        "property_label": "continent", "dataset_name": "VG",
    }  # fmt: skip
    path = tmp_path / "test.json"
    path.write_text(json.dumps({"n_questions": 1, "questions": [question]}), encoding="utf-8")
    found = read_reasonvqa(path)
    assert (found.ids, found.images, found.target(0).correct) == (["5"], ["VG_1"], 1)
    assert {axis.name: axis.names for axis in found.axes} == {
        "hops": ("2",), "scene graph": ("with",), "source": ("VG",), "domain": (),
        "property": ("P30 continent",),
    }  # fmt: skip


def test_the_current_form_takes_hops_from_its_second_file(tmp_path: Path) -> None:
    row = {
        "image_id": "G_1",
        "question_id": "a",
        "question": "Where?",
        "answers": ["Asia"],
        "correct": "Asia",
    }
    path = _lines(tmp_path / "test.jsonl", {**row, "source": "GLDv2", "categories": ["places", "arts"]})
    _lines(tmp_path / "test_metadata.jsonl", {"question_id": "a", "hop": 1, "property_id": "P30"})
    names = {axis.name: axis.names for axis in read_reasonvqa(path).axes}
    assert (names["hops"], names["domain"], names["property"]) == (("1",), ("arts", "places"), ("P30",))
