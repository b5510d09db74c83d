"""The questions that a route is made of: one for each edge, with its answer.

The first asks about the thing in the image, so its text has an open slot and lies with the other texts; the
further ones name the item that the edge before leads to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from pipeline.bank.routes import Route, Step
from pipeline.base.hashing import choose, digest
from pipeline.knowledge.graph import value_of
from pipeline.language.answers import Answers, AnswerText
from pipeline.language.grammar import Grammar
from pipeline.language.packs import Property, Wording
from pipeline.language.render import wording_id
from pipeline.wikidata.facts import Entity, Statement

Row = dict[str, Any]


@lru_cache(maxsize=1 << 16)
def route_id(identity: str, properties: tuple[str, ...]) -> str:
    """Return the id of a concept's route."""
    return digest(identity, *properties)[:16]


@dataclass(frozen=True, slots=True)
class SubQuestions:
    """Asks for each edge of a route by itself.

    `properties` has the wordings of all properties, also of those that no question of the dataset ends in.
    """

    properties: Mapping[str, Property]
    applies: Callable[[Wording, Step], bool]
    answers: Answers
    grammar: Grammar
    entities: Mapping[str, Entity]
    seed: int
    _known: dict[Step, list[str]] = field(default_factory=dict)
    _written: dict[tuple[Step, str], Row] = field(default_factory=dict)
    _answered: dict[str, AnswerText] = field(default_factory=dict)

    def can_ask(self, route: Route) -> bool:
        """Whether each edge of a route has a wording of its own."""
        return all(self._wordings(step) for step in route.steps)

    def steps(self, route: Route, identity: str, last: AnswerText) -> list[Row]:
        """Return a row for each edge; `last` is what the route's answer is shown and accepted as.

        Rows name the route up to their edge, which another question may end in.
        """
        properties = route.properties
        return [
            {
                "edge": place + 1,
                "property_id": step.property,
                "route_id": route_id(identity, properties[: place + 1]),
                **self._question(step, route.statements[place][0], place),
                **_answer(last if step is route.steps[-1] else self.answer(route.statements[place][0])),
            }
            for place, step in enumerate(route.steps)
        ]

    def answer(self, statement: Statement) -> AnswerText:
        """Return the value of a statement in words."""
        known = self._answered.get(statement.statement_id)
        if known is None:
            known = self._answered[statement.statement_id] = self.answers.text(
                value_of(statement, self.entities)
            )
        return known

    def named(self, item: str, kind: str) -> str:
        """Return an item's name as it stands in a sentence."""
        return self.grammar.named(self.entities[item].label, kind)

    def _question(self, step: Step, statement: Statement, place: int) -> Row:
        if place == 0:
            return {"question": "", "template": ""}
        made = step, statement.subject
        if made not in self._written:
            self._written[made] = self._about(step, statement.subject)
        return self._written[made]

    def _about(self, step: Step, item: str) -> Row:
        key = f"{step.property}:{item}"
        wording = choose(self._wordings(step), seed=self.seed, stage="sub_question", key=key)
        return {
            "question": self.grammar.sentence(wording, self.named(item, step.subject_kind)),
            "template": f"{step.property}:{wording_id(wording)}",
        }

    def _wordings(self, step: Step) -> list[str]:
        if step not in self._known:
            main = self.properties[step.property].main
            self._known[step] = [w.text for w in main if self.applies(w, step)]
        return self._known[step]


def _answer(text: AnswerText) -> Row:
    return {"answer": text.shown, "answers": list(text.accepted)}
