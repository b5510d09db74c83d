"""The ages of architectural styles: a castle of 1070 was not built in a style of 1350."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from pipeline.base.errors import InputError
from pipeline.base.files import read_tsv
from pipeline.values import Time
from pipeline.wikidata.facts import Statement

STYLE = "P149"
_DATES = ("P571", "P1619")
_COUNTRY = "P17"
_NEW_WORLD = frozenset({"Q30", "Q16", "Q408", "Q664"})
"""The United States, Canada, Australia, New Zealand: nothing there is medieval but in imitation."""

_SETTLED = 1650

Facts = Callable[[str], Mapping[str, Sequence[Statement]]]


def read_periods(path: Path) -> dict[str, tuple[int, int]]:
    """Return style -> first and last year in which it was built; InputError names a faulty row."""
    periods = {}
    for row in read_tsv(path, ["item", "label", "begun", "ended"]):
        if not (row["begun"].isdecimal() and row["ended"].isdecimal()):
            raise InputError(path, place=row["item"], problem="has no years", remedy="Write years as digits.")
        periods[row["item"]] = int(row["begun"]), int(row["ended"])
    return periods


def is_of_another_time(statement: Statement, periods: Mapping[str, tuple[int, int]], facts: Facts) -> bool:
    """Whether a thing cannot have been built as a whole in the style that the statement names.

    It dates from another time, or stands where nobody built so then: the style is that of a part, or of what
    it imitates.
    """
    if statement.value not in periods:
        return False
    begun, ended = periods[statement.value]
    held = facts(statement.subject)
    dates = (Time.parse(s.value, s.precision).year for prop in _DATES for s in held.get(prop, ()))
    countries = {s.value for s in held.get(_COUNTRY, ())}
    is_imitated = ended < _SETTLED and not countries.isdisjoint(_NEW_WORLD)
    return is_imitated or any(not begun <= year <= ended for year in dates)
