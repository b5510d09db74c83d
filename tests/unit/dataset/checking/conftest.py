"""Copies of the tiny dataset."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..verification.planting import Copy


@pytest.fixture
def copy(sound: Path, tmp_path: Path) -> Copy:
    """A copy of the sound dataset."""
    return Copy.of(sound, tmp_path / "dataset")
