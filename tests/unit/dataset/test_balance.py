"""Balancing: rare answers out, frequent ones thinned, the fullest images first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import md5
from pathlib import Path
from random import Random

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.base.columns import read_rows, write_rows
from pipeline.base.progress import Progress
from pipeline.dataset.balance import expected_counts, run_balance, targets
from pipeline.dataset.setting_groups import Balance
from pipeline.dataset.settings import Settings
from pipeline.dataset.stages import Context

Question = tuple[str, str, str, str]
"""(question, image, property, answer)"""
QUESTIONS = pa.schema(
    [(name, pa.string()) for name in ("question_id", "image_id", "property_id", "answer")]
    + [("hops", pa.int32()), ("has_scene_graph", pa.bool_())]
)


def balanced(
    folder: Path,
    questions: Iterable[Question],
    *,
    seed: int = 0,
    deep: Callable[[str], bool] = lambda question: False,
    **balance: float,
) -> tuple[set[str], dict[str, str], dict[tuple[str, str], tuple[int, int]]]:
    """Return the ids kept, id -> code of those left out, and (property, answer) -> before and after.

    Questions are of one hop, but for the `deep` ones.
    """
    settings = Settings(
        out=folder / "out", seed=seed, balance=Balance.model_validate({"least_answers": 1, **balance})
    )
    context = Context(settings, Progress(quiet=True))
    kinds = ((1, False), (3, True))
    rows = [
        dict(zip(QUESTIONS.names, (*question, *kinds[deep(question[0])]), strict=True))
        for question in questions
    ]
    write_rows(context.table("blind", "questions"), QUESTIONS, rows)
    run_balance(context)
    kept = {row["question_id"] for row in read_rows(context.table("balance", "kept"))}
    rejected = read_rows(context.table("balance", "balance_rejected"))
    distribution = read_rows(context.table("balance", "distribution"))
    return (
        kept,
        {row["place"]: row["code"] for row in rejected},
        {(r["property_id"], r["answer"]): (r["before"], r["after"]) for r in distribution},
    )


def asked(counts: dict[str, int], prop: str = "P84") -> list[Question]:
    """So many questions with each answer, each on an image of its own."""
    return [
        (f"{prop}-{answer}-{n}", f"{prop}-{answer}-{n}", prop, answer)
        for answer, count in counts.items()
        for n in range(count)
    ]


def test_targets_follow_the_smoothing_round_by_round() -> None:
    counts = [("P84", "A", 100), ("P84", "B", 10)]
    # The first may be 1.25, then 1.2, then 1.16 times the second; rounded up.
    found = [
        {answer: n for _, answer, n in targets(counts, Balance(least_answers=1), number)}
        for number in range(3)
    ]
    assert found == [{"A": 13, "B": 10}, {"A": 12, "B": 10}, {"A": 12, "B": 10}]


def test_targets_keep_the_most_frequent_answers_of_each_property() -> None:
    counts = [("P1", "a", 5), ("P1", "b", 5), ("P1", "c", 5), ("P2", "c", 1), ("P2", "d", 1)]
    kept = [(prop, answer) for prop, answer, _ in targets(counts, Balance(least_answers=1, top_answers=2), 0)]
    assert kept == [("P1", "a"), ("P1", "b"), ("P2", "c"), ("P2", "d")]


@given(
    st.lists(st.integers(1, 5000), min_size=1, max_size=14).map(lambda n: sorted(n, reverse=True)),
    st.integers(0, 4),
)
def test_targets_are_whole_never_grow_and_keep_the_order(counts: list[int], number: int) -> None:
    goal = [
        n
        for *_, n in targets(
            [("P1", f"{i:02d}", n) for i, n in enumerate(counts)], Balance(least_answers=1), number
        )
    ]
    assert len(goal) == min(10, len(counts))
    assert all(1 <= after <= before for after, before in zip(goal, counts, strict=False))
    assert goal == sorted(goal, reverse=True)


def test_target_is_not_raised_by_the_error_of_a_float() -> None:
    found = targets([("P1", "a", 50), ("P1", "b", 25)], Balance(least_answers=1), 2)
    assert [n for *_, n in found] == [29, 25]


def test_frequent_answers_are_thinned_and_rare_ones_stay(tmp_path: Path) -> None:
    kept, left_out, distribution = balanced(tmp_path, asked({"A": 40, "B": 10}))
    assert distribution == {("P84", "A"): (40, 12), ("P84", "B"): (10, 10)}
    assert {f"P84-B-{n}" for n in range(10)} <= kept
    assert Counter(left_out.values()) == {"answer_too_frequent": 28}


def test_only_the_most_frequent_answers_of_a_property_stay(tmp_path: Path) -> None:
    counts = {**{f"a{n}": 3 for n in range(9)}, "b1": 2, "b2": 2}
    kept, left_out, distribution = balanced(tmp_path, [*asked(counts), *asked({"b2": 2}, "P86")])
    assert distribution["P84", "b1"] == (2, 2)
    assert distribution["P84", "b2"] == (2, 0)
    assert distribution["P86", "b2"] == (2, 2)
    assert left_out == {"P84-b2-0": "answer_not_frequent", "P84-b2-1": "answer_not_frequent"}
    assert len(kept) == 31


def test_property_with_fewer_answers_than_options_is_left_out(tmp_path: Path) -> None:
    few, enough = dict.fromkeys("ABC", 4), dict.fromkeys("ABCD", 4)
    kept, left_out, _ = balanced(tmp_path, [*asked(few), *asked(enough, "P86")], least_answers=4)
    assert {question.split("-")[0] for question in kept} == {"P86"}
    assert Counter(left_out.values()) == {"few_answers": 12}


def test_property_is_kept_with_as_many_answers_as_are_wanted_at_most() -> None:
    counts = [("P84", answer, 5) for answer in "ABC"]
    assert len(list(targets(counts, Balance(top_answers=2), 0))) == 2
    assert list(targets(counts, Balance(), 0)) == []


def test_of_equally_frequent_answers_the_first_by_name_stay(tmp_path: Path) -> None:
    answers = [f"a{n:02d}" for n in range(14)]
    for order in (answers, answers[::-1], answers[1::2] + answers[::2]):
        _, _, distribution = balanced(tmp_path, asked(dict.fromkeys(order, 2)))
        assert [answer for (_, answer), (_, after) in distribution.items() if after] == answers[:10]


def test_images_with_most_questions_lose_theirs_first(tmp_path: Path) -> None:
    # Three of the four questions with the first answer may stay: 1.25 x 2, rounded up.
    questions = asked({"A": 3, "B": 2})
    questions += [
        ("full", "crowded", "P84", "A"),
        ("more", "crowded", "P86", "C"),
        ("rest", "crowded", "P86", "D"),
    ]
    for seed in range(5):
        _, left_out, _ = balanced(tmp_path, questions, seed=seed)
        assert left_out == {"full": "answer_too_frequent"}


def test_each_kind_of_hops_keeps_about_its_share(tmp_path: Path) -> None:
    # The deep questions are of one full image, and all the same a tenth of each answer's.
    questions = [
        (question, "full" if question.endswith("0") else image, prop, answer)
        for question, image, prop, answer in asked({"A": 100, "B": 40})
    ]
    kept, _, _ = balanced(tmp_path, questions, deep=lambda question: question.endswith("0"))
    of_a = [question for question in kept if question.startswith("P84-A")]
    assert (len(of_a), sum(question.endswith("0") for question in of_a)) == (47, 5)


def test_among_equally_full_images_the_seed_decides(tmp_path: Path) -> None:
    questions = asked({"A": 40, "B": 10})
    kept = [frozenset(balanced(tmp_path, questions, seed=seed)[0]) for seed in range(3)]
    assert len(set(kept)) == 3
    assert {len(ids) for ids in kept} == {22}


def test_every_question_is_kept_or_left_out_with_a_code(tmp_path: Path) -> None:
    questions = [*asked({f"a{n:02d}": 60 - 4 * n for n in range(14)}), *asked({"a00": 1}, "P86")]
    kept, left_out, distribution = balanced(tmp_path, questions)
    assert kept.isdisjoint(left_out)
    assert kept | left_out.keys() == {question for question, *_ in questions}
    after = [
        n for _, n in sorted((answer, n) for (prop, answer), (_, n) in distribution.items() if prop == "P84")
    ]
    assert after == sorted(after, reverse=True)
    assert after[10:] == [0] * 4
    assert sum(after) + 1 == len(kept)


def test_order_of_rows_changes_nothing(tmp_path: Path) -> None:
    questions = asked({f"a{n:02d}": 60 - 4 * n for n in range(14)})
    assert balanced(tmp_path / "1", questions) == balanced(tmp_path / "2", questions[::-1])


def test_more_rounds_with_smaller_ratios_are_flatter(tmp_path: Path) -> None:
    questions = asked({"A": 100, "B": 50})
    after = [
        balanced(tmp_path / str(rounds), questions, rounds=rounds, flatten=0.5)[2]["P84", "A"][1]
        for rounds in (1, 2, 3)
    ]
    # 50 times 1.25, 1.125 and 1.0625, rounded up.
    assert after == [63, 57, 54]


def test_what_will_be_kept_is_known_before(tmp_path: Path) -> None:
    questions = asked({"A": 100, "B": 40, "C": 39, "D": 3}) + asked({"A": 5, "E": 7}, "P17")
    counts = Counter((prop, answer) for *_, prop, answer in questions)
    _, _, distribution = balanced(tmp_path, questions, top_answers=3)
    found = expected_counts(counts, Balance(least_answers=1, top_answers=3))
    assert found == {key: after for key, (_, after) in distribution.items() if after}


def test_no_questions_are_no_fault(tmp_path: Path) -> None:
    assert balanced(tmp_path, []) == (set(), {}, {})


def _drawn(question: str, seed: int) -> str:
    one, two, three = (md5(text.encode()).hexdigest() for text in (str(seed), "balance", question))
    return md5((one + two + three).encode()).hexdigest()[:12]


def _one_round(left: list[Question], goal: dict[tuple[str, str], int], seed: int) -> list[Question]:
    """Return what a round leaves, as it is defined: every question has a place in its answer."""
    fullness = Counter(image for _, image, *_ in left)
    kept: list[Question] = []
    for key, target in goal.items():
        ranked = []
        for deep in (False, True):
            kind = [q for q in left if q[2:] == key and (int(q[0][1:]) % 3 == 0) == deep]
            kind.sort(key=lambda q: (fullness[q[1]], _drawn(q[0], seed), q[0]))
            ranked += [((2 * place + 1) / (2 * len(kind)), fullness[q[1]], q) for place, q in enumerate(kind)]
        ranked.sort(key=lambda one: (*one[:2], _drawn(one[2][0], seed), one[2][0]))
        kept += [question for *_, question in ranked[:target]]
    return kept


@pytest.mark.parametrize("seed", [0, 7])
def test_each_round_keeps_what_every_question_placed_by_itself_would(tmp_path: Path, seed: int) -> None:
    chance, balance = Random(seed), Balance(least_answers=1)
    answers = [name for name, n in (("A", 40), ("B", 12), ("C", 6), ("D", 2)) for _ in range(n)]
    left: list[Question] = [
        (f"q{n:04d}", f"i{int(chance.expovariate(0.02))}", f"P{chance.randrange(2)}", chance.choice(answers))
        for n in range(3000)
    ]
    found, _, _ = balanced(tmp_path, left, seed=seed, deep=lambda question: int(question[1:]) % 3 == 0)
    for number in range(balance.rounds):
        counts = Counter(question[2:] for question in left)
        ranked = sorted(((*key, n) for key, n in counts.items()), key=lambda c: (c[0], -c[2], c[1]))
        left = _one_round(left, {(prop, a): n for prop, a, n in targets(ranked, balance, number)}, seed)
    assert found == {question for question, *_ in left}
    assert len(found) < 2500
