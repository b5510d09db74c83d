"""Where templates, queries and data are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.base import resources
from pipeline.base.resources import resource_dir


def test_checkout_has_its_resources_beside_the_package() -> None:
    assert (resource_dir("templates") / "domains.toml").is_file()
    assert list(resource_dir("queries").glob("*.rq"))
    assert (resource_dir("data") / "snapshot" / "statements.tsv.gz").is_file()


def test_bundled_folder_wins_over_the_one_beside_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "pipeline"
    (package / "_resources" / "templates").mkdir(parents=True)
    (tmp_path / "templates").mkdir()
    monkeypatch.setattr(resources, "_PACKAGE", package)
    assert resource_dir("templates") == package / "_resources" / "templates"
    assert resource_dir("queries") == tmp_path / "queries"
