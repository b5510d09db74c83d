"""The form of a record, to which every line of a dataset is held when it is read."""

from __future__ import annotations

from typing import Any, cast

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

EXACT = ConfigDict(strict=True, extra="forbid")


@with_config(EXACT)
class AnswerItem(TypedDict):
    """A true answer."""

    item: str
    label: str
    forms: list[str]


@with_config(EXACT)
class Box(TypedDict):
    """A box of the thing asked about, or of the thing in the clause."""

    object_id: str
    role: str
    x: int
    y: int
    w: int
    h: int


@with_config(EXACT)
class Edge(TypedDict):
    """An edge of the route."""

    subject: str
    property: str
    object: str
    statement: str


@with_config(EXACT)
class Tolerance(TypedDict):
    """The lowest and the highest value that count as right."""

    low: str
    high: str


@with_config(EXACT)
class SubQuestion(TypedDict):
    """What asks for one edge of the route, or for the thing that the clause describes."""

    edge: int
    property_id: str
    question: str
    answer: str
    answers: list[str]
    template: str
    question_id: str | None


@with_config(EXACT)
class RecordForm(TypedDict):
    """A question with all about it (docs/dataset.md)."""

    question_id: str
    image_id: str
    source: str
    image_url: str
    width: int | None
    height: int | None
    question: str
    answer: str
    answers: list[str]
    answer_items: list[AnswerItem]
    answer_kind: str
    tolerance: Tolerance | None
    choices: list[str]
    correct: int
    n_distractors: int
    hops: int
    has_scene_graph: bool
    property_id: str
    property_label: str
    entity_id: str
    entity_label: str
    noun: str
    domains: list[str]
    object_id: str
    boxes: list[Box]
    route: list[Edge]
    sub_questions: list[SubQuestion]
    clause: str
    clause_predicate: str
    clause_role: str
    clause_object_id: str
    sparql: str
    template: str
    variant: str
    snapshot: str
    tags: list[str]
    ladder_id: str
    weight: float
    split: str


_FORM = TypeAdapter(RecordForm)


def read_record(line: bytes | str) -> dict[str, Any]:
    """Return the record of a line, its fields in their fixed order; ValueError names what is wrong."""
    try:
        return cast(dict[str, Any], _FORM.validate_json(line))
    except ValidationError as fault:
        first = fault.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise ValueError(f"{place}: {first['msg']}" if place else first["msg"]) from fault
