"""A tiny dataset built in one go, and its parts."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pipeline.dataset.build import build
from pipeline.dataset.settings import Settings
from tests.integration.parts.parting import QUIET, build_parts
from tests.unit.dataset.verification.world import settings_of


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The settings of a tiny dataset that was built in one go."""
    settings = settings_of(tmp_path_factory.mktemp("whole"))
    build(settings, QUIET)
    return settings


@pytest.fixture(scope="module")
def made(whole: Settings) -> list[Path]:
    """The folders of its three parts; they are only read."""
    return build_parts(whole, whole.out.parent / "parts")


@pytest.fixture
def parts(made: list[Path], tmp_path: Path) -> list[Path]:
    """Copies of the parts, that a test may change."""
    return [Path(shutil.copytree(folder, tmp_path / "parts" / folder.name)) for folder in made]
