"""Records corrected by newer facts: under the same id, or dropped with a code."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from pipeline.dataset.blind.prior import GUESSABLE, Priors
from pipeline.dataset.drift.choices import Choices, Chooser
from pipeline.dataset.drift.find import UNTOUCHED, Drift
from pipeline.dataset.drift.outcomes import meaning_of
from pipeline.dataset.drift.parts import Parts
from pipeline.dataset.drift.routes import Found, NewRoutes
from pipeline.dataset.verification.loaded import Record
from pipeline.wikidata.facts import Statement, fact_tags

Row: TypeAlias = dict[str, Any]

_NOT_WORDS = re.compile(r"[^\w]+|_")
PROVENANCE = ("snapshot", "route", "tags")
"""Fields that say where a record's facts are from; the others are what it says."""


class Corrected(NamedTuple):
    """A corrected record, or none and the code of why it cannot be kept."""

    record: Row | None
    code: str = ""


class Corrector:
    """Corrects records; `snapshot` is the hash of the newer facts."""

    def __init__(
        self, drift: Drift, routes: NewRoutes, chooser: Chooser, parts: Parts, snapshot: str
    ) -> None:
        self._drift, self._routes, self._chooser, self._parts = drift, routes, chooser, parts
        self._snapshot = snapshot
        self._before = drift.dataset.statements
        self._own = frozenset(drift.dataset.manifest["settings"].get("facts", ()))
        settings = drift.dataset.manifest["settings"]["blind"]
        self._priors = Priors(drift.dataset.table("priors"), settings)
        self._labels = {e.item: e.label for e in drift.newer.snapshot.entities}

    def correct(self, record: Record) -> Corrected:
        """Return the record as newer facts have it."""
        kind = self._drift.outcomes[record["sparql"]].kind
        if kind == "gone":
            return Corrected(None, "answer_gone")
        if kind in UNTOUCHED:
            choices = self._chooser.keep(record)
            if len(choices.options) == len(record["choices"]):
                return Corrected(self._confirmed(record, choices))
        item = self._drift.newer.now(record["entity_id"])
        found = self._routes.find(record, item)
        return Corrected(None, found) if isinstance(found, str) else self._rewritten(record, item, found)

    def _confirmed(self, record: Record, choices: Choices) -> Row:
        """Return a record that says the same, on the newer statements."""
        statements = [self._statement_now(step) for step in record["route"]]
        return {
            **record,
            "route": [_step(statement) for statement in statements],
            "sub_questions": self._parts.confirmed(record, statements),
            "choices": list(choices.options),
            "correct": choices.correct,
            "n_distractors": len(choices.options) - 1,
            "tags": [
                *_tags(record, fact_tags({s.source for s in statements}, self._own)),
                *self._priors.tags(record),
            ],
            "snapshot": self._snapshot,
        }

    def _statement_now(self, step: Mapping[str, str]) -> Statement:
        meant = meaning_of(self._before[step["statement"]])
        now = self._drift.comparison.now[step["subject"], step["property"]]
        return next(statement for statement in now if meaning_of(statement) == meant)

    def _rewritten(self, record: Record, subject: str, found: Found) -> Corrected:
        row = found.row
        shown = _shown(record, row, self._drift.newer.redirects)
        if _holds(record["question"], shown):
            return Corrected(None, "shows_answer")
        choices = self._chooser.mend(record, shown, row)
        if isinstance(choices, str):
            return Corrected(None, choices)
        taken_over = ("route", "sparql", "tolerance")
        items = sorted(row["answer_items"], key=lambda answer: answer["label"] != shown)
        forms = list(dict.fromkeys(form for item in items for form in item["forms"]))
        answer = {"answer": shown, "answers": forms}
        label = self._labels.get(subject, "") if record["entity_label"] else ""
        return Corrected(
            {
                **record,
                **{name: row[name] for name in taken_over},
                **answer,
                "answer_items": items,
                "sub_questions": self._parts.rewritten(record, row, answer),
                "choices": list(choices.options),
                "correct": choices.correct,
                "n_distractors": len(choices.options) - 1,
                "entity_id": subject,
                "entity_label": label or record["entity_label"],
                "tags": [*_tags(record, row["fact_tags"]), *self._priors.tags({**record, "answer": shown})],
                "snapshot": self._snapshot,
            }
        )


def _shown(record: Record, row: Row, redirects: Mapping[str, str]) -> str:
    """Return the answer to show: the one shown so far if it is true still, under its name of today."""
    before = next((a for a in record["answer_items"] if a["label"] == record["answer"]), None)
    if before and before["item"]:
        item = redirects.get(before["item"], before["item"])
        for answer in row["answer_items"]:
            if answer["item"] == item:
                return str(answer["label"])
    labels = [str(answer["label"]) for answer in row["answer_items"]]
    return record["answer"] if record["answer"] in labels else str(row["answer"])


def _holds(question: str, answer: str) -> bool:
    """Whether a question holds an answer as words, as the questions stage judges it."""
    words = _NOT_WORDS.sub(" ", answer.lower()).strip()
    return f" {words} " in f" {_NOT_WORDS.sub(' ', question.lower())} "


def _step(statement: Statement) -> Row:
    return {
        "subject": statement.subject,
        "property": statement.property,
        "object": statement.value,
        "statement": statement.statement_id,
    }


def _tags(record: Record, facts: Sequence[str]) -> list[str]:
    """Return the record's tags, with those on its facts as they are now, but for `guessable`."""
    kept = (tag for tag in record["tags"] if tag != GUESSABLE and not tag.startswith("facts:"))
    return [*facts, *kept]
