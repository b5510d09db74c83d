"""What newer facts make of each question: its query replayed, its answers compared by what they mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import pyoxigraph

from pipeline.base.errors import DatasetError
from pipeline.dataset.drift.newer import Key, Newer
from pipeline.dataset.verification.loaded import Record
from pipeline.knowledge.graph import item_of
from pipeline.language.answers import Answers, AnswerText
from pipeline.values import Quantity, Time
from pipeline.wikidata.embedded import EmbeddedEndpoint
from pipeline.wikidata.facts import Entity, Statement
from pipeline.wikidata.rdf import ENTITY
from pipeline.wikidata.snapshot import Snapshot

KINDS = {
    "unchanged": "the same answers by the same route",
    "relabelled": "the same answers, the thing or an answer under other names",
    "merged": "the same answers, an item of the route merged into another",
    "rerouted": "the same answers by another route",
    "gained": "further answers",
    "lost": "some of the answers are no more",
    "changed": "other answers",
    "gone": "no answer is left",
    "unread": "the same answers, as far as they were read: the newer facts lack a step of the route",
}
"""Kinds of outcome; the first three leave what is asked about as it was."""

Meaning: TypeAlias = str | Time | Quantity | tuple[str, str, int]
"""A value as it is compared: an item's id, a time or amount as read, else the text."""


@dataclass(frozen=True, slots=True)
class Question:
    """What records with one query share: the route's edges in order, and the names that they show."""

    sparql: str
    entity: str
    entity_label: str
    edges: tuple[tuple[str, str, str], ...]
    named: frozenset[tuple[str, str, tuple[str, ...]]]

    @classmethod
    def of(cls, record: Record) -> Question:
        """Return the question of a record."""
        return cls(
            record["sparql"],
            record["entity_id"],
            record["entity_label"],
            tuple((step["subject"], step["property"], step["object"]) for step in record["route"]),
            frozenset((a["item"], a["label"], tuple(a["forms"])) for a in record["answer_items"]),
        )

    @property
    def last(self) -> Key:
        """The subject and property of the last edge."""
        return self.edges[-1][0], self.edges[-1][1]

    @property
    def through(self) -> tuple[tuple[str, str, str], ...]:
        """The edges before the last."""
        return tuple(edge for edge in self.edges if edge[:2] != self.last)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a question: a key of KINDS, and the particulars.

    `gained` and `lost` are answers as shown; `reasons` say for each lost one why, `merged` names items as
    "Q1 > Q2", and `renamed` texts as "old > new".
    """

    kind: str
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    merged: tuple[str, ...] = ()
    renamed: tuple[str, ...] = ()


def meaning(kind: str, value: str, unit: str, precision: int) -> Meaning:
    """Return a value as it is compared; one that cannot be read stands for itself."""
    try:
        match kind:
            case "time":
                return Time.parse(value, precision)
            case "quantity":
                return Quantity.parse(value, unit)
    except ValueError:
        return value, unit, precision
    return value


def meaning_of(statement: Statement) -> Meaning:
    """Return what a statement's value means."""
    return meaning(statement.kind, statement.value, statement.unit, statement.precision)


class Comparison:
    """Compares questions with newer facts; each distinct query is run once."""

    def __init__(self, old: Snapshot, newer: Newer, answers: Answers) -> None:
        self._newer, self._answers = newer, answers
        self.entities: Mapping[str, Entity] = {entity.item: entity for entity in newer.snapshot.entities}
        self._before = {(s.subject, s.property, s.value): s for s in old.statements}
        self._labels = {entity.item: entity.label for entity in (*old.entities, *newer.snapshot.entities)}
        self.now: dict[Key, list[Statement]] = {}
        for statement in newer.snapshot.statements:
            self.now.setdefault((statement.subject, statement.property), []).append(statement)
        self._outcomes: dict[str, Outcome] = {}

    @cached_property
    def _store(self) -> pyoxigraph.Store:
        return EmbeddedEndpoint(self._newer.snapshot).store

    def outcome(self, question: Question) -> Outcome:
        """Return what became of a question."""
        if question.sparql not in self._outcomes:
            self._outcomes[question.sparql] = self._compared(question)
        return self._outcomes[question.sparql]

    def _compared(self, question: Question) -> Outcome:
        before, after = self._answers_before(question), self._replayed(question)
        merged = tuple(
            f"{item} > {self._newer.now(item)}" for item in _items(question) if self._newer.now(item) != item
        )
        gained, lost = after - before, before - after
        if gained or lost:
            kind = "gone" if not after else "changed" if gained and lost else "gained" if gained else "lost"
            new, old = (tuple(sorted(map(self._shown, values))) for values in (gained, lost))
            reasons = tuple(sorted({self._why(question, value) for value in lost}))
            return Outcome(kind, new, old, reasons, merged)
        if merged:
            return Outcome("merged", merged=merged, renamed=self._renamed(question, after))
        if self._is_rerouted(question):
            return Outcome("rerouted")
        if renamed := self._renamed(question, after):
            return Outcome("relabelled", renamed=renamed)
        read = {(self._newer.now(s), p) for s, p, _ in question.edges} <= self._newer.read
        return Outcome("unchanged" if read else "unread")

    def _answers_before(self, question: Question) -> set[Meaning]:
        """Return the values at a route's end as the dataset has them, items as they are called today."""
        found = [edge for edge in question.edges if edge[:2] == question.last]
        if missing := [edge for edge in found if edge not in self._before]:
            raise DatasetError(f"the snapshot does not hold {' '.join(missing[0])}; run reasonvqa verify")
        return {self._today(meaning_of(self._before[edge])) for edge in found}

    def _today(self, value: Meaning) -> Meaning:
        return self._newer.now(value) if isinstance(value, str) else value

    def _replayed(self, question: Question) -> set[Meaning]:
        sparql = question.sparql.replace(f"wd:{question.entity} ", f"wd:{self._newer.now(question.entity)} ")
        try:
            rows = self._store.query(sparql)
        except (SyntaxError, ValueError) as fault:
            raise DatasetError(f"{sparql}: is no SPARQL: {fault}; run reasonvqa verify") from fault
        names = [variable.value for variable in rows.variables]  # type: ignore[union-attr]
        return {_row_meaning(names, row) for row in rows}  # type: ignore[union-attr]

    def _why(self, question: Question, value: Meaning) -> str:
        """Return why an answer is no more: what its statement says now, or that there is none."""
        if self._is_rerouted(question):
            return "route"
        subject, prop = question.last
        dropped = self._newer.dropped.get((self._newer.now(subject), prop), ())
        return next((d.code for d in dropped if meaning_of(d.statement) == value), "removed")

    def _is_rerouted(self, question: Question) -> bool:
        """Whether an edge before the last leads elsewhere, or to several things."""
        for subject, prop, value in question.through:
            now = {s.value for s in self.now.get((self._newer.now(subject), prop), ())}
            if now != {self._newer.now(value)}:
                return True
        return False

    def _renamed(self, question: Question, values: Iterable[Meaning]) -> tuple[str, ...]:
        """Return texts that are others now: of the thing, of answers, or their further forms."""
        texts = {(t.item, t.shown, t.accepted) for t in map(self.text, values)}
        given = {(self._newer.now(item), label, forms) for item, label, forms in question.named}
        if question.entity_label:
            texts.add(("thing", self._label(self._newer.now(question.entity)), ()))
            given.add(("thing", question.entity_label, ()))
        shown = {item: label for item, label, _ in texts}
        changed = {f"{label} > {shown.get(item, '')}" for item, label, _ in given if shown.get(item) != label}
        if changed or given <= texts:
            return tuple(sorted(changed))
        return ("further names",)

    def text(self, value: Meaning) -> AnswerText:
        """Return a value in words."""
        match value:
            case str() if value in self.entities:
                return self._answers.text(item_of(self.entities[value]))
            case tuple():
                return self._answers.text(value[0])
            case _:
                return self._answers.text(value)

    def _shown(self, value: Meaning) -> str:
        if isinstance(value, str) and value in self._labels:
            return self._label(value) or value
        return self.text(value).shown

    def _label(self, item: str) -> str:
        return self._labels.get(item, "")


def _items(question: Question) -> list[str]:
    cells = dict.fromkeys(cell for s, _, o in question.edges for cell in (s, o))
    return [question.entity, *(cell for cell in cells if cell != question.entity)]


def _row_meaning(names: list[str], row: pyoxigraph.QuerySolution) -> Meaning:
    text = {name: str(getattr(row[name], "value", "")).removeprefix(ENTITY) for name in names}
    if "precision" in text:
        return meaning("time", text["answer"], "", int(text["precision"]))
    if "unit" in text:
        return meaning("quantity", text["answer"], text["unit"], 0)
    return text["answer"]
