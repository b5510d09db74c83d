"""Snapshots on the command line: taken, described, joined, exported, and built from."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.base.hashing import file_sha256
from pipeline.base.progress import Progress
from pipeline.cli.main import main
from pipeline.dataset.build import build
from pipeline.dataset.settings import Settings
from pipeline.dataset.taking import take_snapshot
from pipeline.wikidata.embedded import EmbeddedEndpoint
from pipeline.wikidata.facts import Entity
from pipeline.wikidata.fetch import fetch_facts
from pipeline.wikidata.snapshot import read_snapshot, write_snapshot
from pipeline.wikidata.snapshot_tables import Reading
from tests.integration.wikidata.oxigraph import serve_triples
from tests.integration.wikidata.test_same_facts import PLAN, ROOTS, SNAPSHOT, bare
from tests.unit.dataset.verification.world import german_snapshot, settings_of

QUIET = Progress(quiet=True)


def _run(*arguments: object) -> str:
    result = CliRunner().invoke(main, ["snapshot", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return result.output


def _refused(*arguments: object) -> str:
    result = CliRunner().invoke(main, ["snapshot", *map(str, arguments)])
    assert result.exit_code == 1
    return result.output


def _sums(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): file_sha256(path) for path in files}


@pytest.fixture
def world(tmp_path: Path) -> Settings:
    """The inputs of the tiny dataset, its facts behind a snapshot that knows German too."""
    settings = settings_of(tmp_path)
    write_snapshot(tmp_path / "facts", german_snapshot())
    return settings


@pytest.fixture
def served(world: Settings, tmp_path: Path) -> Iterator[Settings]:
    """The same facts behind a real server."""
    _run("export", tmp_path / "facts", "--format", "nt", "--out", tmp_path / "facts.nt")
    with serve_triples(tmp_path / "facts.nt", tmp_path / "store") as server:
        live = {"endpoint": server.url, "contact": "me@example.org", "requests_per_minute": 60_000}
        yield world.model_copy(update=live)


def test_a_build_from_a_snapshot_has_the_bytes_of_the_build_on_the_server(
    served: Settings, tmp_path: Path
) -> None:
    build(served, QUIET)
    taking = served.model_copy(update={"work": tmp_path / "taking"})
    taken = take_snapshot(taking, tmp_path / "taken", (), QUIET)
    assert {reading.subject for reading in taken.readings} >= {"Q34493", "Q183", "Q64"}
    offline = {"endpoint": str(tmp_path / "taken"), "out": tmp_path / "offline", "contact": ""}
    build(served.model_copy(update=offline), QUIET)
    assert _sums(tmp_path / "offline") == _sums(served.out)
    manifest = json.loads((tmp_path / "offline" / "manifest.json").read_text())
    assert manifest["settings"]["endpoint"] == served.endpoint


def test_a_snapshot_holds_what_a_build_leaves_out(world: Settings, tmp_path: Path) -> None:
    taken = take_snapshot(world.model_copy(update={"work": tmp_path / "w"}), tmp_path / "taken", (), QUIET)
    ranks = {s.rank for s in taken.statements}
    assert ranks == {"normal", "deprecated"}
    assert any(s.end for s in taken.statements)


def test_readings_of_the_snapshot_that_is_asked_are_handed_on(world: Settings, tmp_path: Path) -> None:
    about_germany, about_nothing = (Reading(item, ("P30", "P36"), "2026") for item in ("Q183", "Q1"))
    asked = replace(german_snapshot(), readings=(about_germany, about_nothing))
    write_snapshot(tmp_path / "facts", asked)
    taken = take_snapshot(world.model_copy(update={"work": tmp_path / "w"}), tmp_path / "taken", (), QUIET)
    assert taken.readings == (about_germany,)


def test_create_asks_for_further_languages(world: Settings, tmp_path: Path) -> None:
    given = ("--images", world.images[0], "--landmarks", world.landmarks, "--endpoint", world.endpoint)
    text = _run("create", tmp_path / "taken", *given, "--languages", "de,fr")
    taken = read_snapshot(tmp_path / "taken")
    assert f"{len(taken.statements):,} statements" in text
    assert Entity("Q183", "Deutschland") in taken.further["de"]
    assert Entity("Q183", "Germany") in taken.entities
    assert not (tmp_path / "taken.taking").exists()
    first = _sums(tmp_path / "taken")
    _run("create", tmp_path / "taken", *given, "--languages", "de,fr", "--quiet")
    assert _sums(tmp_path / "taken") == first


def test_create_spares_a_folder_that_is_no_snapshot(world: Settings, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("x")
    assert "is no snapshot, and not empty" in _refused("create", tmp_path / "full")


def test_create_does_not_replace_the_snapshot_it_reads(world: Settings, tmp_path: Path) -> None:
    text = _refused("create", tmp_path / "facts", "--images", world.images[0], "--endpoint", world.endpoint)
    assert "is the endpoint itself" in text


def test_info_tells_what_is_in_a_snapshot(world: Settings, tmp_path: Path) -> None:
    text = _run("info", tmp_path / "facts")
    for line in ("format      reasonvqa-snapshot-2", "(checksums are right)", "2026-01", "  P36 "):
        assert line in text
    content = json.loads(_run("info", tmp_path / "facts", "--json"))
    assert content["languages"] == {"de": 1, "en": 17}
    assert content["properties"]["P31"] == 3


def test_info_refuses_a_snapshot_that_was_changed(world: Settings, tmp_path: Path) -> None:
    (tmp_path / "facts" / "statements.tsv.gz").write_bytes(gzip.compress(b"x"))
    assert "differs from the checksum" in _refused("info", tmp_path / "facts")


def test_merge_joins_snapshots_and_tells_conflicts(world: Settings, tmp_path: Path) -> None:
    facts = read_snapshot(tmp_path / "facts")
    write_snapshot(tmp_path / "other", facts)
    text = _run("merge", tmp_path / "facts", tmp_path / "other", tmp_path / "joined")
    assert text.splitlines()[1:] == ["no conflicts"]
    assert read_snapshot(tmp_path / "joined") == facts


def test_an_exported_snapshot_gives_the_same_facts_from_another_store(tmp_path: Path) -> None:
    write_snapshot(tmp_path / "facts", SNAPSHOT)
    _run("export", tmp_path / "facts", "--out", tmp_path / "facts.nt.gz")
    plain = gzip.decompress((tmp_path / "facts.nt.gz").read_bytes())
    (tmp_path / "facts.nt").write_bytes(plain)
    with serve_triples(tmp_path / "facts.nt", tmp_path / "store") as server, server.open(tmp_path) as live:
        served = fetch_facts(live, ROOTS, PLAN, QUIET)
    embedded = fetch_facts(EmbeddedEndpoint(SNAPSHOT), ROOTS, PLAN, QUIET)
    assert bare(served) == bare(embedded)
    assert served.entities == embedded.entities
