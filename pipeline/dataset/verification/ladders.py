"""Sub-questions of records: their texts and answers, and the questions of U that ask for the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pipeline.dataset.verification.facts import AnswerCheck, edges_of
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.dataset.verification.scenes import Scenes
from pipeline.language.render import is_of_kind

Part = Mapping[str, Any]


class SubQuestionCheck:
    """Writes sub-questions and their answers anew."""

    def __init__(self, dataset: Dataset, scenes: Scenes, answers: AnswerCheck) -> None:
        self._dataset, self._scenes, self._answers = dataset, scenes, answers
        self._grammar = answers.answers.grammar

    def faults(self, record: Record) -> Iterator[str]:
        """Yield what is wrong with the sub-questions of a record."""
        parts, through = record["sub_questions"], edges_of(record)
        numbers = range(0 if record["has_scene_graph"] else 1, len(through) + 1)
        if [part["edge"] for part in parts] != (list(numbers) if record["hops"] > 1 else []):
            yield "the sub-questions are not one for each edge and the clause"
            return
        for part in parts:
            number = part["edge"]
            prop = through[number - 1]["property"] if number else ""
            if part["property_id"] != prop:
                yield f"the property of sub-question {number} is not that of its edge"
            elif part["question"] not in self._texts(record, part, through):
                yield f"sub-question {number} is not what its wording gives"
            if (part["answer"], part["answers"]) != self._answer(record, number, through):
                yield f"the answers of sub-question {number} are not the end of its edge"

    def _texts(self, record: Record, part: Part, through: list[dict[str, str]]) -> set[str]:
        """Return the texts that a sub-question may have."""
        texts, number = self._scenes.texts, part["edge"]
        if number == 0:
            return {
                f"{forms['place_before']}{record['clause']}{forms['place_after']}"
                for forms in self._scenes.forms(record)
            }
        prop, _, wording_id = part["template"].partition(":")
        wording = texts.wording(prop, wording_id) if prop == part["property_id"] else None
        if wording is None:
            return set()
        if number == 1:
            form = "this_kind" if is_of_kind(wording) else "this"
            return {self._grammar.sentence(wording, forms[form]) for forms in self._scenes.forms(record)}
        entity = self._dataset.entities.get(through[number - 1]["subject"])
        names = self._grammar.ways_to_name(entity.label) if entity else ()
        return {self._grammar.sentence(wording, name) for name in names}

    def _answer(self, record: Record, number: int, through: list[dict[str, str]]) -> tuple[str, list[str]]:
        if number == 0:
            return record["object_id"], [record["object_id"]]
        if number == len(through):
            return record["answer"], record["answers"]
        text = self._answers.text(through[number - 1]["statement"])
        return (text.shown, list(text.accepted)) if text else ("", [])


@dataclass(slots=True)
class LadderCheck:
    """Sees the records of U in order, and compares those of an image when the next one begins.

    Sub-questions name the question of the same thing whose route ends with their edge, if U has one.
    """

    _image: str = ""
    _rungs: dict[tuple[object, ...], str] = field(default_factory=dict)
    _named: list[tuple[str, tuple[object, ...], str | None]] = field(default_factory=list)

    def faults(self, record: Record) -> Iterator[tuple[str, str, str]]:
        """Yield what is wrong with the image before, if the record is of another."""
        if record["image_id"] != self._image:
            yield from self.rest()
            self._image = record["image_id"]
        properties = tuple(edge["property"] for edge in edges_of(record))
        thing = record["object_id"], record["has_scene_graph"]
        self._rungs[thing, properties] = record["question_id"]
        for part in record["sub_questions"]:
            key = thing, properties[: part["edge"]]
            self._named.append((record["question_id"], key, part["question_id"]))

    def rest(self) -> Iterator[tuple[str, str, str]]:
        """Yield what is wrong with the last image."""
        for question, key, named in self._named:
            if named != self._rungs.get(key):
                yield "ladder", question, "a sub-question names another question than U's of its edge"
        self._rungs, self._named = {}, []
