"""Same input and seed, same bytes: under any hash seed, number of processes and size of shards."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.base.hashing import file_sha256


def _build(out: Path, *, hash_seed: str, settings: str) -> dict[str, str]:
    config = out.with_suffix(".toml")
    config.write_text(settings)
    command = [sys.executable, "-m", "pipeline.cli.main", "build", "--quiet", "--limit", "700"]
    subprocess.run(
        [*command, "--config", str(config), "--out", str(out)],
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=Path(__file__).parents[2],
    )
    return {p.relative_to(out).as_posix(): file_sha256(p) for p in sorted(out.rglob("*")) if p.is_file()}


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("first")
    return _build(folder / "one", hash_seed="0", settings="workers = 2\nshard_images = 300\n")


def test_hash_seed_processes_and_shards_leave_every_byte_alone(first: dict[str, str], tmp_path: Path) -> None:
    other = _build(tmp_path / "two", hash_seed="1", settings="workers = 1\nshard_images = 1000\n")
    assert other == first
    assert len(first) > 20


def test_another_seed_draws_other_questions(first: dict[str, str], tmp_path: Path) -> None:
    other = _build(tmp_path / "three", hash_seed="0", settings="seed = 1\n")
    assert other["U/train.jsonl"] != first["U/train.jsonl"]
