"""Fixtures of the tests of the dataset's stages."""

from __future__ import annotations

from pathlib import Path

import pytest

from .scene import Scene


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    """An empty scene over the small bank."""
    return Scene(tmp_path)
