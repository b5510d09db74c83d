"""Live builds from the command line: dry, offline, resumed, and the check of a service."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.base.resources import resource_dir
from pipeline.cli.main import main
from pipeline.dataset.link import curated_tables
from pipeline.wikidata.embedded import EmbeddedEndpoint, unheld
from pipeline.wikidata.fetch import FetchPlan, fetch_facts
from pipeline.wikidata.live import LiveEndpoint
from pipeline.wikidata.session import open_session
from pipeline.wikidata.snapshot import Snapshot, read_curated, read_snapshot
from tests.clock import CountedClock

from .oxigraph import serving, stored
from .part import QUIET, as_bytes
from .proxy import Fault, Proxy, proxying


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    """All facts of the sample."""
    whole = read_snapshot(resource_dir("data") / "snapshot")
    held = ((s.subject, s.property, s.value) for s in whole.statements)
    added = unheld(read_curated(curated_tables()), held)
    return replace(whole, statements=tuple(sorted((*whole.statements, *added))))


@pytest.fixture(scope="module")
def proxy(snapshot: Snapshot, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """A proxy before a real server with all facts of the sample."""
    with (
        serving(stored(snapshot, tmp_path_factory.mktemp("oxigraph"))) as server,
        proxying(Proxy(server.url)) as running,
    ):
        yield running


@pytest.fixture
def images(tmp_path: Path) -> Path:
    """Two images with a car, a cat and the Eiffel Tower."""
    path = tmp_path / "images.jsonl"
    things = ({"name": "car", "synset": "car.n.01"}, {"name": "cat", "synset": "cat.n.01"}, {"item": "Q243"})
    lines = [
        {
            "image_id": f"i{n}",
            "width": 90,
            "height": 90,
            "objects": [{"id": "1", "box": [0, 0, 9, 9], **thing}],
        }
        for n, thing in enumerate(things)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


class Build:
    """Runs the command line on the images against the proxy."""

    def __init__(self, proxy: Proxy, images: Path, out: Path) -> None:
        config = out.with_suffix(".toml")
        config.write_text("requests_per_minute = 1000000\ncontact = 'me@example.org'\n")
        self.common = ["--config", str(config), "--endpoint", proxy.url, "--images", str(images)]
        self.out = out

    def run(self, command: str, *more: str) -> tuple[int, str]:
        result = CliRunner().invoke(main, [command, *self.common, "--out", str(self.out), *more])
        return result.exit_code, result.output


@pytest.fixture
def build(proxy: Proxy, images: Path, tmp_path: Path) -> Build:
    proxy.reset()
    return Build(proxy, images, tmp_path / "out")


def test_a_dry_run_asks_nothing_and_counts_queries_by_kind(build: Build, proxy: Proxy) -> None:
    code, text = build.run("build", "--dry-run")
    assert code == 0
    assert proxy.seen == []
    assert "Stages: annotate, link, fetch, bank" in text
    lines = [line.split() for line in text.splitlines()]
    assert ["fetch", "times", "3", "0", "1"] in lines
    assert "or more" in text


def test_after_a_build_a_dry_run_finds_nothing_to_ask(build: Build) -> None:
    assert build.run("fetch")[0] == 0
    assert "In all 0 queries" in build.run("build", "--dry-run")[1]


def test_a_dry_run_without_a_live_endpoint_says_so() -> None:
    result = CliRunner().invoke(main, ["build", "--dry-run"])
    assert "Nothing would be asked" in result.output


def test_offline_opens_no_socket_and_names_the_query_that_is_missing(
    build: Build, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(*_: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket.socket, "connect", opened)
    code, text = build.run("fetch", "--offline")
    assert code == 1
    assert "has not answered this yet; run once without --offline" in text
    assert "The query was redirects of Q1420, Q146, Q243." in text
    assert proxy.seen == []


def test_offline_gives_what_was_answered_before(
    build: Build, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert build.run("fetch")[0] == 0
    folder = build.out.with_name("out.work")
    facts = (folder / "fetch" / "snapshot" / "statements.tsv.gz").read_bytes()
    for stage in ("link", "fetch"):
        (folder / stage / "done.json").unlink()
    monkeypatch.setattr(socket.socket, "connect", None)
    assert build.run("fetch", "--offline")[0] == 0
    assert (folder / "fetch" / "snapshot" / "statements.tsv.gz").read_bytes() == facts


def test_an_interrupted_stage_goes_on_without_asking_twice(build: Build, proxy: Proxy) -> None:
    proxy.fault_of = lambda number: Fault("no", 403, lambda body: b"no") if number == 5 else None
    code, text = build.run("fetch")
    assert (code, "status 403" in text) == (1, True)
    proxy.fault_of = lambda number: None
    assert build.run("fetch")[0] == 0
    asked = [seen.query for seen in proxy.seen]
    assert len(set(asked)) == len(asked) - 1


class TestCheck:
    def run(self, url: str) -> tuple[int, str]:
        arguments = ["endpoint", "check", url, "--contact", "me@example.org", "--rate", "1000000"]
        result = CliRunner().invoke(main, [*arguments, "--attempts", "1"])
        return result.exit_code, result.output

    def test_a_service_that_does_is_told_kind_by_kind(self, proxy: Proxy) -> None:
        proxy.reset()
        code, text = self.run(proxy.url)
        assert code == 0
        states = {line[8:42].strip(): line[:8].strip() for line in text.splitlines()}
        assert states["statements"] == states["ranks"] == states["synsets (P8814)"] == "ok"
        assert states["labels in mul"] == states["links to Commons"] == "none"
        assert "graph    main" in text
        assert "batch    800 items in one query" in text
        assert "A build can run here." in text

    def test_the_largest_batch_is_searched(self, proxy: Proxy) -> None:
        proxy.reset()
        slow = Fault("slow", 500, lambda body: b"java.util.concurrent.TimeoutException")
        proxy.fault_of = lambda number: slow if len(proxy.seen) and number > 15 else None
        text = self.run(proxy.url)[1]
        assert "items in one query" in text
        assert "800 items" not in text

    def test_a_service_without_what_a_build_needs_exits_with_1(self, proxy: Proxy, tmp_path: Path) -> None:
        with serving(stored(Snapshot((), (), {}), tmp_path)) as empty:
            code, text = self.run(empty.url)
        assert code == 1
        assert "A build cannot run here: statements, ranks, labels (en or mul)." in text

    def test_a_service_that_refuses_is_asked_once(self, proxy: Proxy) -> None:
        proxy.reset()
        proxy.fault_of = lambda number: Fault("no", 403, lambda body: b"Forbidden")
        code, text = self.run(proxy.url)
        assert (code, len(proxy.seen)) == (1, 1)
        assert "status 403: Forbidden" in text


def test_a_tenth_of_all_facts_comes_over_http_as_it_lies_in_the_snapshot(
    proxy: Proxy, snapshot: Snapshot, tmp_path: Path
) -> None:
    proxy.reset()
    roots = sorted({statement.subject for statement in snapshot.statements})[::10]
    kinds = {s.property: s.kind for s in snapshot.statements if s.kind != "unknown"}
    plan = FetchPlan(kinds, frozenset(), hops=1, class_levels=1)
    with open_session(
        tmp_path / "c.sqlite", contact="me@example.org", per_minute=1e6, clock=CountedClock()
    ) as session:
        served = fetch_facts(LiveEndpoint(proxy.url, session), roots, plan, QUIET)
    embedded = fetch_facts(EmbeddedEndpoint(snapshot), roots, plan, QUIET)
    assert len(served.statements) > 10_000
    for facts in (served, embedded):
        facts.statements = {key: replace(statement, source="") for key, statement in facts.statements.items()}
    parts = [as_bytes(facts, tmp_path / str(n), with_day=False) for n, facts in enumerate((served, embedded))]
    assert parts[0] == parts[1]
