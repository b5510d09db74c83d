"""Runs the project's SQL files on DuckDB and writes what they yield, byte-identical from run to run.

Each file in `sql/` is one SELECT over tables named by the caller, in the dialect that DuckDB and Spark
share. Parameters are `$name`, put in as literals. Intermediate results become temporary tables.
`SqlEngine` is what the stages ask of an engine; the other one is `pipeline.relational.spark`.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from string import Template
from types import TracebackType
from typing import Any, Protocol, Self

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from pipeline.base.disk import is_full
from pipeline.base.errors import EngineError, SettingsError
from pipeline.base.files import atomic_path
from pipeline.relational.dialects import DUCKDB, Dialect
from pipeline.relational.dialects import Parameter as Parameter
from pipeline.relational.fragments import fragments

_SQL = Path(__file__).parent / "sql"
# Larger groups pack better; a fixed size keeps files equal whatever the number of threads.
_ROW_GROUP = 100_000
_AT_ONCE = 2_000_000
"""Rows that fit into memory with all that they hold."""
_REORDERING = "join_order,build_side_probe_side"
"""What of the optimizer changes which table of a join goes by and which is looked up in."""
_PACKED, _QUICK = "COMPRESSION zstd", "COMPRESSION snappy"
_UNREADABLE = ("Invalid Input Error", "Conversion Error")


class UnreadableError(ValueError):
    """A file that the engine cannot read as it was asked to."""


def sql(name: str, dialect: Dialect = DUCKDB, /, **parameters: Parameter) -> str:
    """Return `sql/NAME.sql` with its parameters filled in as literals."""
    text = (_SQL / f"{name}.sql").read_text(encoding="utf-8")
    filled = {key: dialect.literal(value) for key, value in parameters.items()}
    return Template(text).substitute(fragments(dialect) | filled)


def literal(value: Parameter) -> str:
    """Return a value as SQL text of DuckDB's."""
    return DUCKDB.literal(value)


LOCAL = "duckdb"
"""The setting `engine` for the engine of this machine."""


class SqlEngine(Protocol):
    """What the stages ask of an engine; a context manager."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def register(self, tables: Mapping[str, Path | Sequence[Path]]) -> None:
        """Make Parquet files readable as tables."""

    def create(self, table: str, query: str, **parameters: Parameter) -> None:
        """Keep the result of the SQL file `query` as a temporary table."""

    def create_view(self, name: str, query: str, **parameters: Parameter) -> None:
        """Make the SQL file `query` readable as a table, without running it."""

    def write_parquet(self, path: Path, query: str, *, order: str, **parameters: Parameter) -> None:
        """Write the result of the SQL file `query`, in a total order, as a Parquet file."""

    def write_unordered(self, path: Path, query: str, **parameters: Parameter) -> None:
        """Write the result of the SQL file `query` in any order, for other queries only."""

    def write_nearly(self, path: Path, query: str, *, order: str, **parameters: Parameter) -> None:
        """Write the result of the SQL file `query` nearly in an order, for other queries only.

        The table that the query goes by is in that order, so that neighbours stay together without a sort.
        """

    def sorted_table(self, query: str, *, order: Sequence[str], **parameters: Parameter) -> pa.Table:
        """Return the result of the SQL file `query`, which fits into memory, in a total order."""

    def write_json_lines(self, path: Path, query: str, *, order: str, **parameters: Parameter) -> None:
        """Write the result of the SQL file `query`, in a total order, as JSON lines."""

    def rows(self, query: str, **parameters: Parameter) -> list[tuple[Any, ...]]:
        """Return the rows of the SQL file `query`; for small results only."""

    def count(self, tables: Iterable[str]) -> dict[str, int]:
        """Return the number of rows of each table."""


class Engine:
    """A DuckDB connection in memory, spilling to `scratch`; a context manager.

    With `joins_as_written`, the table named first in a join goes by, and the other is looked up in.
    """

    def __init__(
        self, scratch: Path, *, threads: int = 1, memory: str = "1GB", joins_as_written: bool = False
    ) -> None:
        scratch.mkdir(parents=True, exist_ok=True)
        self._scratch, self.threads, self._memory = scratch, threads, memory
        self._connection = duckdb.connect(
            config={
                "threads": threads,
                "memory_limit": memory,
                "temp_directory": str(scratch),
            }
        )
        self._connection.execute("SET enable_progress_bar = false")
        if joins_as_written:
            self._connection.execute(f"SET disabled_optimizers = {literal(_REORDERING)}")

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def register(self, tables: Mapping[str, Path | Sequence[Path]], *, numbered: bool = False) -> None:
        """Make Parquet files readable as tables; if `numbered`, with a column `file_row_number` from 0."""
        option = ", file_row_number = true" if numbered else ""
        for name, paths in tables.items():
            listed = [paths] if isinstance(paths, Path) else paths
            files = ", ".join(literal(str(path)) for path in listed)
            self._run(f"CREATE OR REPLACE VIEW {name} AS SELECT * FROM read_parquet([{files}]{option})")

    def read_json(
        self, path: Path, columns: Mapping[str, str], *, at_a_time: int
    ) -> Iterator[pa.RecordBatch]:
        """Yield the records of a file that holds one JSON array, plain or gzip, about so many at a time.

        `columns` are the keys that are read, with their types. UnreadableError where a value has another
        type, or what is there is no JSON. Several files may be read at the same time, each in a thread.
        """
        types = ", ".join(f"{literal(key)}: {literal(kind)}" for key, kind in columns.items())
        with path.open("rb") as stream:
            packed = "gzip" if stream.read(2) == b"\x1f\x8b" else "uncompressed"
        query = (
            f"SELECT * FROM read_json({literal(str(path))}, format = 'array', compression = '{packed}',"
            f" columns = {{{types}}})"
        )
        try:
            with self._connection.cursor() as own:
                yield from own.sql(query).to_arrow_reader(at_a_time)
        except (duckdb.InvalidInputException, duckdb.ConversionException) as fault:
            raise UnreadableError(str(fault)) from fault
        except OSError as fault:
            # The reader's errors have lost their type, not their words.
            if not str(fault).startswith(_UNREADABLE):
                raise
            raise UnreadableError(str(fault)) from fault

    def create_view(self, name: str, query: str, **parameters: Parameter) -> None:
        """Make the SQL file `query` readable as a table, without running it."""
        self._run(f"CREATE OR REPLACE VIEW {name} AS {sql(query, **parameters)}")

    def create(self, table: str, query: str, **parameters: Parameter) -> None:
        """Keep the result of the SQL file `query` as a temporary table."""
        self._run(f"CREATE OR REPLACE TEMP TABLE {table} AS {sql(query, **parameters)}")

    def write_parquet(self, path: Path, query: str, *, order: str, **parameters: Parameter) -> None:
        """Write the result of the SQL file `query`, in a total order, as a Parquet file."""
        self._write(path, f"SELECT * FROM ({sql(query, **parameters)}) AS result ORDER BY {order}", _PACKED)

    def sorted_table(self, query: str, *, order: Sequence[str], **parameters: Parameter) -> pa.Table:
        """Return the result of the SQL file `query`, which fits into memory, in a total order.

        Arrow sorts what nearly is in order many times as fast as the engine does.
        """
        table = self.table(query, **parameters)
        return table.take(pc.sort_indices(table, sort_keys=[(name, "ascending") for name in order]))

    def sorted_pieces(
        self, query: str, *, rows: int, order: Sequence[str], **parameters: Parameter
    ) -> Iterator[pa.Table]:
        """Yield the result of the SQL file `query`, of so many rows, in a total order, piece by piece."""
        if rows <= _AT_ONCE:
            yield self.sorted_table(query, order=order, **parameters)
            return
        ordered = f"SELECT * FROM ({sql(query, **parameters)}) AS result ORDER BY {', '.join(order)}"
        for batch in self._connection.sql(ordered).to_arrow_reader(_ROW_GROUP):
            yield pa.Table.from_batches([batch])

    def _write(self, path: Path, query: str, form: str) -> None:
        with atomic_path(path) as temporary:
            self._run(
                f"COPY ({query}) TO {literal(str(temporary))} "
                f"(FORMAT parquet, {form}, ROW_GROUP_SIZE {_ROW_GROUP})"
            )

    def write_unordered(self, path: Path, query: str, **parameters: Parameter) -> None:
        """Write the result of the SQL file `query` in any order, for other queries only."""
        self._write(path, sql(query, **parameters), _QUICK)

    def write_nearly(self, path: Path, query: str, *, order: str, **parameters: Parameter) -> None:
        """Write the result of the SQL file `query` in the order of the table that it goes by."""
        self._write(path, sql(query, **parameters), _QUICK)

    def write_json_lines(self, path: Path, query: str, *, order: str, **parameters: Parameter) -> None:
        """Write the result of the SQL file `query`, in a total order, as JSON lines."""
        ordered = f"SELECT * FROM ({sql(query, **parameters)}) AS result ORDER BY {order}"
        with atomic_path(path) as temporary:
            self._run(f"COPY ({ordered}) TO {literal(str(temporary))} (FORMAT json, ARRAY false)")

    def table(self, query: str, **parameters: Parameter) -> pa.Table:
        """Return the result of the SQL file `query` as an Arrow table, each column in one piece."""
        return self._connection.sql(sql(query, **parameters)).to_arrow_table().combine_chunks()

    def rows(self, query: str, **parameters: Parameter) -> list[tuple[Any, ...]]:
        """Return the rows of the SQL file `query`; for small results only."""
        return self._run(sql(query, **parameters)).fetchall()

    def count(self, tables: Iterable[str]) -> dict[str, int]:
        """Return the number of rows of each table."""
        return {table: self._run(f"SELECT count(*) FROM {table}").fetchall()[0][0] for table in tables}

    def _run(self, query: str) -> duckdb.DuckDBPyConnection:
        try:
            return self._connection.execute(query)
        except (duckdb.OutOfMemoryException, duckdb.IOException) as fault:
            if is_full(fault):
                raise OSError(errno.ENOSPC, str(fault)) from fault
            if isinstance(fault, duckdb.IOException):
                raise
            raise SettingsError(
                f"memory: {self._memory} does not suffice; set `memory` higher, or `shard_images` lower"
            ) from fault


def open_engine(
    engine: str,
    scratch: Path,
    *,
    shared: str = "",
    threads: int = 1,
    memory: str = "1GB",
    joins_as_written: bool = False,
) -> SqlEngine:
    """Return the engine of a setting: LOCAL, or the `sc://` address of a Spark server.

    `joins_as_written` is for the engine of this machine; a server knows its tables itself.
    EngineError if the client for Spark is not installed, or the server cannot be used.
    """
    if engine == LOCAL:
        return Engine(scratch, threads=threads, memory=memory, joins_as_written=joins_as_written)
    try:
        from pipeline.relational.spark import SparkEngine
    except ImportError as fault:
        raise EngineError(
            f"engine: {engine} needs the client of Spark, which is not installed ({fault})\n"
            "  Install it: pip install 'reasonvqa[spark]'"
        ) from fault
    return SparkEngine(engine, scratch, shared=shared, memory=memory)
