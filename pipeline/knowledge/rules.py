"""Which of the fetched statements may be used, and why the others may not (docs/facts.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pipeline.values import Precision, Quantity, Time, label_fault
from pipeline.wikidata.facts import Entity, Statement
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
}


@dataclass(frozen=True, slots=True, order=True)
class Dropped:
    """A statement left out, with its code (a key of REASONS)."""

    statement: Statement
    code: str


def usable(
    statements: Iterable[Statement], entities: Mapping[str, Entity], *, script: str = "LATIN"
) -> tuple[list[Statement], list[Dropped]]:
    """Return the statements that hold and can be spoken of, and the rest with a code, both sorted."""
    ranked, outranked = best_ranked(sorted(statements))
    dropped = [Dropped(statement, code) for statement, code in outranked]
    kept: list[Statement] = []
    for statement in ranked:
        code = _fault(statement, entities, script)
        if code is None:
            kept.append(statement)
        else:
            dropped.append(Dropped(statement, code))
    return sorted(kept), sorted(dropped)


def _fault(statement: Statement, entities: Mapping[str, Entity], script: str) -> str | None:
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
            return _quantity_fault(statement)
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


def _quantity_fault(statement: Statement) -> str | None:
    try:
        Quantity.parse(statement.value, statement.unit)
    except ValueError:
        return "quantity_malformed"
    return None


def redirected(statements: Iterable[Statement], targets: Mapping[str, str]) -> list[Statement]:
    """Return the statements with values that were merged into another item replaced by that item."""
    return [replace(s, value=targets.get(s.value, s.value)) if s.kind == "item" else s for s in statements]
