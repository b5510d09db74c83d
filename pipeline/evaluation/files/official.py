"""Official files: VQA's questions and annotations, GQA's questions and choices."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from pipeline.base.errors import InputError
from pipeline.base.files import DAMAGED, open_binary, require_readable
from pipeline.evaluation.questions import Questions, Target, axis, distinct

T = TypeVar("T")
_Id = Annotated[str, BeforeValidator(lambda value: str(value) if isinstance(value, int) else value)]


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class _Question(_Form):
    question_id: _Id
    question: str


class _QuestionFile(_Form):
    questions: list[_Question]


class _Answer(_Form):
    answer: str


class _Annotation(_Form):
    question_id: _Id
    image_id: _Id
    question_type: str = ""
    answer_type: str = ""
    answers: list[_Answer]


class _AnnotationFile(_Form):
    annotations: list[_Annotation]


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
    require_readable(path)
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
    asked = _read(questions, TypeAdapter(_QuestionFile), "VQA's file of questions").questions
    found = _read(annotations, TypeAdapter(_AnnotationFile), "VQA's file of annotations").annotations
    by_id = {annotation.question_id: annotation for annotation in found}
    ids = [question.question_id for question in asked]
    if set(ids) != set(by_id) or len(ids) != len(found):
        raise InputError(
            annotations,
            problem=f"holds {len(found):,} questions, and not those {len(ids):,} of {questions}",
            remedy="Name the files of one split and version.",
        )
    rows = [by_id[key] for key in ids]
    targets, target_of = distinct(_target([answer.answer for answer in row.answers]) for row in rows)
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


def _target(answers: list[str]) -> Target:
    return Target(answers[0] if answers else "", tuple(answers))


def read_gqa(path: Path) -> dict[str, dict[str, Any]]:
    """Return GQA's questions, id -> record with `answer`, `groups`, `types` and more."""
    form = TypeAdapter(dict[str, _GqaQuestion])
    found = _read(path, form, "GQA's file of questions: an object of question id and record")
    return dict(found)  # type: ignore[arg-type]


def gqa_questions(records: dict[str, dict[str, Any]]) -> Questions:
    """Return GQA's records as questions with one answer each."""
    targets, target_of = distinct(_target([record["answer"]]) for record in records.values())
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
