"""The paper's figures beside those of a study."""

from __future__ import annotations

from pipeline.evaluation.study.published import PUBLISHED, markdown
from pipeline.evaluation.study.report import shares
from pipeline.evaluation.study.verdicts import MEASURES, Verdict


def test_each_published_measure_stands_beside_ours() -> None:
    verdicts = [
        Verdict("q0", "1", "here", "yes", "3", "ok", "ok"),
        Verdict("q1", "2", "here", "no", "4", "error", "ok"),
    ]
    lines = list(markdown(shares(verdicts)))
    assert lines[0] == "| measure | ReasonVQA (1,000 questions, 20 people) | this study (2 questions) |"
    assert lines[2:] == [
        "| right | 96.0 % | 50.0 % (9.5 to 90.5) |",
        "| natural | 83.9 % | 100.0 % (34.2 to 100.0) |",
        "| very natural | 25.8 % | 50.0 % (9.5 to 90.5) |",
        "| without grammar error | 97.5 % | 50.0 % (9.5 to 90.5) |",
    ]


def test_the_published_measures_are_measures_of_the_report() -> None:
    assert set(PUBLISHED) <= set(MEASURES)
