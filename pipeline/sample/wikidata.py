"""The sample's facts: published Wikidata extracts into one snapshot, a landmark table, property metadata."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from pipeline.base.errors import InputError
from pipeline.base.files import read_tsv, write_tsv
from pipeline.values import clean_label, is_item_id, label_fault
from pipeline.wikidata.facts import Entity, Statement, with_minted_id
from pipeline.wikidata.snapshot import Snapshot, write_snapshot

SOURCE_DATES = {
    "wikitrivia": "2026-06-25",
    "wanderlog": "2026-01-09",
    "spinach": "2025-04-15",
    "lmkbc": "2023/2025",
    "arnold": "2022-07",
    "litwd": "2021",
    "codex": "2021-03",
    "wd50k": "2020-11",
    "wikipeople": "2020-11",
    "simpleq": "2017/2018",
}
"""Date of the published file behind each extract; the facts in it are as old or older."""

_PRONOUNS = ("He", "It", "She", "They")
"""In one extract the first word of a description stands where some items' labels should."""

_GENERIC = " river"

WORDNET_SOURCE = "wordnet-links"
_IMAGE = "P18"  # held by the landmark table


def distil_wikidata(extracts: Path, wordnet_links: list[Statement], data: Path) -> None:
    """Write `data/snapshot`, `data/sample/landmarks.tsv` and `data/wikidata/properties.tsv`."""
    wrong = _deprecated(data / "reviewed" / "deprecated_statements.tsv")
    statements = [*_statements(extracts / "statements.tsv.gz", wrong), *wordnet_links]
    sources = {s.source: date_of(s.source) for s in statements}
    entities = {entity.item: entity for entity in _entities(extracts / "entities.tsv.gz")}
    missing = {item for item in _reviewed_items(data / "reviewed") if not _is_named(entities.get(item))}
    wider = _entities(extracts / "items.tsv.gz")
    entities |= {entity.item: entity for entity in wider if entity.item in missing}
    _add_aliases(entities, data / "reviewed" / "aliases.tsv")
    write_snapshot(data / "snapshot", Snapshot(tuple(statements), tuple(entities.values()), sources))
    landmarks = (row for row in read_tsv(extracts / "landmarks.tsv.gz", ["image_file"]) if row["image_file"])
    write_tsv(data / "sample" / "landmarks.tsv", ["item", "image_file"], landmarks)
    properties = read_tsv(extracts / "properties.tsv.gz", ["property", "label_en", "datatype"])
    rows = (
        {"property": r["property"], "label": r["label_en"], "datatype": r["datatype"]} for r in properties
    )
    write_tsv(data / "wikidata" / "properties.tsv", ["property", "label", "datatype"], rows)


def date_of(source: str) -> str:
    """Return the date of the file behind an extract: "codex-m" is of CoDEx."""
    return SOURCE_DATES.get(source.split("-")[0], "unknown")


def _deprecated(path: Path) -> set[tuple[str, str, str]]:
    """Return (subject, property, value) of the statements that a reviewer found wrong."""
    rows = read_tsv(path, ["subject", "property", "value", "reason"]) if path.is_file() else ()
    return {(row["subject"], row["property"], row["value"]) for row in rows}


def _statements(path: Path, wrong: set[tuple[str, str, str]]) -> Iterator[Statement]:
    for row in read_tsv(path, ["subject", "property", "kind", "value", "unit_or_precision", "source"]):
        if row["property"] == _IMAGE:
            continue
        kind, value, extra = row["kind"], row["value"], row["unit_or_precision"]
        if kind == "string":
            # One extract escaped its apostrophes.
            value = value.replace("\\'", "'")
        yield with_minted_id(
            Statement(
                row["subject"],
                row["property"],
                kind,
                f"{value}T00:00:00Z" if kind == "time" else value,
                unit=extra if kind == "quantity" and extra != "1" else "",
                precision=int(extra) if kind == "time" else 0,
                rank="deprecated" if (row["subject"], row["property"], value) in wrong else "normal",
                source=row["source"],
                retrieved_at=date_of(row["source"]),
            )
        )


def _add_aliases(entities: dict[str, Entity], path: Path) -> None:
    """Add the usual names that the extracts lack, so that they are accepted as answers."""
    for row in read_tsv(path, ["item", "label", "alias"]):
        entity = entities[row["item"]]
        if entity.label != row["label"]:
            raise InputError(
                path, place=row["item"], problem=f"is called {entity.label!r}", remedy="Name the right item."
            )
        names = dict.fromkeys((*entity.aliases, row["alias"]))
        entities[row["item"]] = replace(entity, aliases=tuple(names))


def _is_named(entity: Entity | None) -> bool:
    return entity is not None and label_fault(entity.label) is None


def _reviewed_items(reviewed: Path) -> set[str]:
    """Return the items that the tables written by hand speak of."""
    cells = (
        row.get(column, "")
        for path in sorted(reviewed.glob("*.tsv"))
        for row in read_tsv(path, [])
        for column in ("subject", "value", "item", "unit_or_precision")
    )
    return {cell for cell in cells if is_item_id(cell)}


def _entities(path: Path) -> Iterator[Entity]:
    for row in read_tsv(path, ["item", "label_en", "description_en"]):
        others = row.get("other_labels", "").split("|")
        label, *aliases = (clean_label(name) for name in (row["label_en"], *others))
        if label.endswith("\\") and aliases[0]:
            # An apostrophe at the end was read as an escape; the other label has it whole.
            label, aliases = aliases[0], aliases[1:]
        if label.endswith(_GENERIC):
            # "Tagus river": as a part of a name the word has a capital.
            label = label.removesuffix(_GENERIC) + _GENERIC.title()
        if label in _PRONOUNS:
            label, *aliases = (*aliases, "")
        names = dict.fromkeys(name for name in aliases if name and name != label)
        yield Entity(row["item"], label, clean_label(row["description_en"]), tuple(names))
