"""A disk that is full: the build says which and what to do, keeps what is finished, and goes on later."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.dataset.build import STAGES as ALL

ROOT = Path(__file__).parents[2]
STAGES = [stage.name for stage in ALL]
_UNSHARED = ["unshare", "--map-root-user", "--mount"]


def require_small_disks(folder: Path) -> None:
    """Skip the test where no disk of a small size can be had."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if not shutil.which("unshare") or subprocess.run([*_UNSHARED, *mount], capture_output=True).returncode:
        pytest.skip("the system does not let a test mount a small disk")


@pytest.mark.parametrize(
    ("room", "stage", "said"),
    [
        (20_000, "bank", "ds.work: the disk is full ("),
        (250_000, "release", ".ds.part: the disk is too full: the dataset needs "),
    ],
)
def test_full_disk_is_told_and_the_same_command_goes_on_when_there_is_room(
    tmp_path: Path, room: int, stage: str, said: str
) -> None:
    require_small_disks(tmp_path)
    child = [sys.executable, "-m", "tests.integration.filled", str(tmp_path), str(room)]
    done = subprocess.run([*_UNSHARED, *child], capture_output=True, text=True, check=True, cwd=ROOT)
    told = json.loads(done.stdout)
    assert told["code"] == 1
    assert told["error"].startswith(f"{tmp_path}/{said}")
    assert f"it goes on with the stage {stage}." in told["error"]
    assert "Traceback" not in told["error"]
    assert told["earlier_kept"]
    finished = [line.split()[0] for line in told["resumed"].splitlines() if line.endswith("up to date")]
    assert finished == STAGES[: STAGES.index(stage)]
    assert told["same"]
    assert told["beside"] == [
        *(".ds.lock", ".other.lock", "ds", "ds.work", "facts"),
        *("images.jsonl", "landmarks.tsv", "other", "other.work"),
    ]
