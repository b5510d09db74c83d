"""Whether a date in a prediction is the true one at the precision that is known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from babel.dates import get_month_names

from pipeline.values.time import Precision, Time
from pipeline.values.tolerance import accepted_range

_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{1,6})"
_ERA = r"\s*(?P<era>b\.?\s?c\.?(?:\s?e\.?)?|before christ)?"
_KEPT = 1 << 16
_Day = tuple[int, int, int]


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    month = f"(?P<month>{'|'.join(sorted(_months(), key=len, reverse=True))})\\.?"
    texts = (
        r"(?<!\d)(?P<sign>-?)(?P<iso_year>\d{4,6})-(?P<iso_month>\d{2})(?:-(?P<iso_day>\d{2}))?(?!\d)",
        rf"\b{_DAY} (?:of )?{month},? {_YEAR}\b{_ERA}",
        rf"\b{month} {_DAY},? {_YEAR}\b{_ERA}",
        rf"\b{month},? {_YEAR}\b{_ERA}",
        rf"\b(?P<decade>\d{{1,5}}0)['’]?s\b{_ERA}",
        rf"\b(?P<century>\d{{1,2}})(?:st|nd|rd|th)[ -]century\b{_ERA}",
        rf"\b(?P<millennium>\d)(?:st|nd|rd|th)[ -]millennium\b{_ERA}",
        rf"(?<![\d.,]){_YEAR}(?![\d.,]*\d)\b{_ERA}",
    )
    return tuple(re.compile(text) for text in texts)


@cache
def _months() -> dict[str, int]:
    named = (get_month_names(width, locale="en") for width in ("wide", "abbreviated"))
    return {name.lower(): number for names in named for number, name in names.items()}


@lru_cache(_KEPT)
def read_date(text: str) -> Time | None:
    """Return the first date of an English text, at the precision in which it is given; None if it has none.

    Forms: 1889-03-31, 31 March 1889, March 31, 1889, March 1889, 1889, 1880s, 19th century, each with BC or
    BCE.
    """
    lower = text.lower()
    for pattern in _patterns():
        if found := pattern.search(lower):
            return _time(found.groupdict())
    return None


def _time(parts: dict[str, str | None]) -> Time | None:
    before = bool(parts.get("era"))
    if iso := parts.get("iso_year"):
        month, day = int(parts["iso_month"] or 0), int(parts["iso_day"] or 0)
        return _valid(int(f"{parts['sign']}{iso}"), month, day, Precision.DAY if day else Precision.MONTH)
    for name, precision, size in (
        ("century", Precision.CENTURY, 100),
        ("millennium", Precision.MILLENNIUM, 1000),
    ):
        if nth := parts.get(name):
            return _valid(_astronomical((int(nth) - 1) * size + 1, before), 0, 0, precision)
    if decade := parts.get("decade"):
        return _valid(_astronomical(int(decade), before), 0, 0, Precision.DECADE)
    month, day = _months().get(parts.get("month") or "", 0), int(parts.get("day") or 0)
    precision = Precision.DAY if day else Precision.MONTH if month else Precision.YEAR
    return _valid(_astronomical(int(parts["year"] or 0), before), month, day, precision)


def _astronomical(year: int, before: bool) -> int:
    return 1 - year if before else year


def _valid(year: int, month: int, day: int, precision: Precision) -> Time | None:
    sign = "-" if year < 0 else ""
    try:
        return Time.parse(f"{sign}{abs(year):04d}-{month:02d}-{day:02d}", precision)
    except ValueError:
        return None


def within_dates(prediction: str, low: str, high: str) -> bool:
    """Whether all days that the prediction's first date may mean lie in low..high (dates as -0043-03-15)."""
    time = read_date(prediction)
    if time is None:
        return False
    first, last = map(_day, accepted_range(time))
    return _day(low) <= first and last <= _day(high)


def _day(text: str) -> _Day:
    year, month, day = _numbers(text)
    return year, month, day


def _numbers(text: str) -> Iterator[int]:
    year, month, day = text.rsplit("-", 2)
    yield from (int(year), int(month), int(day))
