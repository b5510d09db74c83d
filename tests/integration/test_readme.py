"""The README's examples and figures are those of the sample dataset."""

from __future__ import annotations

import re
from pathlib import Path

from pipeline.cli.summary import summary
from pipeline.dataset.verification.loaded import Dataset

README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")


def test_examples_are_questions_of_the_sample(sample_dataset: Dataset) -> None:
    rows = re.findall(r"^\| (\d)(, with a clause)? \| `(\S+)` \| (.+) \| (.+) \|$", README, re.MULTILINE)
    shown = {(int(hops), clause != "", *rest) for hops, clause, *rest in rows}
    keys = ("hops", "has_scene_graph", "image_id", "question", "answer")
    assert {1, 2, 3} == {hops for hops, *_ in shown}
    assert shown <= {tuple(record[key] for key in keys) for record in sample_dataset.of_set("U")}


def test_summary_is_what_the_build_prints(sample: Path) -> None:
    (block,) = re.findall(r"```\n(Dataset in .*?)\n```", README, re.DOTALL)
    assert block == summary(sample).replace(str(sample), "build/dataset").strip()
