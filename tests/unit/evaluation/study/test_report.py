"""Sheets as raters fill them in, and the shares that come of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.base.errors import InputError
from pipeline.base.files import write_tsv
from pipeline.evaluation.study.report import markdown, marks, shares, weighting
from pipeline.evaluation.study.sheet import COLUMNS, DRAWN, read_verdicts

GOOD = {
    "hops": "1",
    "source": "visual_genome",
    "correct": "yes",
    "natural": "4",
    "grammar": "ok",
    "choices": "ok",
    "weight": "1",
}


def _sheet(path: Path, *rows: dict[str, str]) -> Path:
    write_tsv(path, COLUMNS, [{"question_id": f"q{n}", **GOOD, **row} for n, row in enumerate(rows)])
    return path


def test_shares_count_each_measure_over_all_and_in_each_group(tmp_path: Path) -> None:
    sheet = _sheet(
        tmp_path / "a.tsv",
        {},
        {"correct": "others", "natural": "3"},
        {"hops": "2", "correct": "no", "natural": "2", "grammar": "error"},
        {"hops": "2", "source": "wikimedia_commons", "correct": "doubtful", "natural": "1", "choices": "bad"},
    )
    found = {(s.group, s.measure): (s.hits, s.n) for s in shares(read_verdicts([sheet]))}
    assert found["all", "right"] == (1, 4)
    assert found["all", "not wrong"] == (3, 4)
    assert found["all", "natural"] == (2, 4)
    assert found["all", "very natural"] == (1, 4)
    assert found["all", "without grammar error"] == (3, 4)
    assert found["all", "options sound"] == (3, 4)
    assert found["2 hops", "natural"] == (0, 2)
    assert found["wikimedia_commons", "right"] == (0, 1)
    assert {group for group, _ in found} == {"all", "1 hops", "2 hops", "visual_genome", "wikimedia_commons"}


def _weighted(path: Path, *rows: tuple[str, str, str]) -> Path:
    """Write a sheet of (property, weight, verdict on `correct`)."""
    names = ("property", "weight", "correct")
    return _sheet(path, *(dict(zip(names, row, strict=True)) for row in rows))


def test_weighted_shares_are_those_of_the_set_and_their_interval_of_fewer_questions(tmp_path: Path) -> None:
    sheet = _weighted(tmp_path / "a.tsv", ("P1", "30", "yes"), ("P1", "30", "yes"), ("P2", "20", "no"))
    found = shares(read_verdicts([sheet]))
    right = next(s for s in found if (s.by, s.measure) == ("all", "right"))
    assert right.share == pytest.approx(0.75)
    assert (right.hits, right.n) == (2, 3)
    assert right.effective == pytest.approx(80**2 / 2200)
    told = "Weighted by what each question stands for: 3 questions tell as much as 2.9 of equal weight."
    assert weighting(found) == [told]


def test_each_property_and_stratum_has_its_share(tmp_path: Path) -> None:
    sheet = _weighted(tmp_path / "a.tsv", ("P1", "3", "yes"), ("P1", "1", "no"), ("P2", "20", "no"))
    found = shares(read_verdicts([sheet]))
    right = {(s.by, s.group): s.share for s in found if s.measure == "right"}
    assert right["property", "P1"] == pytest.approx(0.75)
    assert right["property", "P2"] == 0
    assert right["stratum", "1 hops, visual_genome, P1"] == pytest.approx(0.75)
    lines = list(markdown(found, ("all", "property")))
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| all", "| P1", "| P2"]


def test_unweighted_shares_count_every_question_alike(tmp_path: Path) -> None:
    sheet = _weighted(tmp_path / "a.tsv", ("P1", "30", "yes"), ("P2", "20", "no"))
    found = shares(read_verdicts([sheet], weighted=False))
    right = next(s for s in found if (s.by, s.measure) == ("all", "right"))
    assert (right.share, right.effective, weighting(found)) == (0.5, 2, [])


@pytest.mark.parametrize("weight", ["", "0", "-1", "nan", "inf", "much"])
def test_a_weight_that_is_none_is_refused_with_its_place(tmp_path: Path, weight: str) -> None:
    sheet = _weighted(tmp_path / "a.tsv", ("P1", "1", "yes"), ("P1", weight, "yes"))
    with pytest.raises(InputError, match=r"a\.tsv, line 3, column weight: expected a number above 0"):
        read_verdicts([sheet])


def test_sheets_with_and_without_weights_are_not_mixed(tmp_path: Path) -> None:
    new, old = _weighted(tmp_path / "a.tsv", ("P1", "2", "yes")), tmp_path / "b.tsv"
    names = [name for name in COLUMNS if name not in DRAWN]
    write_tsv(old, names, [{"question_id": "q9", **GOOD}])
    with pytest.raises(InputError, match=r"b\.tsv: has no column weight, other sheets have"):
        read_verdicts([new, old])
    assert len(read_verdicts([new, old], weighted=False)) == 2
    (alone,) = read_verdicts([old])
    assert (alone.weight, alone.property) == (1.0, "")


def test_marks_list_every_value_of_a_scale(tmp_path: Path) -> None:
    verdicts = read_verdicts([_sheet(tmp_path / "a.tsv", {}, {"natural": "2"})])
    assert marks(verdicts)["natural"] == {"1": 0, "2": 1, "3": 0, "4": 1}
    assert marks(verdicts)["correct"] == {"yes": 2, "others": 0, "doubtful": 0, "no": 0}


def test_table_has_shares_with_intervals(tmp_path: Path) -> None:
    lines = list(markdown(shares(read_verdicts([_sheet(tmp_path / "a.tsv", *[{}] * 20)]))))
    assert lines[2].startswith("| all | 20 | 100.0 % (83.9 to 100.0) |")


def test_sheets_of_several_raters_may_judge_the_same_question(tmp_path: Path) -> None:
    sheets = [_sheet(tmp_path / f"{rater}.tsv", {}, {}) for rater in "ab"]
    assert len(read_verdicts(sheets)) == 4


def test_a_question_of_several_raters_counts_once_as_their_mean(tmp_path: Path) -> None:
    sheets = [
        _sheet(tmp_path / "a.tsv", {}, {}),
        _sheet(tmp_path / "b.tsv", {"correct": "no"}),
        _sheet(tmp_path / "c.tsv", {"correct": "doubtful"}),
    ]
    found = {s.measure: s for s in shares(read_verdicts(sheets)) if s.group == "all"}
    assert found["right"].hits == pytest.approx(1 + 1 / 3)
    assert found["right"].n == 2
    assert (found["natural"].hits, found["natural"].high) == (2, 1.0)


@pytest.mark.parametrize(("scale", "value"), [("correct", ""), ("natural", "5"), ("grammar", "fine")])
def test_a_verdict_off_its_scale_is_refused_with_its_place(tmp_path: Path, scale: str, value: str) -> None:
    sheet = _sheet(tmp_path / "a.tsv", {}, {scale: value})
    with pytest.raises(InputError, match=rf"a\.tsv, line 3, column {scale}: expected"):
        read_verdicts([sheet])


def test_a_question_judged_twice_in_one_sheet_is_refused(tmp_path: Path) -> None:
    path = _sheet(tmp_path / "a.tsv", {}, {})
    path.write_text(path.read_text().replace("q1", "q0"))
    with pytest.raises(InputError, match="line 3: judges the question q0 a second time"):
        read_verdicts([path])


def test_a_sheet_given_twice_is_not_taken_for_a_second_rater(tmp_path: Path) -> None:
    sheet = _sheet(tmp_path / "a.tsv", {})
    with pytest.raises(InputError, match=r"a\.tsv: is given twice"):
        read_verdicts([sheet, tmp_path / "." / "a.tsv"])


def test_a_sheet_without_a_verdict_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.tsv: holds no verdict"):
        read_verdicts([_sheet(tmp_path / "a.tsv")])
