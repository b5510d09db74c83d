"""Drift on the command line, from a later snapshot and from a real server."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.base.progress import Progress
from pipeline.cli.main import main
from pipeline.dataset.drift.find import drift_settings, find_drift
from pipeline.dataset.verification.loaded import Dataset
from pipeline.wikidata.snapshot import write_snapshot
from tests.integration.wikidata.oxigraph import Server, serve_triples
from tests.unit.dataset.drift.later import (
    DOG,
    FRANCE,
    MADE_IN,
    MOTORCYCLE,
    PREGNANT,
    later,
    same,
    valued,
    where,
)
from tests.unit.dataset.verification.world import build_world

LIVE = ("--contact", "me@example.org", "--requests-per-minute", "60000")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny dataset, and beside it a snapshot in which the vehicle comes from France too, as triples too."""
    folder = tmp_path_factory.mktemp("world")
    build_world(folder)
    write_snapshot(folder / "later", later(where(MOTORCYCLE, MADE_IN, same, valued(FRANCE))))
    assert _run("snapshot", "export", folder / "later", "--out", folder / "later.nt")[0] == 0
    return folder


@pytest.fixture
def server(built: Path, tmp_path: Path) -> Iterator[Server]:
    with serve_triples(built / "later.nt", tmp_path / "store") as running:
        yield running


def _run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(main, [*map(str, arguments)])
    return result.exit_code, result.output


def _verify(*arguments: object) -> tuple[int, str]:
    return _run("verify", *arguments)


def _content(path: Path) -> dict[str, object]:
    content: dict[str, object] = json.loads(path.read_text(encoding="utf-8"))
    return content


def test_drift_is_told_by_kind_and_property(built: Path, tmp_path: Path) -> None:
    code, text = _verify(built / "dataset", "--endpoint", built / "later", "--json", tmp_path / "drift.json")
    assert code == 1
    assert "  P495 country of origin: gained 18" in text
    assert _content(tmp_path / "drift.json")["properties"]["P495"] == {"gained": 18}  # type: ignore[index]


def test_facts_that_did_not_change_are_no_fault(built: Path) -> None:
    code, text = _verify(built / "dataset", "--endpoint", built / "facts")
    assert code == 0
    assert "by property" not in text


def test_a_server_tells_what_the_snapshot_behind_it_tells(
    built: Path, server: Server, tmp_path: Path
) -> None:
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    assert _verify(built / "dataset", "--endpoint", server.url, *LIVE, "--json", one, "--quiet") == (1, "")
    assert _verify(built / "dataset", "--endpoint", built / "later", "--json", other, "--quiet") == (1, "")
    assert {**_content(one), "endpoint": ""} == {**_content(other), "endpoint": ""}
    assert _content(one)["endpoint"] == server.url
    assert not (built / "dataset.replaying").exists()


def test_a_dataset_patched_from_a_server_is_sound(built: Path, server: Server, tmp_path: Path) -> None:
    code, text = _verify(built / "dataset", "--endpoint", server.url, *LIVE, "--patch", tmp_path / "patched")
    assert (code, "version 2.0.0" in text) == (0, True)
    assert _verify(tmp_path / "patched", "--quiet") == (0, "")
    assert _verify(tmp_path / "patched", "--endpoint", built / "later", "--quiet") == (0, "")


def test_what_a_server_does_not_say_is_gone(built: Path, tmp_path: Path) -> None:
    write_snapshot(tmp_path / "less", later(where(DOG, PREGNANT), readings=()))
    _run("snapshot", "export", tmp_path / "less", "--out", tmp_path / "less.nt")
    with serve_triples(tmp_path / "less.nt", tmp_path / "store") as server:
        _, text = _verify(built / "dataset", "--endpoint", server.url, *LIVE)
    assert "P3063 gestation period: gone" in text


class _Interrupted(Progress):
    """Is interrupted when all is read."""

    def note(self, text: str) -> None:
        raise KeyboardInterrupt


def test_a_replay_that_was_interrupted_asks_nothing_twice(built: Path, tmp_path: Path) -> None:
    dataset = Dataset(built / "dataset")
    with serve_triples(built / "later.nt", tmp_path / "store") as server:
        given = {"contact": "me@example.org", "requests_per_minute": 60_000}
        settings = drift_settings(dataset, server.url, **given)
        settings = settings.model_copy(update={"work": tmp_path / "replies"})
        with pytest.raises(KeyboardInterrupt):
            find_drift(dataset, settings, _Interrupted(quiet=True))
    assert (tmp_path / "replies").is_dir()
    drift = find_drift(dataset, settings, Progress(quiet=True))
    assert drift.of_kind("gained") > 0
    assert not (tmp_path / "replies").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--patch", "x"), "--patch needs newer facts"),
        (("--endpoint", "https://example.org/sparql"), "needs a contact"),
        (("--endpoint", "nowhere"), "is no snapshot"),
    ],
)
def test_what_cannot_work_is_told(
    built: Path, arguments: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REASONVQA_CONTACT", raising=False)
    code, text = _verify(built / "dataset", *arguments)
    assert code == 1
    assert message in text
    assert "Traceback" not in text
    assert "REASONVQA_CONTACT" not in os.environ
