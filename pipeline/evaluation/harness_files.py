"""Predictions out of the files that lmms-eval and VLMEvalKit leave, by question."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pipeline.base.errors import InputError
from pipeline.base.files import read_json
from pipeline.base.json_lines import read_json_lines

_AGAIN = "Export the dataset by `reasonvqa export`, and run the harness on that."
_ID, _PREDICTION = "question_id", "prediction"
_SHEET = (".xlsx", ".tsv", ".csv", ".json")


def read_lmms_eval(path: Path) -> dict[str, str]:
    """Return question id -> prediction, from lmms-eval's logged samples (`*_samples_TASK.jsonl`).

    InputError names a line that has no prediction, or a question that is answered twice.
    """
    return _collected(path, _samples(path))


def _samples(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, sample in read_json_lines(path):
        place = f"line {number}"
        try:
            row = sample["answered"]
            yield place, {_ID: row[_ID], _PREDICTION: row[_PREDICTION]}
        except (KeyError, TypeError) as fault:
            raise InputError(
                path, place=place, problem="has no `answered` with question_id and prediction", remedy=_AGAIN
            ) from fault


def read_vlmevalkit(path: Path) -> dict[str, str]:
    """Return question id -> prediction, from VLMEvalKit's file `MODEL_TABLE.xlsx` (or .tsv, .json).

    Workbooks need openpyxl, which the extra `harness` installs. InputError names the row that is wrong.
    """
    readers = {".xlsx": _workbook, ".json": _records}
    rows = readers.get(path.suffix, _table)(path)
    return _collected(path, ((f"row {number}", row) for number, row in enumerate(rows, start=1)))


def _table(path: Path) -> Iterator[Mapping[str, Any]]:
    csv.field_size_limit(sys.maxsize)
    with path.open(encoding="utf-8-sig", newline="") as stream:
        yield from csv.DictReader(stream, delimiter="," if path.suffix == ".csv" else "\t")


def _records(path: Path) -> Iterator[Mapping[str, Any]]:
    content = read_json(path)
    if not (isinstance(content, list) and all(isinstance(row, dict) for row in content)):
        raise InputError(path, problem="is no list of rows", remedy=_AGAIN)
    yield from content


def _workbook(path: Path) -> Iterator[Mapping[str, Any]]:
    try:
        from openpyxl import load_workbook
    except ImportError as fault:
        raise InputError(
            path,
            problem="is a workbook, and openpyxl is not installed",
            remedy='Install "reasonvqa[harness]", or let VLMEvalKit write tables: PRED_FORMAT=tsv.',
        ) from fault
    book = load_workbook(path, read_only=True)
    rows = book.worksheets[0].iter_rows(values_only=True)
    header = [str(name) for name in next(rows, ())]
    yield from (dict(zip(header, row, strict=False)) for row in rows)
    book.close()


def is_of_harness(path: Path) -> bool:
    """Whether a path is a folder, or has the name of a file that one of the harnesses leaves."""
    return path.is_dir() or path.suffix in (".xlsx", ".tsv") or "_samples_" in path.name


def read_harness(path: Path) -> dict[str, str]:
    """Return question id -> prediction, from a file of either harness, or all of them in a folder.

    Of a folder, files of one task only: InputError if a question is answered in two of them.
    """
    if not path.is_dir():
        return read_lmms_eval(path) if path.suffix == ".jsonl" else read_vlmevalkit(path)
    found: dict[str, str] = {}
    paths = sorted(path.rglob("*_samples_*.jsonl")) or [
        each for each in sorted(path.rglob("*_ReasonVQA_*")) if each.suffix in _SHEET
    ]
    if not paths:
        raise InputError(path, problem="holds no predictions of lmms-eval or VLMEvalKit", remedy=_AGAIN)
    for each in paths:
        read = read_harness(each)
        if twice := sorted(found.keys() & read.keys()):
            raise InputError(
                each, problem=f"answers {twice[0]} again", remedy="Name the file of one task and one run."
            )
        found |= read
    return found


def _collected(path: Path, rows: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for place, row in rows:
        if row.get(_ID) is None or _PREDICTION not in row:
            raise InputError(path, place=place, problem="has no question_id or no prediction", remedy=_AGAIN)
        name = str(row[_ID])
        if name in found:
            raise InputError(
                path, place=place, problem=f"answers {name} again", remedy="Keep one answer to each question."
            )
        found[name] = "" if row[_PREDICTION] is None else str(row[_PREDICTION])
    return found
