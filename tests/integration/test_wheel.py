"""A wheel, installed away from the checkout, has all it needs."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
_PROGRAM = """
from pathlib import Path
import pipeline
from pipeline.api import build, load

assert Path(pipeline.__file__).is_relative_to(Path.cwd() / "site"), pipeline.__file__
print(sum(1 for _ in load(build("dataset", limit=60, workers=1), "U", "train")))
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel installed in `site`, the dependencies being those of this interpreter."""
    if find_spec("hatchling") is None:
        pytest.skip("hatchling is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT, check=True
    )
    (wheel,) = folder.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", "site"]
    subprocess.run([*pip, str(wheel)], cwd=folder, check=True)
    return folder


def _run(place: Path, *arguments: str) -> str:
    env = {**os.environ, "PYTHONPATH": str(place / "site")}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=place, env=env, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


def test_installed_wheel_builds_verifies_exports_and_releases_the_sample(place: Path) -> None:
    assert int(_run(place, "-c", _PROGRAM)) > 0
    command = ("-m", "pipeline.cli.main")
    assert " 0 faults" in _run(place, *command, "verify", "dataset")
    _run(place, *command, "release", "dataset", "--out", "release", "--splits")
    assert (place / "release" / "croissant.json").is_file()
    for form in ("lmms-eval", "vlmevalkit"):
        _run(place, *command, "export", "dataset", "--format", form, "--out", form)
    assert (place / "lmms-eval" / "utils.py").is_file()
    assert "P84" in _run(place, *command, "templates", "list")
