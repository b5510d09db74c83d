"""What changed between two builds is worked on again, and nothing else; the result is a first build's."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline.base.hashing import file_sha256
from pipeline.base.progress import Progress
from pipeline.dataset.build import STAGES, build
from pipeline.dataset.settings import Settings
from pipeline.wikidata.snapshot import Snapshot, write_snapshot
from tests.unit.dataset.verification.world import settings_of, small_snapshot

ALL = [stage.name for stage in STAGES]


class Listening(Progress):
    """Keeps the names of the stages that ran."""

    def __init__(self) -> None:
        super().__init__(quiet=True)
        self.ran: list[str] = []

    def stage(self, name: str, what: str) -> None:
        """Keep a stage that is not up to date."""
        if what != "up to date":
            self.ran.append(name)


def ran(settings: Settings) -> list[str]:
    listening = Listening()
    build(settings, listening)
    return listening.ran


def sums(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): file_sha256(p) for p in folder.rglob("*") if p.is_file()}


def change_images(folder: Path) -> None:
    path = folder / "images.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")


def change_facts(folder: Path) -> None:
    snapshot = small_snapshot()
    fewer = tuple(s for s in snapshot.statements if s.property != "P575")
    write_snapshot(folder / "facts", Snapshot(fewer, snapshot.entities, snapshot.sources))


def nothing(folder: Path) -> None:
    """Change no input."""


@pytest.mark.parametrize(
    ("change", "settings", "expected"),
    [
        (nothing, {}, []),
        (nothing, {"workers": 2, "memory": "600MB"}, []),
        # Options are drawn for the answers that B will keep.
        (nothing, {"balance": {"rounds": 1}}, ALL[ALL.index("distractors") :]),
        (nothing, {"train_share": 0.6}, ["split", "blind", "balance", "release"]),
        (nothing, {"blind": {"share": 0.9}}, ["blind", "balance", "release"]),
        (nothing, {"distractors": 2}, ALL[ALL.index("distractors") :]),
        (nothing, {"per_image": 2}, ALL[ALL.index("questions") :]),
        (nothing, {"domains": ("places",)}, ALL[ALL.index("bank") :]),
        (nothing, {"limit": 17}, ALL),
        (change_facts, {}, ALL[ALL.index("link") :]),
        (change_images, {}, ALL),
    ],
)
def test_change_reruns_what_needs_it_and_no_more(
    tmp_path: Path, change: Callable[[Path], None], settings: dict[str, Any], expected: list[str]
) -> None:
    first = settings_of(tmp_path)
    assert ran(first) == ALL
    change(tmp_path)
    changed = Settings.model_validate(first.model_dump() | settings)
    assert ran(changed) == expected
    assert ran(changed) == []
    fresh = changed.model_copy(update={"out": tmp_path / "fresh"})
    assert ran(fresh) == ALL
    assert sums(changed.out) == sums(fresh.out)


def test_dataset_that_lost_its_manifest_is_refused_and_not_written_over(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    build(settings, Progress(quiet=True))
    manifest = settings.out / "manifest.json"
    assert json.loads(manifest.read_text())["files"] != []
    manifest.unlink()
    with pytest.raises(ValueError, match="holds files that are no dataset"):
        build(settings, Progress(quiet=True))
