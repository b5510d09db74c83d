"""What is in a snapshot, in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.base.files import read_json
from pipeline.wikidata.facts import UNKNOWN
from pipeline.wikidata.snapshot import DESCRIPTION, read_snapshot, snapshot_hash


@dataclass(frozen=True, slots=True)
class SnapshotInfo:
    """Figures of a snapshot whose checksums are right.

    `rows` by table, `languages` with the labels in each, `sources` with date and statements, `properties`
    with their statements, most frequent first, `ranks`, and how many `items` are subjects, values or named.
    """

    format: str
    hash: str
    endpoint: str
    rows: Mapping[str, int]
    items: int
    languages: Mapping[str, int]
    sources: Mapping[str, tuple[str, int]]
    properties: Mapping[str, int]
    ranks: Mapping[str, int]


def snapshot_info(folder: Path) -> SnapshotInfo:
    """Return the figures of a snapshot folder; InputError if it is none or damaged."""
    snapshot = read_snapshot(folder)
    statements = snapshot.statements
    items = {s.subject for s in statements} | {s.value for s in statements if s.kind == "item"}
    items |= {entity.item for names in snapshot.names.values() for entity in names}
    counts = Counter(s.source for s in statements)
    properties = Counter(s.property for s in statements if s.kind != UNKNOWN)
    return SnapshotInfo(
        read_json(folder / DESCRIPTION)["format"],
        snapshot_hash(folder),
        snapshot.origin,
        {
            "statements": len(statements),
            "names": sum(map(len, snapshot.names.values())),
            "redirects": len(snapshot.redirects),
            "pages": len(snapshot.pages),
            "readings": len(snapshot.readings),
        },
        len(items),
        {language: sum(bool(e.label) for e in names) for language, names in sorted(snapshot.names.items())},
        {source: (date, counts[source]) for source, date in sorted(snapshot.sources.items())},
        dict(sorted(properties.items(), key=lambda pair: (-pair[1], pair[0]))),
        dict(sorted(Counter(s.rank for s in statements).items())),
    )
