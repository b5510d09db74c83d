"""Why a fact is not asked about although it is held: it is disputed, or may mean something else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from pipeline.knowledge.contested import Contested
from pipeline.knowledge.kinds import Kinds
from pipeline.knowledge.periods import STYLE, Facts, is_of_another_time
from pipeline.values import Precision, Quantity, Time
from pipeline.wikidata.facts import Entity, Statement

REASONS = {
    "contested": "common knowledge has another answer too (data/reviewed/contested.tsv)",
    "unfit_value": "the value is no answer to the question (data/reviewed/contested.tsv)",
    "stage_unclear": "the year may be that of planning, building or opening, and no other fact confirms it",
    "stages_conflict": "what was built long before opened anew, or opened before it was there",
    "round_year": "a year of long ago that ends or begins a (half) century, so it stands for an age",
    "style_of_other_time": "the thing dates from another time than the style, which is that of a part",
    "told_otherwise": "the question may be answered by another property, which is asked too",
    "unit_unfit": "an area in a unit far too small for the thing",
}

_TOLD_BY = {"P516": "P618"}
"""What powers a car: its engine, or the fuel of it."""

_INCEPTION, _OPENING, _AREA = "P571", "P1619", "P2046"
_BUILT = ("building", "place", "!country", "!settlement", "!district", "!region", "!organization")
_TERRITORY = ("country", "settlement", "district", "region", "island", "water", "continent")
_SAME, _LONGEST_BUILDING = 1, 25
"""Years between beginning and opening that are as good as none, and that are more than building takes."""

_EXACT_SINCE = 1800
_SMALL_UNITS = frozenset({"Q25343", "Q857027", "Q1550511"})
"""Square metre, square foot, square yard."""

_LARGEST_IN_SMALL = Decimal(1_000_000)
_YEAR = re.compile(r"\b[12][0-9]{3}\b")


class Doubts:
    """Finds what is doubtful about the facts of one subject and property."""

    def __init__(
        self,
        contested: Contested,
        kinds: Kinds,
        entities: Mapping[str, Entity],
        facts: Facts,
        periods: Mapping[str, tuple[int, int]] | None = None,
    ) -> None:
        self._contested, self._kinds, self._entities, self._facts = contested, kinds, entities, facts
        self._periods = periods or {}

    def passing(self, statements: Sequence[Statement]) -> str:
        """Return why no route may go through these statements, empty if one may."""
        return next(filter(None, map(self._contested.code, statements)), "")

    def ending(self, statements: Sequence[Statement], kind: str, *, direct: bool) -> str:
        """Return why these statements about a subject of that kind are no answer, empty if they are.

        `direct` is whether the subject is the thing in the image.
        """
        if code := self.passing(statements):
            return code
        first = statements[0]
        if _TOLD_BY.get(first.property) in self._facts(first.subject):
            return "told_otherwise"
        if first.property == STYLE and any(self._is_of_another_time(s) for s in statements):
            return "style_of_other_time"
        if first.kind == "time":
            return self._date(statements, kind, direct=direct)
        if first.property == _AREA:
            return self._area(statements, kind)
        return ""

    def _is_of_another_time(self, statement: Statement) -> bool:
        return is_of_another_time(statement, self._periods, self._facts)

    def _date(self, statements: Sequence[Statement], kind: str, *, direct: bool) -> str:
        first = statements[0]
        if any(map(_is_round, statements)):
            return "round_year"
        if first.property == _OPENING and self._reopened(first.subject):
            return "stages_conflict"
        if first.property == _INCEPTION and direct and self._kinds.fits(kind, _BUILT):
            return "" if self._is_confirmed(first) else "stage_unclear"
        return ""

    def _reopened(self, subject: str) -> bool:
        begun, opened = self._years(subject, _INCEPTION), self._years(subject, _OPENING)
        if not begun or not opened:
            return False
        return max(opened) - min(begun) > _LONGEST_BUILDING or max(begun) - min(opened) > _SAME

    def _is_confirmed(self, statement: Statement) -> bool:
        """Whether a thing opened in the year that it dates from, or its description names that year."""
        year = Time.parse(statement.value, statement.precision).year
        entity = self._entities.get(statement.subject)
        named = {int(text) for text in _YEAR.findall(entity.description)} if entity else set()
        near = range(year - _SAME, year + _SAME + 1)
        opened = self._years(statement.subject, _OPENING)
        return year in named or (bool(opened) and all(other in near for other in opened))

    def _years(self, subject: str, prop: str) -> list[int]:
        return [Time.parse(s.value, s.precision).year for s in self._facts(subject).get(prop, ())]

    def _area(self, statements: Sequence[Statement], kind: str) -> str:
        for statement in (s for s in statements if s.unit in _SMALL_UNITS):
            amount = Quantity.parse(statement.value, statement.unit).amount
            if amount >= _LARGEST_IN_SMALL or any(self._kinds.fits(kind, (name,)) for name in _TERRITORY):
                return "unit_unfit"
        return ""


def _is_round(statement: Statement) -> bool:
    """Whether a year of long ago is one that stands for a century or half of one: 1401, 850, 1250."""
    time = Time.parse(statement.value, statement.precision)
    if time.precision != Precision.YEAR or time.year >= _EXACT_SINCE:
        return False
    return time.year_of_era % 50 == 0 or time.year_of_era % 100 == 1
