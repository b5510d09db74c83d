"""Amounts with a unit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Context, Decimal

NO_UNIT = "Q199"
"""Wikidata's item for the number one, which stands as the unit of counts."""

_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,4})?")

_EXACT = Context(prec=10_000)
"""Decimal's own context would keep 28 digits only."""


@dataclass(frozen=True, slots=True, order=True)
class Quantity:
    """An exact decimal amount and the item of its unit; `unit` is empty where the amount is a count."""

    amount: Decimal
    unit: str = ""

    @classmethod
    def parse(cls, amount: str, unit: str) -> Quantity:
        """Read `+301338` and a unit item ("1", Q199 or empty for none); ValueError if it is no number."""
        if not _NUMBER.fullmatch(amount):
            raise ValueError(f"not a number: {amount!r}")
        return cls(Decimal(amount), "" if unit in ("", "1", NO_UNIT) else unit)

    @property
    def significant_digits(self) -> int:
        """How many digits carry meaning: 301338 has 6, 1200 has 2, 0.50 has 1, 0 has 1."""
        digits = "".join(map(str, self.amount.as_tuple().digits))
        return max(1, len(digits.strip("0")))

    def rounded(self, digits: int) -> Quantity:
        """Return the amount with at most so many significant digits; whole numbers keep all of theirs."""
        if self.amount == self.amount.to_integral_value() or self.significant_digits <= digits:
            return self
        last = Decimal(1).scaleb(min(0, self.amount.adjusted() + 1 - digits))
        return Quantity(self.amount.quantize(last, context=_EXACT), self.unit)

    @property
    def plain(self) -> str:
        """The amount without exponent, sign only if negative, no trailing zeros after the point."""
        text = format(self.amount, "f")
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        return "0" if text in ("-0", "") else text

    def __str__(self) -> str:
        return f"{self.plain} {self.unit}".strip()
