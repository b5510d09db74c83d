"""The report against the records: every total that is another is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pyarrow.parquet as pq
import pytest

from .planting import Copy, Row

Spoil = Callable[[Row], Any]


def spoiled(copy: Copy, spoil: Spoil) -> list[str]:
    """Return what is found about a report that was spoiled, its other forms written from it or not."""
    path = copy.folder / "report.json"
    report = json.loads(path.read_text())
    spoil(report)
    path.write_text(json.dumps(report, ensure_ascii=False, indent=2) + "\n")
    return copy.found(retell=False).examples.get("report", [])


@pytest.mark.parametrize("which", ["U", "B"])
@pytest.mark.parametrize(
    "name",
    [
        *("images", "questions", "questions_with_all_options", "different_answers"),
        *("mean_question_words", "mean_answer_words"),
    ],
)
def test_total_that_is_another_is_found(copy: Copy, which: str, name: str) -> None:
    found = spoiled(copy, lambda report: report[which].update({name: report[which][name] + 1}))
    assert f"report.json: {which}: {name} is not what the records give" in found


@pytest.mark.parametrize("name", ["hops", "ladders", "answer_kinds", "properties", "split"])
def test_row_that_counts_otherwise_is_found(copy: Copy, name: str) -> None:
    for count in ("questions", "images"):

        def spoil(report: Row, count: str = count) -> None:
            report["B"][name][0][count] = 0

        assert f"report.json: B: {name} is not what the records give" in spoiled(copy, spoil)
    assert spoiled(copy, lambda report: report["B"][name].pop()) != []


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (
            lambda report: report["U"]["domains"].update(transport=-1),
            "U: domains is not what the records give",
        ),
        (
            lambda report: report["consistency"][0].update(wordings=1),
            "consistency is not what the sets give",
        ),
        (lambda report: report["balance"][0].update(after=-1), "balance is not what the records give"),
        (lambda report: report["left_out"][0].update(n=0), "left_out is not what rejected.parquet gives"),
    ],
)
def test_domain_balance_and_rejections_that_count_otherwise_are_found(
    copy: Copy, spoil: Spoil, told: str
) -> None:
    assert f"report.json: {told}" in spoiled(copy, spoil)


def test_rejections_that_were_taken_out_are_found(copy: Copy) -> None:
    path = copy.folder / "rejected.parquet"
    pq.write_table(pq.read_table(path).slice(1), path)
    assert copy.found().examples == {"report": ["report.json: left_out is not what rejected.parquet gives"]}


@pytest.mark.parametrize("name", ["report.md", "balance.svg"])
def test_report_told_otherwise_in_another_form_is_found(copy: Copy, name: str) -> None:
    path = copy.folder / name
    path.write_text(path.read_text().replace("1", "2", 1))
    assert copy.found(retell=False).examples == {"report": [f"{name}: is not what report.json gives"]}


@pytest.mark.parametrize("content", ["null", "{}", "[]", "{", '{"U": null}', '{"domain_names": 7}'])
def test_report_that_is_none_is_told_without_a_traceback(copy: Copy, content: str) -> None:
    (copy.folder / "report.json").write_text(content)
    assert "report.json: has not the form" in copy.found(retell=False).examples["report"][0]
