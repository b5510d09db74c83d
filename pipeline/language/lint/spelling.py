"""Names that are likely misspelt ones."""

from __future__ import annotations

from collections.abc import Mapping

from rapidfuzz import process

_NEAR = 75
"""Likeness, of 100, from which on a name is taken for a misspelt one."""


def hint(name: str, known: Mapping[str, str]) -> str:
    """Return a question after what the nearest known name stands for, empty if none is near."""
    nearest = process.extractOne(name.lower(), list(known))
    return f"; did you mean {known[nearest[0]]!r}?" if nearest and nearest[1] >= _NEAR else ""
