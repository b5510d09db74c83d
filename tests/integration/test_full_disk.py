"""A disk that is full: the build says which and what to do, keeps what is finished, and goes on later."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.dataset.build import STAGES as ALL
from tests.unit.dataset.verification.world import settings_of

ROOT = Path(__file__).parents[2]
STAGES = [stage.name for stage in ALL]
UNSHARED = ["unshare", "--map-root-user", "--mount"]


def require_small_disks(folder: Path) -> None:
    """Skip the test where no disk of a small size can be had."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if not shutil.which("unshare") or subprocess.run([*UNSHARED, *mount], capture_output=True).returncode:
        pytest.skip("the system does not let a test mount a small disk")


@pytest.mark.skipif(not shutil.which("prlimit"), reason="there is no prlimit to limit a process by")
@pytest.mark.parametrize(
    ("most", "said"),
    [
        (0, "a file has reached the size that the system allows"),
        (1_000, "a file has reached the size that the system allows"),
        (20_000, "a file has reached the size that the system allows"),
    ],
)
def test_limit_on_the_size_of_files_is_told(tmp_path: Path, most: int, said: str) -> None:
    settings = settings_of(tmp_path)
    inputs = ["--images", str(settings.images[0]), "--landmarks", str(settings.landmarks)]
    command = [*inputs, "--endpoint", settings.endpoint, "--out", str(settings.out)]
    limited = ["prlimit", f"--fsize={most}", sys.executable, "-m", "pipeline.cli.main", "build", *command]
    done = subprocess.run(limited, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 1
    error = done.stderr.partition("error: ")[2]
    assert error.startswith(f"{tmp_path / 'dataset.work'}: {said}")
    assert "Traceback" not in error


@pytest.mark.parametrize(
    ("room", "stage", "said"),
    [
        (16_000, "annotate", "ds.work: the disk is full ("),
        (90_000, "release", ".ds.part: the disk is too full: the dataset needs "),
        (150_000, "release", ".ds.part: the disk is full ("),
    ],
)
def test_full_disk_is_told_and_the_same_command_goes_on_when_there_is_room(
    tmp_path: Path, room: int, stage: str, said: str
) -> None:
    require_small_disks(tmp_path)
    child = [sys.executable, "-m", "tests.integration.filled", str(tmp_path), str(room)]
    done = subprocess.run([*UNSHARED, *child], capture_output=True, text=True, check=True, cwd=ROOT)
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
