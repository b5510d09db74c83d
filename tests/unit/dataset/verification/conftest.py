"""The tiny dataset, built once, and copies of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from .planting import Copy
from .world import build_world


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a sound dataset; it is only read."""
    return build_world(tmp_path_factory.mktemp("world")).out


@pytest.fixture
def copy(sound: Path, tmp_path: Path) -> Copy:
    """A copy of the sound dataset."""
    return Copy.of(sound, tmp_path / "dataset")
