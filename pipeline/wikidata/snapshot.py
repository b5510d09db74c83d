"""A snapshot: the facts of a build as two sorted, compressed tables and a description.

    FOLDER/statements.tsv.gz   subject property kind value unit precision rank end statement_id source
    FOLDER/entities.tsv.gz     item label description aliases (joined by a bar)
    FOLDER/snapshot.json       format, language, rows, sources with the date at which they were read

An empty statement_id stands for a minted one, an empty rank for normal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pipeline.base.errors import InputError
from pipeline.base.files import read_json, read_tsv, write_json, write_tsv
from pipeline.base.hashing import digest, file_sha256
from pipeline.values import clean_label, is_item_id
from pipeline.wikidata.facts import RANKS, Entity, Statement, with_minted_id

FORMAT = "reasonvqa-snapshot-1"
DESCRIPTION, STATEMENTS, ENTITIES = "snapshot.json", "statements.tsv.gz", "entities.tsv.gz"
_STATEMENT_COLUMNS = (
    "subject", "property", "kind", "value", "unit", "precision", "rank", "end", "statement_id", "source",
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
    write_tsv(folder / STATEMENTS, _STATEMENT_COLUMNS, map(_statement_row, statements))
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


def _statement_row(statement: Statement) -> dict[str, object]:
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
    }


def _entity_row(entity: Entity) -> dict[str, object]:
    return {
        "item": entity.item,
        "label": entity.label,
        "description": entity.description,
        "aliases": "|".join(entity.aliases),
    }


def read_snapshot(folder: Path) -> Snapshot:
    """Read a snapshot folder; InputError if it is none, incomplete, or changed since it was written."""
    description = _description(folder)
    for name, expected in description["sha256"].items():
        if not (folder / name).is_file() or file_sha256(folder / name) != expected:
            raise InputError(
                folder / name,
                problem=f"is missing or differs from the checksum in {DESCRIPTION}",
                remedy="Take the snapshot anew.",
            )
    sources = description["sources"]
    return Snapshot(
        tuple(sorted(_read_statements(folder / STATEMENTS, sources))),
        tuple(sorted(read_entities(folder / ENTITIES))),
        sources,
        description["language"],
    )


def snapshot_hash(folder: Path) -> str:
    """Return the id of a snapshot's content: 16 hex digits over the checksums of its tables."""
    sums = _description(folder)["sha256"]
    return digest(*(f"{name}={sums[name]}" for name in sorted(sums)))[:16]


def _description(folder: Path) -> Mapping[str, Any]:
    path = folder / DESCRIPTION
    if not path.is_file():
        raise InputError(
            folder, problem=f"is no snapshot: it has no {DESCRIPTION}", remedy="Name a snapshot's folder."
        )
    content = read_json(path)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(path, problem=f"is not of the format {FORMAT}", remedy="Take the snapshot anew.")
    return content


def _read_statements(path: Path, sources: Mapping[str, str]) -> Iterator[Statement]:
    for row in read_tsv(path, _STATEMENT_COLUMNS):
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
            sources.get(row["source"], "unknown"),
        )
        if statement.rank not in RANKS or not is_item_id(statement.subject):
            raise InputError(path, problem=f"holds a malformed row: {row}", remedy="Take the snapshot anew.")
        yield statement if statement.statement_id else with_minted_id(statement)


def read_entities(path: Path) -> Iterator[Entity]:
    """Yield the entities of an entities table, labels cleaned."""
    for row in read_tsv(path, _ENTITY_COLUMNS):
        aliases = tuple(filter(None, map(clean_label, row["aliases"].split("|"))))
        yield Entity(row["item"], clean_label(row["label"]), clean_label(row["description"]), aliases)


CURATED_COLUMNS = (
    "subject", "subject_label", "property", "property_label", "kind", "value", "value_label",
    "unit_or_precision", "evidence",
)  # fmt: skip


def read_curated(paths: Iterable[Path]) -> Iterator[Statement]:
    """Yield the statements of reviewed tables (data/reviewed/everyday_facts_*.tsv), marked curated."""
    for path in paths:
        for row in read_tsv(path, CURATED_COLUMNS):
            yield with_minted_id(_curated(row))


def _curated(row: Mapping[str, str]) -> Statement:
    kind, extra = row["kind"], row["unit_or_precision"]
    value = f"{row['value']}T00:00:00Z" if kind == "time" else row["value"]
    statement = Statement(row["subject"], row["property"], kind, value, source="curated")
    if kind == "time":
        return replace(statement, precision=int(extra))
    return replace(statement, unit="" if extra == "1" else extra)
