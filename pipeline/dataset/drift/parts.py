"""Sub-questions as newer facts have them: items under their names of today, answers as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from pipeline.bank.build import BankBuilder
from pipeline.dataset.verification.facts import edges_of
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.wikidata.facts import Statement

Row: TypeAlias = dict[str, Any]


class Parts:
    """Writes the sub-questions of records; wordings stay those that the records have."""

    def __init__(self, dataset: Dataset, builder: BankBuilder) -> None:
        self._sub_questions, self._router = builder.sub_questions, builder.router
        self._wordings = {
            f"{row['property_id']}:{row['wording_id']}": row["text"]
            for row in dataset.table("wordings")
            if row["place"] == "main"
        }

    def confirmed(self, record: Record, statements: Sequence[Statement]) -> list[Row]:
        """Return the sub-questions of a record that says the same; `statements` are its route's of today."""
        edges = statements[: len(edges_of(record))]
        return [self._confirmed(part, edges) for part in record["sub_questions"]]

    def _confirmed(self, part: Row, edges: Sequence[Statement]) -> Row:
        number = part["edge"]
        text = self._sub_questions.answer(edges[number - 1]) if 0 < number < len(edges) else None
        found = {"answer": text.shown, "answers": list(text.accepted)} if text else {}
        if number > 1:
            before = edges[number - 2]
            kind = self._router.value_kind(before.property, before)
            name = self._sub_questions.named(before.value, kind)
            found["question"] = self._sub_questions.grammar.sentence(self._wordings[part["template"]], name)
        return {**part, **found}

    @staticmethod
    def rewritten(record: Record, row: Mapping[str, Any], answer: Row) -> list[Row]:
        """Return the sub-questions of a record with another route or answers, from the route's row.

        `answer` is what the record's own answer is shown and accepted as.
        """
        steps = {step["edge"]: step for step in row["steps"]}
        parts = []
        for part in record["sub_questions"]:
            step, number = steps.get(part["edge"], {}), part["edge"]
            further = ("question", "template", "answer", "answers") if number > 1 else ("answer", "answers")
            found = {name: step[name] for name in further} if number else {}
            parts.append({**part, **found, **(answer if number == len(steps) else {})})
        return parts
