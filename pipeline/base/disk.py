"""Disks that are full: how such a fault is told from others, and what is said about it."""

from __future__ import annotations

import errno
import re
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pipeline.base.errors import FullDiskError

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

    `folders` are those written to; where the fault names none of them, it is said of the one with least room.
    """
    try:
        yield
    except FullDiskError as fault:
        raise FullDiskError(f"{fault}\n  {remedy}") from fault
    except (OSError, sqlite3.Error) as fault:
        if not is_full(fault):
            raise
        folder = _folder_of(fault, folders)
        raise FullDiskError(f"{folder}: {_problem(fault, folder)}\n  {remedy}") from fault


def _folder_of(fault: BaseException, folders: Sequence[Path]) -> Path:
    said = f"{fault} {getattr(fault, 'filename', '')}"
    named = [folder for folder in folders if str(folder) in said]
    return max(named, key=lambda folder: len(str(folder))) if named else min(folders, key=free_bytes)


def _problem(fault: BaseException, folder: Path) -> str:
    if getattr(fault, "errno", None) == errno.EFBIG or _LIMIT.search(str(fault)):
        return "a file has reached the size that the system allows (`ulimit -f` tells it)"
    free = shown_bytes(free_bytes(folder))
    return f"the disk is full ({free} are free, now that what was half written is removed)"
