"""Options of a question whose facts are newer: none is true now, and the truth keeps its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pipeline.base.hashing import digest
from pipeline.dataset.distractors import OptionMaker
from pipeline.dataset.verification.loaded import Record
from pipeline.knowledge.kin import Kin
from pipeline.wikidata.facts import Entity, Statement
from pipeline.wikidata.snapshot import Snapshot

_DRAWN_ANEW = ("date", "number")
"""Kinds of answer whose options lie around the truth: with another truth they are others."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Options and the place of the truth among them."""

    options: tuple[str, ...]
    correct: int


class Chooser:
    """Checks options by newer facts, and draws others where they must go."""

    def __init__(self, old: Snapshot, new: Snapshot, maker: OptionMaker) -> None:
        self._maker = maker
        self._kin_before, self._kin_now = Kin(old.statements), Kin(new.statements)
        self._labels = {entity.item: entity.label for entity in new.entities}
        closed = {item for items in maker.members.values() for item in items}
        self._items = _items_by_text(old.statements, old.entities, closed)
        self._drawn: dict[tuple[str, str], list[str] | None] = {}

    def keep(self, record: Record) -> Choices:
        """Return the options of a record whose answers stay: renamed, and without what is true by now."""
        return self._mended(record, record["answer"], record["answers"], (), _items(record))

    def mend(self, record: Record, shown: str, row: Mapping[str, Any]) -> Choices | str:
        """Return the options of a record with other answers, shown as `shown`; or why there are none."""
        drawn = self._draw(record, row)
        if drawn is None:
            return "not_in_closed_set"
        same = row["answer_kind"] in _DRAWN_ANEW and shown == record["answer"]
        if row["answer_kind"] in _DRAWN_ANEW and not same:
            place = min(record["correct"], len(drawn))
            made = Choices((*drawn[:place], shown, *drawn[place:]), place)
        else:
            items = {answer["item"] for answer in row["answer_items"]}
            made = self._mended(record, shown, row["answers"], drawn, items)
        return made if len(made.options) > 1 else "no_distractor"

    def _draw(self, record: Record, row: Mapping[str, Any]) -> list[str] | None:
        """Return wrong options as a build draws them for a route; None if its answer is in no closed set."""
        version = digest(self._maker.seed, "options", record["question_id"])[0]
        key = row["route_id"], version
        if key not in self._drawn:
            made = {made["option_set"]: made for made in self._maker.options(dict(row))}.get(version)
            wrong = [c for n, c in enumerate(made["choices"]) if n != made["correct"]] if made else None
            self._drawn[key] = wrong
        return self._drawn[key]

    def _mended(
        self, record: Record, shown: str, accepted: Iterable[str], drawn: Sequence[str], truths: set[str]
    ) -> Choices:
        compared = self._maker.answers.compared
        taken = {compared(form) for form in (shown, *accepted)}
        spare = iter(drawn)
        options: list[str] = []
        correct = 0
        for place, option in enumerate(record["choices"]):
            if place == record["correct"]:
                correct = len(options)
                options.append(shown)
                continue
            found = self._kept(record, option, truths)
            while found is None or compared(found) in taken:
                found = next(spare, "")
                if not found:
                    break
            if found:
                taken.add(compared(found))
                options.append(found)
        return Choices(tuple(options), correct)

    def _kept(self, record: Record, option: str, truths: set[str]) -> str | None:
        """Return an option under its name of today; None if by newer facts it contains a true answer."""
        items = self._items.get((record["property_id"], option), set()) or self._items.get(
            ("", option), set()
        )
        before = {answer["item"] for answer in record["answer_items"]}
        for item in items:
            if any(self._kin_now.related(item, truth) for truth in truths if truth) and not any(
                self._kin_before.related(item, truth) for truth in before if truth
            ):
                return None
        names = {self._labels.get(item, "") for item in items} - {""}
        return names.pop() if len(names) == 1 and option not in names else option


def _items(record: Record) -> set[str]:
    return {answer["item"] for answer in record["answer_items"]}


def _items_by_text(
    statements: Iterable[Statement], entities: Iterable[Entity], closed: set[str]
) -> dict[tuple[str, str], set[str]]:
    """Return (property, label) -> the values so called; under no property those of closed sets."""
    labels = {entity.item: entity.label for entity in entities}
    found: dict[tuple[str, str], set[str]] = {}
    pairs = {(s.property, s.value) for s in statements if s.kind == "item"}
    for prop, item in pairs | {("", item) for item in closed}:
        if label := labels.get(item, ""):
            found.setdefault((prop, label), set()).add(item)
    return found
