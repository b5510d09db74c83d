"""What a live service has answered so far, value by value, in one SQLite file.

The HTTP cache knows a query by its text, so a resumed run that cut its batches otherwise would ask again.
The journal knows each answer by (service, query, value) instead: a run asks only for values without an
answer, whatever the batches were. The answers of a batch and the size of the next one are written in one
transaction. A run that is killed after a reply came and before it was written finds the same values open
and the same size, so it makes the same query, which the HTTP cache answers.

Rows are packed with zlib, whose checksum tells a damaged answer; that is asked for again.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from pipeline.base.disk import is_full
from pipeline.base.errors import InputError
from pipeline.wikidata.batch_size import BatchSize
from pipeline.wikidata.endpoint import Row, batches

_TABLES = """
CREATE TABLE IF NOT EXISTS answers (
  query TEXT, value TEXT, day TEXT, content BLOB, PRIMARY KEY (query, value)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sizes (kind TEXT PRIMARY KEY, size INT, patience INT, streak INT);
"""
_AT_A_TIME = 500
_SECONDS = 60.0
"""How long to wait for another process that is writing."""

Held = dict[str, tuple[str, list[Row]]]
"""Value -> the day of its answer, and the rows."""


class Journal:
    """The answers of one or more services; without a path it is kept in memory."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or Path(":memory:")
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
        with self._readable():
            self._file = sqlite3.connect(self.path, timeout=_SECONDS, isolation_level=None)
            self._file.execute("PRAGMA journal_mode=WAL")
            self._file.execute("PRAGMA synchronous=NORMAL")
            self._file.executescript(_TABLES)

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as fault:
            if is_full(fault):
                raise
            raise InputError(
                self.path,
                problem=f"cannot be used as a journal of answers: {fault}",
                remedy="Close other builds in this folder, or delete the file: it is asked for anew then.",
            ) from fault

    def held(self, query: str, values: Sequence[str]) -> Iterator[tuple[Sequence[str], Held]]:
        """Yield some of the values in turn, with the answers that are there."""
        for some in batches(values, _AT_A_TIME):
            marks = ",".join("?" * len(some))
            with self._readable():
                rows = self._file.execute(
                    f"SELECT value, day, content FROM answers WHERE query = ? AND value IN ({marks})",
                    (query, *some),
                ).fetchall()
            yield some, {value: (day, rows) for value, day, rows in _unpacked(rows)}

    def size(self, kind: str) -> BatchSize:
        """Return the size of the next batch of a kind of query."""
        with self._readable():
            found = self._file.execute(
                "SELECT size, patience, streak FROM sizes WHERE kind = ?", (kind,)
            ).fetchone()
        return BatchSize(*found) if found else BatchSize()

    def keep(self, query: str, answers: Mapping[str, Sequence[Row]], day: str) -> None:
        """Write the answers of a batch; within `transaction` only together with what else is written."""
        rows = [(query, value, day, _packed(answers[value])) for value in sorted(answers)]
        with self._readable():
            self._file.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)", rows)

    def resize(self, kind: str, size: BatchSize) -> None:
        """Write the size of the next batch of a kind of query."""
        row = (kind, size.size, size.patience, size.streak)
        with self._readable():
            self._file.execute("INSERT OR REPLACE INTO sizes VALUES (?, ?, ?, ?)", row)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Write all that is written inside, or nothing."""
        with self._readable():
            self._file.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._file.execute("ROLLBACK")
            raise
        with self._readable():
            self._file.execute("COMMIT")

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _packed(rows: Sequence[Row]) -> bytes:
    return zlib.compress(json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode(), 1)


def _unpacked(rows: Sequence[tuple[str, str, bytes]]) -> Iterator[tuple[str, str, list[Row]]]:
    for value, day, content in rows:
        try:
            yield value, day, json.loads(zlib.decompress(content))
        except (zlib.error, ValueError, TypeError):
            continue  # damaged: as if it were not there
