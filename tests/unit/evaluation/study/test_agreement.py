"""Krippendorff's alpha, and between whom it is measured."""

from __future__ import annotations

import pytest

from pipeline.evaluation.study.agreement import agreements, alpha, markdown
from pipeline.evaluation.study.verdicts import Verdict

PAPER = ("111", "2232", "3333", "3333", "2222", "1234", "4444", "1121", "2222", "555", "11", "3")
"""Krippendorff 2011, sections C and D: four observers, twelve units, some not observed by all; each unit's
values. Of the 40 that have a partner, 9 are 1, 13 are 2, 10 are 3, 5 are 4 and 3 are 5. The unlike pairs
meet 4/3 times (1, 2 and 2, 3) and 1/3 times (1, 3; 1, 4; 2, 4; 3, 4)."""


def test_nominal_alpha_of_the_paper() -> None:
    expected_pairs = (40**2 - (81 + 169 + 100 + 25 + 9)) / 2
    assert alpha(PAPER, "12345", ordinal=False) == pytest.approx(1 - 39 * 4 / expected_pairs)
    assert alpha(PAPER, "12345", ordinal=False) == pytest.approx(0.743, abs=5e-4)


def test_ordinal_alpha_of_the_paper() -> None:
    """Squared distances: 121 (1, 2), 506.25, 900, 1156, 132.25 (2, 3), 361, 529, 56.25 (3, 4), 132.25, 16."""
    observed = (4 * 121 + 506.25 + 900 + 4 * 132.25 + 361 + 56.25) / 3
    expected = 199_740
    assert alpha(PAPER, "12345", ordinal=True) == pytest.approx(1 - 39 * observed / expected)
    assert alpha(PAPER, "12345", ordinal=True) == pytest.approx(0.815, abs=5e-4)


def test_two_observers_and_two_values() -> None:
    """Krippendorff 2011, section A: ten units, 14 zeros and 6 ones, four units in which they differ."""
    units = ("01", "11", "01", "00", "00", "00", "00", "00", "10", "01")
    assert alpha(units, "01", ordinal=False) == pytest.approx(1 - 19 * 4 / (14 * 6))
    assert alpha(units, "01", ordinal=False) == pytest.approx(0.095, abs=5e-4)


def test_alpha_knows_full_agreement_and_systematic_disagreement() -> None:
    assert alpha(["aa", "bb"], "ab", ordinal=False) == 1
    assert (alpha(["ab", "ab"], "ab", ordinal=False) or 0) < 0


@pytest.mark.parametrize("units", [[], ["a", "b"], ["aa", "aa", "b"]])
def test_alpha_is_undefined_without_pairs_that_vary(units: list[str]) -> None:
    assert alpha(units, "ab", ordinal=False) is None


def _verdict(question: str, correct: str, natural: str) -> Verdict:
    return Verdict(question, "1", "somewhere", correct, natural, "ok", "ok")


def test_only_questions_of_several_raters_are_compared() -> None:
    alone = [_verdict(f"q{n}", "yes", "4") for n in range(3)]
    assert agreements(alone) == []
    found = {
        row.scale: row for row in agreements([*alone, _verdict("q0", "no", "4"), _verdict("q0", "no", "1")])
    }
    assert (found["correct"].questions, found["correct"].verdicts) == (1, 3)
    assert found["correct"].alpha == pytest.approx(1 - 2 * (1 * 2 / 2) / (1 * 2))
    assert {scale: row.level for scale, row in found.items()} == {
        "correct": "nominal",
        "natural": "ordinal",
        "grammar": "nominal",
        "choices": "nominal",
    }


def test_the_table_says_where_alpha_is_undefined() -> None:
    lines = list(markdown(agreements([_verdict("q", "yes", "4"), _verdict("q", "no", "4")])))
    assert lines[2] == "| correct | nominal | 1 | 2 | 0.000 |"
    assert lines[3] == "| natural | ordinal | 1 | 2 | undefined (all alike) |"
