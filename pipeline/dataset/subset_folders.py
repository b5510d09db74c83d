"""The folders of a subset: the dataset it is taken from, sound, and the one it goes into, free for it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from os import getpid
from pathlib import Path

from pipeline.base.errors import DatasetError, InputError
from pipeline.base.files import read_json
from pipeline.base.hashing import file_sha256
from pipeline.dataset.layout import CONSISTENCY, MANIFEST, PARTS, SETS, is_ours
from pipeline.dataset.verification.loaded import Dataset


def open_parent(folder: Path) -> Dataset:
    """Return the dataset in a folder; DatasetError if it is none, of another format, or damaged."""
    dataset = Dataset(folder)
    listed = {entry["path"]: entry["sha256"] for entry in dataset.manifest["files"]}
    folders = (*SETS, CONSISTENCY)
    needed = {f"{name}/{part}.parquet" for name in folders for part in PARTS} | {"rejected.parquet"}
    for path in sorted(needed | {path for path in listed if path.startswith("snapshot/")}):
        if file_sha256(dataset.present(folder / path)) != listed.get(path):
            raise DatasetError(
                f"{folder / path}: differs from the manifest's checksum\n  Restore it, or build anew."
            )
    return dataset


def check_out(out: Path, parent: Path, *, overwrite: bool) -> None:
    """Raise DatasetError if a subset of `parent` must not go into `out`."""
    target, source = out.resolve(), parent.resolve()
    if target == source or target in source.parents or source in target.parents:
        raise DatasetError(
            f"{out}: is, holds or lies in the dataset that the subset is of\n  Name another folder."
        )
    if out.exists() and not out.is_dir():
        raise DatasetError(f"{out}: is a file\n  Name a folder.")
    if not out.exists() or not any(out.iterdir()):
        return
    if not is_ours(out):
        raise DatasetError(f"{out}: is no dataset, and not empty\n  Name another folder.")
    if not overwrite and _parent_of(out) != file_sha256(parent / MANIFEST):
        raise DatasetError(f"{out}: is another dataset\n  Name another folder, or add --overwrite.")


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
