"""`reasonvqa study report` and `page`, as they are called."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from pipeline.base.files import write_tsv
from pipeline.cli.main import main
from pipeline.evaluation.study.sheet import COLUMNS

GOOD = {"hops": "1", "source": "here", "natural": "4", "grammar": "ok", "choices": "ok", "property": "P1"}


def _sheet(path: Path, **verdicts: str) -> Path:
    """Write a sheet in which question -> what is said of `correct`."""
    rows = [
        {"question_id": name, **GOOD, "weight": number, "correct": correct}
        for number, (name, correct) in enumerate(verdicts.items(), start=1)
    ]
    write_tsv(path, COLUMNS, rows)
    return path


def _told(*arguments: object) -> str:
    done = CliRunner().invoke(main, ["study", *map(str, arguments)])
    assert done.exit_code == 0, done.output
    return done.output


def test_raters_of_the_same_questions_get_shares_figures_of_the_paper_and_agreement(tmp_path: Path) -> None:
    sheets = [_sheet(tmp_path / "a.tsv", q0="yes", q1="no"), _sheet(tmp_path / "b.tsv", q0="yes", q1="yes")]
    shares, weights, published, agreement = _told("report", *sheets).split("\n\n")
    assert "| all | 2 | 66.7 % " in shares
    assert weights.endswith("2 questions tell as much as 1.8 of equal weight.")
    assert "| right | 96.0 % | 66.7 % " in published
    assert "| correct | nominal | 2 | 4 | 0.000 |" in agreement


def test_unweighted_every_question_counts_alike(tmp_path: Path) -> None:
    sheet = _sheet(tmp_path / "a.tsv", q0="yes", q1="no")
    assert "| all | 2 | 50.0 % " in _told("report", sheet, "--unweighted")


def test_properties_and_strata_are_printed_if_asked_for(tmp_path: Path) -> None:
    sheet = _sheet(tmp_path / "a.tsv", q0="yes")
    assert "P1" not in _told("report", sheet)
    told = _told("report", sheet, "--by", "property", "--by", "stratum")
    assert "| P1 | 1 | " in told
    assert "| 1 hops, here, P1 | 1 | " in told


def test_raters_of_different_questions_get_no_agreement(tmp_path: Path) -> None:
    sheets = [_sheet(tmp_path / "a.tsv", q0="yes"), _sheet(tmp_path / "b.tsv", q1="yes")]
    assert "alpha" not in _told("report", *sheets)


def test_the_json_has_shares_marks_agreement_and_the_figures_of_the_paper(tmp_path: Path) -> None:
    sheets = [_sheet(tmp_path / "a.tsv", q0="yes"), _sheet(tmp_path / "b.tsv", q0="no")]
    _told("report", *sheets, "--json", tmp_path / "out.json")
    found = json.loads((tmp_path / "out.json").read_text())
    assert found["verdicts"] == 2
    assert found["marks"]["correct"] == {"yes": 1, "others": 0, "doubtful": 0, "no": 1}
    assert found["shares"][0]["hits"] == 0.5
    assert {row["scale"]: row["alpha"] for row in found["agreement"]}["natural"] is None
    assert found["published"]["right"] == 96.0


def test_a_page_is_written_of_a_sheet(tmp_path: Path) -> None:
    told = _told("page", _sheet(tmp_path / "a.tsv", q0="", q1=""), "--out", tmp_path / "rate.html")
    assert told == f"2 questions in {tmp_path / 'rate.html'}\n"
    assert (tmp_path / "rate.html").read_text().startswith("<!doctype html>")
