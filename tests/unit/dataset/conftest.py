"""Fixtures of the tests of the dataset's stages."""

from __future__ import annotations

from pathlib import Path

import pytest

from .scene import Scene
from .verification.world import build_world


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    """An empty scene over the small bank."""
    return Scene(tmp_path)


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny, sound dataset; it is only read."""
    return build_world(tmp_path_factory.mktemp("world")).out
