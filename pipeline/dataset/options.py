"""Wrong options (distractors) for a question, by the kind of its answer (ReasonVQA, section 3.3).

fixed: from a closed set; text: other values of the same property; date: within ten units of its
precision on either side; number i: within [i/2, max(1.5 i, i/2 + 2N)]. For dates and numbers the rank
of the truth among the options is drawn first, uniformly, so that taking the middle value gains nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_HALF_EVEN, Decimal
from functools import lru_cache
from itertools import chain
from typing import TypeVar

from pipeline.base.hashing import shuffled, uniform
from pipeline.language.answers import normal_form
from pipeline.values import Precision, Quantity, Time

L = TypeVar("L", Time, Quantity)

_YEARS = {Precision.DECADE: 10, Precision.CENTURY: 100, Precision.MILLENNIUM: 1000}
_SPAN = {Precision.DECADE: 7, Precision.CENTURY: 5, Precision.MILLENNIUM: 2}
_WIDEST = 10
"""Dates lie within ten years, seven decades, five centuries or two millennia of the truth."""

_STEPS_APART, _SHARE_APART = 2, Decimal("0.05")
"""Sources differ by a year (a decade), or by a few per cent: options are at least so far apart."""


KNOWN_SPANS, KNOWN_RATIO = 3, 4
"""Dates of other questions may be so many times as far off as drawn ones, amounts differ by such a factor."""

_ATTEMPTS = 12


@dataclass(frozen=True, slots=True, order=True)
class Candidate:
    """A value that might be an option: its shown text, all its forms, and its item if it has one."""

    text: str
    forms: tuple[str, ...]
    item: str = ""
    normal: frozenset[str] = field(init=False, repr=False, compare=False)
    """All forms as answers are compared."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "normal", _normal_forms(self.forms))


@lru_cache(maxsize=100_000)
def _normal_forms(forms: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(normal_form, forms))


def span_of(precision: Precision) -> tuple[int, int]:
    """Return the years between two neighbouring dates of a precision, and how many steps options may go."""
    return _YEARS.get(precision, 1), _SPAN.get(precision, _WIDEST)


def _unambiguous(truth: Time, years: int, *, taken: Sequence[int], present: int) -> int:
    """Return a distance in years, a decade more where it would lead to "1800s", which may be a century.

    It stays if the decade after is taken or to come.
    """
    if truth.precision != Precision.DECADE or (truth.year + years) // 10 % 10:
        return years
    further = years + (10 if years > 0 else -10)
    return years if further in taken or truth.year + further > present else further


def _gap_of(precision: Precision) -> int:
    return 1 if precision in (Precision.CENTURY, Precision.MILLENNIUM) else _STEPS_APART


def draw_times(truth: Time, n: int, *, key: str, seed: int, present: int, version: int = 0) -> list[Time]:
    """Return n other times at the truth's precision, none after the year `present`.

    The rank of the truth goes round with the version, from a start drawn by the key.
    """
    step, span = span_of(truth.precision)
    later = sum(truth.year + k * step <= present for k in range(1, span + 1))
    gap = _gap_of(truth.precision)
    offsets = _around(span, later, n, gap=gap, key=key, seed=seed, version=version)
    years = [offset * step for offset in offsets]
    for place, distance in enumerate(years):
        years[place] = _unambiguous(truth, distance, taken=years, present=present)
    return [_shifted(truth, distance, key=f"{key}:{version}", seed=seed) for distance in years]


def filled_times(
    truth: Time, known: Sequence[Time], n: int, *, key: str, seed: int, present: int, version: int = 0
) -> list[Time]:
    """Return n other times: those known, and drawn ones where they are too few."""

    def drawn(number: int) -> Sequence[Time]:
        return _drawn_times(truth, n, key, seed, present, number)

    return _filled(truth, known, n, drawn, version=version)


def filled_quantities(
    truth: Quantity, known: Sequence[Quantity], n: int, *, key: str, seed: int, version: int = 0
) -> list[Quantity]:
    """Return n other amounts: those known, and drawn ones where they are too few.

    Known ones that are enough are taken whatever rank they leave the truth: they were drawn so that each of
    the four is as likely as the others, and then no rank is favored either.
    """
    if len(known) >= n:
        return list(known[:n])

    def drawn(number: int) -> Sequence[Quantity]:
        return _drawn_quantities(truth, n, key, seed, number)

    return _filled(truth, known, n, drawn, version=version)


@lru_cache(maxsize=1024)
def _drawn_times(truth: Time, n: int, key: str, seed: int, present: int, version: int) -> tuple[Time, ...]:
    """Return what is drawn, kept for the questions outside and inside the balanced set."""
    return tuple(draw_times(truth, n, key=key, seed=seed, present=present, version=version))


@lru_cache(maxsize=1024)
def _drawn_quantities(truth: Quantity, n: int, key: str, seed: int, version: int) -> tuple[Quantity, ...]:
    return tuple(draw_quantities(truth, n, key=key, seed=seed, version=version))


def size_of(value: Time | Quantity) -> Decimal:
    """Return what values are ordered by: the year, or the amount."""
    return Decimal(value.year) if isinstance(value, Time) else value.amount


def apart(one: Time | Quantity, other: Time | Quantity) -> bool:
    """Whether two values are further apart than sources differ."""
    distance = abs(size_of(one) - size_of(other))
    if isinstance(one, Time):
        step, _ = span_of(one.precision)
        return distance >= step * _gap_of(one.precision)
    return distance > 0 and distance >= _SHARE_APART * max(abs(size_of(one)), abs(size_of(other)))


def _filled(
    truth: L, known: Sequence[L], n: int, drawn: Callable[[int], Sequence[L]], *, version: int
) -> list[L]:
    """Return known values and drawn ones, so that the truth's rank is that of the version.

    Of the known values those are taken, in their order, for which its rank leaves room.
    """
    size, first = size_of(truth), drawn(version)
    rank = sum(size_of(value) < size for value in first)
    room = {True: rank, False: n - rank}
    chosen: list[L] = []
    later = (drawn(number) for number in range(version + 1, version + _ATTEMPTS))
    more = chain(first, chain.from_iterable(later))
    for value in chain(known, more):
        if len(chosen) == n:
            break
        is_below = size_of(value) < size
        if room[is_below] and all(apart(value, other) for other in chosen):
            chosen.append(value)
            room[is_below] -= 1
    return chosen


def _shifted(truth: Time, years: int, *, key: str, seed: int) -> Time:
    """Return a time some years off; month and day, if known, are drawn anew."""
    month, day = truth.month, truth.day
    if truth.precision >= Precision.MONTH:
        month = 1 + uniform(12, seed=seed, stage="month", key=f"{key}:{years}")
    if truth.precision == Precision.DAY:
        day = 1 + uniform(28, seed=seed, stage="day", key=f"{key}:{years}")
    return Time(truth.year + years, month, day, truth.precision)


def draw_quantities(truth: Quantity, n: int, *, key: str, seed: int, version: int = 0) -> list[Quantity]:
    """Return n other amounts in the truth's unit, written with as many digits as it is.

    The rank of the truth goes round with the version, from a start drawn by the key.
    """
    amount = truth.amount
    if amount == 0:
        low, high = Decimal(0), Decimal(2 * n)
    elif abs(amount) < 1 or amount < 0:
        low, high = sorted((amount / 2, amount * 3 / 2))
    else:
        low = amount / 2
        high = max(amount * 3 / 2, low + 2 * n)
    step = _step(truth, min(amount - low, high - amount), n)
    below, above = int((amount - low) / step), int((high - amount) / step)
    gap = max(1, int((_SHARE_APART * abs(amount) / step).to_integral_value(ROUND_CEILING)))
    offsets = _around(below, above, n, gap=gap, key=key, seed=seed, version=version)
    return [Quantity((amount + offset * step).normalize(), truth.unit) for offset in offsets]


def _step(truth: Quantity, room: Decimal, n: int) -> Decimal:
    """Return the place of the last digit that carries meaning, finer if its steps do not fit n times.

    `room` is the smaller of the distances to the ends of the interval: any rank of the truth is possible.
    """
    exponent = truth.amount.normalize().as_tuple().exponent if truth.amount else 0
    step = Decimal(1).scaleb(int(exponent))
    whole = truth.amount == truth.amount.to_integral_value(ROUND_HALF_EVEN)
    while room / step < n and not (whole and step <= 1):
        step = step.scaleb(-1)
    return step


def _around(below: int, above: int, n: int, *, gap: int, key: str, seed: int, version: int) -> list[int]:
    """Return n multiples of `gap` other than zero, as far as there are so many from -below to above.

    How many lie below zero, the rank of the truth, is set first, each as often as the others; only what the
    interval does not allow is moved to its edge. Where the gap leaves too few on either side, it is one.
    """
    gap = gap if min(below, above) // gap >= n else 1
    below, above = below // gap, above // gap
    total = min(n, below + above)
    rank = (uniform(n + 1, seed=seed, stage="rank", key=key) + version) % (n + 1)
    rank = min(max(rank, total - above), below, total)
    lower = _distinct(below, rank, seed=seed, stage="below", key=f"{key}:{version}")
    upper = _distinct(above, total - rank, seed=seed, stage="above", key=f"{key}:{version}")
    return [gap * offset for offset in [*(-k for k in lower), *upper]]


def _distinct(size: int, n: int, *, seed: int, stage: str, key: str) -> list[int]:
    """Return n different numbers from 1 to size, drawn at random."""
    found: list[int] = []
    attempt = 0
    while len(found) < n:
        number = 1 + uniform(size, seed=seed, stage=stage, key=f"{key}:{attempt}")
        attempt += 1
        if number not in found:
            found.append(number)
    return found


def arranged(truth: str, wrong: Sequence[str], *, version: int, key: str, seed: int) -> tuple[list[str], int]:
    """Return the options in an order of their own for each version, and the place of the truth.

    The place goes round with the version, from a random start: a frequent answer, whose versions many
    questions share, has no favourite place either.
    """
    options = shuffled(wrong, seed=seed, stage="order", key=f"{key}:{version}")
    places = len(wrong) + 1
    place = (_first_place(places, key, seed) + version) % places
    options.insert(place, truth)
    return options, place


@lru_cache(maxsize=1024)
def _first_place(places: int, key: str, seed: int) -> int:
    """Return the place of the truth in version 0; all versions of an answer ask for it."""
    return uniform(places, seed=seed, stage="place", key=key)
