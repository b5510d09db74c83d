"""What is true beside an answer: the style that a style belongs to, the town that a quarter belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from pipeline.knowledge.graph import item_of
from pipeline.knowledge.kinds import Classes
from pipeline.values import Item
from pipeline.wikidata.facts import Entity, Statement

_STYLED = frozenset({"P149", "P135"})
_BROADER = {"style": "P279", "settlement": "P131"}
"""What leads from a thing of a kind to a broader one of the same kind."""

_PLACES = ("settlement", "district")
"""Quarters and the towns that they are of are one kind of answer to "where"."""

_LEVELS = 3


class Beside:
    """Broader items of the same kind, as the facts have them.

    Styles are what the facts call the style or movement of something, and what their classes say is one.
    """

    def __init__(
        self, statements: Iterable[Statement], entities: Mapping[str, Entity], classes: Classes
    ) -> None:
        held = [statement for statement in statements if statement.kind == "item"]
        self._entities, self._classes = entities, classes
        self._styles = {statement.value for statement in held if statement.property in _STYLED}
        self._up: dict[str, set[str]] = {}
        for statement in (s for s in held if s.property in _BROADER.values()):
            kind = self._kind(statement.subject)
            if _BROADER.get(kind) == statement.property and self._kind(statement.value) == kind:
                self._up.setdefault(statement.subject, set()).add(statement.value)
        self.broader = cache(self._broader)

    def _kind(self, item: str) -> str:
        if item in self._styles:
            return "style"
        kind = self._classes.kind(item) or ""
        return "settlement" if self._classes.kinds.fits(kind, _PLACES) else kind

    def _broader(self, item: str) -> tuple[Item, ...]:
        """Return the broader items that are as true as an item: Rococo beside Frederician Rococo."""
        return tuple(
            item_of(self._entities[up]) for up in sorted(_closure(item, self._up)) if self._is_other(item, up)
        )

    def _is_other(self, item: str, up: str) -> bool:
        """Whether the broader item has a name that says something else: not the Metropolitan City of Rome."""
        broader, narrower = (self._entities.get(name) for name in (up, item))
        if broader is None or not broader.label:
            return False
        is_place = self._kind(item) == "settlement"
        return not (is_place and narrower and narrower.label in broader.label)


def _closure(item: str, edges: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    frontier = {item}
    for _ in range(_LEVELS):
        frontier = {name for known in frontier for name in edges.get(known, ())} - found - {item}
        found |= frontier
    return found
