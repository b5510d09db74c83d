"""Amounts with a unit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

NO_UNIT = "Q199"
"""Wikidata's item for the number one, which stands as the unit of counts."""

_NUMBER = re.compile(r"^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$")


@dataclass(frozen=True, slots=True, order=True)
class Quantity:
    """An exact decimal amount and the item of its unit; `unit` is empty where the amount is a count."""

    amount: Decimal
    unit: str = ""

    @classmethod
    def parse(cls, amount: str, unit: str) -> Quantity:
        """Read `+301338` and a unit item ("1", Q199 or empty for none); ValueError if it is no number."""
        if not _NUMBER.match(amount):
            raise ValueError(f"not a number: {amount!r}")
        return cls(Decimal(amount), "" if unit in ("", "1", NO_UNIT) else unit)

    @property
    def significant_digits(self) -> int:
        """How many digits carry meaning: 301338 has 6, 1200 has 2, 0.50 has 1, 0 has 1."""
        return max(1, len(self.amount.normalize().as_tuple().digits))

    def rounded(self, digits: int) -> Quantity:
        """Return the amount with at most so many significant digits; whole numbers keep all of theirs."""
        if self.amount == self.amount.to_integral_value() or self.significant_digits <= digits:
            return self
        places = digits - 1 - self.amount.adjusted()
        return Quantity(round(self.amount, max(0, places)), self.unit)

    @property
    def plain(self) -> str:
        """The amount without exponent, sign only if negative, no trailing zeros after the point."""
        text = format(self.amount, "f")
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        return "0" if text in ("-0", "") else text

    def __str__(self) -> str:
        return f"{self.plain} {self.unit}".strip()
