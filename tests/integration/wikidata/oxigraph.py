"""A real Oxigraph server on loopback."""

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

from pipeline.wikidata.embedded import snapshot_triples
from pipeline.wikidata.live import Limits, LiveEndpoint
from pipeline.wikidata.session import open_session
from pipeline.wikidata.snapshot import Snapshot


@dataclass(slots=True)
class Server:
    """A running Oxigraph, and what stops it."""

    url: str
    process: subprocess.Popen[str]

    @contextmanager
    def open(self, folder: Path) -> Iterator[LiveEndpoint]:
        """Open an endpoint with a cache in a folder."""
        with open_session(folder / "cache.sqlite", contact="me@example.org", per_minute=60_000) as session:
            yield LiveEndpoint(self.url, session, limits=Limits(attempts=1))

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=10)


def stored(snapshot: Snapshot, folder: Path) -> Path:
    """Load a snapshot into a store of the server's own, and return where it lies."""
    (folder / "facts.nt").write_text("".join(snapshot_triples(snapshot)), encoding="utf-8")
    command = [
        _program(), "load", "--location", str(folder / "store"), "--file", str(folder / "facts.nt"),
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    return folder / "store"


def _program() -> str:
    beside = Path(sys.executable).with_name("oxigraph")
    program = str(beside) if beside.is_file() else shutil.which("oxigraph")
    if program is None:
        pytest.skip("the oxigraph server is not installed")
    return program


@contextmanager
def serve_triples(triples: Path, store: Path) -> Iterator[Server]:
    """Load a file of N-Triples into a store and serve it."""
    load = [_program(), "load", "--location", str(store), "--file", str(triples)]
    subprocess.run(load, check=True, capture_output=True)
    with serving(store) as server:
        yield server


@contextmanager
def serving(store: Path) -> Iterator[Server]:
    """Serve a store for a while."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    command = [_program(), "serve-read-only", "--location", str(store), "--bind", address]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "Listening" in process.stderr.readline()
        running = Server(f"http://{address}/query", process)
        try:
            yield running
        finally:
            running.stop()
