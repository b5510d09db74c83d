"""VQA's and GQA's files."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.base.errors import InputError
from pipeline.evaluation.files.official import gqa_questions, read_choices, read_gqa, read_vqa

_QUESTIONS = {
    "info": {},
    "questions": [
        {"image_id": 7, "question": "What color?", "question_id": 2},
        {"image_id": 7, "question": "How many?", "question_id": 1},
    ],
}


def _annotation(key: int, answers: list[str], kind: str) -> dict[str, Any]:
    return {
        "question_id": key,
        "image_id": 7,
        "question_type": "what",
        "answer_type": kind,
        "multiple_choice_answer": answers[0],
        "answers": [
            {"answer": answer, "answer_confidence": "yes", "answer_id": place}
            for place, answer in enumerate(answers, start=1)
        ],
    }


_ANNOTATIONS = {
    "annotations": [_annotation(1, ["2"] * 10, "number"), _annotation(2, ["red", "blue"], "other")]
}


def _written(path: Path, content: object) -> Path:
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_vqa_questions_get_their_answers_and_types(tmp_path: Path) -> None:
    found = read_vqa(_written(tmp_path / "q.json", _QUESTIONS), _written(tmp_path / "a.json", _ANNOTATIONS))
    assert found.ids == ["2", "1"]
    assert found.target(0).answers == ("red", "blue")
    assert found.images == ["7", "7"]
    assert {axis.name: axis.names for axis in found.axes} == {
        "answer type": ("number", "other"),
        "question type": ("what",),
    }


def test_questions_and_annotations_must_be_of_one_split(tmp_path: Path) -> None:
    fewer = {"annotations": _ANNOTATIONS["annotations"][:1]}
    with pytest.raises(InputError, match="holds 1 questions, and not those 2"):
        read_vqa(_written(tmp_path / "q.json", _QUESTIONS), _written(tmp_path / "a.json", fewer))


def test_a_fault_is_named_with_its_place(tmp_path: Path) -> None:
    broken = {"annotations": [_annotation(1, ["2"], "number") | {"answers": "2"}]}
    with pytest.raises(InputError) as fault:
        read_vqa(_written(tmp_path / "q.json", _QUESTIONS), _written(tmp_path / "a.json", broken))
    assert fault.value.place == "annotations 1"


_GQA = {
    "201": {
        "question": "Is it red?",
        "answer": "yes",
        "imageId": "n1",
        "isBalanced": True,
        "groups": {"global": None, "local": "06-shirt_red"},
        "types": {"structural": "verify", "semantic": "attr", "detailed": "verifyColor"},
    }
}


def test_gqa_records_are_read_plain_or_packed(tmp_path: Path) -> None:
    packed = tmp_path / "q.json.gz"
    packed.write_bytes(gzip.compress(json.dumps(_GQA).encode()))
    plain = read_gqa(_written(tmp_path / "q.json", _GQA))
    assert plain == read_gqa(packed)
    questions = gqa_questions(plain)
    assert (questions.ids, questions.images, questions.target(0).answers) == (["201"], ["n1"], ("yes",))


def test_a_gqa_file_without_groups_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError) as fault:
        read_gqa(_written(tmp_path / "q.json", {"201": {"answer": "yes", "types": _GQA["201"]["types"]}}))
    assert fault.value.place == "201.groups"


def test_choices_are_read(tmp_path: Path) -> None:
    choices = {"201": {"valid": ["yes", "no"], "plausible": ["yes"]}}
    assert read_choices(_written(tmp_path / "c.json", choices)) == choices
