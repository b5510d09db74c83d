"""The sample dataset, built once for all tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.base.progress import Progress
from pipeline.dataset.build import build
from pipeline.dataset.settings import Settings, load_settings
from pipeline.dataset.verification.loaded import Dataset


@pytest.fixture(scope="session")
def sample_settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The defaults, into a folder of the test's own."""
    return load_settings(None, {"out": tmp_path_factory.mktemp("sample") / "dataset"})


@pytest.fixture(scope="session")
def sample(sample_settings: Settings) -> Path:
    """The folder of the sample dataset."""
    build(sample_settings, Progress(quiet=True))
    return sample_settings.out


@pytest.fixture(scope="session")
def sample_dataset(sample: Path) -> Dataset:
    """The sample dataset, loaded."""
    return Dataset(sample)
