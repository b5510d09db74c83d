"""Whether an amount in a prediction lies within what a record accepts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

_NUMBER = re.compile(
    r"(?<![\w.])(?P<number>[+-]?\d+(?:[, ]\d{3})*(?:\.\d+)?(?:e[+-]?\d{1,3})?)\s*"
    r"(?P<scale>thousand|million|billion|trillion)?(?P<rest>.*)",
    re.DOTALL,
)
_BRITISH = re.compile(r"(met|lit)re")
_PLURAL = re.compile(r"(?<=\w{3})s\b")
_SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_KEPT = 1 << 16


@dataclass(frozen=True, slots=True)
class Amount:
    """A number, and the text after it, which begins with the unit if there is one."""

    number: Decimal
    rest: str


@lru_cache(_KEPT)
def read_amount(text: str) -> Amount | None:
    """Return the first number of a text, with "million" and the like reckoned in; None if it has none."""
    found = _NUMBER.search(text.lower())
    if not found:
        return None
    number = Decimal(found["number"].replace(",", "").replace(" ", ""))
    return Amount(number.scaleb(_SCALES.get(found["scale"] or "", 0)), _spelt(found["rest"].strip(" .()~")))


def _spelt(text: str) -> str:
    """Return a text after a number in one spelling: `metres`, `meter` and `meters` are one unit."""
    return _PLURAL.sub("", _BRITISH.sub(r"\1er", text))


@lru_cache(_KEPT)
def _units(forms: tuple[str, ...]) -> tuple[tuple[str, Decimal], ...]:
    """Return (unit as text, how much of the first form's unit it is), the longest text first."""
    shown = read_amount(forms[0])
    units: dict[str, Decimal] = {}
    for form in forms if shown and shown.number else ():
        amount = read_amount(form)
        if shown and amount and amount.number and amount.rest:
            units.setdefault(amount.rest, shown.number / amount.number)
    return tuple(sorted(units.items(), key=lambda unit: (-len(unit[0]), unit[0])))


def within_range(prediction: str, forms: Sequence[str], low: str, high: str) -> bool:
    """Whether the first number of a prediction lies in low..high, in the unit of the first form.

    A unit must be one of those in the forms, which also say how much of one is the other; without a unit
    that of the first form is meant. Where the forms have none, whatever follows the number is passed over.
    """
    amount = read_amount(prediction)
    if amount is None:
        return False
    factor = _factor(amount.rest, _units(tuple(forms)))
    return factor is not None and Decimal(low) <= amount.number * factor <= Decimal(high)


def _factor(rest: str, units: Sequence[tuple[str, Decimal]]) -> Decimal | None:
    if not rest or not units:
        return Decimal(1)
    return next((factor for unit, factor in units if _begins(rest, unit)), None)


def _begins(rest: str, unit: str) -> bool:
    return rest.startswith(unit) and not rest[len(unit) :][:1].isalnum()
