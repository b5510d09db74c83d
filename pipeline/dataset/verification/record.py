"""The form of a record, to which every line of a dataset is held when it is read."""

from __future__ import annotations

from typing import Annotated, Any, cast

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

EXACT = ConfigDict(strict=True, extra="forbid")


@with_config(EXACT)
class AnswerItem(TypedDict):
    """A true answer."""

    item: Annotated[str, Field(description="item of Wikidata; empty for dates and numbers")]
    label: Annotated[str, Field(description="name shown")]
    forms: Annotated[list[str], Field(description="every form that is accepted")]


@with_config(EXACT)
class Box(TypedDict):
    """A box of the thing asked about, or of the thing in the clause."""

    object_id: Annotated[str, Field(description="object of the image")]
    role: Annotated[str, Field(description="referent (the thing asked about) or clause")]
    x: Annotated[int, Field(description="left, in pixels")]
    y: Annotated[int, Field(description="top, in pixels")]
    w: Annotated[int, Field(description="width, in pixels")]
    h: Annotated[int, Field(description="height, in pixels")]


@with_config(EXACT)
class Edge(TypedDict):
    """An edge of the route."""

    subject: Annotated[str, Field(description="item that the edge leaves from")]
    property: Annotated[str, Field(description="property of Wikidata")]
    object: Annotated[str, Field(description="item or value that it leads to")]
    statement: Annotated[str, Field(description="id of the statement")]


@with_config(EXACT)
class Tolerance(TypedDict):
    """The lowest and the highest value that count as right."""

    low: Annotated[str, Field(description="lowest value that counts as right")]
    high: Annotated[str, Field(description="highest value that counts as right")]


@with_config(EXACT)
class SubQuestion(TypedDict):
    """What asks for one edge of the route, or for the thing that the clause describes."""

    edge: Annotated[
        int, Field(description="edge of the route, from 1; 0 asks for the thing that the clause describes")
    ]
    property_id: Annotated[str, Field(description="property asked about")]
    question: Annotated[str, Field(description="text")]
    answer: Annotated[str, Field(description="answer shown")]
    answers: Annotated[list[str], Field(description="every form that is accepted")]
    template: Annotated[str, Field(description="property and id of the wording")]
    question_id: Annotated[
        str | None,
        Field(
            description="the dataset's question about the same thing that asks this; null if there is none"
        ),
    ]


@with_config(EXACT)
class RecordForm(TypedDict):
    """A question with all about it (docs/dataset.md)."""

    question_id: Annotated[
        str, Field(description="hash of image, object, properties of the route, clause and template")
    ]
    image_id: Annotated[str, Field(description="id of the image")]
    source: Annotated[str, Field(description="where the image is from")]
    image_url: Annotated[str, Field(description="address of the image")]
    width: Annotated[int | None, Field(description="width of the image in pixels; null where not known")]
    height: Annotated[int | None, Field(description="height of the image in pixels; null where not known")]
    question: Annotated[str, Field(description="text")]
    answer: Annotated[str, Field(description="answer in the form shown")]
    answers: Annotated[list[str], Field(description="every form that is accepted")]
    answer_items: Annotated[list[AnswerItem], Field(description="the true answers one by one")]
    answer_kind: Annotated[str, Field(description="fixed, date, number or text")]
    tolerance: Annotated[
        Tolerance | None,
        Field(description="range that counts as right, of dates and numbers; null for others"),
    ]
    choices: Annotated[list[str], Field(description="answer and wrong options in random order")]
    correct: Annotated[int, Field(description="place of the answer among the choices, from 0")]
    n_distractors: Annotated[int, Field(description="number of wrong options")]
    hops: Annotated[
        int, Field(description="edges of the route, plus one if a clause of the scene graph is used")
    ]
    has_scene_graph: Annotated[bool, Field(description="whether a clause of the scene graph is used")]
    property_id: Annotated[str, Field(description="property asked about")]
    property_label: Annotated[str, Field(description="its label")]
    entity_id: Annotated[str, Field(description="item of the thing in the image")]
    entity_label: Annotated[str, Field(description="its name, which the question never shows")]
    noun: Annotated[str, Field(description="what the question calls it")]
    domains: Annotated[list[str], Field(description="domains of the property asked about")]
    object_id: Annotated[str, Field(description="object of the image that is asked about")]
    boxes: Annotated[list[Box], Field(description="boxes of the thing and of the other thing in the clause")]
    route: Annotated[list[Edge], Field(description="edges from the thing to the answers")]
    sub_questions: Annotated[
        list[SubQuestion], Field(description="the questions that this one is made of; none for one hop")
    ]
    clause: Annotated[str, Field(description="clause that tells the thing from others; empty without one")]
    clause_predicate: Annotated[str, Field(description="relation in the clause")]
    clause_role: Annotated[str, Field(description="whether the thing is subject or object of that relation")]
    clause_object_id: Annotated[str, Field(description="the other thing in the clause")]
    sparql: Annotated[str, Field(description="query that gives the answers")]
    template: Annotated[str, Field(description="property and id of the main wording")]
    variant: Annotated[str, Field(description="ids of the sub-clauses' wordings")]
    snapshot: Annotated[str, Field(description="hash of the facts")]
    tags: Annotated[list[str], Field(description="what the question rests on")]
    ladder_id: Annotated[
        str, Field(description="hash that the questions about one thing by one first property share")
    ]
    weight: Annotated[
        float, Field(description="how many possible questions it stands for, itself among them")
    ]
    split: Annotated[str, Field(description="train or test")]


_FORM = TypeAdapter(RecordForm)


def record_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a record, with a description of every field."""
    return _FORM.json_schema()


def read_record(line: bytes | str) -> dict[str, Any]:
    """Return the record of a line, its fields in their fixed order; ValueError names what is wrong."""
    try:
        return cast(dict[str, Any], _FORM.validate_json(line))
    except ValidationError as fault:
        first = fault.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise ValueError(f"{place}: {first['msg']}" if place else first["msg"]) from fault
