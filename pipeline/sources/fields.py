"""What a field of an annotation file may hold: ids, texts, sizes and boxes that the tables can keep."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from pipeline.base.files import is_unicode
from pipeline.sources.records import Rejected

LARGEST = 2**30 - 1
"""The largest pixel count: the sum of two still fits the tables' 32-bit columns."""

Box = tuple[int, int, int, int]
_LONGEST_NAME = 60
_LONGEST_SHOWN = 80
_LONGEST_DETAIL = 120


class BadRecordError(ValueError):
    """A record, or a part of one, that cannot be used: a code for the reason, and what was found."""


def refused(path: Path, place: str, fault: BadRecordError) -> Rejected:
    """Return the entry for what cannot be used of an annotation file."""
    code, detail = (*map(str, fault.args), "")[:2]
    written = detail[:_LONGEST_DETAIL].encode("utf-8", "replace").decode()
    return Rejected("annotate", path.name, place, code, written)


def is_identity(value: Any) -> bool:
    """Whether the value is an id: a whole number, or a text that is not blank."""
    if isinstance(value, str):
        return value.strip() != "" and is_unicode(value)
    return isinstance(value, int) and not isinstance(value, bool)


def is_side(value: Any) -> bool:
    """Whether the value is a number of pixels, of either sign."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and abs(value) <= LARGEST


def size_of(value: Any) -> int | None:
    """Return the width or height of an image in pixels, None if the value is none."""
    return value if is_side(value) and isinstance(value, int) and value > 0 else None


def whole_box(sides: Sequence[float]) -> Box | None:
    """Return x, y, width and height in whole pixels, cut at the image's corner; None if nothing is left.

    Corners of either sign occur in Visual Genome: the part of the box inside the image is kept.
    """
    x, y, width, height = map(round, sides)
    width, height = width + min(x, 0), height + min(y, 0)
    return (max(x, 0), max(y, 0), width, height) if width > 0 and height > 0 else None


def box_of(sides: Sequence[Any]) -> Box:
    """Return a box in whole pixels from what a file gives for x, y, width and height."""
    if len(sides) != 4 or not all(map(is_side, sides)):
        raise BadRecordError("box_incomplete", shown(tuple(sides)))
    box = whole_box(sides)
    if box is None:
        raise BadRecordError("box_empty", shown(tuple(sides)))
    return box


def name_of(value: Any) -> str:
    """Return an object's name in lower case, without a full stop or comma at its end; empty if it is none."""
    return _name_of(value) if isinstance(value, str) and is_unicode(value) else ""


@lru_cache(maxsize=200_000)
def _name_of(text: str) -> str:
    name = " ".join(text.lower().split()).rstrip(".,;").strip()
    return name if len(name) <= _LONGEST_NAME else ""


def shown(value: Any) -> str:
    """Return what a message shows of a value: the beginning of its `repr`."""
    return repr(value)[:_LONGEST_SHOWN]
