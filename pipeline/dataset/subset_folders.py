"""The folders of a subset: the dataset it is taken from, sound, and the one it goes into, free for it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from os import getpid
from pathlib import Path
from typing import Any

from pipeline.base.errors import DatasetError, InputError
from pipeline.base.files import read_json
from pipeline.base.hashing import file_sha256
from pipeline.dataset.release import MANIFEST, PARTS, SETS, clear
from pipeline.dataset.verification.loaded import Dataset

FORMAT = "1"
_KEYS = {"name", "generator", "snapshot", "settings", "files"}


def open_parent(folder: Path) -> Dataset:
    """Return the dataset in a folder; DatasetError if it is none, of another format, or damaged."""
    dataset = Dataset(folder)
    listed = _listed(dataset)
    needed = {f"{name}/{part}.parquet" for name in SETS for part in PARTS} | {"rejected.parquet"}
    for path in sorted(needed | {path for path in listed if path.startswith("snapshot/")}):
        if file_sha256(dataset.present(folder / path)) != listed.get(path):
            raise DatasetError(
                f"{folder / path}: differs from the manifest's checksum\n  Restore it, or build anew."
            )
    return dataset


def _listed(dataset: Dataset) -> dict[str, str]:
    """Return path -> checksum of the files in a manifest of this format."""
    manifest: Any = dataset.manifest
    try:
        if manifest["format"] == FORMAT and manifest.keys() >= _KEYS:
            return {entry["path"]: entry["sha256"] for entry in manifest["files"]}
    except (KeyError, TypeError, AttributeError):
        pass
    raise DatasetError(f"{dataset.folder / MANIFEST}: is not the manifest of a dataset of format {FORMAT}")


def check_out(out: Path, parent: Path, *, overwrite: bool) -> None:
    """Raise DatasetError if a subset of `parent` must not go into `out`."""
    target, source = out.resolve(), parent.resolve()
    if target == source or target in source.parents or source in target.parents:
        raise DatasetError(
            f"{out}: is, holds or lies in the dataset that the subset is of\n  Name another folder."
        )
    if overwrite or not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return
    if not out.is_dir():
        raise DatasetError(f"{out}: is a file\n  Name a folder.")
    if _parent_of(out) != file_sha256(parent / MANIFEST):
        what = "is another dataset" if (out / MANIFEST).is_file() else "is no dataset, and not empty"
        raise DatasetError(f"{out}: {what}\n  Name another folder, or add --overwrite.")


def _parent_of(out: Path) -> str:
    """Return the checksum of the manifest of what a folder holds a subset of; empty if it holds none."""
    try:
        return str(read_json(out / MANIFEST)["subset"]["parent"]["manifest_sha256"])
    except (OSError, InputError, KeyError, TypeError):
        return ""


@contextmanager
def work_folder(out: Path) -> Iterator[Path]:
    """Yield a folder beside `out` for what is not finished; it is removed at the end."""
    folder = out.resolve().with_name(f".{out.resolve().name}.{getpid()}.part")
    folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def move_in(finished: Path, out: Path) -> None:
    """Put the files of a finished dataset in the place of those of an earlier one."""
    out.mkdir(parents=True, exist_ok=True)
    clear(out)
    for path in sorted(finished.iterdir()):
        path.rename(out / path.name)
