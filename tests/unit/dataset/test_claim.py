"""One build at a time in a folder, and none kept out by a process that was killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.base.errors import BusyError
from pipeline.base.progress import Progress
from pipeline.dataset.build import build
from pipeline.dataset.claim import claimed
from pipeline.dataset.settings import Settings

_HOLD = """
import sys, time
from pathlib import Path
from pipeline.dataset.claim import claimed
from pipeline.dataset.settings import Settings
with claimed(Settings(out=Path(sys.argv[1]), work=Path(sys.argv[2]))):
    print("held", flush=True)
    time.sleep(60)
"""


def holder(out: Path, work: Path) -> subprocess.Popen[str]:
    """Start a process that holds the folders, and return it when it does."""
    command = [sys.executable, "-c", _HOLD, str(out), str(work)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3])
    assert process.stdout and process.stdout.readline() == "held\n"
    return process


@pytest.mark.parametrize(("out", "work"), [("ds", "ds.work"), ("ds", "other.work"), ("other", "ds.work")])
def test_second_build_is_refused_with_process_and_folder(tmp_path: Path, out: str, work: str) -> None:
    with holder(tmp_path / "ds", tmp_path / "ds.work") as process:
        try:
            settings = Settings(images=(tmp_path / "none",), out=tmp_path / out, work=tmp_path / work)
            with pytest.raises(BusyError) as fault:
                build(settings, Progress(quiet=True))
        finally:
            process.kill()
    held = tmp_path / ("ds.work" if work == "ds.work" else "ds")
    assert str(fault.value).startswith(f"{held}: another build (process {process.pid}) is writing there")


def test_killed_process_keeps_nobody_out(tmp_path: Path) -> None:
    with holder(tmp_path / "ds", tmp_path / "ds.work") as process:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    with claimed(Settings(out=tmp_path / "ds")):
        assert (tmp_path / "ds.work" / "build.pid").read_text() == f"{os.getpid()}\n"


def test_folder_is_free_again_after_a_failure(tmp_path: Path) -> None:
    settings = Settings(out=tmp_path / "ds")
    with pytest.raises(RuntimeError), claimed(settings):
        raise RuntimeError
    with claimed(settings):
        pass
    assert not list(tmp_path.rglob("*.pid"))
