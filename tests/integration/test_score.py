"""Scores on the sample: true answers reach all there is, baselines what the report says."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pipeline.cli.main import main
from pipeline.dataset.verification.loaded import Dataset

_EMPTY = {"unparsable": 0}
_OF_THE_QUESTIONS = {"chance"}


def _run(*arguments: object) -> str:
    told = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert told.exit_code == 0, told.output
    return told.output


def _lines(path: Path, rows: Iterable[dict[str, Any]]) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def _scores(path: Path, by: str = "all") -> dict[tuple[str, str], float]:
    rows = json.loads(path.read_text(encoding="utf-8"))["scores"]
    return {(row["group"], row["measure"]): row["mean"] for row in rows if row["by"] == by}


@pytest.fixture(scope="module")
def gold(sample_dataset: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows = (
        {"question_id": record["question_id"], "answer": record["answer"], "entity": record["entity_label"]}
        | {"choice": "ABCD"[record["correct"]]}
        | {"retrieved": [one for edge in record["route"] for one in (edge["statement"], edge["object"])]}
        | {"retrieved": [record["entity_id"], *(e["statement"] for e in record["route"])]}
        for record in sample_dataset.records["B", "test"]
    )
    return _lines(tmp_path_factory.mktemp("gold") / "gold.jsonl", rows)


@pytest.mark.parametrize("command", ["open", "choice", "vqa"])
def test_true_answers_are_right_by_every_measure_and_in_every_group(
    command: str, gold: Path, sample: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.json"
    _run("score", command, gold, "--dataset", sample, "--json", out, "--draws", "100", "--quiet")
    for by in ("all", "hops", "scene graph", "source", "domain", "answer kind", "property", "head and tail"):
        for (_, measure), mean in _scores(out, by).items():
            if measure not in _OF_THE_QUESTIONS:
                assert mean == _EMPTY.get(measure, 100), (by, measure)


def test_things_are_named_and_routes_found(gold: Path, sample: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    _run("score", "object", gold, "--answers", gold, "--dataset", sample, "--json", out, "--quiet")
    found = _scores(out)
    assert (found["all", "object_named"], found["all", "fact_with_object"]) == (100, 100)
    assert ("all", "fact_without_object") not in found
    _run("score", "retrieval", gold, "--k", "1,99", "--dataset", sample, "--json", out, "--quiet")
    found = _scores(out)
    assert found["all", "statements_all@99"] == 100
    assert found["all", "statements_recall@1"] == 0
    assert 0 < found["all", "items_recall@1"] < 100


def test_head_and_tail_of_a_frozen_split_are_those_of_one_made_anew(
    gold: Path, sample: Path, tmp_path: Path
) -> None:
    outs = [tmp_path / "anew.json", tmp_path / "frozen.json"]
    _run("ood", "split", "--dataset", sample, "--out", tmp_path / "split.json")
    scoring = ("score", "ood", gold, "--dataset", sample, "--train-frequency", "10")
    _run(*scoring, "--json", outs[0], "--quiet")
    _run(*scoring, "--split", tmp_path / "split.json", "--json", outs[1], "--quiet")
    assert outs[0].read_bytes() == outs[1].read_bytes()
    found = json.loads(outs[0].read_text())
    assert found["ood"]["models"]["gold"]["delta"] == 0
    assert found["train_frequency"]["chosen"] == 10


@pytest.mark.parametrize("name", ["majority", "options", "neighbours"])
def test_baselines_reach_what_the_report_says(name: str, sample: Path, tmp_path: Path) -> None:
    _run("baseline", name, sample, "--set", "B", "--out", tmp_path / "p.jsonl")
    out = tmp_path / "out.json"
    _run("score", "choice", tmp_path / "p.jsonl", "--dataset", sample, "--json", out, "--quiet")
    report = json.loads((sample / "report.json").read_text(encoding="utf-8"))
    told = report["blind"]["B"]["baselines"][name]
    found = _scores(out)
    assert found["all", "multiple_choice"] == pytest.approx(100 * told["choice"], abs=0.01)
    assert found["all", "chance"] == pytest.approx(100 * told["chance"], abs=0.01)


def test_the_same_predictions_give_the_same_bytes(gold: Path, sample: Path, tmp_path: Path) -> None:
    outs = [tmp_path / "a.json", tmp_path / "b.json"]
    for out in outs:
        _run("score", "open", gold, "--dataset", sample, "--json", out, "--draws", "100", "--quiet")
    assert outs[0].read_bytes() == outs[1].read_bytes()
