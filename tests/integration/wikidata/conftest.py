"""Services on loopback and endpoints that ask them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from pipeline.wikidata.live import Limits, LiveEndpoint
from pipeline.wikidata.session import PoliteSession, open_session
from tests.clock import CountedClock

from .service import Open, Reply, Serve, Service, handler_of


@pytest.fixture
def serve() -> Iterator[Serve]:
    with ExitStack() as stack:

        def start(*replies: Reply, kind: type[Service] = Service) -> Service:
            service = kind(list(replies))
            server = stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), handler_of(service)))
            service.url = f"http://127.0.0.1:{server.server_address[1]}/sparql"
            thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
            thread.start()
            stack.callback(thread.join)
            stack.callback(server.shutdown)
            return service

        yield start


@pytest.fixture
def clock() -> CountedClock:
    return CountedClock()


@pytest.fixture
def session(tmp_path: Path, clock: CountedClock) -> Iterator[PoliteSession]:
    with open_session(
        tmp_path / "cache.sqlite", contact="me@example.org", per_minute=60_000, clock=clock
    ) as opened:
        yield opened


@pytest.fixture
def waits(clock: CountedClock) -> list[float]:
    """The seconds that the endpoint would have waited."""
    return clock.waits


@pytest.fixture
def endpoint(session: PoliteSession) -> Open:
    """Opens endpoints that note how long they would wait instead of waiting."""
    return lambda service: LiveEndpoint(service.url, session, limits=Limits(timeout=5))
