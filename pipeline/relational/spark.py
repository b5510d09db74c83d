"""Runs the project's SQL files on a Spark server by its Connect URL: a cluster, or Sail.

Tables go to and from the server as Parquet in a folder that both sides reach: one of this machine where the
server runs here or shares its disks, else object storage. What a query yields is brought here and written by
DuckDB as the other engine's results are, sorted, so that the files of both are alike to the byte.
"""

from __future__ import annotations

import shutil
import socket
import sys
import uuid
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import grpc
import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from pipeline.base import storage
from pipeline.base.errors import EngineError, StorageError
from pipeline.base.hashing import file_sha256
from pipeline.relational.dialects import SPARK, Parameter
from pipeline.relational.engine import Engine, sql
from pipeline.relational.spark_types import nullable

OLDEST = (4, 0)
"""The first release of Spark whose SQL and protocol have all that is used here."""

_PORT, _PATIENCE = 15002, 10.0
"""Port of a Connect URL that names none (Spark Connect, "Connection string"); seconds to wait for it."""
_ADDRESS = "  Give the address of a server's Connect service, by default at port 15002 (docs/spark.md)."


class SparkEngine:
    """A session on a Spark server; a context manager.

    `address` is the server's (`sc://host:port`), `scratch` a folder of this machine, and `shared` the URL of
    a folder that the server reaches too; where it is empty, the server reads and writes in `scratch`.
    EngineError if the server cannot be reached, is too old, or does not see what is in the folder.
    """

    def __init__(self, address: str, scratch: Path, *, shared: str = "", memory: str = "1GB") -> None:
        scratch.mkdir(parents=True, exist_ok=True)
        self._address, self._scratch, self._memory = _shown(address), scratch.resolve(), memory
        self._shared = shared
        self._folder = storage.child(shared or str(self._scratch), f"session-{uuid.uuid4().hex}")
        self._kept, self._tables = 0, dict[str, str]()
        self._session = _connect(address)
        try:
            self._require_shared()
        except BaseException:
            self._close()
            raise

    def __enter__(self) -> SparkEngine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def register(self, tables: Mapping[str, Path | Sequence[Path]]) -> None:
        """Make Parquet files readable as tables."""
        for name, paths in tables.items():
            listed = [paths] if isinstance(paths, Path) else paths
            self._view(name, [self._shown(path) for path in listed])

    def create(self, table: str, query: str, **parameters: Parameter) -> None:
        """Keep the result of the SQL file `query` as a temporary table."""
        folder = self._keep(sql(query, SPARK, **parameters))
        self._view(table, [folder])
        # A session works on one range of images after another: what a table had before is not read again.
        if table in self._tables:
            storage.delete_folder(self._tables[table])
        self._tables[table] = folder

    def create_view(self, name: str, query: str, **parameters: Parameter) -> None:
        """Make the SQL file `query` readable as a table, without running it."""
        with self._told():
            self._session.sql(sql(query, SPARK, **parameters)).createOrReplaceTempView(name)

    def write_parquet(self, path: Path, query: str, *, order: str, **parameters: Parameter) -> None:
        """Write the result of the SQL file `query`, in a total order, as a Parquet file."""
        with self._brought(query, parameters) as here:
            here.write_parquet(path, "brought", order=order)

    def sorted_table(self, query: str, *, order: Sequence[str], **parameters: Parameter) -> pa.Table:
        """Return the result of the SQL file `query`, which fits into memory, in a total order."""
        with self._brought(query, parameters) as here:
            return here.sorted_table("brought", order=order)

    def write_unordered(self, path: Path, query: str, **parameters: Parameter) -> None:
        """Write the result of the SQL file `query` in any order, for other queries only."""
        with self._brought(query, parameters) as here:
            here.write_unordered(path, "brought")

    def write_nearly(self, path: Path, query: str, *, order: str, **parameters: Parameter) -> None:
        """Write the result of the SQL file `query` in an order: what a server yields is in none."""
        self.write_parquet(path, query, order=order, **parameters)

    def write_json_lines(self, path: Path, query: str, *, order: str, **parameters: Parameter) -> None:
        """Write the result of the SQL file `query`, in a total order, as JSON lines."""
        with self._brought(query, parameters) as here:
            here.write_json_lines(path, "brought", order=order)

    def rows(self, query: str, **parameters: Parameter) -> list[tuple[Any, ...]]:
        """Return the rows of the SQL file `query`; for small results only."""
        with self._told():
            columns = self._session.sql(sql(query, SPARK, **parameters)).toArrow().columns
        return list(zip(*(column.to_pylist() for column in columns), strict=True))

    def count(self, tables: Iterable[str]) -> dict[str, int]:
        """Return the number of rows of each table."""
        with self._told():
            return {table: self._session.table(table).count() for table in tables}

    @contextmanager
    def _brought(self, query: str, parameters: Mapping[str, Parameter]) -> Iterator[Engine]:
        """Yield an engine of this machine that has the result of a query as its table `brought`."""
        folder = self._keep(sql(query, SPARK, **parameters))
        copies = self._scratch / f"brought-{uuid.uuid4().hex}"
        try:
            with Engine(copies, memory=self._memory) as here:
                here.register({"brought": list(self._copied(folder, copies))})
                yield here
        finally:
            shutil.rmtree(copies, ignore_errors=True)
            storage.delete_folder(folder)

    def _copied(self, folder: str, copies: Path) -> Iterator[Path]:
        """Yield the Parquet files in a folder that the server wrote, brought to this machine."""
        for name in _parquet_in(folder):
            part = storage.child(folder, name)
            if self._shared:
                storage.download(part, copies / name)
            yield copies / name if self._shared else Path(part)

    def _keep(self, query: str) -> str:
        """Let the server write the result of a query; return the folder that it is in."""
        self._kept += 1
        folder = storage.child(self._folder, f"{self._kept:04d}")
        with self._told():
            result = self._session.sql(query)
            result.write.option("compression", "zstd").parquet(folder)
            if not _parquet_in(folder):
                self._put(result.limit(0).toArrow(), storage.child(folder, "empty.parquet"))
        return folder

    def _put(self, table: pa.Table, url: str) -> None:
        """Write a small table to where the server reads it."""
        path = Path(url) if not self._shared else self._scratch / f"put-{uuid.uuid4().hex}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(table, path)
        if self._shared:
            storage.upload(path, url)
            path.unlink()

    def _view(self, name: str, places: Sequence[str]) -> None:
        with self._told():
            schema = nullable(self._session.read.parquet(*places).schema)
            self._session.read.schema(schema).parquet(*places).createOrReplaceTempView(name)

    def _shown(self, path: Path) -> str:
        """Return where the server reads a file of this machine; what it cannot reach yet is copied there.

        A copy is named by its content, so that it is made once whatever session needs it.
        """
        if not self._shared:
            return str(path.resolve())
        status = path.stat()
        name = f"{_content_of(path.resolve(), status.st_size, status.st_mtime_ns)}.parquet"
        url = storage.child(storage.child(self._shared, "tables"), name)
        if storage.status_of(url) is None:
            storage.upload(path, url)
        return url

    def _require_shared(self) -> None:
        """Raise EngineError if the server does not read what is put where both sides should reach."""
        probe = storage.child(self._folder, "probe/probe.parquet")
        self._put(pa.table({"n": [1]}), probe)
        try:
            # Sail finds no rows, rather than no file, where nothing is.
            problem = "" if self._session.read.parquet(probe).count() == 1 else "it finds nothing there"
        except PySparkException as fault:
            problem = _first_line(fault)
        if problem:
            raise EngineError(
                f"{self._address}: the server does not reach {self._shared or self._folder} ({problem})\n"
                "  Set `shared` to a folder that both reach, such as s3://bucket/folder (docs/spark.md)."
            )

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what the server complains of into an EngineError."""
        try:
            yield
        except PySparkException as fault:
            raise EngineError(
                f"{self._address}: {_first_line(fault)}\n"
                "  The log of the server tells more; the same command goes on with the stage it was in."
            ) from fault

    def _close(self) -> None:
        with suppress(StorageError):
            storage.delete_folder(self._folder)
        with suppress(PySparkException):
            self._session.stop()


def _shown(address: str) -> str:
    """Return an address without its parameters, as a token may be among them."""
    return address.split("/;", 1)[0]


def _connect(address: str) -> SparkSession:
    """Open a session on a server; EngineError if none answers there, or an old one."""
    _require_answer(address)
    try:
        with _client_set_up():
            session = SparkSession.builder.remote(address).create()
        version = session.version
    except PySparkException as fault:
        problem = f"what answers there is no Spark Connect server ({_first_line(fault)})"
        raise EngineError(f"{_shown(address)}: {problem}\n{_ADDRESS}") from fault
    _require_version(_shown(address), version)
    return session


def _require_answer(address: str) -> None:
    """Raise EngineError if nothing answers at an address; the client alone would try for many minutes."""
    place = urlsplit(address)
    try:
        socket.create_connection((place.hostname or "", place.port or _PORT), _PATIENCE).close()
        with _client_set_up():
            from pyspark.sql.connect.client import DefaultChannelBuilder

            channel = DefaultChannelBuilder(address).toChannel()
        grpc.channel_ready_future(channel).result(_PATIENCE)
        channel.close()
    except grpc.FutureTimeoutError as fault:
        raise EngineError(
            f"{_shown(address)}: what answers there is no Spark Connect server\n{_ADDRESS}"
        ) from fault
    except (OSError, ValueError, PySparkException) as fault:
        raise EngineError(
            f"{_shown(address)}: no Spark server can be reached there ({fault})\n{_ADDRESS}"
        ) from fault


@contextmanager
def _client_set_up() -> Iterator[None]:
    """Let the client be imported where it would refuse, or complain of what is of no account here."""
    main = sys.modules["__main__"]
    if main.__spec__ is None and not hasattr(main, "__file__"):
        # It takes such a process, which multiprocessing may have started, for a doctest of its own.
        main.__file__ = __file__
    with warnings.catch_warnings():
        # It warns of releases of pandas, which nothing here uses.
        warnings.simplefilter("ignore", FutureWarning)
        yield


def _require_version(address: str, version: str) -> None:
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        raise EngineError(
            f"{address}: the server is Spark {version}, and {oldest} is the oldest that will do\n"
            "  Start a newer one, or Sail (docs/spark.md)."
        )


@lru_cache(maxsize=1_000)
def _content_of(path: Path, size: int, changed: int) -> str:
    """Return the hash of a file as it is at its present size and time of change."""
    return file_sha256(path)


def _parquet_in(folder: str) -> list[str]:
    return [name for name in storage.files_under(folder) if name.endswith(".parquet")]


def _first_line(fault: BaseException) -> str:
    return next(iter(str(fault).strip().splitlines()), type(fault).__name__)
