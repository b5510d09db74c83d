"""Disks that are full: how such a fault is told from others, and what is said about it."""

from __future__ import annotations

import errno
import re
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir

from pipeline.base.errors import FullDiskError, ReasonVQAError

_CODES = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_WORDS = re.compile(
    r"no space left on device|disk quota exceeded|file too large|disk is full|max_temp_directory_size",
    re.IGNORECASE,
)
"""What libraries say that give no code: DuckDB, Arrow and SQLite."""
_LIMIT = re.compile("file too large", re.IGNORECASE)


def is_full(fault: BaseException) -> bool:
    """Whether something could not be written because the disk, a quota or the limit of a file is reached."""
    return (isinstance(fault, OSError) and fault.errno in _CODES) or bool(_WORDS.search(str(fault)))


def free_bytes(folder: Path) -> int:
    """Return the free bytes of the disk that a folder, or the nearest one above that exists, lies on."""
    nearest = next(path for path in (folder, *folder.absolute().parents) if path.is_dir())
    return shutil.disk_usage(nearest).free


def shown_bytes(size: int) -> str:
    """Return a number of bytes in words, rounded up."""
    for unit, power in (("GB", 9), ("MB", 6), ("KB", 3)):
        if size >= 10**power:
            return f"{-(-size * 10 // 10**power) / 10:,.1f} {unit}"
    return f"{size} bytes"


def require_room(folder: Path, needed: int, what: str) -> None:
    """Raise FullDiskError if a folder's disk has fewer free bytes than are needed for something."""
    if (free := free_bytes(folder)) < needed:
        sizes = f"{what} needs {shown_bytes(needed)}, {shown_bytes(free)} are free"
        raise FullDiskError(f"{folder}: the disk is too full: {sizes}")


@contextmanager
def told_if_full(folders: Sequence[Path], remedy: str) -> Iterator[None]:
    """Raise FullDiskError, with the remedy, for any fault in the block that comes of a full disk.

    `folders` are those written to, or files; where the fault names none of them, nor the system's folder for
    scratch, it is said of the one with least room. The remedy of an inner block stands.
    """
    try:
        yield
    except FullDiskError as fault:
        if fault.remedy:
            raise
        raise FullDiskError(str(fault), remedy) from fault
    except (OSError, sqlite3.Error) as fault:
        if isinstance(fault, ReasonVQAError) or not is_full(fault):
            raise
        folder = _folder_of(fault, folders)
        raise FullDiskError(f"{folder}: {_problem(fault, folder)}", remedy) from fault


def _folder_of(fault: BaseException, folders: Sequence[Path]) -> Path:
    """Return which of the folders, or of those that the fault itself tells, is the full one."""
    file, scratch = getattr(fault, "filename", None), _scratch()
    said = f"{fault} {file}"
    named = [folder for folder in folders if str(folder) in said or _beside(folder) in said]
    named += [scratch] if str(scratch) in said else []
    if named:
        return max(named, key=lambda folder: len(str(folder)))
    return Path(file).parent if file else min(folders or [scratch], key=free_bytes)


def _scratch() -> Path:
    """Return the system's folder for scratch; looking for it fails where nothing can be written."""
    try:
        return Path(gettempdir())
    except FileNotFoundError:
        return Path.cwd()


def _beside(folder: Path) -> str:
    """Return how the names begin of what is made beside a file or folder until it is finished."""
    target = folder.resolve()
    return str(target.with_name(f".{target.name}."))


def _problem(fault: BaseException, folder: Path) -> str:
    if getattr(fault, "errno", None) == errno.EFBIG or _LIMIT.search(str(fault)):
        return "a file has reached the size that the system allows (`ulimit -f` tells it)"
    free = shown_bytes(free_bytes(folder))
    return f"the disk is full ({free} are free, now that what was half written is removed)"
