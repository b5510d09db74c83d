"""Points in time as Wikidata holds them: an astronomical year, month and day, and a precision.

The lexical form is parsed here because Python's and rdflib's own types reject what occurs: year 0000
(1 BCE), negative years, years of five digits, month or day 00.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

_LEXICAL = re.compile(
    r"(?P<sign>[+-]?)(?P<year>[0-9]{4,16})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})(?:T[0-9:.]+Z?)?"
)
_DAYS = (31, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""The most days of each month; of month 0, which is unknown, as many as any has."""


class Precision(IntEnum):
    """Wikidata's codes for how exactly a time is known (`wikibase:timePrecision`)."""

    MILLENNIUM = 6
    CENTURY = 7
    DECADE = 8
    YEAR = 9
    MONTH = 10
    DAY = 11

    @property
    def word(self) -> str:
        """The lower-case English name, as templates use it."""
        return self.name.lower()


@dataclass(frozen=True, slots=True, order=True)
class Time:
    """A time at its precision; `year` is astronomical (0 is 1 BCE), month and day are 0 where unknown."""

    year: int
    month: int
    day: int
    precision: Precision

    @classmethod
    def parse(cls, lexical: str, precision: int) -> Time:
        """Read an RDF lexical form such as `-0043-03-15T00:00:00Z`.

        A precision finer than the digits allow is lowered to what they hold. Raises ValueError for
        another form, an impossible month or day, or a precision coarser than a millennium.
        """
        match = _LEXICAL.fullmatch(lexical)
        if not match:
            raise ValueError(f"not a time: {lexical!r}")
        year = int(match["sign"] + match["year"])
        month, day = int(match["month"]), int(match["day"])
        if month > 12 or day > _DAYS[month]:
            raise ValueError(f"no such month or day: {lexical!r}")
        if precision < Precision.MILLENNIUM:
            raise ValueError(f"too coarse to ask about: precision {precision}")
        finest = Precision.DAY if day and month else Precision.MONTH if month else Precision.YEAR
        held = Precision(min(precision, finest))
        return cls(year, month if held >= Precision.MONTH else 0, day if held >= Precision.DAY else 0, held)

    @property
    def lexical(self) -> str:
        """The `xsd:dateTime` form, with 00 where month or day is unknown."""
        sign = "-" if self.year < 0 else ""
        return f"{sign}{abs(self.year):04d}-{self.month:02d}-{self.day:02d}T00:00:00Z"

    @property
    def is_bce(self) -> bool:
        """Whether the year lies before the common era."""
        return self.year <= 0

    @property
    def year_of_era(self) -> int:
        """The year as people count it: astronomical 0 is 1 (BCE), -43 is 44 (BCE)."""
        return 1 - self.year if self.is_bce else self.year

    @property
    def century(self) -> int:
        """The century within its era: 1801 and 1900 lie in the 19th."""
        return (self.year_of_era - 1) // 100 + 1

    @property
    def millennium(self) -> int:
        """The millennium within its era: 1001 and 2000 lie in the 2nd."""
        return (self.year_of_era - 1) // 1000 + 1

    @property
    def decade(self) -> int:
        """The first year of the decade within its era: 1889 lies in the 1880s."""
        return self.year_of_era // 10 * 10

    def __str__(self) -> str:
        era = " BCE" if self.is_bce else ""
        match self.precision:
            case Precision.DAY:
                return f"{self.year_of_era}-{self.month:02d}-{self.day:02d}{era}"
            case Precision.MONTH:
                return f"{self.year_of_era}-{self.month:02d}{era}"
            case Precision.YEAR:
                return f"{self.year_of_era}{era}"
            case Precision.DECADE:
                return f"{self.decade}s{era}"
            case Precision.CENTURY:
                return f"century {self.century}{era}"
            case _:
                return f"millennium {self.millennium}{era}"
