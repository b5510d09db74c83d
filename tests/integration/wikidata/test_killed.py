"""A run that was killed at any moment goes on where it was, and ends with the same facts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from pipeline.base.hashing import uniform
from pipeline.base.resources import resource_dir
from pipeline.wikidata.snapshot import read_snapshot

from .oxigraph import serving, stored
from .part import part_of
from .proxy import Proxy, proxying

KILLS = 50
_ROOT = Path(__file__).resolve().parents[3]


@dataclass
class Fetcher:
    """The process that fetches; `child` is the fork that does it now."""

    process: subprocess.Popen[str]
    url: str
    child: int = 0

    def run(self, work: Path) -> int:
        """Fetch into a folder and return how the child ended."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.child = 0
        self.process.stdin.write(f"{work} {self.url}\n")
        self.process.stdin.flush()
        self.child = int(self.process.stdout.readline())
        return int(self.process.stdout.readline())

    def kill(self) -> None:
        """Kill the child, which has been forked for sure once it asked something."""
        while not self.child:
            time.sleep(0.001)
        with suppress(ProcessLookupError):
            os.kill(self.child, signal.SIGKILL)


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """A proxy before a real server with a part of the embedded snapshot."""
    part = part_of(read_snapshot(resource_dir("data") / "snapshot"))
    with (
        serving(stored(part, tmp_path_factory.mktemp("oxigraph"))) as server,
        proxying(Proxy(server.url)) as running,
    ):
        yield running


@pytest.fixture(scope="module")
def fetcher(proxy: Proxy) -> Iterator[Fetcher]:
    """The process, warmed up."""
    script = Path(__file__).with_name("killable.py")
    environment = {**os.environ, "PYTHONPATH": str(_ROOT)}
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        yield Fetcher(process, proxy.url)
        assert process.stdin is not None
        process.stdin.close()


@pytest.fixture(scope="module")
def calm(proxy: Proxy, fetcher: Fetcher, tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, int]:
    """The facts of an unbroken run, and how many requests it took."""
    proxy.reset()
    work = tmp_path_factory.mktemp("calm") / "work"
    assert fetcher.run(work) == 0
    return (work / "facts").read_bytes(), len(proxy.seen)


@pytest.mark.parametrize("tens", range(KILLS // 10))
def test_a_killed_run_is_resumed_with_the_same_facts_and_asks_nothing_twice(
    proxy: Proxy, fetcher: Fetcher, calm: tuple[bytes, int], tmp_path: Path, tens: int
) -> None:
    facts, requests = calm
    for seed in range(10 * tens, 10 * tens + 10):
        proxy.reset()
        at = uniform(requests, seed=seed, stage="kill", key="request")
        delay = uniform(12, seed=seed, stage="kill", key="delay") / 1000

        def strike(number: int, at: int = at, delay: float = delay) -> None:
            if number == at:
                time.sleep(delay)
                fetcher.kill()

        if seed % 3:
            proxy.after = strike  # the reply is on its way, or there, or being written down
        else:
            proxy.before = strike  # no reply comes
        work = tmp_path / str(seed)
        assert fetcher.run(work) in (-signal.SIGKILL, 0)
        proxy.before = proxy.after = lambda number: None
        assert fetcher.run(work) == 0
        assert (work / "facts").read_bytes() == facts, seed
        asked = [seen.query for seen in proxy.seen]
        assert len(set(asked)) == requests
        assert len(asked) <= requests + 1
