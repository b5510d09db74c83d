"""The build leaves out what a check finds an error in, with its code, and keeps count of warnings."""

from __future__ import annotations

from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

from pipeline.bank.build import Bank
from pipeline.base.columns import read_rows
from pipeline.base.resources import resource_dir
from pipeline.dataset.checked import CHECKS, _OptionFindings, check_options, check_routes, is_fit
from pipeline.language.answers import AnswerText
from pipeline.language.grammar import Grammar, read_grammar
from pipeline.quality.registry import Check
from pipeline.quality.units import Options

from .scene import Scene, route, text_rows

Row = dict[str, Any]


@pytest.fixture(scope="module")
def english() -> Grammar:
    return read_grammar(resource_dir("templates") / "en" / "lexicon" / "grammar.toml")


def _vehicle(scene: Scene, *images: str, clause: bool = False) -> None:
    for image in images or ("i1",):
        scene.thing("1", "car", (0, 0, 10, 10), image=image)
        if clause:
            scene.thing("t", "tree", (100, 0, 10, 10), image=image)
            scene.relation("1", "near", "t", image=image)


def test_a_text_with_an_error_is_left_out_with_its_code(scene: Scene) -> None:
    _vehicle(scene, "i1", "i2")
    scene.bank["texts"] = text_rows("P61", "Who invented the ", "?")
    asked = scene.ask()
    assert asked.questions == []
    unsound = [row for row in asked.rejected if row["code"] == "E206"]
    assert [(row["stage"], row["origin"]) for row in unsound] == [("questions", "i1"), ("questions", "i2")]
    assert {row["detail"] for row in unsound} == {"Who invented the this vehicle?"}


def test_a_question_that_holds_an_accepted_form_is_left_out(scene: Scene) -> None:
    _vehicle(scene)
    scene.bank["texts"] = text_rows("P61", "Which engineer invented ", "?")
    scene.bank["routes"] = [route("Q1420", "P61", "Carl Benz", ("Carl Benz", "engineer"))]
    assert [row["code"] for row in scene.ask().rejected] == ["E241"]


def test_a_fault_of_a_clause_leaves_out_only_the_questions_that_have_it(scene: Scene) -> None:
    _vehicle(scene, clause=True)
    for row in scene.bank["clause_forms"]:
        row["prefix"] = row["prefix"] + "a "
    asked = scene.ask()
    assert asked.texts == ["Who invented this vehicle?"]
    assert [row["code"] for row in asked.rejected if row["code"].startswith("E")] == ["E206"]


def test_a_text_without_its_clause_is_judged_once(scene: Scene) -> None:
    _vehicle(scene, "i1", "i2", clause=True)
    scene.bank["texts"] = text_rows("P61", "Who really invented ", "?", of_kind=True)
    asked = scene.ask()
    assert len(asked.texts) == 4
    assert [row["code"] for row in asked.rejected if row["code"].startswith("E")] == []
    scene.bank["texts"] = text_rows("P61", "Who really really invented ", "?", of_kind=True)
    asked = scene.ask()
    assert [row["code"] for row in asked.rejected if row["code"].startswith("E")] == ["E203"] * 4
    findings = read_rows(scene.folder / "out.work" / "questions" / "text_findings.parquet")
    assert [row["plain_question"] for row in findings] == ["Who really really invented this kind of vehicle?"]


def test_a_question_that_only_its_clause_makes_too_long_is_left_out(scene: Scene) -> None:
    _vehicle(scene, clause=True)
    scene.bank["texts"] = text_rows("P61", "Who " + "and then " * 12 + "invented ", "?")
    asked = scene.ask()
    assert [len(text.split()) for text in asked.texts] == [28]
    assert [row["code"] for row in asked.rejected if row["code"].startswith("E")] == ["E210"]


def test_a_longer_question_whose_first_sub_question_has_an_error_is_left_out(scene: Scene) -> None:
    scene.thing("1", "bicycle", (0, 0, 10, 10))
    step = {"edge": 1, "property_id": "P495", "route_id": "r1", "answers": ["Germany"]}
    long = route("Q11442", "P495/P36", "Berlin", ("Berlin",)) | {"first_shape": "first", "steps": [step]}
    scene.bank["routes"] = [long]
    texts = text_rows("P495/P36", "What is the capital of the country that ", " comes from?")
    scene.bank["texts"] = texts + text_rows("first", "Which country does ", " come from?")
    assert len(scene.ask().texts) == 1
    scene.bank["texts"] = texts + text_rows("first", "Which part of Germany does ", " come from?")
    asked = scene.ask()
    assert asked.texts == []
    assert [row["code"] for row in asked.rejected if row["code"].startswith("E")] == ["E241"]


def test_warnings_are_told_of_the_questions_that_are_kept(scene: Scene) -> None:
    _vehicle(scene)
    scene.bank["texts"] = text_rows("P61", "Who " + "and then " * 12 + "invented ", "?")
    scene.answer_findings = [{"option_key": "P61:Carl Benz", "code": "W228", "detail": "long"}]
    (question,) = scene.ask().questions
    findings = read_rows(scene.folder / "out.work" / "questions" / "findings.parquet")
    assert {(row["question_id"], row["code"]) for row in findings} == {
        (question["question_id"], "W211"),
        (question["question_id"], "W228"),
    }


def _route(answer: str, *forms: str, prop: str = "P84", kind: str = "text", unit: str = "") -> Row:
    return {
        "item": "Q243",
        "properties": f"P17/{prop}",
        "property_id": prop,
        "option_key": f"{prop}:{answer}",
        "answer": answer,
        "answers": [answer, *forms],
        "answer_kind": kind,
        "unit": unit,
        "steps": [],
    }


def test_routes_to_an_unfit_answer_are_taken_out_of_the_bank(english: Grammar, tmp_path: Path) -> None:
    bank = Bank()
    long = "one of the many names that are far too long"
    routes = [_route("Odo of Metz"), _route("Paolo Romano (architect)"), _route(long)]
    routes += [_route("330 meters", prop="P2048", kind="number", unit="Q11573") for _ in range(2)]
    routes += [_route("330", prop="P2048", kind="number")]
    bank.add("routes", routes)
    check_routes(bank, english, tmp_path / "findings.parquet")
    assert [r["answer"] for r in bank.tables["routes"]] == ["Odo of Metz", long, "330 meters", "330 meters"]
    rejected = bank.tables["bank_rejected"]
    assert [(r["origin"], r["place"], r["code"], r["detail"]) for r in rejected] == [
        ("Q243", "P17/P84", "E222", "Paolo Romano (architect)"),
        ("Q243", "P17/P2048", "E226", "330"),
    ]
    assert [(r["code"], r["detail"]) for r in read_rows(tmp_path / "findings.parquet")] == [("W228", long)]


def test_a_route_is_taken_out_whose_sub_question_has_an_error(english: Grammar, tmp_path: Path) -> None:
    bank = Bank()
    first = {"question": "", "answers": ["Paolo Romano (architect)"]}
    second = {"question": "Who was the father of Paolo Romano (architect)?", "answers": ["Romano"]}
    sound = {"question": "Who was the father of Otto of Bamberg?", "answers": ["Otto the Elder"]}
    bank.add("routes", [_route("A") | {"steps": [first, second]}, _route("B") | {"steps": [first, sound]}])
    check_routes(bank, english, tmp_path / "findings.parquet")
    assert [route["answer"] for route in bank.tables["routes"]] == ["B"]
    assert [row["code"] for row in bank.tables["bank_rejected"]] == ["E208"]


def test_values_that_nobody_would_say_are_no_options(english: Grammar) -> None:
    assert is_fit(AnswerText("Rome", ("Rome", "Roma"), "Q220"), english)
    assert not is_fit(AnswerText("Line 25 (Infrabel)", ("Line 25 (Infrabel)",), "Q2"), english)


def _version(name: str, correct: int, *choices: str) -> Row:
    return {
        "option_key": "k",
        "option_set": name,
        "choices": list(choices),
        "correct": correct,
        "n_distractors": len(choices) - 1,
        "balanced": False,
    }


def test_a_sound_version_with_the_truth_at_the_same_place_stands_in_for_an_unsound_one(
    english: Grammar,
) -> None:
    asked = {"answer": "Rome", "answers": ["Rome", "Roma"]}
    versions = [
        _version("0", 0, "Rome", "Roma"),
        _version("1", 1, "Paris", "Rome"),
        _version("2", 0, "Rome", "Bonn"),
    ]
    made, found = check_options(asked, versions, english)
    assert [(v["option_set"], v["choices"]) for v in made] == [
        ("0", ["Rome", "Bonn"]),
        ("1", ["Paris", "Rome"]),
        ("2", ["Rome", "Bonn"]),
    ]
    assert found == []


def test_without_a_sound_version_there_are_no_options(english: Grammar) -> None:
    asked = {"answer": "Rome", "answers": ["Rome", "Roma"]}
    made, found = check_options(asked, [_version("0", 0, "Rome", "roma")], english)
    assert made == []
    assert [row["code"] for row in found] == ["E302"]


_TEXTS = ("Rome", "roma", "Bern (city)", "1450", "1450s", "Łódź", "York", "New York", "3 km", "A & B", "Q42")


@pytest.mark.parametrize("texts", list(combinations(_TEXTS, 3)))
def test_options_are_sound_or_not_in_whatever_order_they_stand(
    texts: tuple[str, ...], english: Grammar
) -> None:
    asked = {"answer": texts[0], "answers": [texts[0]]}
    orders = [_version(str(n), order.index(texts[0]), *order) for n, order in enumerate(permutations(texts))]
    each_alone = [check_options(asked, [version], english)[1] for version in orders]
    assert len({bool(found) for found in each_alone}) == 1


def test_a_set_of_options_that_comes_again_is_found_sound_again(english: Grammar) -> None:
    asked = {"answer": "Rome", "answers": ["Rome"]}
    versions = [_version("0", 0, "Rome", "Bonn"), _version("1", 1, "Bonn", "Rome")]
    assert check_options(asked, versions, english) == (versions, [])
    misplaced = _version("2", 0, "Bonn", "Rome")
    _, found = check_options(asked, [*versions, misplaced], english)
    assert found == []
    made, _ = check_options(asked, [*versions, misplaced], english)
    assert [version["choices"] for version in made[:2]] == [["Rome", "Bonn"], ["Bonn", "Rome"]]
    assert made[2]["choices"][made[2]["correct"]] == "Rome"


@pytest.mark.parametrize("texts", list(combinations(_TEXTS, 4)))
def test_options_checked_together_have_the_findings_of_each_alone(
    texts: tuple[str, ...], english: Grammar
) -> None:
    asked = {"answer": texts[0], "answers": [texts[0]]}
    sets = [(texts[0], *others) for n in (1, 2, 3) for others in combinations(texts[1:], n)]
    alone = [check_options(asked, [_version(str(n), 0, *one)], english)[1] for n, one in enumerate(sets)]
    find = _OptionFindings(asked, [_version("", 0, *one) for one in sets], english)
    together = [find.of(_version(str(n), 0, *one)) for n, one in enumerate(sets)]
    assert together == alone


@pytest.mark.parametrize("check", [check for check in CHECKS if check.hereditary], ids=lambda c: c.code)
def test_what_a_hereditary_check_finds_nowhere_it_finds_in_no_part(check: Check, english: Grammar) -> None:
    for texts in combinations(_TEXTS, 5):
        truth, *wrong = texts
        if check.find(Options(texts, 0, truth, (truth,), english)) is None:
            parts = [part for n in range(len(wrong)) for part in combinations(wrong, n)]
            units = (Options((truth, *part), 0, truth, (truth,), english) for part in parts)
            assert all(check.find(unit) is None for unit in units)


def test_an_option_that_stands_twice_is_found_although_it_is_sound_elsewhere(english: Grammar) -> None:
    asked = {"answer": "Rome", "answers": ["Rome"]}
    versions = [_version("0", 0, "Rome", "Bonn"), _version("1", 0, "Rome", "Bonn", "Bonn")]
    find = _OptionFindings(asked, versions, english)
    assert [[row["code"] for row in find.of(version)] for version in versions] == [[], ["E303"]]
