"""Builds that are killed: the next one goes on, and what comes out has the bytes of an unbroken build."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from pipeline.base.hashing import file_sha256, uniform
from tests.unit.dataset.verification.world import settings_of

ROOT = Path(__file__).parents[2]
KILLS = 3


def command(folder: Path, out: Path) -> list[str]:
    """Return the build of the tiny images in ranges of three, by two processes."""
    config = folder / "settings.toml"
    config.write_text("workers = 2\nshard_images = 3\n")
    inputs = ["--images", str(folder / "images.jsonl"), "--landmarks", str(folder / "landmarks.tsv")]
    chosen = [*inputs, "--endpoint", str(folder / "facts"), "--config", str(config), "--limit", "16"]
    return [sys.executable, "-m", "pipeline.cli.main", "build", "--quiet", *chosen, "--out", str(out)]


def sums(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): file_sha256(p) for p in folder.rglob("*") if p.is_file()}


def test_build_killed_at_any_moment_and_run_again_has_the_bytes_of_an_unbroken_one(tmp_path: Path) -> None:
    settings_of(tmp_path)
    started = time.monotonic()
    subprocess.run(command(tmp_path, tmp_path / "whole"), check=True, cwd=ROOT)
    whole = time.monotonic() - started
    out, alive = tmp_path / "brö ken [1]* it's" / "ds é", 0
    for number in range(KILLS):
        with subprocess.Popen(command(tmp_path, out), cwd=ROOT) as process:
            # Later and later, as what was finished before is not done again.
            share = (25 + uniform(60, seed=0, stage="kill", key=str(number))) / 100
            time.sleep(whole * share)
            alive += process.poll() is None
            process.kill()
    assert alive > 0
    subprocess.run(command(tmp_path, out), check=True, cwd=ROOT)
    assert sums(out) == sums(tmp_path / "whole")


_SLEEPERS = """
import os, sys, time
from pathlib import Path
from pipeline.base.progress import Progress
from pipeline.dataset.shards import Shard, run_shards
def work(shard, folder):
    (folder / f"{shard.number}.pid").write_text(str(os.getpid()))
    time.sleep(60)
if __name__ == "__main__":
    folder = Path(sys.argv[1])
    shards = [Shard(number, "", "", folder, "64MB") for number in range(2)]
    run_shards(work, shards, {"folder": folder}, workers=2, progress=Progress(quiet=True), what="x")
"""


def test_workers_of_a_killed_build_end_with_it(tmp_path: Path) -> None:
    (tmp_path / "sleepers.py").write_text(_SLEEPERS)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "sleepers.py", str(tmp_path)], cwd=tmp_path, env=environment
    ) as one:
        pids = _wait_for_two(tmp_path)
        one.kill()
    deadline = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in pids):
        assert time.monotonic() < deadline, "a worker went on"
        time.sleep(0.1)


def _wait_for_two(folder: Path) -> list[int]:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        texts = [path.read_text() for path in folder.glob("*.pid")]
        if len(texts) == 2 and all(texts):
            return [int(text) for text in texts]
        time.sleep(0.1)
    raise AssertionError("the workers did not start")
