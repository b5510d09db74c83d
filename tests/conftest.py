"""Fixtures that all tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.base.resources import resource_dir
from tests.servers import sail as serve_sail

_SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference data that lies beside the project; the test is skipped where it is absent."""
    if not _SHARED.is_dir():
        pytest.skip("the reference data is not beside the project")
    return _SHARED


@pytest.fixture(scope="session")
def data() -> Path:
    """The project's own data folder."""
    return resource_dir("data")


@pytest.fixture(scope="session")
def sail() -> Iterator[str]:
    """The address of a Sail server, which speaks Spark's protocol."""
    with serve_sail() as address:
        yield address
