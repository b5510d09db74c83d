"""Predictions of a model, as JSON, JSON lines or CSV, and how they meet the questions."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.base.errors import InputError
from pipeline.base.files import read_json, read_lines, require_readable
from pipeline.base.json_lines import beginning, read_json_lines
from pipeline.evaluation.harness_files import is_of_harness, read_harness

ID_FIELDS = ("question_id", "questionId", "id")
ANSWER_FIELDS = ("prediction", "answer")
CHOICE_FIELDS = ("choice", *ANSWER_FIELDS)
_SHOWN = 20
_REMEDY = (
    'Expected is a JSON list of {"question_id": ..., "answer": ...} or an object of id and answer, the same '
    "as JSON lines, or a CSV file with the columns question_id and answer; questionId and prediction are "
    "understood too."
)

Row = tuple[str, Any]


@dataclass(frozen=True, slots=True)
class Matched:
    """Predictions at the places of the questions, None where there is none, and the ids that do not match."""

    said: Sequence[str | None]
    missing: Sequence[str]
    doubled: Sequence[str]
    unknown: Sequence[str]

    @property
    def counts(self) -> dict[str, int]:
        """How many ids are missing, doubled and unknown."""
        return {name: len(getattr(self, name)) for name in ("missing", "doubled", "unknown")}


def read_predictions(path: Path, fields: Sequence[str] = ANSWER_FIELDS) -> list[Row]:
    """Return (question id, answer) of a file, in its order.

    `fields` are the names that the answer may have; the first that is there counts. An answer that is null
    is left out: it was not given. A folder or file that lmms-eval or VLMEvalKit left is read as such.
    InputError names the place of what is neither.
    """
    if is_of_harness(path):
        return list(read_harness(path).items())
    rows = (_row(record, path, place, fields) for place, record in _placed(path))
    return [(key, answer) for key, answer in rows if answer is not None]


def require_file(path: Path) -> None:
    """Raise InputError unless a path is a file that can be read."""
    require_readable(path)
    if path.is_dir():
        raise InputError(path, problem="is a folder", remedy="Name a file in it.")


def records(path: Path) -> Iterator[Mapping[str, Any]]:
    """Yield the records of a file as they stand; InputError names the place of what is none."""
    for place, record in _placed(path):
        if not isinstance(record, Mapping):
            raise InputError(path, place=place, problem="expected an object", remedy=_REMEDY)
        yield record


def _placed(path: Path) -> Iterator[tuple[str, Any]]:
    """Yield the records of a file, each with its place in words."""
    require_file(path)
    if path.suffix.lower() == ".csv":
        yield from _of_csv(path)
        return
    if _has_id(beginning(path)[1]):
        yield from ((f"line {number}", record) for number, record in read_json_lines(path))
        return
    content = read_json(path)
    if isinstance(content, dict):
        content = [{ID_FIELDS[0]: key, ANSWER_FIELDS[0]: answer} for key, answer in content.items()]
    if not isinstance(content, list):
        raise InputError(path, problem="holds no predictions", remedy=_REMEDY)
    yield from ((f"record {number}", record) for number, record in enumerate(content, start=1))


def _has_id(record: Any) -> bool:
    """Whether a first line is an object with an id of its own, so that the file is JSON lines."""
    return isinstance(record, dict) and any(name in record for name in ID_FIELDS)


def _of_csv(path: Path) -> Iterator[tuple[str, Any]]:
    reader = csv.DictReader((f"{line}\n" for _, line in read_lines(path)), strict=True)
    try:
        for record in reader:
            yield f"line {reader.line_num}", record
    except csv.Error as fault:
        raise InputError(
            path, place=f"line {reader.line_num}", problem=f"is no CSV: {fault}", remedy=_REMEDY
        ) from fault


def _row(record: Any, path: Path, place: str, fields: Sequence[str]) -> Row:
    if isinstance(record, dict):
        for id_field in ID_FIELDS:
            if (key := record.get(id_field)) is not None:
                for name in fields:
                    if name in record:
                        return str(key), record[name]
    raise InputError(
        path,
        place=place,
        problem=f"expected an id ({', '.join(ID_FIELDS)}) and {' or '.join(fields)}, found {record!r:.80}",
        remedy=_REMEDY if ANSWER_FIELDS[0] in fields else f"Give each record its `{fields[0]}`.",
    )


def as_text(answer: Any) -> str:
    """Return an answer as text: of a list the first element, of a number its digits."""
    if isinstance(answer, list):
        return as_text(answer[0]) if answer else ""
    return answer if isinstance(answer, str) else str(answer)


def match(
    path: Path, rows: Iterable[Row], ids: Sequence[str], *, partial: bool = False, others: bool = False
) -> Matched:
    """Return the predictions in the order of the questions.

    InputError lists ids that are missing, doubled or unknown; with `partial` they are only told: questions
    without prediction are not scored, of several predictions the first counts. With `others`, ids of other
    questions are no fault, as in GQA's programs.
    """
    given: dict[str, str] = {}
    doubled: Counter[str] = Counter()
    for key, answer in rows:
        if key in given:
            doubled[key] += 1
        else:
            given[key] = as_text(answer)
    said = [given.get(key) for key in ids]
    known = set(ids)
    missing = [key for key, answer in zip(ids, said, strict=True) if answer is None]
    unknown = [key for key in given if key not in known]
    found = Matched(said, missing, list(doubled), unknown)
    faults = {"missing": missing, "doubled": found.doubled, "unknown": [] if others else unknown}
    if not partial and any(faults.values()):
        raise InputError(
            path,
            problem="; ".join(_listed(name, keys) for name, keys in faults.items() if keys),
            remedy="Give one prediction for each question of the set and part (--set, --part), or score what "
            "there is with --partial.",
        )
    return found


def _listed(name: str, keys: Sequence[str]) -> str:
    shown = ", ".join(keys[:_SHOWN])
    more = f" and {len(keys) - _SHOWN:,} more" if len(keys) > _SHOWN else ""
    return f"{len(keys):,} {name} ids: {shown}{more}"
