"""Questions in ReasonVQA's own forms, and results files that hold the answers beside the predictions."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pipeline.base.errors import InputError
from pipeline.dataset.checking.forms import OLDER, files_of, form_of
from pipeline.dataset.layout import MANIFEST
from pipeline.evaluation.files.predictions import ID_FIELDS, records
from pipeline.evaluation.harness_files import is_of_harness
from pipeline.evaluation.questions import Questions, Target, axis, axis_of_sets, distinct
from pipeline.evaluation.texts.choice import without_letters
from pipeline.sources.json_stream import iter_json_lists

_REMEDY = "Name a dataset's folder by --dataset, or a file in one of ReasonVQA's forms by --questions."
_DETAILS = "_metadata"
_BAR = re.compile(r"\s\|\s(?=\[)")

Record = Mapping[str, Any]


def read_reasonvqa(path: Path) -> Questions:
    """Return the questions of a file or folder in either of ReasonVQA's forms.

    The second file of the current form, which has hops and property, is read where it lies beside.
    InputError if it is in neither, as a dataset of this program is.
    """
    if (path / MANIFEST).is_file():
        raise InputError(path, problem="is a dataset of this program", remedy="Name it by --dataset.")
    return _questions(path, [row for file in files_of(path) for row in _rows(file)])


def _rows(path: Path) -> Iterator[Record]:
    if form_of(path) == OLDER:
        for key, _, content in iter_json_lists(path, expected="ReasonVQA's older form"):
            if key == "questions":
                yield content
        return
    stem, _, ending = path.name.partition(".")
    beside = path.with_name(f"{stem}{_DETAILS}.{ending}")
    details = {str(row["question_id"]): row for row in records(beside)} if beside.is_file() else {}
    for row in records(path):
        yield {**row, **details.get(str(row["question_id"]), {})}


def read_answered(path: Path) -> Questions:
    """Return the questions of a results file, whose rows have the answers and, after a bar, the options.

    `answer` or `answers` is a list, or a text that is one: `['South America']`; the prediction may go on
    ` | ['A. Africa', 'B. Europe']`. InputError if a row has an answer and no prediction: it is what a
    model said; or if a harness wrote it, whose logs hold no truth.
    """
    if is_of_harness(path):
        raise InputError(path, problem="holds predictions without the true answers", remedy=_REMEDY)
    rows = list(records(path))
    for row in rows:
        if row.get("answers") is None and row.get("prediction") is None:
            raise InputError(
                path,
                place=f"question {_id(path, row)}",
                problem="has no true answer beside the one that was given",
                remedy=_REMEDY,
            )
    return _questions(path, rows)


def _questions(path: Path, rows: list[Record]) -> Questions:
    targets, target_of = distinct(_target(path, row) for row in rows)
    return Questions(
        ids=[_id(path, row) for row in rows],
        targets=targets,
        target_of=target_of,
        images=[str(row.get("image_id") or _id(path, row)) for row in rows],
        axes=[
            axis("hops", [str(row.get("n_hop") or row.get("hop") or "") for row in rows]),
            axis("scene graph", [_clause(row.get("has_scene_graph")) for row in rows]),
            axis("source", [str(row.get("source") or row.get("dataset_name") or "") for row in rows]),
            axis_of_sets("domain", [tuple(_listed(row.get("categories"))) for row in rows]),
            axis("property", [_property(row) for row in rows]),
        ],
    )


def _id(path: Path, row: Record) -> str:
    for name in ID_FIELDS:
        if row.get(name) is not None:
            return str(row[name])
    raise InputError(path, problem=f"a question has no id: {row!r:.80}", remedy=_REMEDY)


def _clause(value: object) -> str:
    return "" if value is None else "with" if str(value).lower() in ("true", "1") else "without"


def _property(row: Record) -> str:
    return f"{row.get('property_id') or ''} {row.get('property_label') or ''}".strip()


def _target(path: Path, row: Record) -> Target:
    given = row.get("answers") if row.get("answers") is not None else row.get("answer")
    if given is None or not (answers := tuple(_listed(given))):
        raise InputError(path, place=f"question {_id(path, row)}", problem="has no answers", remedy=_REMEDY)
    choices = tuple(_listed(row.get("choices"))) or options_of(str(row.get("prediction", "")))
    lower = [choice.lower().strip() for choice in choices]
    right = [lower.index(a.lower().strip()) for a in answers if a.lower().strip() in lower]
    return Target(answers[0], answers, choices=choices, correct=min(right, default=-1))


def _listed(value: Any) -> list[str]:
    if isinstance(value, str) and value.startswith("[") and value.endswith("]"):
        try:
            value = ast.literal_eval(value)
        except (ValueError, SyntaxError):
            return [value]
    if value is None:
        return []
    return [str(part) for part in value] if isinstance(value, list | tuple) else [str(value)]


def options_of(prediction: str) -> tuple[str, ...]:
    """Return the options after the bar in a prediction, without their letters; () if there are none."""
    _, *after = _BAR.split(prediction, maxsplit=1)
    return without_letters(_listed(after[0].strip())) if after else ()


def without_options(prediction: str) -> str:
    """Return a prediction without the options after the bar."""
    return _BAR.split(prediction, maxsplit=1)[0] if " | [" in prediction else prediction
