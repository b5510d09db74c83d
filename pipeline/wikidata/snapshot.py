"""A snapshot: the facts of a build as sorted, compressed tables and a description (docs/snapshots.md).

    FOLDER/statements.tsv.gz   subject property kind value unit precision rank end statement_id source
                               retrieved_at
    FOLDER/entities.tsv.gz     item language label description aliases (joined by a bar)
    FOLDER/redirects.tsv.gz    item target: items that were merged into others
    FOLDER/pages.tsv.gz        page item: pages on Wikimedia Commons and the items they are about
    FOLDER/readings.tsv.gz     subject property_set retrieved_at: what was asked for, found or not
    FOLDER/snapshot.json       format, languages, rows, sources with the date at which they were read

Redirects, pages and readings are there only if they have rows. An empty statement_id stands for a minted one,
an empty rank for normal, an empty retrieved_at for the date of the source. A bar inside an alias is written
as \\|. Version 1 has statements and entities only, the latter in one language and without that column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from pipeline.base.errors import InputError
from pipeline.base.files import read_json, read_tsv, write_json, write_tsv
from pipeline.base.hashing import digest, file_sha256
from pipeline.values import Quantity, Time, is_item_id, is_property_id
from pipeline.wikidata.facts import CURATED, IN_ORDER, KINDS, Entity, Statement, with_minted_id
from pipeline.wikidata.snapshot_tables import (
    COLUMNS,
    ENTITIES,
    PAGES,
    READINGS,
    REDIRECTS,
    STATEMENTS,
    Reading,
    Row,
    entity_row,
    property_set,
    read_entities,
    read_pairs,
    read_readings,
    read_statements,
    reading_rows,
    statement_row,
    value_fault,
)

FORMAT = "reasonvqa-snapshot-2"
DESCRIPTION = "snapshot.json"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Facts in memory, each collection sorted.

    `sources` maps a source to its date of reading. `entities` have names in `language`, `further` in other
    languages. `redirects` maps merged items to where they went, `pages` the IRI of a page to its item.
    `readings` tell what was asked for; a snapshot of extracts has none. `origin` is the endpoint as settings
    name it, empty where the facts come from several.
    """

    statements: tuple[Statement, ...]
    entities: tuple[Entity, ...]
    sources: Mapping[str, str]
    language: str = "en"
    further: Mapping[str, tuple[Entity, ...]] = field(default_factory=dict)
    redirects: Mapping[str, str] = field(default_factory=dict)
    pages: Mapping[str, str] = field(default_factory=dict)
    readings: tuple[Reading, ...] = ()
    origin: str = ""

    @property
    def names(self) -> dict[str, tuple[Entity, ...]]:
        """Language -> the names in it."""
        return {self.language: self.entities, **self.further}


def write_snapshot(folder: Path, snapshot: Snapshot) -> None:
    """Write the tables and the description; equal snapshots give equal bytes."""
    tables = _tables(snapshot)
    for name in {STATEMENTS, ENTITIES, REDIRECTS, PAGES, READINGS} - tables.keys():
        (folder / name).unlink(missing_ok=True)
    with ThreadPoolExecutor() as pool:  # One table is packed while the next is put into words.
        list(pool.map(lambda name: write_tsv(folder / name, COLUMNS[name], tables[name]), tables))
    sets = {property_set(reading): " ".join(reading.properties) for reading in snapshot.readings}
    description = {
        "format": FORMAT,
        "language": snapshot.language,
        "languages": sorted(language for language, names in snapshot.names.items() if names),
        **({"endpoint": snapshot.origin} if snapshot.origin else {}),
        **{name.partition(".")[0]: len(rows) for name, rows in tables.items()},
        "sources": dict(sorted(snapshot.sources.items())),
        **({"property_sets": dict(sorted(sets.items()))} if sets else {}),
        "sha256": {name: file_sha256(folder / name) for name in tables},
    }
    write_json(folder / DESCRIPTION, description)


def _tables(snapshot: Snapshot) -> dict[str, list[Row]]:
    """Return the sorted rows of the two main tables, and of the others that have any."""
    named = {(e.item, language, e) for language, names in snapshot.names.items() for e in names}
    statements = sorted(set(snapshot.statements), key=IN_ORDER)
    rows: dict[str, list[Row]] = {
        STATEMENTS: [statement_row(statement, snapshot.sources) for statement in statements],
        ENTITIES: [entity_row(entity, language) for _, language, entity in sorted(named)],
        REDIRECTS: [{"item": old, "target": new} for old, new in sorted(snapshot.redirects.items())],
        PAGES: [{"page": page, "item": item} for page, item in sorted(snapshot.pages.items())],
        READINGS: list(reading_rows(sorted(set(snapshot.readings)))),
    }
    return {name: rows[name] for name in rows if rows[name] or name in (STATEMENTS, ENTITIES)}


def read_snapshot(folder: Path) -> Snapshot:
    """Read a snapshot folder; InputError if it is none, incomplete, or changed since it was written."""
    beside = read_beside_statements(folder)
    found = read_statements(folder / STATEMENTS, beside.sources)
    return replace(beside, statements=tuple(sorted(found, key=IN_ORDER)))


def read_beside_statements(folder: Path) -> Snapshot:
    """Read a snapshot folder but for the statements in it; InputError as from `read_snapshot`."""
    description = _description(folder)
    for name in {STATEMENTS, ENTITIES, *description.sha256}:
        expected = description.sha256.get(name)
        if not (folder / name).is_file() or file_sha256(folder / name) != expected:
            raise InputError(
                folder / name,
                problem=f"is missing or differs from the checksum in {DESCRIPTION}",
                remedy="Take the snapshot anew.",
            )
    names: dict[str, list[Entity]] = {}
    for language, entity in read_entities(folder / ENTITIES, description.language):
        names.setdefault(language, []).append(entity)
    by_language = {language: tuple(sorted(found)) for language, found in sorted(names.items())}
    has = description.sha256
    return Snapshot(
        (),
        by_language.pop(description.language, ()),
        description.sources,
        description.language,
        by_language,
        read_pairs(folder / REDIRECTS) if REDIRECTS in has else {},
        read_pairs(folder / PAGES) if PAGES in has else {},
        tuple(sorted(read_readings(folder / READINGS, description.property_sets))) if READINGS in has else (),
        description.endpoint,
    )


def last_year(snapshot: Snapshot) -> int:
    """Return the latest year in which any of the facts was read: the present, as far as they know."""
    years = [int(date[:4]) for date in snapshot.sources.values() if date[:4].isdigit()]
    return max(years, default=2025)


def snapshot_hash(folder: Path) -> str:
    """Return the id of a snapshot's content: 16 hex digits over the checksums of its tables."""
    sums = _description(folder).sha256
    return digest(*(f"{name}={sums[name]}" for name in sorted(sums)))[:16]


def snapshot_origin(folder: Path) -> str:
    """Return the endpoint that a snapshot was read from, as settings name it; empty if it says none."""
    return _description(folder).endpoint


class _Description(BaseModel):
    """`snapshot.json`."""

    model_config = ConfigDict(frozen=True)

    format: Literal["reasonvqa-snapshot-1", "reasonvqa-snapshot-2"]
    language: str
    sources: dict[str, str]
    sha256: dict[str, str]
    endpoint: str = ""
    property_sets: dict[str, str] = {}


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
    if fault := value_fault(kind, value, extra):
        raise ValueError(fault)
    statement = Statement(row["subject"], row["property"], kind, value, source=CURATED)
    if kind == "time":
        Time.parse(value, int(extra))
        return replace(statement, precision=int(extra))
    if kind == "quantity":
        return replace(statement, unit=Quantity.parse(value, extra).unit)
    return statement
