"""A dataset that was built once and is built again."""

from __future__ import annotations

import shutil
from pathlib import Path

from pipeline.base.hashing import file_sha256
from pipeline.base.progress import Progress
from pipeline.dataset.build import build

from .world import build_world


def _sums(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): file_sha256(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_another_build_of_the_same_inputs_has_the_same_bytes(sound: Path, tmp_path: Path) -> None:
    one, other = _sums(build_world(tmp_path).out), _sums(sound)
    del one["manifest.json"], other["manifest.json"]
    assert one == other


def test_manifest_does_not_tell_where_the_inputs_lay(sound: Path) -> None:
    assert str(sound.parent) not in (sound / "manifest.json").read_text(encoding="utf-8")


def test_dataset_that_was_deleted_is_written_again(tmp_path: Path) -> None:
    settings = build_world(tmp_path)
    before = _sums(settings.out)
    shutil.rmtree(settings.out)
    build(settings, Progress(quiet=True))
    assert _sums(settings.out) == before
