"""A real SPARQL server on loopback, with triples of a file."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from pipeline.wikidata.live import LiveEndpoint
from pipeline.wikidata.session import open_session


@dataclass(frozen=True, slots=True)
class Server:
    """A running Oxigraph."""

    url: str

    @contextmanager
    def open(self, folder: Path) -> Iterator[LiveEndpoint]:
        """Open an endpoint that never waits, its cache in a folder."""

        def never(seconds: float) -> None:
            raise AssertionError(f"waited {seconds} s")

        session = open_session(folder / "cache.sqlite", contact="me@example.org", per_minute=60_000)
        with session:
            yield LiveEndpoint(self.url, session, attempts=1, sleep=never)


@contextmanager
def serve_triples(triples: Path, store: Path) -> Iterator[Server]:
    """Load a file of N-Triples into a store and serve it."""
    program = _program()
    load = [program, "load", "--location", str(store), "--file", str(triples)]
    subprocess.run(load, check=True, capture_output=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    command = [program, "serve-read-only", "--location", str(store), "--bind", address]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "Listening" in process.stderr.readline()
        yield Server(f"http://{address}/query")
        process.terminate()
        process.wait(timeout=10)


def _program() -> str:
    beside = Path(sys.executable).with_name("oxigraph")
    program = str(beside) if beside.is_file() else shutil.which("oxigraph")
    if program is None:
        pytest.skip("the oxigraph server is not installed")
    return program
