"""GQA-OOD's split, against the official program and by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.evaluation import gqa_ood_split, gqa_scores
from pipeline.evaluation.ood.gqa_ood import CURVE, Asked, asked
from tests.unit.evaluation.golden import content


def _group(name: str, **counts: int) -> list[Asked]:
    return [Asked(f"{name}-{a}-{i}", name, a) for a, n in counts.items() for i in range(n)]


SKEWED = [
    *_group("lean", red=8, blue=1, green=1),
    *_group("even", red=3, blue=3),
    *_group("flat", cat=2, dog=2),
    *_group("one", cat=4),
]


def test_split_and_scores_are_the_official_ones(shared: Path) -> None:
    golden = content(shared, "gqa_ood_testdev")
    split, official = gqa_ood_split(golden["questions"]), golden["split"]
    for name in ("all", "head", "tail"):
        assert set(getattr(split, name)) == set(official[name])
    assert split.threshold == pytest.approx(official["threshold"], abs=1e-12)
    assert (split.mean, split.std) == pytest.approx((official["mean_entropy"], official["std_entropy"]))
    assert {name: (dict(group.answers), group.kept) for name, group in split.groups.items()} == {
        name: (group["answers"], group["kept"]) for name, group in official["groups"].items()
    }
    entropies = {name: group["normalised_entropy"] for name, group in official["groups"].items()}
    assert {name: group.entropy for name, group in split.groups.items()} == pytest.approx(entropies)
    for alpha in CURVE:
        assert set(split.tail_of(alpha)) == set(official["tails_by_alpha"][str(alpha)]["tail_qids"])
    said = {row["questionId"]: row["prediction"] for row in golden["predictions"]}
    results = golden["official"]["testdev"]["results"]["model"]
    for name in ("all", "head", "tail"):
        scores = gqa_scores({key: golden["questions"][key] for key in getattr(split, name)}, said)
        for ours, theirs in (
            ("accuracy", "acc"), ("binary", "binary"), ("open", "open"), ("distribution", "distribution"),
        ):  # fmt: skip
            assert getattr(scores, ours) == pytest.approx(results[f"{theirs}_{name}"], abs=1e-6)


def test_only_the_most_uneven_groups_are_kept_and_their_rare_answers_are_the_tail() -> None:
    split = gqa_ood_split(SKEWED)
    assert [name for name, group in split.groups.items() if group.kept] == ["lean"]
    assert set(split.tail) == {"lean-blue-0", "lean-green-0"}
    assert len(split.head) == 8
    assert len(split.all) == 10


def test_a_group_of_one_answer_is_as_even_as_can_be() -> None:
    assert gqa_ood_split(SKEWED).groups["one"].entropy == 1.0


def test_a_share_at_the_bound_belongs_to_the_head() -> None:
    # Three shares of 0.8, 0.1, 0.1: their mean is a third, so that alpha = 1.4 bounds at 0.8.
    split = gqa_ood_split(_group("lean", red=8, blue=1, green=1), alpha=1.4)
    assert "lean-red-0" in split.head


def test_a_larger_alpha_never_makes_the_tail_smaller() -> None:
    split = gqa_ood_split(SKEWED)
    sizes = [len(split.tail_of(alpha)) for alpha in sorted(CURVE)]
    assert sizes == sorted(sizes)


def test_groups_of_ours_are_property_and_noun() -> None:
    record = {"question_id": "q", "property_id": "P17", "noun": "church", "answer": "Spain"}
    assert asked([record]) == [Asked("q", "P17/church", "Spain")]


def test_no_questions_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one question"):
        gqa_ood_split({})
