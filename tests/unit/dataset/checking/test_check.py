"""Datasets of every form are read and checked; what is no dataset is refused with its place."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pipeline.base.errors import DatasetError, InputError
from pipeline.base.progress import Progress
from pipeline.cli.main import main
from pipeline.dataset.checking.run import Report, check_dataset
from pipeline.dataset.export import FORMATS, export
from pipeline.dataset.verification.loaded import Dataset
from pipeline.quality.every import CHECKS, chosen
from pipeline.wikidata.snapshot import read_snapshot, write_snapshot

from ..verification.planting import Copy
from .published import current, older, write_lines, write_older


def _check(path: Path, *, examples: int = 3) -> Report:
    return check_dataset(path, chosen(), Progress(quiet=True), examples=examples)


def _found(report: Report) -> dict[str, int]:
    return {found.check.code: found.found for found in report.found if found.found}


def test_a_sound_dataset_has_no_error_and_is_checked_for_everything(sound: Path) -> None:
    report = _check(sound)
    assert (report.form, report.has_errors) == ("ours", False)
    assert report.questions == len(Dataset(sound).of_set("U"))
    assert {found.check.code for found in report.found} == set(CHECKS)


@pytest.mark.parametrize("form", FORMATS)
def test_an_export_is_checked_like_the_dataset_that_it_is_of(form: str, sound: Path, tmp_path: Path) -> None:
    export(Dataset(sound), form, "U", tmp_path)
    report = _check(tmp_path)
    assert (report.form, report.has_errors) == (form, False)
    assert report.questions == len(Dataset(sound).of_set("U"))
    ours = {found.check.code: found.found for found in _check(sound).found}
    for found in report.found:
        if found.check.code[1] in "23":
            assert found.found == ours[found.check.code], found.check.code
    units = {found.check.code[1] for found in report.found}
    assert units == ({"2", "3", "4"} if form == "reasonvqa-json" else {"2", "4"})


def test_faults_of_a_dataset_of_ours_are_counted_in_questions(copy: Copy) -> None:
    def spoil(record: dict[str, Any]) -> None:
        record["choices"][(record["correct"] + 1) % len(record["choices"])] = record["answer"].upper()
        record["question"] = record["question"].replace("?", "")

    changed = copy.change("P17", spoil)
    report = _check(copy.folder)
    found = {found.check.code: found for found in report.found if found.check.is_error and found.found}
    assert {code: each.found for code, each in found.items()} == {"E202": 1, "E302": 1}
    assert found["E202"].examples[0].startswith(changed)


def test_faults_between_sets_and_parts_are_found(copy: Copy) -> None:
    (first, *rest), test = copy.records("U", "train"), copy.records("U", "test")
    copy.write("U", "train", [first, first, *rest])
    copy.write("U", "test", [*test, {**rest[0], "question_id": "another", "split": "test"}])
    copy.write("B", "test", [*copy.records("B", "test"), {**test[0], "question_id": "stranger"}])
    found = _found(_check(copy.folder))
    assert found["E401"] == 2
    assert found["E402"] == 1
    assert found["E403"] == 1
    assert found["E404"] == 4


def test_faults_of_facts_are_found(copy: Copy) -> None:
    folder = copy.folder / "snapshot"
    snapshot = read_snapshot(folder)
    spoilt = (replace(s, value=s.subject) if s.property == "P36" else s for s in snapshot.statements)
    write_snapshot(folder, replace(snapshot, statements=tuple(spoilt)))
    capitals = sum(s.property == "P36" for s in snapshot.statements)
    assert _found(_check(copy.folder))["E101"] == capitals > 0


def test_the_older_form_is_read_with_its_options(tmp_path: Path) -> None:
    wrong = ["Italy", "italian republic", "Point(12 41)", "Peru"]
    write_older(
        tmp_path / "train.json",
        [
            older(1),
            older(2, choices=wrong, choice_scores=[1.0, 0.0, 0.0, 0.0]),
            older(3, answers=["Italy", "Italy"]),
            older(4, choices=[], choice_scores=[]),
        ],
    )
    report = _check(tmp_path)
    assert (report.form, report.questions) == ("reasonvqa-json", 4)
    errors = {code: n for code, n in _found(report).items() if code.startswith("E")}
    assert errors == {"E302": 1, "E305": 1, "E224": 1}
    checked = {found.check.code: found.checked for found in report.found}
    assert (checked["E201"], checked["E302"]) == (4, 3)


def test_the_current_form_is_joined_with_its_second_file(tmp_path: Path) -> None:
    bare = current("b", answers=["324"], correct="324")
    higher = current("c", answers=["450 meters"], correct="450 meters")
    write_lines(tmp_path / "train.jsonl.gz", [current("a"), higher, bare])
    write_lines(tmp_path / "test.jsonl", [current("d", image_url="https://example.org/a.jpg")])
    details = ({"question_id": name, "property_id": "P2048", "route": []} for name in "abc")
    write_lines(tmp_path / "train_metadata.jsonl.gz", details)
    report = _check(tmp_path)
    assert (report.form, report.questions) == ("reasonvqa-jsonl", 4)
    assert {code: n for code, n in _found(report).items() if code.startswith("E")} == {"E226": 1, "E401": 1}


def test_one_file_may_be_named(tmp_path: Path) -> None:
    write_lines(tmp_path / "train.jsonl", [current("a")])
    write_lines(tmp_path / "test.jsonl", [current("b", question="how high is it?")])
    assert not _check(tmp_path / "train.jsonl").has_errors
    assert _check(tmp_path / "test.jsonl").has_errors


def test_a_file_of_no_known_form_is_refused(tmp_path: Path) -> None:
    (tmp_path / "train.json").write_text('[{"a": 1}]', encoding="utf-8")
    with pytest.raises(InputError, match=r"train\.json: expected one JSON object with a list `questions`"):
        _check(tmp_path)


def test_a_folder_without_a_dataset_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="holds no dataset"):
        _check(tmp_path)
    write_older(tmp_path / "train.json", [])
    with pytest.raises(DatasetError, match="holds no question"):
        _check(tmp_path)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"question_id": "b", ', "line 2: is not JSON"),
        ('{"question_id": "b", "question": "Who?"}', "line 2: image_id: Field required"),
    ],
)
def test_a_broken_line_is_named(line: str, message: str, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "train.jsonl", [current("a")])
    path.write_text(path.read_text(encoding="utf-8") + line + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=message):
        _check(tmp_path)


def test_a_broken_question_of_the_older_form_is_named(tmp_path: Path) -> None:
    write_older(tmp_path / "train.json", [older(1), older(2, answers="Italy")])
    with pytest.raises(InputError, match="question 2: answers: Input should be a valid list"):
        _check(tmp_path)


def _run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["check", *map(str, arguments)])
    return result.exit_code, result.stdout


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """Three questions, of which two have an error and one a warning."""
    several = [older(n, question="Who designed this church church?") for n in (2, 3)]
    odd = older(4, answers=["Nîmes"], choices=["Nîmes", "Iran", "Peru"], choice_scores=[1.0, 0.0, 0.0])
    return write_older(tmp_path / "train.json", [*several, odd])


def test_an_error_exits_with_1_and_is_printed_with_code_count_share_and_examples(faulty: Path) -> None:
    code, text = _run(faulty, "--examples", "1")
    assert code == 1
    assert (
        'E203          2   66.67%  questions: A word twice in a row: "the the".\n        2: church church\n'
        in text
    )
    assert "W313          1   33.33%" in text
    assert "1 checks of errors and 1 of warnings found something" in text


def test_warnings_alone_exit_with_0(faulty: Path) -> None:
    code, text = _run(faulty, "--ignore", "E203")
    assert code == 0
    assert "W313" in text


def test_level_error_leaves_out_warnings(faulty: Path) -> None:
    assert "W313" not in _run(faulty, "--level", "error")[1]
    assert _run(faulty, "--level", "error", "--ignore", "E203")[0] == 0


def test_json_holds_every_check_with_its_counts(faulty: Path) -> None:
    code, text = _run(faulty, "--json", "--select", "E20")
    assert code == 1
    content = json.loads(text)
    assert (content["form"], content["questions"]) == ("reasonvqa-json", 3)
    rows = {row["code"]: row for row in content["checks"]}
    assert set(rows) == {code for code in CHECKS if code.startswith("E20")}
    assert rows["E203"]["found"] == 2
    assert rows["E203"]["units"] == 1
    assert rows["E203"]["examples"] == ["2: church church"]


def test_codes_are_explained() -> None:
    code, text = _run("--codes")
    assert code == 0
    assert sorted(line.partition("  ")[0] for line in text.splitlines()) == sorted(CHECKS)


def test_an_unknown_code_is_refused(faulty: Path) -> None:
    result = CliRunner().invoke(main, ["check", str(faulty), "--select", "E9"])
    assert result.exit_code == 1
    assert "no code begins with 'E9'" in result.stderr
