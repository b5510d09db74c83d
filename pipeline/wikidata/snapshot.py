"""A snapshot: the facts of a build as two sorted, compressed tables and a description.

    FOLDER/statements.tsv.gz   subject property kind value unit precision rank end statement_id source
                               retrieved_at
    FOLDER/entities.tsv.gz     item label description aliases (joined by a bar)
    FOLDER/snapshot.json       format, language, rows, sources with the date at which they were read

An empty statement_id stands for a minted one, an empty rank for normal, an empty retrieved_at for the date of
the source. A bar inside an alias is written as \\|.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from pipeline.base.errors import InputError
from pipeline.base.files import read_json, read_tsv, write_json, write_tsv
from pipeline.base.hashing import digest, file_sha256
from pipeline.values import Quantity, Time, clean_label, is_item_id, is_property_id
from pipeline.wikidata.facts import CURATED, KINDS, RANKS, Entity, Statement, with_minted_id

FORMAT = "reasonvqa-snapshot-1"
_BAR = re.compile(r"(?<!\\)\|")
DESCRIPTION, STATEMENTS, ENTITIES = "snapshot.json", "statements.tsv.gz", "entities.tsv.gz"
_STATEMENT_COLUMNS = (
    "subject", "property", "kind", "value", "unit", "precision", "rank", "end", "statement_id", "source",
    "retrieved_at",
)  # fmt: skip
_ENTITY_COLUMNS = ("item", "label", "description", "aliases")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Statements and entities in memory, each sorted; `sources` maps a source to its date of reading."""

    statements: tuple[Statement, ...]
    entities: tuple[Entity, ...]
    sources: Mapping[str, str]
    language: str = "en"


def write_snapshot(folder: Path, snapshot: Snapshot) -> None:
    """Write the three files; equal snapshots give equal bytes."""
    statements = sorted(set(snapshot.statements))
    entities = sorted(set(snapshot.entities))
    rows = (_statement_row(statement, snapshot.sources) for statement in statements)
    write_tsv(folder / STATEMENTS, _STATEMENT_COLUMNS, rows)
    write_tsv(folder / ENTITIES, _ENTITY_COLUMNS, map(_entity_row, entities))
    description = {
        "format": FORMAT,
        "language": snapshot.language,
        "statements": len(statements),
        "entities": len(entities),
        "sources": dict(sorted(snapshot.sources.items())),
        "sha256": {name: file_sha256(folder / name) for name in (STATEMENTS, ENTITIES)},
    }
    write_json(folder / DESCRIPTION, description)


def _statement_row(statement: Statement, sources: Mapping[str, str]) -> dict[str, object]:
    minted = statement.statement_id == with_minted_id(statement).statement_id
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
        "retrieved_at": ""
        if statement.retrieved_at == sources.get(statement.source, "unknown")
        else statement.retrieved_at,
    }


def _entity_row(entity: Entity) -> dict[str, object]:
    return {
        "item": entity.item,
        "label": entity.label,
        "description": entity.description,
        "aliases": "|".join(alias.replace("|", r"\|") for alias in entity.aliases),
    }


def read_snapshot(folder: Path) -> Snapshot:
    """Read a snapshot folder; InputError if it is none, incomplete, or changed since it was written."""
    description = _description(folder)
    for name, expected in description.sha256.items():
        if not (folder / name).is_file() or file_sha256(folder / name) != expected:
            raise InputError(
                folder / name,
                problem=f"is missing or differs from the checksum in {DESCRIPTION}",
                remedy="Take the snapshot anew.",
            )
    sources = description.sources
    return Snapshot(
        tuple(sorted(_read_statements(folder / STATEMENTS, sources))),
        tuple(sorted(read_entities(folder / ENTITIES))),
        sources,
        description.language,
    )


def last_year(snapshot: Snapshot) -> int:
    """Return the latest year in which any of the facts was read: the present, as far as they know."""
    years = [int(date[:4]) for date in snapshot.sources.values() if date[:4].isdigit()]
    return max(years, default=2025)


def snapshot_hash(folder: Path) -> str:
    """Return the id of a snapshot's content: 16 hex digits over the checksums of its tables."""
    sums = _description(folder).sha256
    return digest(*(f"{name}={sums[name]}" for name in sorted(sums)))[:16]


class _Description(BaseModel):
    """`snapshot.json`."""

    model_config = ConfigDict(frozen=True)

    format: Literal["reasonvqa-snapshot-1"]
    language: str
    sources: dict[str, str]
    sha256: dict[str, str]


def _description(folder: Path) -> _Description:
    path = folder / DESCRIPTION
    if not path.is_file():
        raise InputError(
            folder, problem=f"is no snapshot: it has no {DESCRIPTION}", remedy="Name a snapshot's folder."
        )
    try:
        return _Description.model_validate(read_json(path))
    except ValidationError as fault:
        first = fault.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise InputError(path, place=place, problem=first["msg"], remedy="Take the snapshot anew.") from fault


def _read_statements(path: Path, sources: Mapping[str, str]) -> Iterator[Statement]:
    for number, row in enumerate(read_tsv(path, _STATEMENT_COLUMNS), start=2):
        if problem := _row_fault(row):
            raise InputError(path, place=f"line {number}", problem=problem, remedy="Take the snapshot anew.")
        statement = Statement(
            row["subject"],
            row["property"],
            row["kind"],
            row["value"],
            row["unit"],
            int(row["precision"] or 0),
            row["rank"] or "normal",
            row["end"],
            row["statement_id"],
            row["source"],
            row["retrieved_at"] or sources.get(row["source"], "unknown"),
        )
        yield statement if statement.statement_id else with_minted_id(statement)


def _row_fault(row: Mapping[str, str]) -> str | None:
    """Return what is wrong with a row of the statements table, if anything is."""
    if not is_item_id(row["subject"]) or not is_property_id(row["property"]):
        return f"{row['subject']!r}, {row['property']!r} is no item with a property"
    if row["kind"] not in KINDS or row["rank"] not in ("", *RANKS):
        return f"kind {row['kind']!r}, rank {row['rank']!r}"
    if not (row["precision"] or "0").isdecimal():
        return f"precision {row['precision']!r}"
    return _value_fault(row["kind"], row["value"], row["precision"])


def _value_fault(kind: str, value: str, precision: str) -> str | None:
    """Return why a value is none of its kind; times and amounts are judged when they are used."""
    if kind == "item" and not is_item_id(value):
        return f"{value!r} is no item"
    if kind == "time" and not precision:
        return f"the time {value!r} has no precision"
    return None


def read_entities(path: Path) -> Iterator[Entity]:
    """Yield the entities of an entities table, labels cleaned."""
    for row in read_tsv(path, _ENTITY_COLUMNS):
        cells = (cell.replace(r"\|", "|") for cell in _BAR.split(row["aliases"]))
        aliases = tuple(filter(None, map(clean_label, cells)))
        yield Entity(row["item"], clean_label(row["label"]), clean_label(row["description"]), aliases)


CURATED_COLUMNS = (
    "subject", "subject_label", "property", "property_label", "kind", "value", "value_label",
    "unit_or_precision", "evidence",
)  # fmt: skip


def read_curated(paths: Iterable[Path]) -> Iterator[Statement]:
    """Yield the statements of reviewed tables (data/reviewed/everyday_facts_*.tsv), marked curated.

    Raises InputError, with the line, for a row that is no statement.
    """
    for path in paths:
        for number, row in enumerate(read_tsv(path, CURATED_COLUMNS), start=2):
            try:
                yield with_minted_id(_curated(row))
            except ValueError as fault:
                raise InputError(
                    path, place=f"line {number}", problem=str(fault), remedy="data/README.md tells the form."
                ) from fault


def _curated(row: Mapping[str, str]) -> Statement:
    kind, extra = row["kind"], row["unit_or_precision"]
    value = f"{row['value']}T00:00:00Z" if kind == "time" else row["value"]
    if kind not in KINDS or not is_item_id(row["subject"]) or not is_property_id(row["property"]):
        raise ValueError(f"no statement: {row['subject']!r}, {row['property']!r}, kind {kind!r}")
    if fault := _value_fault(kind, value, extra):
        raise ValueError(fault)
    statement = Statement(row["subject"], row["property"], kind, value, source=CURATED)
    if kind == "time":
        Time.parse(value, int(extra))
        return replace(statement, precision=int(extra))
    if kind == "quantity":
        return replace(statement, unit=Quantity.parse(value, extra).unit)
    return statement
