"""Which things are no more: the dead, the dissolved, the demolished."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

from pipeline.base.errors import InputError
from pipeline.base.files import read_tsv
from pipeline.knowledge.kinds import Classes
from pipeline.knowledge.periods import Facts
from pipeline.values import Time, is_item_id
from pipeline.wikidata.facts import Entity
from pipeline.wikidata.fetch import INSTANCE_OF

_ENDED = ("P570", "P576", "P582", "P730", "P3999")
"""Died, dissolved or demolished, ended, out of service, closed: what had such a date is no more."""

_BORN, _LONGEST_LIFE = "P569", 115

_FIRST_WORDS = 2
"""Further on, a description may speak of something else: "church on the site of a razed castle"."""

_COLUMNS = ["item", "label", "reason"]


def read_gone(path: Path) -> frozenset[str]:
    """Read the reviewed table of things that are no more; InputError names a row that has no item."""
    found = set()
    for row in read_tsv(path, _COLUMNS):
        if not is_item_id(row["item"]):
            raise InputError(
                path, place=row["label"], problem=f"{row['item']!r} is no item", remedy="Give its Q-id."
            )
        found.add(row["item"])
    return frozenset(found)


class Gone:
    """Tells by dates, by the words of descriptions and classes, and by review, whether a thing is no more.

    `words` say so at the beginning of a description or in the label of a class ("destroyed building");
    `present` is the year in which the facts were read: who was born long before it is dead.
    """

    def __init__(
        self,
        classes: Classes,
        entities: Mapping[str, Entity],
        words: Collection[str],
        *,
        facts: Facts,
        present: int,
        reviewed: Collection[str] = (),
    ) -> None:
        self._classes, self._entities, self._facts, self._present = classes, entities, facts, present
        self._words, self._reviewed = frozenset(words), frozenset(reviewed)
        self._class_is_gone = cache(self._begins_so)
        self.holds = cache(self._holds)

    def _holds(self, item: str) -> bool:
        """Whether an item is no more."""
        facts = self._facts(item)
        if item in self._reviewed or any(prop in facts for prop in _ENDED) or self._says_so(item):
            return True
        births = [Time.parse(s.value, s.precision).year for s in facts.get(_BORN, ())]
        return any(year + _LONGEST_LIFE < self._present for year in births)

    def _says_so(self, item: str) -> bool:
        entity = self._entities.get(item)
        if entity and not self._words.isdisjoint(entity.description.lower().split()[:_FIRST_WORDS]):
            return True
        return any(map(self._class_is_gone, self._classes.values(item, INSTANCE_OF)))

    def _begins_so(self, item: str) -> bool:
        entity = self._entities.get(item)
        return entity is not None and not self._words.isdisjoint(entity.label.lower().split()[:1])
