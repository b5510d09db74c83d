"""Which of the fetched statements may be used, and why the others may not (docs/facts.md)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pipeline.values import Precision, Quantity, Time, label_fault
from pipeline.wikidata.facts import IN_ORDER, Entity, Statement
from pipeline.wikidata.ranks import best_ranked

REASONS = {
    "deprecated": "the statement is deprecated",
    "not_preferred": "another value has preferred rank",
    "ended": "the statement has an end time: it held once",
    "unknown_value": "nobody knows the value, or there is none",
    "refers_to_itself": "subject and value are the same item",
    "value_no_label": "the value has no label in the language",
    "value_label_is_id": "the value's label is an id",
    "value_label_other_script": "the value's label is in another script",
    "time_malformed": "the time cannot be read",
    "time_ambiguous": "a century or millennium given by a round year: the one it ends or the one it begins",
    "quantity_malformed": "the amount cannot be read",
    "coordinate": "coordinates are never an answer",
    "unit_no_label": "the amount's unit has no name in the language",
    "maker_born_later": "who is said to have made the thing was born after it was there",
}

_BORN = "P569"
_BEGUN = ("P571", "P1619", "P575")
"""Inception, official opening, invention: a thing was there at the earliest of them."""

_MADE_BY = ("P84", "P61", "P112", "P170", "P50", "P86", "P57", "P287")
_SPANS = {Precision.DECADE: 10, Precision.CENTURY: 100, Precision.MILLENNIUM: 1000}


@dataclass(frozen=True, slots=True, order=True)
class Dropped:
    """A statement left out, with its code (a key of REASONS)."""

    statement: Statement
    code: str


def usable(
    statements: Iterable[Statement],
    entities: Mapping[str, Entity],
    *,
    script: str = "LATIN",
    units: Collection[str] = (),
) -> tuple[list[Statement], list[Dropped]]:
    """Return the statements that hold and can be spoken of, and the rest with a code, both sorted.

    `units` are those that need no label.
    """
    ranked, outranked = best_ranked(sorted(statements, key=IN_ORDER))
    dropped = [Dropped(statement, code) for statement, code in outranked]
    kept: list[Statement] = []
    for statement in ranked:
        code = _fault(statement, entities, script, units)
        if code is None:
            kept.append(statement)
        else:
            dropped.append(Dropped(statement, code))
    impossible = set(_born_later(kept))
    dropped += [Dropped(statement, "maker_born_later") for statement in impossible]
    return sorted(s for s in kept if s not in impossible), sorted(dropped)


def _born_later(statements: Sequence[Statement]) -> Iterator[Statement]:
    """Yield statements of makers who were born after what they made: restorers, namesakes, mistakes."""
    born: dict[str, int] = {}
    begun: dict[str, int] = {}
    for statement in (statement for statement in statements if statement.kind == "time"):
        if statement.property == _BORN:
            born[statement.subject] = _years(statement)[0]
        elif statement.property in _BEGUN:
            last = _years(statement)[1]
            begun[statement.subject] = min(last, begun.get(statement.subject, last))
    for statement in statements:
        if statement.property not in _MADE_BY:
            continue
        birth, beginning = born.get(statement.value), begun.get(statement.subject)
        if birth is not None and beginning is not None and birth > beginning:
            yield statement


def _years(statement: Statement) -> tuple[int, int]:
    """Return the first and last year that a date may mean."""
    time = Time.parse(statement.value, statement.precision)
    span = _SPANS.get(time.precision, 1)
    first = time.year if span == 1 else time.year - time.year % span
    return first, first + span


def _fault(
    statement: Statement, entities: Mapping[str, Entity], script: str, units: Collection[str]
) -> str | None:
    if statement.end:
        return "ended"
    match statement.kind:
        case "unknown":
            return "unknown_value"
        case "item":
            if statement.value == statement.subject:
                return "refers_to_itself"
            entity = entities.get(statement.value)
            fault = label_fault(entity.label if entity else "", script=script)
            return f"value_{fault}" if fault else None
        case "time":
            return _time_fault(statement)
        case "quantity":
            return _quantity_fault(statement, entities, units)
        case "coordinate":
            return "coordinate"
        case _:
            return None


def _time_fault(statement: Statement) -> str | None:
    try:
        time = Time.parse(statement.value, statement.precision)
    except ValueError:
        return "time_malformed"
    span = {Precision.CENTURY: 100, Precision.MILLENNIUM: 1000}.get(time.precision)
    return "time_ambiguous" if span and time.year_of_era % span == 0 else None


def _quantity_fault(
    statement: Statement, entities: Mapping[str, Entity], units: Collection[str]
) -> str | None:
    try:
        unit = Quantity.parse(statement.value, statement.unit).unit
    except ValueError:
        return "quantity_malformed"
    named = not unit or unit in units or (unit in entities and entities[unit].label)
    return None if named else "unit_no_label"


def redirected(statements: Iterable[Statement], targets: Mapping[str, str]) -> list[Statement]:
    """Return the statements with values that were merged into another item replaced by that item."""
    return [replace(s, value=targets.get(s.value, s.value)) if s.kind == "item" else s for s in statements]
