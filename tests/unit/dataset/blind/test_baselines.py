"""What each baseline learns, guesses, and is given credit for."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from pipeline.dataset.blind.baselines import BASELINES, MOST_TEXTS, Score, fit, guesses, predict, scores
from pipeline.relational.engine import Engine

from .records import Row, record, register

NAMED = {baseline.name: baseline for baseline in BASELINES}


def guessed(folder: Path, name: str, train: Iterable[Row], test: Iterable[Row]) -> tuple[list[Score], Row]:
    """Return the scores of a baseline, and what it guesses: question id -> (answer, choice)."""
    with Engine(folder / "scratch") as engine:
        register(engine, folder, train, test)
        fit(engine, NAMED[name], folder)
        predict(engine, NAMED[name])
        return scores(engine), guesses(engine)


def of(found: list[Score]) -> list[tuple[str, int, int, int]]:
    return [(s.property_id, s.questions, s.answers_right, s.choices_right) for s in found]


def test_options_takes_what_was_true_most_often_where_it_was_shown(tmp_path: Path) -> None:
    # Italy is true more often, but shown far more often.
    train = [record(n, "Italy") for n in range(4)]
    train += [record(n, "Peru", wrong=("Italy", "Laos", "Togo")) for n in range(10, 13)]
    train += [record(n, "Cuba", wrong=("Italy", "Laos", "Togo")) for n in range(20, 22)]
    scored, found = guessed(tmp_path, "options", train, [record(99, "Italy", wrong=("Cuba", "Laos", "Togo"))])
    assert found == {"q99": ("", "Cuba")}
    assert of(scored) == [("P17", 1, 0, 0)]


def test_options_prefers_what_train_never_shows_to_what_it_shows_as_wrong(tmp_path: Path) -> None:
    train = [record(n, "Italy") for n in range(4)]
    _, found = guessed(tmp_path, "options", train, [record(99, "Chad", wrong=("Laos", "Togo", "Peru"))])
    assert found == {"q99": ("", "Chad")}


def test_one_showing_is_no_sure_thing(tmp_path: Path) -> None:
    train = [record(n, "Italy") for n in range(9)] + [record(9, "Laos", wrong=("Italy", "Togo", "Peru"))]
    train += [record(10, "Chad", wrong=("Togo", "Peru", "Laos"))]
    _, found = guessed(tmp_path, "options", train, [record(99, "Chad", wrong=("Italy", "Togo", "Peru"))])
    assert found["q99"] == ("", "Italy")


def test_majority_goes_by_property_and_noun(tmp_path: Path) -> None:
    train = [record(n, "Italy", noun="church") for n in range(3)]
    train += [record(n, "Japan", noun="temple") for n in range(10, 15)]
    test = [
        record(90, "Italy", noun="church"),
        record(91, "Japan", noun="temple", wrong=("Italy", "Laos", "Togo")),
    ]
    scored, found = guessed(tmp_path, "majority", train, test)
    assert found == {"q90": ("Italy", "Italy"), "q91": ("Japan", "Japan")}
    assert of(scored) == [("P17", 2, 2, 2)]


def test_majority_of_a_noun_that_train_never_has_is_that_of_the_property(tmp_path: Path) -> None:
    train = [record(n, "Italy", noun="church") for n in range(3)]
    train += [record(9, "Italy", prop="P19", noun="mill")]
    _, found = guessed(tmp_path, "majority", train, [record(90, "Peru", noun="mill")])
    assert found["q90"][0] == "Italy"


def test_neighbours_go_by_the_text(tmp_path: Path) -> None:
    train = [record(n, "Italy", question="Who built the tower of this church?") for n in range(3)]
    train += [record(9, "Peru", question="Which llama eats grass?")]
    test = [record(90, "Peru", question="What does this llama eat?", wrong=("Italy", "Laos", "Togo"))]
    scored, found = guessed(tmp_path, "neighbours", train, test)
    assert found["q90"][0] == "Peru"
    assert of(scored) == [("P17", 1, 1, 1)]


def test_option_is_that_of_the_nearest_text_that_gives_one(tmp_path: Path) -> None:
    train = [record(n, "Italy", question="Where is this church?") for n in range(3)]
    train += [record(8, "Peru", question="Where is this mill?")]
    train += [record(n, "Laos", question="Where does this grow?") for n in range(10, 15)]
    test = [record(90, "Peru", question="Where is this church?")]
    _, found = guessed(tmp_path, "neighbours", train, test)
    assert found["q90"] == ("Italy", "Peru")


def test_answer_counts_if_any_accepted_form_is_guessed(tmp_path: Path) -> None:
    train = [record(n, "Holland") for n in range(3)]
    test = [record(90, "Netherlands", also=("Holland",)), record(91, "Belgium")]
    scored, _ = guessed(tmp_path, "majority", train, test)
    assert scored[0].answers_right == 1


def test_scores_are_by_property_and_number_of_options(tmp_path: Path) -> None:
    test = [record(90, "Italy"), record(91, "Italy", wrong=("Laos",)), record(92, "Italy", prop="P19")]
    scored, _ = guessed(tmp_path, "majority", [record(1, "Italy")], test)
    assert [(s.property_id, s.options, s.questions) for s in scored] == [
        ("P17", 2, 1),
        ("P17", 4, 1),
        ("P19", 4, 1),
    ]


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("train", [[], [record(1, "Italy", question="Why?")]])
def test_what_train_does_not_know_is_guessed_all_the_same(
    tmp_path: Path, name: str, train: list[Row]
) -> None:
    scored, found = guessed(tmp_path, name, train, [record(90, "Chad", question="Where is it?", prop="P1")])
    expected = 0 if name == "neighbours" else 1
    assert len(found) == expected
    assert sum(score.questions for score in scored) == expected


@pytest.mark.parametrize("name", NAMED)
def test_equal_votes_do_not_depend_on_the_order_of_rows(tmp_path: Path, name: str) -> None:
    train = [record(n, answer) for n, answer in enumerate(("Laos", "Togo", "Peru", "Italy"))]
    test = [record(n, "Italy") for n in range(90, 99)]
    one = guessed(tmp_path, name, train, test)
    (tmp_path / "other").mkdir()
    assert guessed(tmp_path / "other", name, train[::-1], test[::-1]) == one


def test_sample_of_texts_is_large_enough_for_the_sample_dataset() -> None:
    assert MOST_TEXTS == {"train": 20_000, "test": 5_000}
