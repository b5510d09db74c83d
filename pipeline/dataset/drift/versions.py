"""Versions of datasets by the rule of Croissant 1.1, section "Dataset Versioning": MAJOR.MINOR.PATCH.

Patch: the same data, perhaps written or described otherwise. Minor: the earlier data is there as it was, and
more. Major: earlier data was edited, removed, or moved between the parts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from pipeline.base.errors import DatasetError

Change = Literal["major", "minor", "patch"]
_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")


def kind_of_change(before: Mapping[str, object], after: Mapping[str, object]) -> Change:
    """Return what sets two versions apart, from question id -> record of both."""
    if any(after.get(question) != record for question, record in before.items()):
        return "major"
    return "minor" if after.keys() - before.keys() else "patch"


def next_version(version: str, change: Change) -> str:
    """Return the version after a change; DatasetError if the one before is none."""
    match = _VERSION.fullmatch(version)
    if not match:
        raise DatasetError(f"the version {version!r} is not of the form MAJOR.MINOR.PATCH")
    major, minor, patch = map(int, match.groups())
    match change:
        case "major":
            return f"{major + 1}.0.0"
        case "minor":
            return f"{major}.{minor + 1}.0"
        case "patch":
            return f"{major}.{minor}.{patch + 1}"
