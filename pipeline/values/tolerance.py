"""How far an answer may lie from the value held and be right all the same."""

from __future__ import annotations

import datetime
from decimal import Context, Decimal

from pipeline.values.quantity import Quantity
from pipeline.values.time import Precision, Time

MEASURED = Decimal("0.03")
"""Share by which amounts with a unit may differ unless their property says otherwise: sources do."""

MOST = Decimal("0.045")
"""The largest share: wrong options lie at least 5 % away."""

_SPANS = {Precision.DECADE: 10, Precision.CENTURY: 100, Precision.MILLENNIUM: 1000}
_LEAP_YEAR = 2000
_EXACT = Context(prec=10_000)


def accepted_range(value: Quantity | Time, share: Decimal | None = None) -> tuple[str, str]:
    """Return the lowest and the highest value that count as right.

    Amounts as plain decimal numbers in their own unit; times as dates (-0043-03-15, astronomical years): the
    first and the last day that the time may mean at its precision. Counts are exact unless `share` is given.
    """
    if isinstance(value, Time):
        return _first(value), _last(value)
    if share is None:
        share = MEASURED if value.unit else Decimal(0)
    room = _EXACT.multiply(abs(value.amount), share)
    ends = _EXACT.subtract(value.amount, room), _EXACT.add(value.amount, room)
    low, high = (Quantity(end, value.unit).plain for end in ends)
    return low, high


def _first(time: Time) -> str:
    return _date(_first_year(time), time.month or 1, time.day or 1)


def _last(time: Time) -> str:
    year = _first_year(time) + _SPANS.get(time.precision, 1) - 1
    month = time.month or 12
    return _date(year, month, time.day or _days(year, month))


def _first_year(time: Time) -> int:
    """Return the first year of a time; before our era centuries and decades are counted backwards."""
    span = _SPANS.get(time.precision, 1)
    if span == 1:
        return time.year
    begun = time.decade if span == 10 else (time.year_of_era - 1) // span * span + 1
    return 1 - (begun + span - 1) if time.is_bce else begun


def _days(year: int, month: int) -> int:
    """Return the days of a month; the calendar repeats every 400 years, also before our era."""
    start = datetime.date(_LEAP_YEAR + year % 400, month, 1)
    return ((start.replace(day=28) + datetime.timedelta(days=4)).replace(day=1) - start).days


def _date(year: int, month: int, day: int) -> str:
    return f"{'-' if year < 0 else ''}{abs(year):04d}-{month:02d}-{day:02d}"
