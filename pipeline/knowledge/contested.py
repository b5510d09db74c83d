"""Facts that common knowledge disputes, and values that are no answer to their question (reviewed table)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pipeline.base.errors import InputError
from pipeline.base.files import read_tsv
from pipeline.values import is_item_id, is_property_id
from pipeline.wikidata.facts import Entity, Statement

SCOPES = ("item", "within", "class", "value")
CODES = ("contested", "unfit_value")

_LIES_IN = ("P131", "P276", "P361", "P706")
_LEVELS = 4
_NAMED = r"(?:^|[^\w\s] ?|\b[a-z]+ ){}\b(?! [A-Z])"
"""A name that is no part of a longer one: not the Wales of New South Wales, not the Jersey of Jersey City."""

_COLUMNS = ["property", "scope", "item", "label", "code", "reason"]


@dataclass(frozen=True, slots=True, order=True)
class Objection:
    """A row: statements of the property are not used if their subject or value is the item, as `scope` says.

    `within` is for subjects that lie in it, `class` for subjects that are of it.
    """

    property: str
    scope: str
    item: str
    label: str
    code: str


def read_objections(path: Path) -> list[Objection]:
    """Read the reviewed table; InputError names a row with an unknown scope, code or id."""
    found = []
    for row in read_tsv(path, _COLUMNS):
        known = is_property_id(row["property"]) and is_item_id(row["item"])
        if not known or row["scope"] not in SCOPES or row["code"] not in CODES:
            raise InputError(
                path,
                place=f"{row['property']} {row['item']}",
                problem="unknown scope, code or id",
                remedy=f"Scopes: {', '.join(SCOPES)}. Codes: {', '.join(CODES)}.",
            )
        found.append(Objection(row["property"], row["scope"], row["item"], row["label"], row["code"]))
    return found


class Contested:
    """Finds the objection to a statement.

    A thing lies within a place if the facts say so over at most four levels, or if its description names it;
    `classes_of` returns all classes of an item.
    """

    def __init__(
        self,
        objections: Iterable[Objection],
        statements: Iterable[Statement],
        entities: Mapping[str, Entity],
        classes_of: Callable[[str], Iterable[str]] = lambda _: (),
    ) -> None:
        self._codes = {(o.property, o.scope, o.item): o.code for o in objections}
        self._with_classes = {o.property for o in objections if o.scope == "class"}
        self._classes_of = classes_of
        self._within: dict[str, list[tuple[Objection, re.Pattern[str]]]] = {}
        for objection in sorted(objections):
            if objection.scope == "within":
                named = re.compile(_NAMED.format(re.escape(objection.label)))
                self._within.setdefault(objection.property, []).append((objection, named))
        self._entities = entities
        self._up: dict[str, set[str]] = {}
        for statement in statements:
            if statement.kind == "item" and statement.property in _LIES_IN:
                self._up.setdefault(statement.subject, set()).add(statement.value)
        self.code = cache(self._code)

    def _code(self, statement: Statement) -> str:
        """Return the code of the objection to a statement, empty if there is none."""
        for scope, item in (("item", statement.subject), ("value", statement.value)):
            if code := self._codes.get((statement.property, scope, item)):
                return code
        if statement.property in self._with_classes:
            for name in self._classes_of(statement.subject):
                if code := self._codes.get((statement.property, "class", name)):
                    return code
        if places := self._within.get(statement.property):
            around = self._around(statement.subject)
            entity = self._entities.get(statement.subject)
            text = entity.description if entity else ""
            return next((o.code for o, named in places if o.item in around or named.search(text)), "")
        return ""

    def _around(self, item: str) -> set[str]:
        found, frontier = {item}, {item}
        for _ in range(_LEVELS):
            frontier = {up for name in frontier for up in self._up.get(name, ())} - found
            found |= frontier
        return found
