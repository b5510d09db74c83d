"""Reading and writing of text tables: atomic, sorted by the caller, byte-identical from run to run."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from typing import Any, BinaryIO

from pipeline.base.disk import is_full
from pipeline.base.errors import InputError

DAMAGED = (EOFError, gzip.BadGzipFile, zlib.error)
"""What reading a gzip file that is damaged or cut off raises."""

_HALF_WRITTEN = re.compile(r"\..+\.\d+\.part")
_SURROGATE = re.compile("[\ud800-\udfff]")
_FORBIDDEN = str.maketrans({"\t": " ", "\n": " ", "\r": " "})


def is_unicode(text: str) -> bool:
    """Whether UTF-8 can hold the text; JSON can spell lone surrogates, and names of files may have some."""
    return text.isascii() or not _SURROGATE.search(text)


def writable(text: str) -> str:
    """Return a text with a question mark in place of each lone surrogate."""
    return text.encode(errors="replace").decode()


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside `path`; move it into place when the block ends without an error.

    The fault of a full disk, which the system tells of without a name, gets that of `path`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield temporary
        temporary.replace(path)
    except OSError as fault:
        if is_full(fault) and not fault.filename:
            fault.filename = str(path)
        raise
    finally:
        temporary.unlink(missing_ok=True)


def half_written(folder: Path) -> list[Path]:
    """Return the files in and below a folder that killed processes left in the place of finished ones."""
    return [path for path in folder.rglob(".*.part") if _HALF_WRITTEN.fullmatch(path.name) and path.is_file()]


_KEPT = 1 << 26
"""Bytes of a file that the system may hold in memory while it is written through."""
_AT_ONCE = 512
"""Pieces that are given to the system together; it takes 1,024 at most."""


class WriteThrough:
    """Writes a large file from end to end, and hands it to the disk as it grows; a context manager.

    Systems keep what is written in memory until that is short, which takes longer than writing it.
    """

    def __init__(self, path: Path) -> None:
        self._stream = path.open("wb", buffering=0)
        self._waiting = 0

    def __enter__(self) -> WriteThrough:
        return self

    def __exit__(self, *fault: object) -> None:
        self._stream.close()

    def write(self, pieces: Sequence[memoryview]) -> None:
        """Write pieces, one behind the other."""
        for first in range(0, len(pieces), _AT_ONCE):
            self._write(pieces[first : first + _AT_ONCE])
            if self._waiting >= _KEPT:
                self._hand_on()

    def _write(self, pieces: Sequence[memoryview]) -> None:
        written = os.writev(self._stream.fileno(), pieces)
        self._waiting += written
        for piece in pieces:
            left, written = piece[written:], max(0, written - len(piece))
            while left:
                step = self._stream.write(left)
                left = left[step:]
                self._waiting += step

    def _hand_on(self) -> None:
        self._waiting = 0
        if hasattr(os, "posix_fadvise"):
            os.fdatasync(self._stream.fileno())
            os.posix_fadvise(self._stream.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    with atomic_path(path) as temporary:
        temporary.write_bytes(content)


def write_text(path: Path, content: str) -> None:
    """Write a UTF-8 file atomically."""
    write_bytes(path, content.encode())


def write_json(path: Path, content: Any) -> None:
    """Write indented JSON with keys in the order given, and a final newline."""
    write_text(path, json.dumps(content, ensure_ascii=False, indent=2) + "\n")


def read_json(path: Path) -> Any:
    """Read a small JSON file, plain or gzip; an InputError names the file and the place of a fault."""
    try:
        with open_binary(path) as stream:
            return json.load(stream)
    except (ValueError, RecursionError, *DAMAGED) as fault:
        raise InputError(path, problem=f"is not JSON: {fault}", remedy="Write the file anew.") from fault


def require_readable(path: Path) -> None:
    """Raise InputError if there is no file or folder at a path, or it may not be read.

    A pipe or device can be read once at most, and files are read several times.
    """
    if not path.exists():
        raise InputError(path, problem="there is no such file or folder", remedy="Name one that is there.")
    if not (path.is_file() or path.is_dir()):
        raise InputError(
            path,
            problem="is neither a file nor a folder",
            remedy="Save what it gives to a file, and name that.",
        )
    if not os.access(path, os.R_OK | (os.X_OK if path.is_dir() else 0)):
        raise InputError(path, problem="may not be read", remedy="Give yourself the right to read it.")


def open_binary(path: Path) -> BinaryIO:
    """Open a file for reading bytes, unpacking gzip by its first two bytes rather than by its name."""
    with path.open("rb") as stream:
        packed = stream.read(2) == b"\x1f\x8b"
    return gzip.open(path) if packed else path.open("rb")  # type: ignore[return-value]


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line number, text without its end) of a plain or gzip UTF-8 file, from line 1."""
    number = 0
    try:
        with open_binary(path) as stream, io.TextIOWrapper(stream, encoding="utf-8-sig", newline="") as text:
            for number, line in enumerate(text, start=1):
                yield number, line.rstrip("\r\n")
    except DAMAGED as fault:
        raise InputError(
            path,
            place=_after(number),
            problem=f"the gzip data is damaged or cut off ({fault})",
            remedy="Download or copy the file again.",
        ) from fault
    except UnicodeDecodeError as fault:
        raise InputError(
            path,
            place=_after(number),
            problem=f"is not UTF-8 text ({fault.reason})",
            remedy="Save the file as UTF-8.",
        ) from fault


def _after(line: int) -> str:
    return f"after line {line}" if line else "at its beginning"


def read_start(path: Path, size: int) -> bytes:
    """Return the first bytes of a file, unpacked; InputError if it is damaged there."""
    try:
        with open_binary(path) as stream:
            return stream.read(size)
    except DAMAGED as fault:
        raise InputError(
            path,
            problem=f"the gzip data is damaged or cut off ({fault})",
            remedy="Download or copy the file again.",
        ) from fault


def read_tsv(path: Path, columns: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield the rows of a tab-separated file whose header must name at least `columns`."""
    header, rows = tsv_cells(path, columns)
    for number, cells in rows:
        _require_cells(path, number, cells, len(header))
        yield dict(zip(header, cells, strict=True))


def read_columns(path: Path, columns: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the cells under two or more columns of a tab-separated file, in the order of these columns.

    As `read_tsv`, without a dict for each row: for tables of a hundred thousand rows.
    """
    header, rows = tsv_cells(path, columns)
    chosen = itemgetter(*map(header.index, columns))
    for number, cells in rows:
        _require_cells(path, number, cells, len(header))
        yield chosen(cells)


def _require_cells(path: Path, number: int, cells: Sequence[str], expected: int) -> None:
    if len(cells) != expected:
        raise InputError(
            path,
            place=f"line {number}",
            problem=f"has {len(cells)} cells, the header has {expected}",
            remedy="Separate the cells by single tabs.",
        )


def tsv_cells(path: Path, columns: Sequence[str]) -> tuple[list[str], Iterator[tuple[int, list[str]]]]:
    """Return a tab-separated file's header, which must name `columns`, and (line number, cells) of its rows.

    Rows may have more or fewer cells than the header.
    """
    lines = read_lines(path)
    header = next(lines, (0, ""))[1].split("\t")
    missing = [column for column in columns if column not in header]
    if missing:
        raise InputError(
            path,
            place="line 1",
            problem=f"expected the columns {', '.join(columns)}, found {', '.join(header)[:80]!r}",
            remedy="Give the file a tab-separated header with these names.",
        )
    return header, ((number, line.split("\t")) for number, line in lines)


def write_tsv(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> int:
    """Write a tab-separated file, gzip if its name ends in .gz; return the number of rows.

    Absent and None cells are empty; tabs and line ends inside a cell become spaces.
    """
    buffer = io.StringIO()
    buffer.write("\t".join(columns) + "\n")
    count = 0
    for row in rows:
        cells = ["" if (value := row.get(column)) is None else str(value) for column in columns]
        line = "\t".join(cells)
        if line.count("\t") >= len(cells) or "\n" in line or "\r" in line:
            line = "\t".join(cell.translate(_FORBIDDEN) for cell in cells)
        buffer.write(line + "\n")
        count += 1
    write_maybe_gzip(path, buffer.getvalue().encode())
    return count


def write_maybe_gzip(path: Path, content: bytes) -> None:
    """Write bytes atomically; pack them if the name ends in .gz, with no time stamp inside."""
    write_bytes(path, gzip.compress(content, compresslevel=9, mtime=0) if path.suffix == ".gz" else content)
