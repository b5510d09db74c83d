"""Files and folders by URL: object storage (`s3://bucket/name`) and what else pyarrow can reach; or by path.

Credentials, region and the address of a service other than AWS come from where AWS's own tools have them:
`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL`, `~/.aws` or the role
of the machine.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

import pyarrow as pa
from pyarrow import fs

from pipeline.base.errors import StorageError
from pipeline.base.files import atomic_path

_CHUNK = 8 << 20
_WITH_FOLDERS = ("local", "hdfs")
"""File systems in which a file needs its folder; elsewhere folders are but the beginnings of names."""

SCHEMES = ("s3", "gs", "abfs", "abfss", "hdfs", "file")
"""What pyarrow can read and write."""


def is_url(text: str) -> bool:
    """Whether a text names a place by URL rather than by path."""
    return text.split("://", 1)[0] in SCHEMES and "://" in text


def child(folder: str, name: str) -> str:
    """Return the URL or path of something in a folder."""
    return f"{folder.rstrip('/')}/{name}"


def files_under(url: str) -> list[str]:
    """Return the paths of all files in a folder, relative to it, sorted; none where there is no folder."""
    with _place(url) as (system, path):
        found = system.get_file_info(fs.FileSelector(path, recursive=True, allow_not_found=True))
        paths = [PurePosixPath(info.path) for info in found if info.type == fs.FileType.File]
        return sorted(entry.relative_to(path).as_posix() for entry in paths)


def kind_of(url: str) -> str:
    """Return "file", "folder" or "nothing"."""
    with _place(url) as (system, path):
        kinds = {fs.FileType.File: "file", fs.FileType.Directory: "folder"}
        return kinds.get(system.get_file_info(path).type, "nothing")


def download(url: str, path: Path) -> None:
    """Copy a file to a path of this machine, atomically."""
    with (
        _place(url) as (system, source),
        atomic_path(path) as temporary,
        system.open_input_stream(source) as stream,
        temporary.open("wb") as target,
    ):
        shutil.copyfileobj(stream, target, _CHUNK)


def upload(path: Path, url: str) -> None:
    """Copy a file of this machine to a URL, whole or not at all where the storage has it so (S3 has)."""
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
