"""Versions by Croissant's rule."""

from __future__ import annotations

import pytest

from pipeline.base.errors import DatasetError
from pipeline.dataset.drift.versions import Change, kind_of_change, next_version

OLD = {"a": 1, "b": 2}


@pytest.mark.parametrize(
    ("new", "change"),
    [
        ({"a": 1, "b": 2}, "patch"),
        ({"a": 1, "b": 2, "c": 3}, "minor"),
        ({"a": 1, "b": 3}, "major"),
        ({"a": 1}, "major"),
        ({"a": 1, "c": 2}, "major"),
    ],
)
def test_what_became_of_earlier_data_decides(new: dict[str, int], change: Change) -> None:
    assert kind_of_change(OLD, new) == change


@pytest.mark.parametrize(("change", "version"), [("major", "2.0.0"), ("minor", "1.3.0"), ("patch", "1.2.10")])
def test_lower_numbers_begin_anew(change: Change, version: str) -> None:
    assert next_version("1.2.9", change) == version


@pytest.mark.parametrize("version", ["1.2", "v1.0.0", "1.0.0-beta", ""])
def test_other_versions_are_refused(version: str) -> None:
    with pytest.raises(DatasetError, match=r"MAJOR\.MINOR\.PATCH"):
        next_version(version, "major")
