"""JSON lines: one reader, with the line of a fault."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pipeline.base.errors import InputError
from pipeline.base.files import read_lines, read_start

_START = 1 << 16


def read_json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield (line number, content) of a plain or gzip file of JSON lines; lines without text are passed over.

    InputError names the line that is not JSON.
    """
    for number, line in read_lines(path):
        if line.strip():
            yield number, json_of_line(path, number, line)


def json_of_line(path: Path, number: int, line: str) -> Any:
    """Return the content of one line of a file; InputError if it is not JSON, or nested too deeply."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as fault:
        raise InputError(
            path, place=f"line {number}", problem=f"is not JSON: {fault}", remedy="Write the file anew."
        ) from fault


def beginning(path: Path) -> tuple[str, Any]:
    """Return how a file begins, without space before, and the content of its first line, None if not JSON."""
    start = read_start(path, _START).decode(errors="replace").lstrip("\ufeff \t\r\n")
    try:
        return start, json.loads(start.partition("\n")[0])
    except (ValueError, RecursionError):
        return start, None
