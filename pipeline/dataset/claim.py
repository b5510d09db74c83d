"""The folders of a build, held by one process at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from pipeline.base.disk import told_if_full
from pipeline.base.errors import BusyError, FullDiskError, SettingsError
from pipeline.dataset.layout import lock_of
from pipeline.dataset.settings import Settings

LOCK_FILES = ("build.lock", "build.pid")
"""What holds a work folder: the file that is locked, and the process that does so."""


@contextmanager
def claimed(settings: Settings) -> Iterator[None]:
    """Hold the work folder, and the place of the dataset, until the block ends.

    BusyError if another process holds one of them. The system lets go of what a killed process held.
    """
    out, work = settings.out, settings.work_folder
    with ExitStack() as held:
        held.enter_context(_held(work / LOCK_FILES[0], work))
        if out != work:
            held.enter_context(_held(lock_of(out), out))
        yield


@contextmanager
def _held(path: Path, folder: Path) -> Iterator[None]:
    # The holder stands in a file of its own, as whoever tries the lock may empty the lock's file.
    lock, holder = FileLock(path), path.with_suffix(".pid")
    try:
        with told_if_full([folder], "When there is room, run the same command again."):
            path.parent.mkdir(parents=True, exist_ok=True)
            lock.acquire(timeout=0)
            holder.write_text(f"{os.getpid()}\n", encoding="utf-8")
    except Timeout as fault:
        raise BusyError(
            f"{folder}: another build{_process(holder)} is writing there\n"
            "  Wait until it has ended, or name another folder."
        ) from fault
    except OSError as fault:
        if lock.is_locked:
            holder.unlink(missing_ok=True)
        lock.release()
        if isinstance(fault, FullDiskError):
            raise
        raise SettingsError(f"{folder}: cannot be written ({fault.strerror})") from fault
    try:
        yield
    finally:
        holder.unlink(missing_ok=True)
        lock.release()


def _process(holder: Path) -> str:
    try:
        return f" (process {int(holder.read_text(encoding='utf-8'))})"
    except (OSError, ValueError):
        return ""
