"""Which questions are called guessable: by the stage, and by whoever checks a record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from pipeline.base.columns import read_rows, write_rows
from pipeline.base.progress import Progress
from pipeline.dataset.blind.prior import Priors
from pipeline.dataset.blind.stage import run_blind
from pipeline.dataset.kept import register_drawn
from pipeline.dataset.setting_groups import Blind
from pipeline.dataset.settings import Settings
from pipeline.dataset.stages import Context
from pipeline.relational.engine import Engine

from ..drawn import write_drawn

Row = dict[str, Any]
NOUNS = {"n1": "church", "n2": "temple", "n3": "church"}
"""Two nouns have one form, as the files of nouns may."""


def _schema(names: str) -> pa.Schema:
    return pa.schema([(name, pa.string()) for name in names.split()])


def question(number: int, answer: str, *, part: str = "train", noun: str = "n1", prop: str = "P17") -> Row:
    return {
        "question_id": f"q{number:03d}",
        "image_id": f"{part}{number:03d}",
        "property_id": prop,
        "noun_id": noun,
        "answer": answer,
        "hops": 1,
        "has_scene_graph": False,
    }


def run(folder: Path, questions: list[Row], **blind: Any) -> Context:
    """Run the stage over questions; those of images whose id begins with "test" are in test."""
    context = Context(Settings(out=folder / "out", blind=Blind(**blind)), Progress(quiet=True))
    nouns = [{"noun_id": noun_id, "noun": noun} for noun_id, noun in NOUNS.items()]
    split = [{"image_id": q["image_id"], "part": q["image_id"].rstrip("0123456789")} for q in questions]
    write_drawn(context, questions)
    write_rows(context.table("bank", "noun_forms"), _schema("noun_id noun"), nouns)
    write_rows(context.table("split", "split"), _schema("image_id part"), split)
    run_blind(context)
    return context


def guessable(context: Context) -> list[int]:
    """Return the numbers of the questions so called; a Priors that reads the stage's table must agree."""
    rows = read_rows(context.table("blind", "questions"))
    with Engine(context.folder("scratch")) as engine:
        register_drawn(engine, context.settings)
        drawn = engine.table("drawn_questions").to_pylist()
    nouns = {row["question_id"]: NOUNS[row["noun_id"]] for row in drawn}
    priors = Priors(read_rows(context.table("blind", "priors")), context.settings.blind.model_dump())
    for row in rows:
        told = {"noun": nouns[row["question_id"]], "split": row["image_id"].rstrip("0123456789")}
        assert priors.guessable({**row, **told}) == row["is_guessable"]
        assert priors.tags({**row, **told}) == (["guessable"] if row["is_guessable"] else [])
    return [int(row["question_id"][1:]) for row in rows if row["is_guessable"]]


def alike(number: int, of: int, **more: Any) -> list[Row]:
    """Return so many questions, of which the first so many have the answer Italy, the others another each."""
    answers = ["Italy"] * number + [f"other {n}" for n in range(of - number)]
    return [question(n, answer, **more) for n, answer in enumerate(answers)]


@pytest.mark.parametrize(("number", "of", "found"), [(4, 5, [50]), (3, 5, []), (8, 10, [50]), (7, 9, [])])
def test_question_of_test_is_judged_by_the_share_of_its_answer_in_train(
    tmp_path: Path, number: int, of: int, found: list[int]
) -> None:
    context = run(tmp_path, [*alike(number, of), question(50, "Italy", part="test")])
    assert [n for n in guessable(context) if n == 50] == found


def test_question_of_train_does_not_count_itself(tmp_path: Path) -> None:
    # Of the five others of an Italy, four are Italy; of the other one's, five, but not its own answer.
    assert guessable(run(tmp_path, alike(5, 6))) == [0, 1, 2, 3, 4]
    (tmp_path / "fewer").mkdir()
    assert guessable(run(tmp_path / "fewer", alike(5, 5))) == []


def test_too_few_others_tell_nothing(tmp_path: Path) -> None:
    four = [*alike(4, 4), question(50, "Italy", part="test")]
    assert guessable(run(tmp_path, four)) == []
    assert 50 in guessable(run(tmp_path / "less", four, support=4))


def test_only_the_same_property_and_noun_count(tmp_path: Path) -> None:
    others = [
        question(50, "Italy", part="test", noun="n2"),
        question(51, "Italy", part="test", prop="P19"),
        question(52, "Italy", part="test", noun="n3"),
    ]
    assert [n for n in guessable(run(tmp_path, [*alike(6, 6), *others])) if n >= 50] == [52]


def test_what_test_answers_tells_nothing(tmp_path: Path) -> None:
    assert guessable(run(tmp_path, alike(9, 9, part="test"))) == []


def test_share_is_met_in_spite_of_floats(tmp_path: Path) -> None:
    questions = [*alike(14, 25), question(50, "Italy", part="test")]
    assert 0.56 * 25 > 14
    assert 50 in guessable(run(tmp_path, questions, share=0.56))


def test_with_leave_out_they_go_and_it_is_said_why(tmp_path: Path) -> None:
    context = run(tmp_path, [*alike(5, 6), question(50, "Italy", part="test")], leave_out=True)
    assert [row["question_id"] for row in read_rows(context.table("blind", "questions"))] == ["q005"]
    rejected = read_rows(context.table("blind", "blind_rejected"))
    assert {row["code"] for row in rejected} == {"guessable"}
    assert [row["place"] for row in rejected] == ["q000", "q001", "q002", "q003", "q004", "q050"]


def test_without_it_all_stay(tmp_path: Path) -> None:
    context = run(tmp_path, alike(5, 6))
    assert len(read_rows(context.table("blind", "questions"))) == 6
    assert read_rows(context.table("blind", "blind_rejected")) == []
