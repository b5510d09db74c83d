"""Where the templates, queries and embedded data lie: in the checkout, or inside an installed wheel."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

_PACKAGE = Path(__file__).resolve().parents[1]


def resource_dir(name: Literal["templates", "queries", "data"]) -> Path:
    """Return the folder of that name: `pipeline/_resources/NAME` in a wheel, else beside the package."""
    bundled = _PACKAGE / "_resources" / name
    return bundled if bundled.is_dir() else _PACKAGE.parent / name
