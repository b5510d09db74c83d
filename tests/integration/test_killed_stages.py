"""Builds, parts and merges that are killed in any stage: what was finished stays, the rest is done again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from pipeline.base.progress import Progress
from pipeline.dataset.build import STAGES, build
from pipeline.dataset.part_folder import COMMON_STAGES, LAST_STAGE
from pipeline.dataset.settings import Settings
from tests.integration.parts.parting import N, build_parts
from tests.integration.test_killed import ROOT, sums
from tests.unit.dataset.verification.world import settings_of

ALL = [stage.name for stage in STAGES]
OF_PARTS = [*COMMON_STAGES, LAST_STAGE]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The settings of a tiny dataset that was built without a break."""
    settings = settings_of(tmp_path_factory.mktemp("whole"))
    build(settings, Progress(quiet=True))
    return settings


@pytest.fixture(scope="module")
def made(whole: Settings) -> list[Path]:
    """The folders of its parts."""
    return build_parts(whole, whole.out.parent / "parts")


def build_command(settings: Settings, out: Path, *more: str) -> list[str]:
    """Return the command of the tiny build into another folder."""
    config = out.parent / "settings.toml"
    config.write_text("workers = 1\n[balance]\nleast_answers = 1\n")
    inputs = ["--images", str(settings.images[0]), "--landmarks", str(settings.landmarks)]
    return [
        "build",
        *inputs,
        "--endpoint",
        settings.endpoint,
        "--config",
        str(config),
        "--out",
        str(out),
        *more,
    ]


def killed_in(stage: str, command: Sequence[str]) -> None:
    """Run a command in a session of its own, and kill all of it when it says that the stage has begun."""
    with subprocess.Popen(
        [sys.executable, "-m", "pipeline.cli.main", *command],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    ) as process:
        assert process.stderr
        said = next((line for line in process.stderr if line.startswith(f"{stage}  ")), None)
        assert said, f"{stage} did not begin"
        os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL


def resumed(command: Sequence[str]) -> list[str]:
    """Run the command to its end, and return the stages that were up to date."""
    done = subprocess.run(
        [sys.executable, "-m", "pipeline.cli.main", *command],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    return [line.split()[0] for line in done.stderr.splitlines() if line.endswith("  up to date")]


def finished(work: Path, stages: Sequence[str]) -> list[str]:
    return [stage for stage in stages if (work / stage / "done.json").is_file()]


@pytest.mark.parametrize("stage", ALL)
def test_build_killed_in_a_stage_goes_on_with_it(whole: Settings, tmp_path: Path, stage: str) -> None:
    out, work = tmp_path / "ds", tmp_path / "ds.work"
    command = build_command(whole, out)
    killed_in(stage, command)
    before = finished(work, ALL)
    assert before[: ALL.index(stage)] == ALL[: ALL.index(stage)]
    assert resumed(command) == before
    assert sums(out) == sums(whole.out)
    assert {path.name for path in tmp_path.iterdir()} == {"ds", "ds.work", ".ds.lock", "settings.toml"}


def test_build_killed_in_its_last_stage_leaves_the_earlier_dataset(whole: Settings, tmp_path: Path) -> None:
    out = tmp_path / "ds"
    assert resumed(build_command(whole, out)) == []
    killed_in("release", build_command(whole, out, "--seed", "5"))
    assert sums(out) == sums(whole.out)
    assert resumed(build_command(whole, out, "--seed", "5")) == ALL[:-1]
    assert sums(out) != sums(whole.out)


@pytest.mark.parametrize("stage", OF_PARTS)
def test_part_killed_in_a_stage_goes_on_with_it(
    whole: Settings, made: list[Path], tmp_path: Path, stage: str
) -> None:
    command = build_command(whole, tmp_path / "2", "--shard", f"2/{N}")
    killed_in(stage, command)
    before = finished(tmp_path / "2", OF_PARTS)
    assert before[: OF_PARTS.index(stage)] == OF_PARTS[: OF_PARTS.index(stage)]
    assert resumed(command) == before
    assert sums(tmp_path / "2") == sums(made[1])


@pytest.mark.parametrize("stage", ["bank", "questions", "distractors", "release"])
def test_merge_killed_in_a_stage_goes_on_with_it(
    whole: Settings, made: list[Path], tmp_path: Path, stage: str
) -> None:
    command = ["merge", *map(str, made), "--out", str(tmp_path / "ds")]
    killed_in(stage, command)
    before = finished(tmp_path / "ds.work", ALL)
    assert before[: ALL.index(stage)] == ALL[: ALL.index(stage)]
    assert resumed(command) == before
    assert sums(tmp_path / "ds") == sums(whole.out)
