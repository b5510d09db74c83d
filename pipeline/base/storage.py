"""Files and folders by URL: object storage (`s3://bucket/name`) and what else pyarrow can reach; or by path.

Credentials, region and the address of a service other than AWS come from where AWS's own tools have them:
`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL`, `~/.aws` or the role
of the machine.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import pyarrow as pa
from pyarrow import fs

from pipeline.base.errors import StorageError
from pipeline.base.files import atomic_path

SCHEMES = ("s3", "gs", "abfs", "abfss", "hdfs", "file")
"""What pyarrow can read and write."""

_CHUNK = 8 << 20
_WITH_FOLDERS = ("local", "hdfs")
"""File systems in which a file needs its folder; elsewhere folders are but the beginnings of names."""


@dataclass(frozen=True, slots=True)
class Status:
    """A file's size in bytes, and when it was changed, in nanoseconds since 1970."""

    size: int
    changed: int


def is_url(text: str) -> bool:
    """Whether a text names a place by URL rather than by path."""
    scheme, mark, _ = text.partition("://")
    return bool(mark) and scheme in SCHEMES


def url_of(path: Path) -> str:
    """Return the URL that a path was made of, as `Path` makes one slash of two; empty for a real path."""
    scheme, mark, rest = path.as_posix().partition(":/")
    if not mark or scheme not in SCHEMES:
        return ""
    return f"{scheme}:///{rest}" if scheme == "file" else f"{scheme}://{rest}"


def child(folder: str, name: str) -> str:
    """Return the URL or path of something in a folder."""
    return f"{folder.rstrip('/')}/{name}"


def files_under(url: str) -> dict[str, Status]:
    """Return all files in a folder by their paths in it, sorted; none where there is no folder."""
    with _place(url) as (system, path):
        found = system.get_file_info(fs.FileSelector(path, recursive=True, allow_not_found=True))
        files = {
            PurePosixPath(info.path).relative_to(path).as_posix(): _status(info)
            for info in found
            if info.type == fs.FileType.File
        }
    return dict(sorted(files.items()))


def status_of(url: str) -> Status | None:
    """Return the status of a file; None where there is none."""
    with _place(url) as (system, path):
        info = system.get_file_info(path)
    return _status(info) if info.type == fs.FileType.File else None


def download(url: str, path: Path, status: Status | None = None) -> None:
    """Copy a file to a path of this machine, atomically; with a status, the time of change is its own."""
    with (
        _place(url) as (system, source),
        atomic_path(path) as temporary,
        system.open_input_stream(source) as stream,
    ):
        with temporary.open("wb") as target:
            shutil.copyfileobj(stream, target, _CHUNK)
        if status is not None:
            os.utime(temporary, ns=(status.changed, status.changed))


def upload(path: Path, url: str) -> None:
    """Copy a file of this machine to a URL."""
    with _place(url) as (system, target):
        if system.type_name in _WITH_FOLDERS:
            system.create_dir(str(PurePosixPath(target).parent), recursive=True)
        with path.open("rb") as source, system.open_output_stream(target) as stream:
            shutil.copyfileobj(source, stream, _CHUNK)


def delete_folder(url: str) -> None:
    """Remove a folder with all in it, if it is there."""
    with _place(url) as (system, path):
        if system.get_file_info(path).type == fs.FileType.Directory:
            system.delete_dir(path)


def delete_file(url: str) -> None:
    """Remove a file, if it is there."""
    with _place(url) as (system, path):
        if system.get_file_info(path).type == fs.FileType.File:
            system.delete_file(path)


def _status(info: fs.FileInfo) -> Status:
    return Status(int(info.size), int(info.mtime_ns or 0))


@contextmanager
def _place(url: str) -> Iterator[tuple[fs.FileSystem, str]]:
    """Yield the file system that a URL names, and the path in it; StorageError for what fails there."""
    try:
        yield fs.FileSystem.from_uri(url) if is_url(url) else (fs.LocalFileSystem(), url)
    except (OSError, pa.ArrowException) as fault:
        raise StorageError(
            f"{url}: {fault}\n"
            "  Look whether the place is there and may be read and written, and whether AWS_REGION, "
            "AWS_ENDPOINT_URL and the AWS_ credentials are set (docs/spark.md)."
        ) from fault
