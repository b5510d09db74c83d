"""Frozen splits: written, read, and held to their questions."""

from __future__ import annotations

from math import inf
from pathlib import Path

import numpy as np
import pytest

from pipeline.base.errors import InputError
from pipeline.evaluation.ood.gqa_ood import CURVE, gqa_ood_split
from pipeline.evaluation.ood.scores import curve, delta, gap
from pipeline.evaluation.ood.split_file import frozen, read_split, write_split, write_train_split
from tests.unit.evaluation.golden import content
from tests.unit.evaluation.ood.test_gqa_ood import SKEWED


def test_a_split_that_is_read_is_the_one_that_was_written(tmp_path: Path) -> None:
    split = gqa_ood_split(SKEWED)
    for name in ("a.json", "b.json"):
        write_split(tmp_path / name, split, "test")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    found = read_split(tmp_path / "a.json", [question.question_id for question in SKEWED])
    assert found.parts == dict(sorted(frozen(split).parts.items())) == frozen(split).parts
    assert (found.bound, found.tail, len(found.parts)) == (0.2, 2, 10)


def test_each_alpha_of_the_curve_has_its_tail_again() -> None:
    split = gqa_ood_split(SKEWED)
    ids = split.all
    points = curve(frozen(split), ids, np.ones(len(ids)))
    assert [point["n"] for point in points] == [len(split.tail_of(alpha)) for alpha in CURVE]


def test_curve_and_gap_are_the_official_ones(shared: Path) -> None:
    golden = content(shared, "gqa_ood_testdev")
    split = frozen(gqa_ood_split(golden["questions"]))
    said = {row["questionId"]: row["prediction"] for row in golden["predictions"]}
    ids = list(split.parts)
    values = np.array([float(said[key] == golden["questions"][key]["answer"]) for key in ids])
    official = golden["official"]["testdev"]["results"]["model"]
    found = gap(split, ids, values)
    assert [found[name] for name in ("all", "head", "tail", "delta")] == pytest.approx(
        [official["acc_all"], official["acc_head"], official["acc_tail"], official["derived_delta_percent"]],
        abs=1e-6,
    )
    tails = golden["split"]["tails_by_alpha"]
    for point in curve(split, ids, values):
        of_alpha = tails[str(point["alpha"])]["tail_qids"]
        right = sum(said[key] == golden["questions"][key]["answer"] for key in of_alpha)
        assert point["n"] == len(of_alpha)
        assert point["tail"] == (pytest.approx(100 * right / len(of_alpha)) if of_alpha else None)


def test_questions_never_in_a_tail_have_no_alpha() -> None:
    split = frozen(gqa_ood_split(SKEWED))
    assert max(part.first_alpha for part in split.parts.values()) < inf
    assert split.parts["lean-red-0"].first_alpha == 1.8


def test_the_gap_is_in_per_cent_of_the_tail() -> None:
    assert delta(60, 40) == pytest.approx(50)
    assert delta(60, 0) is None


def test_a_part_without_questions_has_no_accuracy() -> None:
    split = frozen(gqa_ood_split(SKEWED))
    found = gap(split, ["lean-red-0"], np.array([1.0]))
    assert found == {"all": 100, "head": 100, "tail": None, "delta": None}


def test_a_split_of_other_questions_is_refused(tmp_path: Path) -> None:
    write_split(tmp_path / "s.json", gqa_ood_split(SKEWED), "test")
    with pytest.raises(InputError, match="other questions"):
        read_split(tmp_path / "s.json", ["x"])


def test_the_form_by_train_has_no_curve(tmp_path: Path) -> None:
    write_train_split(tmp_path / "s.json", {"b": 3, "a": 9}, 5, "test")
    found = read_split(tmp_path / "s.json", ["a", "b", "c"])
    assert {key: part.is_tail for key, part in found.parts.items()} == {"a": False, "b": True}
    assert (found.form, found.bound, list(found.alphas), curve(found, ["a"], np.ones(1))) == (
        "train-frequency", 5, [], [],
    )  # fmt: skip


@pytest.mark.parametrize("text", ["{}", "[]", '{"form": "gqa-ood"}'])
def test_what_is_no_split_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "s.json").write_text(text)
    with pytest.raises(InputError, match="split file"):
        read_split(tmp_path / "s.json", [])
