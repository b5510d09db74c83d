"""Cases with the numbers that official programs give, beside the project (`../shared/data/golden`)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any


def cases(shared: Path, name: str) -> list[dict[str, Any]]:
    """Return the cases of a file of JSON lines."""
    with gzip.open(shared / "golden" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def content(shared: Path, name: str) -> Any:
    """Return the content of a JSON file."""
    with gzip.open(shared / "golden" / f"{name}.json.gz", "rt", encoding="utf-8") as stream:
        return json.load(stream)
