"""The checks within the stages of the build: errors are left out, warnings counted.

What is checked is what is distinct: an answer once for all its routes, a text without its clause once for
all images, a clause once for each noun. SQL carries what is found to the questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pyarrow as pa

from pipeline.bank.build import Bank
from pipeline.base.columns import write_rows
from pipeline.language.answers import AnswerText
from pipeline.language.grammar import Grammar
from pipeline.quality.every import chosen
from pipeline.quality.registry import Check, findings
from pipeline.quality.tally import Found
from pipeline.quality.texts import LONG_WORDS
from pipeline.quality.units import Answer, Asked, Options, Text, Unit
from pipeline.relational.engine import SqlEngine

Row = dict[str, Any]
_text = pa.string()
CHECKS = chosen()
ERRORS = chosen(errors_only=True)
_ANSWER_KEY, _TEXT_KEY, _PHRASE_KEY = ("option_key",), ("plain_question", "option_key"), ("noun_id", "clause")
_FIRST_KEY = ("first_question", "first_route")
_LONG_KEY, _OPTIONS_KEY = ("question",), ("option_key", "option_set", "balanced")
_OF_OPTIONS = [check for check in CHECKS if check.unit is Options]
_TOO_LONG = [check for check in CHECKS if check.code in ("E210", "W211")]

FACT_FINDINGS = pa.schema(
    [("code", _text), ("checked", pa.int64()), ("found", pa.int64()), ("example", _text)]
)
"""What was found in facts: of how many, in how many, and where first."""


def _schema(key: Iterable[str]) -> pa.Schema:
    return pa.schema([(name, _text) for name in (*key, "code", "detail")])


def _found(unit: Unit, key: Row, checks: Iterable[Check] = CHECKS) -> list[Row]:
    return [{**key, "code": check.code, "detail": what} for check, what in findings(unit, checks)]


def write_fact_findings(path: Path, found: Iterable[Found]) -> None:
    """Write what checks found in facts."""
    rows = (
        {
            "code": f.check.code,
            "checked": f.checked,
            "found": f.found,
            "example": f.examples[0] if f.examples else "",
        }
        for f in found
    )
    write_rows(path, FACT_FINDINGS, rows)


def is_fit(text: AnswerText, grammar: Grammar) -> bool:
    """Whether a value may be shown, as an answer or as an option."""
    return not any(findings(Answer(text.shown, text.accepted, grammar), ERRORS))


ANSWER_FINDINGS = _schema(_ANSWER_KEY)


def check_routes(bank: Bank, grammar: Grammar, path: Path) -> None:
    """Take routes whose answers have an error out of the bank; write what else is found in answers."""
    routes = bank.tables.get("routes", [])
    united = _united(routes)
    found: dict[str, list[Row]] = {}
    for route in routes:
        key = route["option_key"]
        if key not in found:
            needs_unit = route["property_id"] in united
            unit = Answer(route["answer"], tuple(route["answers"]), grammar, route["answer_kind"], needs_unit)
            found[key] = _found(unit, {"option_key": key})
    errors = {key: [row for row in rows if row["code"].startswith("E")] for key, rows in found.items()}
    steps = _StepErrors(grammar)
    faults = [errors[route["option_key"]] or steps.of(route) for route in routes]
    bank.tables["routes"] = [route for route, fault in zip(routes, faults, strict=True) if not fault]
    bank.add("bank_rejected", (_rejected(r, f[0]) for r, f in zip(routes, faults, strict=True) if f))
    warnings = (row for key, rows in sorted(found.items()) if not errors[key] for row in rows)
    write_rows(path, ANSWER_FINDINGS, warnings)


class _StepErrors:
    """Finds errors in the questions that name what a route passes; each is looked at once.

    A name may hold the answer: what flows past Ottawa is the Ottawa River.
    """

    def __init__(self, grammar: Grammar) -> None:
        self._found = cache(lambda text: _found(Text(text, grammar), {}, ERRORS))

    def of(self, route: Row) -> list[Row]:
        """Return the errors in the sub-questions of a route."""
        asked = (step["question"] for step in route["steps"] if step["question"])
        return [error for text in asked for error in self._found(text)]


def _united(routes: Iterable[Row]) -> set[str]:
    """Return the properties most of whose amounts have a unit."""
    balance: dict[str, int] = {}
    for route in routes:
        if route["answer_kind"] == "number":
            prop = route["property_id"]
            balance[prop] = balance.get(prop, 0) + (1 if route["unit"] else -1)
    return {prop for prop, more in balance.items() if more > 0}


def _rejected(route: Row, found: Row) -> Row:
    return {
        "stage": "bank",
        "origin": route["item"],
        "place": route["properties"],
        "code": found["code"],
        "detail": found["detail"],
    }


DRAWN_FINDINGS = {
    "text_findings": _TEXT_KEY,
    "phrase_findings": _PHRASE_KEY,
    "long_findings": _LONG_KEY,
    "first_findings": _FIRST_KEY,
}
"""The tables of what is found in the texts of questions, each with what it is found by.

What is found in a text depends on the text alone, so the tables of two sets of questions can be united.
"""


def find_in_drawn(engine: SqlEngine, grammar: Grammar, folder: Path) -> None:
    """Check the texts of `worded_questions`, and write the tables of DRAWN_FINDINGS."""
    found = (_text_findings, _phrase_findings, _long_findings, _first_findings)
    for (name, key), find in zip(DRAWN_FINDINGS.items(), found, strict=True):
        write_rows(folder / f"{name}.parquet", _schema(key), find(engine, grammar))


def judge_drawn(engine: SqlEngine, folder: Path) -> None:
    """Make `unsound` of the ids of those of `all_drawn` that have an error by the tables of DRAWN_FINDINGS.

    Needs the tables `worded_questions` and `answer_findings`; `judged_questions` says what was found.
    """
    engine.register({name: folder / f"{name}.parquet" for name in DRAWN_FINDINGS})
    engine.create("judged_questions", "judged_questions")
    engine.write_parquet(folder / "unsound.parquet", "unsound_questions", order="question_id")
    engine.register({"unsound": folder / "unsound.parquet"})
    engine.write_unordered(folder / "unsound_rejected.parquet", "unsound_rejected")


def _text_findings(engine: SqlEngine, grammar: Grammar) -> list[Row]:
    found: list[Row] = []
    for text, pairs in groupby(engine.rows("plain_texts"), key=itemgetter(0)):
        own = _found(Text(text, grammar), {})
        for _, key, forms in pairs:
            row = {"plain_question": text, "option_key": key}
            found += [*({**row, **one} for one in own), *_found(Asked(text, tuple(forms)), row)]
    return found


def _phrase_findings(engine: SqlEngine, grammar: Grammar) -> list[Row]:
    """Return what is found in nouns with their clauses, within the sentence that points at the thing."""
    found: list[Row] = []
    for noun, clause, phrase in engine.rows("clause_phrases"):
        sentence = grammar.noun_phrase.pointing.format(phrase=phrase).strip()
        found += _found(Text(sentence, grammar), {"noun_id": noun, "clause": clause})
    return found


def _long_findings(engine: SqlEngine, grammar: Grammar) -> list[Row]:
    rows = engine.rows("long_texts", words=LONG_WORDS)
    return [row for (text,) in rows for row in _found(Text(text, grammar), {"question": text}, _TOO_LONG)]


def _first_findings(engine: SqlEngine, grammar: Grammar) -> list[Row]:
    found: list[Row] = []
    for text, route, forms in engine.rows("first_texts"):
        key = {"first_question": text, "first_route": route}
        found += _text_errors(text, forms, key, grammar)
    return found


def _text_errors(text: str, forms: Iterable[str], key: Row, grammar: Grammar) -> list[Row]:
    """Return the errors of a text that goes with a question: a sub-question, another wording."""
    units = Text(text, grammar), Asked(text, tuple(forms))
    return [row for unit in units for row in _found(unit, key, ERRORS)]


def check_wordings(engine: SqlEngine, grammar: Grammar, path: Path) -> None:
    """Make `wordings` of those of `all_wordings` that have no error; `path` gets the others."""
    rows = (
        error
        for question, text, forms in engine.rows("each_wording")
        for error in _text_errors(text, forms, {"question_id": question, "question": text}, grammar)
    )
    write_rows(path, _schema(("question_id", "question")), rows)
    engine.register({"unsound_wordings": path})
    engine.create("wordings", "sound_wordings")


def check_options(route: Row, versions: Sequence[Row], grammar: Grammar) -> tuple[list[Row], list[Row]]:
    """Return the versions of a route's options without those that have an error, and what is found in them.

    In place of a version with an error stands the next one of as many options with the truth at the same
    place, else any next one, of those for questions inside the balanced set or outside it. Where every
    version of either has an error, there are none.
    """
    parts = [[v for v in versions if v["balanced"] == inside] for inside in (False, True)]
    find = _OptionFindings(route, versions, grammar)
    judged = [_sound_versions(part, find.of) for part in parts if part]
    if not all(sound for sound, _ in judged):
        return [], [row for _, rows in judged for row in rows]
    return [v for sound, _ in judged for v in sound], [row for _, rows in judged for row in rows]


def _sound_versions(versions: Sequence[Row], find: Callable[[Row], list[Row]]) -> tuple[list[Row], list[Row]]:
    judged = [(version, find(version)) for version in versions]
    sound = [version for version, rows in judged if not any(row["code"].startswith("E") for row in rows)]
    if len(sound) == len(versions) or not sound:
        return sound, [row for _, rows in judged for row in rows]
    mended = [version if version in sound else _next(version, versions, sound) for version in versions]
    return mended, [row for version in mended for row in find(version)]


class _OptionFindings:
    """Finds what is wrong with the versions of a route's options.

    Whether anything is, is the same in any order of the options: sets without a finding are looked at once.
    A hereditary check that finds nothing in all options together need not look at each set.
    """

    def __init__(self, route: Row, versions: Iterable[Row], grammar: Grammar) -> None:
        self._answer, self._accepted, self._grammar = route["answer"], tuple(route["answers"]), grammar
        self._clean: set[frozenset[str]] = set()
        texts = dict.fromkeys(text for version in versions for text in version["choices"])
        whole = self._unit((self._answer, *(text for text in texts if text != self._answer)), 0)
        self._needed = [
            check for check in _OF_OPTIONS if not check.hereditary or check.find(whole) is not None
        ]

    def _unit(self, choices: tuple[str, ...], correct: int) -> Options:
        return Options(choices, correct, self._answer, self._accepted, self._grammar)

    def of(self, version: Row) -> list[Row]:
        """Return what is found in a version."""
        choices, correct = version["choices"], version["correct"]
        options = frozenset(choices)
        is_set = len(options) == len(choices) and choices[correct] == self._answer
        if is_set and options in self._clean:
            return []
        unit = self._unit(tuple(choices), correct)
        checks = self._needed if is_set else _OF_OPTIONS
        found = [(check, what) for check in checks if (what := check.find(unit)) is not None]
        if not found:
            self._clean.add(options)
        key = {name: version[name] for name in _OPTIONS_KEY} if found else {}
        return [{**key, "code": check.code, "detail": what} for check, what in found]


def _next(version: Row, versions: Sequence[Row], sound: Sequence[Row]) -> Row:
    place = versions.index(version)
    after = [other for other in (*versions[place:], *versions[:place]) if other in sound]
    alike = ("correct", "n_distractors")
    same = [other for other in after if all(other[name] == version[name] for name in alike)]
    return {**(same or after)[0], "option_set": version["option_set"]}


def write_option_findings(path: Path, rows: Iterable[Row]) -> None:
    """Write what was found in options."""
    columns = _schema(_OPTIONS_KEY)
    place = columns.get_field_index("balanced")
    write_rows(path, columns.set(place, pa.field("balanced", pa.bool_())), rows)
