"""The input of a benchmark: made once, and the same for the same seed."""

from __future__ import annotations

from pathlib import Path

from pipeline.base.files import read_json
from pipeline.base.progress import Progress
from pipeline.bench.make import FILES, LANDMARKS, make_input
from pipeline.bench.scenes import IMAGES

DIVISOR = 50_000


def test_input_is_made_once_and_the_same_again_elsewhere(tmp_path: Path) -> None:
    made = make_input(tmp_path / "one", DIVISOR, 0, Progress(quiet=True))
    times = {path: path.stat().st_mtime_ns for path in made.folder.iterdir()}
    assert make_input(tmp_path / "one", DIVISOR, 0, Progress(quiet=True)) == made
    assert {path: path.stat().st_mtime_ns for path in made.folder.iterdir()} == times
    again = make_input(tmp_path / "two", DIVISOR, 0, Progress(quiet=True))
    for name in (*FILES, LANDMARKS):
        assert (again.folder / name).read_bytes() == (made.folder / name).read_bytes()


def test_files_hold_as_many_images_as_the_share_of_the_full_size(tmp_path: Path) -> None:
    made = make_input(tmp_path, DIVISOR, 0, Progress(quiet=True))
    assert made.scenes == IMAGES // DIVISOR
    assert all(len(read_json(path)) == made.scenes for path in made.files)
    rows = (made.folder / LANDMARKS).read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + made.landmarks
