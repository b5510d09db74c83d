"""The tables of a snapshot, row by row: statements, names, redirects, pages, and what was asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.base.errors import InputError
from pipeline.base.files import read_columns, read_tsv
from pipeline.base.hashing import digest
from pipeline.values import clean_label, is_item_id, is_property_id
from pipeline.wikidata.facts import KINDS, RANKS, Entity, Statement, minted_id

STATEMENTS, ENTITIES = "statements.tsv.gz", "entities.tsv.gz"
REDIRECTS, PAGES, READINGS = "redirects.tsv.gz", "pages.tsv.gz", "readings.tsv.gz"
_REMEDY = "Take the snapshot anew."
_BAR = re.compile(r"(?<!\\)\|")
COLUMNS = {
    STATEMENTS: (
        "subject", "property", "kind", "value", "unit", "precision", "rank", "end", "statement_id", "source",
        "retrieved_at",
    ),
    ENTITIES: ("item", "language", "label", "description", "aliases"),
    REDIRECTS: ("item", "target"),
    PAGES: ("page", "item"),
    READINGS: ("subject", "property_set", "retrieved_at"),
}  # fmt: skip
Row = Mapping[str, object]
Cells = tuple[str, ...]
"""A row as it stands in its table."""


@dataclass(frozen=True, slots=True, order=True)
class Reading:
    """That all statements of a subject with these properties were read on that date."""

    subject: str
    properties: tuple[str, ...]
    retrieved_at: str = "unknown"


def statement_row(statement: Statement, sources: Mapping[str, str]) -> Row:
    """Return a statement's row; what can be derived is left empty."""
    minted = statement.statement_id == _minted(statement)
    dated = statement.retrieved_at != sources.get(statement.source, "unknown")
    return {
        "subject": statement.subject,
        "property": statement.property,
        "kind": statement.kind,
        "value": statement.value,
        "unit": statement.unit,
        "precision": statement.precision or "",
        "rank": "" if statement.rank == "normal" else statement.rank,
        "end": statement.end,
        "statement_id": "" if minted else statement.statement_id,
        "source": statement.source,
        "retrieved_at": statement.retrieved_at if dated else "",
    }


def _minted(s: Statement) -> str:
    return minted_id(s.subject, s.property, s.value, s.unit, s.precision, s.source)


def entity_row(entity: Entity, language: str) -> Row:
    """Return the row of an item's names in one language."""
    return {
        "item": entity.item,
        "language": language,
        "label": entity.label,
        "description": entity.description,
        "aliases": "|".join(alias.replace("|", r"\|") for alias in entity.aliases),
    }


def property_set(reading: Reading) -> str:
    """Return the key of a reading's properties in the description."""
    return digest(*reading.properties)[:8]


def reading_rows(readings: Iterable[Reading]) -> Iterator[Row]:
    """Yield the rows of readings, their properties by key."""
    for reading in readings:
        yield {
            "subject": reading.subject,
            "property_set": property_set(reading),
            "retrieved_at": reading.retrieved_at,
        }


def read_statements(path: Path, sources: Mapping[str, str]) -> Iterator[Statement]:
    """Yield the statements of a table; InputError names the line of one that is none."""
    for number, row in enumerate(read_columns(path, COLUMNS[STATEMENTS]), start=2):
        subject, prop, kind, value, _, precision, rank, *_ = row
        if problem := _row_fault(subject, prop, kind, value, precision, rank):
            raise InputError(path, place=f"line {number}", problem=problem, remedy=_REMEDY)
        yield statement_of(row, sources)


def statement_of(row: Cells, sources: Mapping[str, str]) -> Statement:
    """Return the statement of a sound row."""
    subject, prop, kind, value, unit, precision, rank, end, identity, source, date = row
    exactness = int(precision or 0)
    return Statement(
        subject,
        prop,
        kind,
        value,
        unit,
        exactness,
        rank or "normal",
        end,
        identity or minted_id(subject, prop, value, unit, exactness, source),
        source,
        date or sources.get(source, "unknown"),
    )


def statement_rows(path: Path) -> list[Cells]:
    """Return the rows of a table of statements, for `statement_of`; InputError as from `read_statements`.

    Ids, and kinds with precisions and ranks, come again and again: each is looked at once.
    """
    rows = list(read_columns(path, COLUMNS[STATEMENTS]))
    items = {row[0] for row in rows} | {row[3] for row in rows if row[2] == "item"}
    forms = {(row[2], row[5], row[6]) for row in rows}
    if (
        not all(map(is_item_id, items))
        or not all(map(is_property_id, {row[1] for row in rows}))
        or any(_row_fault("Q1", "P1", kind, "Q1", precision, rank) for kind, precision, rank in forms)
    ):
        list(read_statements(path, {}))
    return rows


def _row_fault(subject: str, prop: str, kind: str, value: str, precision: str, rank: str) -> str | None:
    """Return what is wrong with a row of the statements table, if anything is."""
    if not is_item_id(subject) or not is_property_id(prop):
        return f"{subject!r}, {prop!r} is no item with a property"
    if kind not in KINDS or (rank and rank not in RANKS):
        return f"kind {kind!r}, rank {rank!r}"
    if not (precision or "0").isdecimal():
        return f"precision {precision!r}"
    return value_fault(kind, value, precision)


def value_fault(kind: str, value: str, precision: str) -> str | None:
    """Return why a value is none of its kind; times and amounts are judged when they are used."""
    if kind == "item" and not is_item_id(value):
        return f"{value!r} is no item"
    if kind == "time" and not precision:
        return f"the time {value!r} has no precision"
    return None


def read_entities(path: Path, language: str) -> Iterator[tuple[str, Entity]]:
    """Yield (language, names) of an entities table, cleaned; one of version 1 has a single language."""
    needed = [column for column in COLUMNS[ENTITIES] if column != "language"]
    for row in read_tsv(path, needed):
        aliases = tuple(filter(None, map(clean_label, _aliases(row["aliases"]))))
        names = Entity(row["item"], clean_label(row["label"]), clean_label(row["description"]), aliases)
        yield row.get("language", language), names


def _aliases(cell: str) -> list[str]:
    """Return the names in a cell, which bars part; one inside a name is written as \\|."""
    return [name.replace(r"\|", "|") for name in _BAR.split(cell)] if "\\" in cell else cell.split("|")


def read_pairs(path: Path) -> dict[str, str]:
    """Return a table of two columns as a mapping from the first to the second."""
    one, other = COLUMNS[path.name]
    return {row[one]: row[other] for row in read_tsv(path, (one, other))}


def read_readings(path: Path, property_sets: Mapping[str, str]) -> Iterator[Reading]:
    """Yield the readings of a table; `property_sets` holds the properties of each key."""
    known = {key: tuple(text.split()) for key, text in property_sets.items()}
    for number, row in enumerate(read_tsv(path, COLUMNS[READINGS]), start=2):
        if row["property_set"] not in known:
            problem = f"the property set {row['property_set']!r} is not in the description"
            raise InputError(path, place=f"line {number}", problem=problem, remedy=_REMEDY)
        yield Reading(row["subject"], known[row["property_set"]], row["retrieved_at"])
