"""Models read, scored and written question by question."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np

from pipeline.evaluation.measures import OPEN
from pipeline.evaluation.questions import Questions, Target
from pipeline.evaluation.run import read_models, scored, write_per_sample

_QUESTIONS = Questions(
    ["1", "2", "3"], [Target("red", ("red",)), Target("2", ("2",))], [0, 1, 0], ["i", "j", "k"]
)


def _predictions(path: Path, **said: str | None) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({key[1:]: text for key, text in said.items()}), encoding="utf-8")
    return path


def test_scores_stand_at_the_places_of_the_questions(tmp_path: Path) -> None:
    path = _predictions(tmp_path / "m.json", q3="red", q1="blue")
    (model,) = read_models([path], _QUESTIONS.ids, partial=True)
    values = scored(model, _QUESTIONS, OPEN[:1])["exact_match"]
    assert values.tolist()[::2] == [0, 1]
    assert np.isnan(values[1])


def test_files_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    paths = [_predictions(tmp_path / name / "p.json", q1="a", q2="b", q3="c") for name in ("x", "y")]
    assert [model.name for model in read_models(paths, _QUESTIONS.ids)] == ["x/p", "y/p"]


def test_each_question_is_written_with_its_scores(tmp_path: Path) -> None:
    path = _predictions(tmp_path / "m.json", q1="red", q2="3")
    models = read_models([path], _QUESTIONS.ids, partial=True)
    scores = {"m": scored(models[0], _QUESTIONS, OPEN)}
    write_per_sample(tmp_path / "s.jsonl", _QUESTIONS, models, scores)
    write_per_sample(tmp_path / "s.csv", _QUESTIONS, models, scores)
    lines = [json.loads(line) for line in (tmp_path / "s.jsonl").read_text().splitlines()]
    assert [(r["question_id"], r["exact_match"]) for r in lines] == [("1", 1), ("2", 0), ("3", None)]
    assert lines[0]["numeric"] is None
    with (tmp_path / "s.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["prediction"], row["exact_match"]) for row in rows] == [
        ("red", "1.0"),
        ("3", "0.0"),
        ("", ""),
    ]
