"""Checks of facts: what cannot be, or cannot all be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pipeline.quality.registry import check
from pipeline.quality.units import Fact
from pipeline.values import Precision, Time
from pipeline.wikidata.facts import Statement

_SPANS = (("P580", "P582"), ("P571", "P576"), ("P571", "P3999"), ("P1619", "P3999"), ("P1619", "P576"))
"""Start and end, inception and dissolution or closure, opening and closure or demolition."""

_SPANNED = frozenset(prop for span in _SPANS for prop in span)
_BORN, _DIED, _LONGEST_LIFE = "P569", "P570", 125
_BEGUN, _OPENED = "P571", "P1619"
_WITHIN = ("P131", "P276", "P361", "P706")
_MOST_STEPS = 6
_SIZES = frozenset(
    {"P1083", "P2043", "P2046", "P2048", "P2049", "P2053", "P2067", "P2120", "P2386", "P2547", "P2787"}
)
"""Capacity, length, area, height, width, watershed, mass, radius, diameter, perimeter, span."""

_HAPPENED = frozenset({"P569", "P570", "P571", "P575", "P576", "P577", "P1619", "P3999"})
_YEARS = {Precision.DECADE: 10, Precision.CENTURY: 100, Precision.MILLENNIUM: 1000}
_ONE_VALUE = frozenset({"time", "quantity"})


def _years(statements: Iterable[Statement]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last year that each date may mean; nothing of what is no date."""
    for statement in statements:
        try:
            time = Time.parse(statement.value, statement.precision)
        except ValueError:
            continue
        span = _YEARS.get(time.precision, 1)
        first = time.year - time.year % span
        yield (first, first + span) if span > 1 else (time.year, time.year)


def _lasted(fact: Fact, begun: str, ended: str) -> Iterator[int]:
    """Yield the most years between each of a subject's beginnings and each of its ends."""
    starts, ends = (list(_years(fact.facts.of(fact.statement.subject, prop))) for prop in (begun, ended))
    yield from (last - first for first, _ in starts for _, last in ends)


@check("E101", Fact)
def own_value(fact: Fact) -> str | None:
    """A value that is its own subject."""
    statement = fact.statement
    return statement.value if statement.kind == "item" and statement.value == statement.subject else None


@check("E102", Fact)
def ended_first(fact: Fact) -> str | None:
    """An end before its beginning."""
    if fact.statement.property not in _SPANNED:
        return None
    for begun, ended in _SPANS:
        if fact.statement.property in (begun, ended) and any(n < 0 for n in _lasted(fact, begun, ended)):
            return f"{ended} before {begun}"
    return None


@check("E103", Fact)
def lived_backwards(fact: Fact) -> str | None:
    """A death before the birth, or after a life of more than 125 years."""
    if fact.statement.property not in (_BORN, _DIED):
        return None
    lives = [years for years in _lasted(fact, _BORN, _DIED) if not 0 <= years <= _LONGEST_LIFE + 1]
    return f"a life of {lives[0]} years" if lives else None


@check("E104", Fact)
def within_itself(fact: Fact) -> str | None:
    """A thing that lies within, or is part of, something that lies within it."""
    statement = fact.statement
    if statement.property not in _WITHIN or own_value(fact):
        return None
    level = {statement.value}
    for _ in range(_MOST_STEPS):
        level = {s.value for item in sorted(level) for s in fact.facts.of(item, statement.property)}
        if statement.subject in level:
            return f"{statement.subject} {statement.property} {statement.value}"
    return None


@check("E105", Fact)
def no_unit(fact: Fact) -> str | None:
    """An amount without a unit, of a property most of whose amounts have one."""
    statement = fact.statement
    bare = statement.kind == "quantity" and not statement.unit and statement.property in fact.facts.united
    return statement.value if bare else None


@check("E106", Fact)
def no_size(fact: Fact) -> str | None:
    """A size or capacity of zero or less."""
    statement = fact.statement
    sized = statement.kind == "quantity" and statement.property in _SIZES
    return statement.value if sized and float(statement.value) <= 0 else None


@check("E107", Fact)
def in_the_future(fact: Fact) -> str | None:
    """A date of what happened, after the fact was read."""
    statement = fact.statement
    read = statement.retrieved_at[:4]
    if statement.property not in _HAPPENED or not read.isdecimal():
        return None
    return next((statement.value for first, _ in _years([statement]) if first > int(read)), None)


@check("W108", Fact)
def several_values(fact: Fact) -> str | None:
    """Several dates or amounts where one can be true: two opening years."""
    statement = fact.statement
    if statement.kind not in _ONE_VALUE:
        return None
    beside = fact.facts.of(statement.subject, statement.property)
    values = sorted({(s.value, s.unit) for s in beside if s.precision == statement.precision})
    return ", ".join(value for value, _ in values) if len(values) > 1 else None


@check("W109", Fact)
def opened_before_begun(fact: Fact) -> str | None:
    """An opening before the inception."""
    if fact.statement.property not in (_BEGUN, _OPENED):
        return None
    years = [n for n in _lasted(fact, _BEGUN, _OPENED) if n < 0]
    return f"by {-years[0]} years" if years else None
