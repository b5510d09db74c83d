"""The facts that `fetch` kept, as the stages after it share them."""

from __future__ import annotations

from pathlib import Path

from pipeline.base.progress import Progress
from pipeline.dataset.link import forget_facts, kept_facts
from pipeline.dataset.settings import Settings
from pipeline.dataset.stages import Context
from pipeline.wikidata.facts import Entity
from pipeline.wikidata.snapshot import Snapshot, write_snapshot


def _context(tmp_path: Path, label: str) -> Context:
    context = Context(Settings(out=tmp_path / "out"), Progress(quiet=True))
    write_snapshot(context.folder("fetch") / "snapshot", Snapshot((), (Entity("Q142", label),), {}))
    return context


def test_facts_are_read_once_until_they_are_forgotten(tmp_path: Path) -> None:
    context = _context(tmp_path, "France")
    first = kept_facts(context)
    assert kept_facts(context) is first
    forget_facts()
    assert kept_facts(context) == first


def test_facts_that_were_fetched_anew_are_read_anew(tmp_path: Path) -> None:
    kept_facts(_context(tmp_path, "France"))
    (entity,) = kept_facts(_context(tmp_path, "Gaul")).entities
    assert entity.label == "Gaul"
