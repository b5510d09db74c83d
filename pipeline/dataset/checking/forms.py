"""Datasets in ReasonVQA's two forms, read into one table (docs/dataset.md, "Other forms")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from pipeline.base.errors import DatasetError, InputError
from pipeline.base.files import atomic_path
from pipeline.base.json_lines import beginning, read_json_lines
from pipeline.sources.json_stream import iter_json_lists

OURS, OLDER, CURRENT = "ours", "reasonvqa-json", "reasonvqa-jsonl"
_EXPECTED = "one JSON object with a list `questions`, or lines of JSON with `question_id` and `answers`"
_REMEDY = f"Name a dataset of this program, or files with {_EXPECTED}."
_DETAILS = "_metadata"
_BATCH = 20_000

_text = pa.string()
RECORDS = pa.schema(
    [
        *((name, _text) for name in ("question_id", "image_id", "photo", "question", "answer")),
        ("answers", pa.list_(_text)),
        ("answer_kind", _text),
        ("property_id", _text),
        ("choices", pa.list_(_text)),
        ("correct", pa.int32()),
        ("n_distractors", pa.int32()),
        ("split", _text),
    ]
)
"""What checks need of a record; without options `correct` is null."""

DETAILS = pa.schema([("question_id", _text), ("property_id", _text)])

Row = dict[str, Any]
_Id = Annotated[str, BeforeValidator(lambda value: str(value) if isinstance(value, int) else value)]


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class _Older(_Form):
    """A question of the older form."""

    image_id: _Id
    question_id: _Id
    question: str
    answers: list[str]
    image_name: str = ""
    choices: list[str] = []
    choice_scores: list[float] = []
    property_id: str = ""


class _Current(_Form):
    """A question of the current form; what its second file says is added."""

    image_id: _Id
    question_id: _Id
    question: str
    answers: list[str]
    correct: str | None = None
    image_url: str = ""
    property_id: str = ""


class _Details(_Form):
    question_id: _Id
    property_id: str = ""


F = TypeVar("F", bound=_Form)


def files_of(path: Path) -> list[Path]:
    """Return the files of questions at a path, a file or a folder; DatasetError if there are none."""
    if path.is_file():
        return [path]
    found = sorted(p for ending in ("json", "jsonl", "json.gz", "jsonl.gz") for p in path.glob(f"*.{ending}"))
    found = [file for file in found if not _stem(file).endswith(_DETAILS)]
    if not found:
        raise DatasetError(f"{path}: holds no dataset\n  {_REMEDY}")
    return found


def _stem(path: Path) -> str:
    return path.name.partition(".")[0]


def form_of(path: Path) -> str:
    """Return the form of a file of questions, by its first record; InputError if it has neither."""
    start, content = beginning(path)
    if isinstance(content, dict) and "question_id" in content:
        return CURRENT
    if start[:1] == "{" and '"questions"' in start:
        return OLDER
    raise InputError(path, problem=f"expected {_EXPECTED}", remedy=_REMEDY)


def write_questions(files: Iterable[Path], path: Path) -> None:
    """Write the questions of files in either form as one table."""
    _write(path, RECORDS, (row for file in files for row in _questions(file)))


def write_details(files: Iterable[Path], path: Path) -> None:
    """Write the properties that the second files of the current form give to questions."""
    details = (file.with_name(file.name.replace(_stem(file), _stem(file) + _DETAILS, 1)) for file in files)
    lines = (line for file in details if file.is_file() for line in _lines(file, _Details))
    _write(path, DETAILS, ({"question_id": d.question_id, "property_id": d.property_id} for d in lines))


def _write(path: Path, schema: pa.Schema, rows: Iterator[Row]) -> None:
    with atomic_path(path) as temporary, pq.ParquetWriter(temporary, schema) as writer:
        while batch := list(islice(rows, _BATCH)):
            writer.write_table(pa.Table.from_pylist(batch, schema=schema))


def _questions(path: Path) -> Iterator[Row]:
    if form_of(path) == CURRENT:
        yield from (_current(question, _stem(path)) for question in _lines(path, _Current))
        return
    for key, number, content in iter_json_lists(path, expected=_EXPECTED):
        if key == "questions":
            yield _older(_valid(_Older, content, path, f"question {number + 1}"), _stem(path))


def _lines(path: Path, form: type[F]) -> Iterator[F]:
    for number, content in read_json_lines(path):
        yield _valid(form, content, path, f"line {number}")


def _valid(form: type[F], content: Any, path: Path, place: str) -> F:
    try:
        return form.model_validate(content)
    except ValidationError as fault:
        first = fault.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise InputError(path, place=place, problem=f"{where}: {first['msg']}", remedy=_REMEDY) from fault


def _older(question: _Older, part: str) -> Row:
    scores = question.choice_scores
    correct = scores.index(max(scores)) if scores and len(scores) == len(question.choices) else None
    answer = question.choices[correct] if correct is not None else next(iter(question.answers), "")
    return _row(question, part, answer=answer, photo=question.image_name) | {
        "property_id": question.property_id,
        "choices": question.choices,
        "correct": correct,
        "n_distractors": len(question.choices) - 1 if question.choices else None,
    }


def _current(question: _Current, part: str) -> Row:
    answer = question.correct if question.correct is not None else next(iter(question.answers), "")
    return _row(question, part, answer=answer, photo=question.image_url) | {
        "property_id": question.property_id,
        "choices": [],
        "correct": None,
        "n_distractors": None,
    }


def _row(question: _Older | _Current, part: str, *, answer: str, photo: str) -> Row:
    return {
        "question_id": question.question_id,
        "image_id": question.image_id,
        "photo": photo,
        "question": question.question,
        "answer": answer,
        "answers": question.answers,
        "answer_kind": "",
        "split": part,
    }
