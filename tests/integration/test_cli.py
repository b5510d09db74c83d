"""The command line as a user meets it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pipeline.cli.main import main
from pipeline.dataset.build import STAGES
from pipeline.dataset.verification.loaded import Dataset


def _run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, list(arguments))
    return result.exit_code, result.output


_CONTEXT = click.Context(main)


@pytest.mark.parametrize("command", main.list_commands(_CONTEXT))
def test_every_command_explains_itself_with_an_example(command: str) -> None:
    code, text = _run(command, "--help")
    assert code == 0
    assert f"Example: reasonvqa {command}" in text


def _options(command: click.Command, name: str) -> Iterator[tuple[str, click.Option]]:
    if isinstance(command, click.Group):
        for word in command.list_commands(_CONTEXT):
            one = command.get_command(_CONTEXT, word)
            assert one is not None
            yield from _options(one, f"{name} {word}")
    yield from ((name, option) for option in command.params if isinstance(option, click.Option))


def test_every_option_is_explained() -> None:
    assert [(name, option.name) for name, option in _options(main, "reasonvqa") if not option.help] == []


def test_every_stage_is_a_command() -> None:
    assert {stage.name for stage in STAGES} <= set(main.list_commands(_CONTEXT))


def test_show_prints_all_about_a_question(sample: Path, sample_dataset: Dataset) -> None:
    record = next(r for r in sample_dataset.records["U", "train"] if r["has_scene_graph"])
    code, text = _run("show", record["question_id"], str(sample))
    assert code == 0
    for part in (record["question"], record["image_id"], record["sparql"], record["entity_label"]):
        assert part in text
    assert f"* {'ABCD'[record['correct']]}. {record['answer']}" in text
    assert text.count("route      ") == len(record["route"])
    assert text.count("box        ") == 2


def test_show_of_an_unknown_id_says_so(sample: Path) -> None:
    code, text = _run("show", "zzzz", str(sample))
    assert code == 1
    assert "no question with an id that begins with 'zzzz'" in text


def test_verify_exits_with_1_and_names_a_damaged_file(sample: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(sample, copy)
    with (copy / "report.md").open("a") as report:
        report.write("changed")
    findings = tmp_path / "findings.json"
    code, text = _run("verify", str(copy), "--json", str(findings))
    assert code == 1
    assert "report.md: differs from the manifest's checksum" in text
    assert json.loads(findings.read_text())["faults"] == {"checksums": 1, "report": 1}


def test_verify_of_another_folder_says_what_is_missing(tmp_path: Path) -> None:
    code, text = _run("verify", str(tmp_path))
    assert code == 1
    assert "it has no manifest.json" in text


def test_older_form_holds_the_same_questions(sample: Path, sample_dataset: Dataset, tmp_path: Path) -> None:
    assert (
        _run("export", str(sample), "--format", "reasonvqa-json", "--set", "B", "--out", str(tmp_path))[0]
        == 0
    )
    content = json.loads((tmp_path / "test.json").read_text())
    records = sample_dataset.records["B", "test"]
    assert content["n_questions"] == len(content["questions"]) == len(records)
    first, record = content["questions"][0], records[0]
    assert first["question"] == record["question"]
    assert first["choices"][first["choice_scores"].index(1.0)] == record["answer"]
    assert first["n_hop"] == record["hops"]


def test_current_form_joins_on_the_question_id(sample: Path, sample_dataset: Dataset, tmp_path: Path) -> None:
    assert _run("export", str(sample), "--format", "reasonvqa-jsonl", "--out", str(tmp_path))[0] == 0
    questions, details = (
        [json.loads(line) for line in (tmp_path / name).read_text().splitlines()]
        for name in ("train.jsonl", "train_metadata.jsonl")
    )
    records = sample_dataset.records["U", "train"]
    assert [q["question_id"] for q in questions] == [d["question_id"] for d in details]
    assert [q["correct"] for q in questions] == [r["answer"] for r in records]
    assert details[0]["route"] == [[s["subject"], s["property"], s["object"]] for s in records[0]["route"]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--domains", "animls"], "did you mean 'animals'?"),
        (["--hops", "4"], "hops are 1, 2 or 3"),
        (["--images", "/nowhere"], "there is no such file or folder"),
        (["--endpoint", "https://example.org/sparql"], "needs a contact of yours"),
        (["--seed", "-1"], "seed: Input should be greater than or equal to 0"),
    ],
)
def test_settings_that_cannot_work_are_refused_by_name(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REASONVQA_CONTACT", raising=False)
    code, text = _run("build", "--out", str(tmp_path / "out"), *arguments)
    assert code == 1
    assert message in text


def test_a_configuration_with_an_unknown_setting_is_refused(tmp_path: Path) -> None:
    config = tmp_path / "settings.toml"
    config.write_text("per_imgae = 3\n")
    code, text = _run("build", "--config", str(config))
    assert code == 1
    assert f"{config}: per_imgae" in text
