"""Official files: VQA's questions and annotations, GQA's questions and choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

from pipeline.base.errors import InputError
from pipeline.base.files import DAMAGED, open_binary
from pipeline.evaluation.files.predictions import require_file
from pipeline.evaluation.questions import Questions, Target, axis, distinct
from pipeline.sources.json_stream import iter_json_lists

T = TypeVar("T")


class _Annotation(NamedTuple):
    """What scores need of an annotation; a tuple, since VQA's test has half a million."""

    question_id: str
    image_id: str
    question_type: str
    answer_type: str
    answers: tuple[str, ...]


_Groups = TypedDict("_Groups", {"global": str | None, "local": str | None})


class _Types(TypedDict):
    structural: str
    semantic: str


class _GqaOptional(TypedDict, total=False):
    isBalanced: bool
    entailed: list[str]
    imageId: str


class _GqaQuestion(_GqaOptional):
    answer: str
    groups: _Groups
    types: _Types


class _Choices(TypedDict):
    valid: list[str]
    plausible: list[str]


def _read(path: Path, form: TypeAdapter[T], expected: str) -> T:
    require_file(path)
    remedy = f"Expected is {expected}."
    try:
        with open_binary(path) as stream:
            return form.validate_json(stream.read())
    except ValidationError as fault:
        first = fault.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise InputError(path, place=place, problem=first["msg"], remedy=remedy) from fault
    except DAMAGED as fault:
        raise InputError(path, problem=f"the gzip data is damaged ({fault})", remedy=remedy) from fault


def read_vqa(questions: Path, annotations: Path) -> Questions:
    """Return VQA's questions with their annotators' answers, by question type and answer type.

    InputError if a file has another form, or the two hold different questions.
    """
    ids = [_checked(_question_id, *one) for one in _listed(questions, "questions")]
    found = {row.question_id: row for row in _annotations(annotations)}
    if set(ids) != set(found) or len(ids) != len(found):
        raise InputError(
            annotations,
            problem=f"holds {len(found):,} questions, and not those {len(ids):,} of {questions}",
            remedy="Name the files of one split and version.",
        )
    rows = [found[key] for key in ids]
    targets, target_of = distinct(_target(row.answers) for row in rows)
    return Questions(
        ids=ids,
        targets=targets,
        target_of=target_of,
        images=[row.image_id for row in rows],
        axes=[
            axis("answer type", [row.answer_type for row in rows]),
            axis("question type", [row.question_type for row in rows]),
        ],
    )


_Placed = tuple[Path, str, Any]


def _listed(path: Path, wanted: str) -> Iterator[_Placed]:
    """Yield the records of the list of that name, each with its file and place."""
    require_file(path)
    for key, number, content in iter_json_lists(path, expected=f"VQA's file with a list `{wanted}`"):
        if key == wanted:
            yield path, f"{wanted} {number + 1}", content


def _checked(read: Callable[[Any], T], path: Path, place: str, content: Any) -> T:
    try:
        return read(content)
    except (KeyError, TypeError) as fault:
        raise InputError(
            path,
            place=place,
            problem=f"lacks {fault}" if isinstance(fault, KeyError) else f"has another form: {content!r:.80}",
            remedy="Expected are VQA's files of questions and annotations.",
        ) from fault


def _annotations(path: Path) -> Iterator[_Annotation]:
    texts: dict[str, str] = {}
    for one in _listed(path, "annotations"):
        row = _checked(_annotation, *one)
        # Answers repeat, so each is kept once.
        yield row._replace(answers=tuple(texts.setdefault(text, text) for text in row.answers))


def _question_id(content: Any) -> str:
    return str(content["question_id"])


def _annotation(content: Any) -> _Annotation:
    answers = tuple([answer["answer"] for answer in content["answers"]])
    if not all(isinstance(answer, str) for answer in answers):
        raise TypeError("answers are no texts")
    question, answer = (str(content.get(name, "")) for name in ("question_type", "answer_type"))
    return _Annotation(str(content["question_id"]), str(content["image_id"]), question, answer, answers)


def _target(answers: tuple[str, ...]) -> Target:
    return Target(answers[0] if answers else "", answers)


def read_gqa(path: Path) -> dict[str, dict[str, Any]]:
    """Return GQA's questions, id -> record with `answer`, `groups`, `types` and more."""
    form = TypeAdapter(dict[str, _GqaQuestion])
    found = _read(path, form, "GQA's file of questions: an object of question id and record")
    return dict(found)  # type: ignore[arg-type]


def gqa_questions(records: dict[str, dict[str, Any]]) -> Questions:
    """Return GQA's records as questions with one answer each."""
    targets, target_of = distinct(_target((record["answer"],)) for record in records.values())
    return Questions(
        ids=list(records),
        targets=targets,
        target_of=target_of,
        images=[record.get("imageId", key) for key, record in records.items()],
        axes=[
            axis("structure", [record["types"]["structural"] for record in records.values()]),
            axis("semantics", [record["types"]["semantic"] for record in records.values()]),
        ],
    )


def read_choices(path: Path) -> dict[str, dict[str, list[str]]]:
    """Return GQA's choices: question id -> its `valid` and its `plausible` answers."""
    found = _read(path, TypeAdapter(dict[str, _Choices]), "GQA's file of choices: id -> valid and plausible")
    return dict(found)  # type: ignore[arg-type]
