"""Routes of questions found anew on newer facts, as a build would find them, or why there are none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pipeline.bank.build import BankBuilder
from pipeline.bank.routes import Refused, Route, wordings_of
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.language.packs import Property
from pipeline.language.render import wording_id

Row: TypeAlias = dict[str, Any]

REASONS = {
    "answer_gone": "no answer is left",
    "route_broken": "an edge before the last leads nowhere, to several things, or may not be followed",
    "wording_unfit": "the question's words do not fit the newer facts: number, kind, precision, tense",
    "shows_answer": "the question holds the new answer",
    "no_distractor": "no wrong option is left",
    "not_in_closed_set": "the new answer is none of the closed set",
}
"""Why a question cannot be kept; the reasons of the bank (`pipeline.bank.routes.REASONS`) count too."""


@dataclass(frozen=True, slots=True)
class Found:
    """A route as a row of the bank, with the route itself."""

    row: Row
    route: Route


def properties_of(record: Record) -> tuple[str, ...]:
    """Return the properties along a record's route."""
    path = dict.fromkeys((step["subject"], step["property"]) for step in record["route"])
    return tuple(prop for _, prop in path)


class NewRoutes:
    """Finds routes from the things that a dataset asks about."""

    def __init__(self, dataset: Dataset, builder: BankBuilder) -> None:
        self._builder = builder
        self._routes: dict[str, Mapping[tuple[str, ...], Route | Refused]] = {}
        self._rows: dict[tuple[str, tuple[str, ...]], Found] = {}
        kinds: dict[tuple[str, str], list[str]] = {}
        for row in dataset.table("concepts"):
            kinds.setdefault((row["key"], row["item"]), []).append(row["concept_id"].partition(":")[2])
        self._kinds = kinds
        self._keys: dict[tuple[str, str], list[str]] = {}
        for row in dataset.table("keys"):
            self._keys.setdefault((row["image_id"], row["object_id"]), []).append(row["key"])

    def find(self, record: Record, item: str) -> Found | str:
        """Return a record's route from the item that its thing is today, or the code of why there is none."""
        properties, code = properties_of(record), "route_broken"
        for kind in self._kinds_of(record):
            found = self._from(item, kind).get(properties)
            if isinstance(found, Route):
                if not self._is_said(record, found):
                    return "wording_unfit"
                return self._row(found, f"{item}:{kind}")
            code = found.code if found else code
        return code

    def _kinds_of(self, record: Record) -> list[str]:
        keys = self._keys.get((record["image_id"], record["object_id"]), ())
        kinds = (kind for key in keys for kind in self._kinds.get((key, record["entity_id"]), ()))
        return list(dict.fromkeys(kinds))

    def _from(self, item: str, kind: str) -> Mapping[tuple[str, ...], Route | Refused]:
        identity = f"{item}:{kind}"
        if identity not in self._routes:
            self._routes[identity] = {r.properties: r for r in self._builder.router.routes(item, kind)}
        return self._routes[identity]

    def _row(self, route: Route, identity: str) -> Found:
        key = identity, route.properties
        if key not in self._rows:
            self._rows[key] = Found(self._builder.route_row(route, identity), route)
        return self._rows[key]

    def _is_said(self, record: Record, route: Route) -> bool:
        """Whether the record's wordings may be used for a route as it is now."""
        properties, applies = self._builder.properties, self._builder.router.applies
        main = record["template"].partition(":")[2]
        clauses = record["variant"].split(".") if record["variant"] else []
        through = route.steps[:-1]
        joint, plain = wordings_of(route.steps, properties, applies)
        asks_at_once = len(clauses) < len(through)
        if main not in map(wording_id, joint if asks_at_once else plain):
            return False
        steps = reversed(through[:-1] if asks_at_once else through)
        return all(
            clause
            in _ids(
                properties[step.property], [w for w in properties[step.property].clause if applies(w, step)]
            )
            for step, clause in zip(steps, clauses, strict=True)
        )


def _ids(spec: Property, wordings: list[Any]) -> set[str]:
    return {wording_id(wording.text) for wording in wordings}
