"""The scoring commands on official files; `tests/integration/test_score.py` has those on a dataset."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pipeline.cli.main import main
from pipeline.cli.score import score
from tests.unit.evaluation.golden import cases, content


def _run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def _json(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def _means(path: Path) -> dict[tuple[str, str], float]:
    rows = json.loads(path.read_text())["scores"]
    return {(row["group"], row["measure"]): row["mean"] for row in rows}


@pytest.mark.parametrize("name", sorted(score.commands))
def test_every_command_explains_itself(name: str) -> None:
    told = _run("score", name, "--help")
    assert told.exit_code == 0
    assert "Example: reasonvqa score" in told.output


def test_vqa_accuracies_are_the_official_ones(shared: Path, tmp_path: Path) -> None:
    rows = cases(shared, "vqa_accuracy")
    keys = [row["question_id"] for row in rows]
    questions = [{"question_id": key, "image_id": key, "question": "?"} for key in keys]
    annotations = [
        {
            **{name: row[name] for name in ("question_id", "question_type", "answer_type")},
            "image_id": row["question_id"],
            "answers": [{"answer": answer} for answer in row["answers"]],
        }
        for row in rows
    ]
    said = [{"question_id": row["question_id"], "answer": row["prediction"]} for row in rows]
    told = _run(
        "score", "vqa", _json(tmp_path / "p.json", said),
        "--questions", _json(tmp_path / "q.json", {"questions": questions}),
        "--annotations", _json(tmp_path / "a.json", {"annotations": annotations}),
        "--json", tmp_path / "out.json", "--per-sample", tmp_path / "each.jsonl", "--quiet",
    )  # fmt: skip
    assert told.exit_code == 0, told.output
    found = _means(tmp_path / "out.json")
    assert found["all", "vqa_accuracy"] == pytest.approx(
        100 * sum(row["accuracy"] for row in rows) / len(rows), abs=1e-5
    )
    each = [json.loads(line) for line in (tmp_path / "each.jsonl").read_text().splitlines()]
    assert [row["vqa_accuracy"] for row in each] == pytest.approx([r["accuracy"] for r in rows], abs=1e-6)
    for kind in {row["answer_type"] for row in rows}:
        of_kind = [row["accuracy"] for row in rows if row["answer_type"] == kind]
        assert found[kind, "vqa_accuracy"] == pytest.approx(100 * sum(of_kind) / len(of_kind), abs=1e-5)


def _results(shared: Path, path: Path) -> list[dict[str, object]]:
    rows = cases(shared, "reasonvqa_multiple_choice")
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return rows


def test_choices_of_a_results_file_are_the_official_ones(shared: Path, tmp_path: Path) -> None:
    rows = _results(shared, tmp_path / "r.jsonl")
    told = _run(
        "score", "choice", tmp_path / "r.jsonl", "--per-sample", tmp_path / "each.csv", "--by", "hops"
    )
    assert told.exit_code == 0, told.output
    with (tmp_path / "each.csv").open(encoding="utf-8", newline="") as stream:
        each = list(csv.DictReader(stream))
    assert [float(row["multiple_choice"]) for row in each] == [row["score"] for row in rows]
    assert "hops" in told.output
    assert "scene graph" not in told.output


@pytest.fixture
def gqa(shared: Path, tmp_path: Path) -> dict[str, Path]:
    golden = content(shared, "gqa_ood_testdev")
    return {
        "questions": _json(tmp_path / "questions.json", golden["questions"]),
        "model": _json(tmp_path / "model.json", golden["predictions"]),
        "gold": _json(
            tmp_path / "gold.json",
            [{"questionId": key, "prediction": q["answer"]} for key, q in golden["questions"].items()],
        ),
    }


def test_head_and_tail_are_the_official_ones(gqa: dict[str, Path], shared: Path, tmp_path: Path) -> None:
    split, out = tmp_path / "split.json", tmp_path / "out.json"
    made = _run("ood", "split", "--questions", gqa["questions"], "--out", split)
    assert made.exit_code == 0, made.output
    assert "14 of 58 groups kept\nhead 659, tail 222 questions" in made.output
    told = _run(
        "score", "ood", gqa["model"], gqa["gold"], "--questions", gqa["questions"], "--split", split,
        "--json", out, "--figures", tmp_path / "figures",
    )  # fmt: skip
    assert told.exit_code == 0, told.output
    official = content(shared, "gqa_ood_testdev")["official"]["testdev"]["results"]["model"]
    found = json.loads(out.read_text())
    ours = found["ood"]["models"]["model"]
    for name in ("all", "head", "tail"):
        assert ours[name] == pytest.approx(official[f"acc_{name}"], abs=1e-6)
        for value in ("binary", "open", "distribution"):
            assert ours["gqa"][name][value] == pytest.approx(official[f"{value}_{name}"], abs=1e-6)
    assert ours["delta"] == pytest.approx(official["derived_delta_percent"], abs=1e-6)
    assert len(ours["curve"]) == 22
    assert found["ids"]["model"]["unknown"] == 4472 - 881
    assert "under 1,000" in told.output
    assert (tmp_path / "figures" / "alpha_curve.svg").is_file()


def test_gqa_is_scored_over_balanced_questions(gqa: dict[str, Path], tmp_path: Path) -> None:
    told = _run(
        "score", "gqa", gqa["model"], "--questions", gqa["questions"], "--json", tmp_path / "out.json"
    )
    assert told.exit_code == 0, told.output
    found = json.loads((tmp_path / "out.json").read_text())
    assert found["gqa"]["model"]["accuracy"] == pytest.approx(found["scores"][0]["mean"], abs=1e-5)
    assert found["ids"]["model"] == {"missing": 0, "doubled": 0, "unknown": 4472 - 3572}


def test_consistency_uses_predictions_for_questions_that_are_not_balanced(tmp_path: Path) -> None:
    def question(answer: str, *, balanced: bool, entailed: list[str]) -> dict[str, object]:
        return {
            "answer": answer, "isBalanced": balanced, "entailed": entailed,
            "groups": {"global": None, "local": None}, "types": {"structural": "verify", "semantic": "attr"},
        }  # fmt: skip

    questions = {
        "1": question("yes", balanced=True, entailed=["1", "2", "3"]),
        "2": question("no", balanced=False, entailed=[]),
        "3": question("no", balanced=False, entailed=[]),
    }
    said = _json(tmp_path / "p.json", {"1": "yes", "2": "no", "3": "yes", "9": "no"})
    asked = _json(tmp_path / "q.json", questions)
    choices = _json(tmp_path / "c.json", {"1": {"valid": ["yes", "no"], "plausible": ["no"]}})
    told = _run(
        "score", "gqa", said, "--questions", asked, "--choices", choices, "--json", tmp_path / "o.json"
    )
    assert told.exit_code == 0, told.output
    found = json.loads((tmp_path / "o.json").read_text())["gqa"]["p"]
    wanted = {"n": 1, "consistency": 50, "validity": 100, "plausibility": 0, "distribution": None}
    assert {name: found[name] for name in wanted} == wanted


def test_missing_ids_are_an_error_that_lists_them(gqa: dict[str, Path], tmp_path: Path) -> None:
    few = _json(tmp_path / "few.json", [{"questionId": "20100000", "prediction": "yes"}])
    told = _run("score", "gqa", few, "--questions", gqa["questions"])
    assert told.exit_code == 1
    assert "3,571 missing ids: 20100001" in told.output
    partial = _run(
        "score", "gqa", few, "--questions", gqa["questions"], "--partial", "--json", tmp_path / "o.json"
    )
    assert partial.exit_code == 0, partial.output
    assert "partial: ids 3,571 missing" in partial.output
    assert json.loads((tmp_path / "o.json").read_text())["scores"][0]["n"] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("score", "vqa", "p.json"), "give --questions and --annotations, or --dataset"),
        (("score", "ood", "p.json"), "give either --dataset or --questions"),
        (("ood", "split", "--out", "s.json"), "give either --dataset or --questions"),
        (("score", "open", "none.json"), "no such file"),
    ],
)
def test_what_is_not_told_is_asked_for(arguments: tuple[str, ...], message: str) -> None:
    told = _run(*arguments)
    assert told.exit_code == 1
    assert message in told.output


def test_an_axis_that_is_not_there_is_refused(shared: Path, tmp_path: Path) -> None:
    _results(shared, tmp_path / "r.jsonl")
    told = _run("score", "choice", tmp_path / "r.jsonl", "--by", "colour")
    assert told.exit_code == 1
    assert "there is no 'colour'; there are hops" in told.output
