"""The folder of a dataset: which files it holds, whether it may be written over, and its removal."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from pipeline.base.errors import DatasetError, InputError, SettingsError
from pipeline.base.files import read_json, write_text
from pipeline.dataset.settings import Settings
from pipeline.wikidata.snapshot import DESCRIPTION
from pipeline.wikidata.snapshot_tables import ENTITIES, PAGES, READINGS, REDIRECTS, STATEMENTS

NAME, FORMAT = "ReasonVQA-style dataset", "1"
MANIFEST = "manifest.json"
UNFINISHED = ".unfinished"
"""Marks a folder that a release is being written into, or was when it broke off."""

SETS, PARTS = ("U", "B"), ("train", "test")
CONSISTENCY = "consistency"
"""The folder of the consistency sets."""

SCENE_TABLES = ("images", "objects", "names", "keys", "relations")
BANK_TABLES = (
    "concepts", "callable_keys", "callable_names", "name_forms", "noun_forms", "predicates", "clause_forms",
    "wordings", "target_keys", "target_names",
)  # fmt: skip
"""What the referents and texts of questions rest on; it goes with the dataset so that they can be checked."""
BLIND_TABLES = ("priors",)
"""What the tag of questions that can be guessed rests on."""

FIRST_VERSION = "1.0.0"
CHANGE_FILES = ("CHANGES.md", "changelog.jsonl")
"""What a dataset corrected by newer facts has beside."""

_REPORTS = ("balance.svg", "rejected.parquet", "report.json", "report.md")
FACTS = (DESCRIPTION, STATEMENTS, ENTITIES)
MORE_FACTS = (REDIRECTS, PAGES, READINGS)
"""Tables of a snapshot that are there only if they have rows."""

FILES = tuple(
    sorted(
        [
            *_REPORTS,
            *(
                f"{folder}/{part}.{form}"
                for folder in (*SETS, CONSISTENCY)
                for part in PARTS
                for form in ("jsonl", "parquet")
            ),
            *(f"snapshot/{name}" for name in FACTS),
            *(f"snapshot/{name}.parquet" for name in (*SCENE_TABLES, *BANK_TABLES, *BLIND_TABLES)),
        ]
    )
)
"""Every file of a dataset beside its manifest, by its path in the folder."""

OPTIONAL = (*CHANGE_FILES, *(f"snapshot/{name}" for name in MORE_FACTS))
"""Files that a dataset may have too."""

_SHOWN = 5


def files_in(out: Path) -> list[str]:
    """Return the paths of a dataset's files: all of FILES, and of OPTIONAL those that are there."""
    return sorted([*FILES, *(path for path in OPTIONAL if (out / path).is_file())])


def part_files(folder: Path, which: str, part: str) -> list[Path]:
    """Return the Parquet files of a set and part, in their order: one in a dataset, one or more in a release.

    DatasetError if there are none.
    """
    shards = sorted((folder / which).glob(f"{part}-*.parquet"))
    whole = folder / which / f"{part}.parquet"
    if not (shards or whole.is_file()):
        raise DatasetError(f"{whole}: is missing")
    return shards or [whole]


def content_sum(manifest: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a manifest's content, its own `content_sha256` left out."""
    content = {name: value for name, value in manifest.items() if name != "content_sha256"}
    text = json.dumps(content, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def require_out(settings: Settings) -> None:
    """Raise SettingsError if the dataset cannot be written to its folder, or other files are there."""
    out, work = settings.out, settings.work_folder
    _look("out", lock_of(out))
    for name, folder in (("out", out), ("out", out.parent), ("work", work)):
        require_writable(name, folder)
    if work.resolve().is_relative_to(out.resolve()):
        raise SettingsError(f"work: {work} lies inside {out}, which holds nothing but the dataset")
    if strangers := [] if is_ours(out) else _names(out):
        shown = ", ".join(strangers[:_SHOWN]) + (", ..." if len(strangers) > _SHOWN else "")
        raise SettingsError(
            f"out: {out} holds files that are no dataset of this program ({shown})\n"
            "  Name a folder that is new or empty."
        )


def lock_of(out: Path) -> Path:
    """Return the file beside a dataset's folder that a build locks."""
    return out.with_name(f".{out.name}.lock")


def made_beside(out: Path) -> Path:
    """Return the folder beside a dataset's in which a build makes it, so that an earlier one stays whole."""
    return out.with_name(f".{out.name}.part")


def _look(name: str, path: Path) -> None:
    """Raise SettingsError if the system cannot even say whether something is there."""
    try:
        with suppress(FileNotFoundError, NotADirectoryError):
            path.lstat()
    except OSError as fault:
        raise SettingsError(f"{name}: {path} cannot be written ({fault.strerror})") from fault


def require_writable(name: str, folder: Path) -> None:
    """Raise SettingsError, with the name of the setting, if a folder cannot be made or written into."""
    _look(name, folder)
    nearest = next(path for path in (folder, *folder.absolute().parents) if os.path.lexists(path))
    if not nearest.is_dir():
        raise SettingsError(f"{name}: {nearest} is no folder; name another")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise SettingsError(f"{name}: {nearest} may not be written; name another folder")


def _names(out: Path) -> list[str]:
    return sorted(path.name for path in out.iterdir()) if out.is_dir() else []


def is_ours(out: Path) -> bool:
    """Whether a folder holds a dataset, or one that was being written."""
    if (out / UNFINISHED).is_file():
        return True
    try:
        manifest = read_json(out / MANIFEST) if (out / MANIFEST).is_file() else None
    except InputError:
        return False
    return isinstance(manifest, dict) and manifest.get("name") == NAME


def begin(out: Path) -> None:
    """Mark a folder as unfinished, and remove the dataset in it; anything else there stays."""
    write_text(out / UNFINISHED, "A dataset was being written here. The same build writes it anew.\n")
    optional = [path for path in OPTIONAL if path in _listed(out)]
    for path in (MANIFEST, *FILES, *optional):
        (out / path).unlink(missing_ok=True)
        for left in _parts(out / path):
            left.unlink()


def move_in(finished: Path, out: Path) -> None:
    """Put the files of a finished dataset in the place of an earlier one, marked as unfinished."""
    begin(out)
    for path in sorted(path for path in finished.rglob("*") if path.is_file()):
        target = out / path.relative_to(finished)
        target.parent.mkdir(parents=True, exist_ok=True)
        path.replace(target)


def _listed(out: Path) -> set[str]:
    """Return the files in a folder's manifest; none if there is no manifest that can be read."""
    try:
        return {entry["path"] for entry in read_json(out / MANIFEST)["files"]}
    except (OSError, InputError, KeyError, TypeError):
        return set()


def _parts(path: Path) -> Iterator[Path]:
    """Yield what a killed process left of a file that it was writing."""
    pattern = re.compile(re.escape(f".{path.name}.") + r"\d+\.part")
    if path.parent.is_dir():
        yield from (p for p in list(path.parent.iterdir()) if pattern.fullmatch(p.name))


def end(out: Path) -> None:
    """Take the mark away: everything has been written."""
    (out / UNFINISHED).unlink()
