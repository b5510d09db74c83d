"""That the times of scoring can still be taken."""

from __future__ import annotations

import pytest

from tests.bench.scores import run


def test_the_bench_of_scores_runs(capsys: pytest.CaptureFixture[str]) -> None:
    run(600)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5
    assert all("processor time" in line for line in lines)
