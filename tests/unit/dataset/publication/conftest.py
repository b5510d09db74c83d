"""A publication of the tiny dataset."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.base.progress import Progress
from pipeline.dataset.publication.values import Author, Publication, Source
from pipeline.dataset.publication.write import publish

OWN = Source(
    id="user",
    title="Drawn-up images",
    licence="CC0-1.0",
    attribution="drawn up for the tests",
    images="there are none",
)
PUBLICATION = Publication(
    name="tiny",
    title='Tiny: "a test"',
    authors=(Author(name="The testers"),),
    url="https://example.org/tiny",
    date="2026-01-31",
    contact="tiny@example.org",
    sources=(OWN,),
)


@pytest.fixture(scope="package")
def published(sound: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the publication, in files of at most five rows; it is only read."""
    out = tmp_path_factory.mktemp("published") / "tiny"
    publish(sound, out, PUBLICATION, Progress(quiet=True), rows=5, facts=True, splits=True)
    return out
