"""The files of a dataset against its manifest, and the manifest against its own checksum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from pipeline.base.hashing import file_sha256
from pipeline.dataset.layout import FILES, MANIFEST, OPTIONAL, UNFINISHED, content_sum
from pipeline.dataset.release import count_rows
from pipeline.dataset.verification.loaded import Dataset

Fault = tuple[str, str]
"""Where a fault is, and what it is."""


def file_faults(dataset: Dataset) -> Iterator[Fault]:
    """Yield files that are missing, not listed, or other than the manifest says."""
    manifest = dataset.manifest
    if content_sum(manifest) != manifest["content_sha256"]:
        yield MANIFEST, "differs from its own checksum"
    yield from _strangers(dataset)
    listed = {entry["path"]: entry for entry in manifest["files"]}
    for path in (*FILES, *(path for path in OPTIONAL if path in listed)):
        if path not in listed:
            yield path, "is not in the manifest"
        elif fault := _difference(dataset, listed[path]):
            yield path, fault


def _strangers(dataset: Dataset) -> Iterator[Fault]:
    times = Counter(entry["path"] for entry in dataset.manifest["files"])
    present = {p.relative_to(dataset.folder).as_posix() for p in dataset.folder.rglob("*") if p.is_file()}
    if UNFINISHED in present:
        yield UNFINISHED, "says that the dataset was not written to its end"
    for path in sorted(present - times.keys() - {MANIFEST, UNFINISHED, *FILES}):
        yield path, "is not in the manifest"
    for path, count in sorted(times.items()):
        if path not in FILES and path not in OPTIONAL:
            yield path, "is in the manifest and is no file of a dataset"
        elif count > 1:
            yield path, f"is in the manifest {count} times"


def _difference(dataset: Dataset, entry: dict[str, Any]) -> str:
    """Return how a file differs from its entry in the manifest; empty if it does not."""
    file = dataset.folder / entry["path"]
    if not file.is_file():
        return "is missing"
    if file_sha256(file) != entry["sha256"]:
        return "differs from the manifest's checksum"
    if file.stat().st_size != entry["bytes"]:
        return "has another size than the manifest says"
    try:
        rows = count_rows(file)
    except (pa.ArrowException, OSError) as fault:
        return f"is damaged: {fault}"
    return "" if rows == entry.get("rows") else "has another number of rows than the manifest says"
