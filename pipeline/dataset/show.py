"""One question of a dataset in full: image, boxes, route in words, SPARQL, answers, options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pipeline.base.errors import DatasetError
from pipeline.dataset.layout import PARTS
from pipeline.dataset.verification.loaded import Dataset, Record


def find(dataset: Dataset, question_id: str) -> Record:
    """Return the record with that id, or the only one whose id begins so."""
    found = list(_lines(dataset, question_id))
    if len(found) != 1:
        what = "no question" if not found else f"{len(found)} questions"
        raise DatasetError(f"{dataset.folder}: {what} with an id that begins with {question_id!r}")
    return found[0]


def _lines(dataset: Dataset, question_id: str) -> Iterator[Record]:
    """Yield the records of U that have an id that begins so, without reading the others."""
    start = f'{{"question_id":"{question_id}'.encode()
    for part in PARTS:
        yield from dataset.lines("U", part, start=start)


def describe(record: Record, dataset: Dataset) -> Iterator[str]:
    """Yield the lines that tell all about a record."""
    yield record["question"]
    yield ""
    for place, choice in enumerate(record["choices"]):
        mark = "*" if place == record["correct"] else " "
        yield f"  {mark} {chr(ord('A') + place)}. {choice}"
    yield ""
    yield f"accepted   {' | '.join(record['answers'])}"
    yield f"image      {record['image_id']}  {record['image_url']}"
    yield f"about      {record['entity_label']} ({record['entity_id']}), object {record['object_id']}"
    for box in record["boxes"]:
        corners = " ".join(f"{side}={box[side]}" for side in "xywh")
        yield f"box        {box['role']} {box['object_id']}: {corners}"
    yield f"hops       {record['hops']}" + (
        f", clause: {record['clause']}" if record["has_scene_graph"] else ""
    )
    for fact in facts_in_words(record, dataset):
        yield f"route      {fact}"
    for part in record["sub_questions"]:
        yield f"part {part['edge']}     {part['question']}  ->  {part['answer']}"
    yield f"domains    {', '.join(record['domains'])}"
    yield f"tags       {', '.join(record['tags'])}"
    yield f"split      {record['split']}"
    yield f"weight     {record['weight']:g}"
    yield f"template   {record['template']}  {record['variant']}".rstrip()
    yield f"sparql     {record['sparql']}"


def facts_in_words(record: Record, dataset: Dataset) -> list[str]:
    """Return the edges of a record's route in words, each with its source and day of reading."""
    return [_sentence(step, dataset, dataset.property_labels) for step in record["route"]]


def _sentence(step: dict[str, str], dataset: Dataset, labels: Mapping[str, str]) -> str:
    label = labels.get(step["property"], step["property"])
    statement = dataset.statements[step["statement"]]
    read = f"{statement.source}, {statement.retrieved_at}"
    return f"{_name(step['subject'], dataset)} -- {label} --> {_name(step['object'], dataset)}   [{read}]"


def _name(item: str, dataset: Dataset) -> str:
    entity = dataset.entities.get(item)
    return f"{entity.label} ({item})" if entity else item
