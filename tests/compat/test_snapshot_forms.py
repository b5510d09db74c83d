"""Released forms of snapshots that are still read."""

from __future__ import annotations

from pathlib import Path

from pipeline.wikidata.facts import Entity
from pipeline.wikidata.snapshot import read_snapshot, snapshot_hash, write_snapshot

FIRST = Path(__file__).parent / "samples" / "snapshot-1"


def test_version_1_is_read() -> None:
    snapshot = read_snapshot(FIRST)
    assert [(s.subject, s.property, s.rank, s.retrieved_at) for s in snapshot.statements] == [
        ("Q142", "P35", "normal", "2026-07-01"),
        ("Q243", "P2048", "preferred", "unknown"),
        ("Q243", "P571", "normal", "2021-03"),
    ]
    assert snapshot.entities == (
        Entity("Q142", "France", "country", ("FR", "French Republic")),
        Entity("Q243", "Eiffel Tower"),
    )
    assert (snapshot.language, snapshot.further, snapshot.readings, snapshot.origin) == ("en", {}, (), "")
    assert snapshot_hash(FIRST) == "9f99671a23878096"


def test_version_1_written_as_version_2_holds_the_same(tmp_path: Path) -> None:
    snapshot = read_snapshot(FIRST)
    write_snapshot(tmp_path, snapshot)
    assert read_snapshot(tmp_path) == snapshot
