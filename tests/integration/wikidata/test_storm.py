"""Live fetching through a storm of faults, in seeded random order, ends with the facts of a calm day."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pipeline.base.errors import EndpointError
from pipeline.base.hashing import uniform
from pipeline.base.resources import resource_dir
from pipeline.wikidata.batch_size import BatchSize
from pipeline.wikidata.journal import Journal
from pipeline.wikidata.live import Limits, LiveEndpoint
from pipeline.wikidata.queries import KINDS
from pipeline.wikidata.session import PoliteSession, is_complete, open_session
from pipeline.wikidata.snapshot import read_snapshot
from tests.clock import CountedClock

from .oxigraph import serving, stored
from .part import as_bytes, fetched, part_of
from .proxy import Fault, Proxy, proxying

SEEDS = 200
PER_MINUTE = 30
LONGEST_WAIT = 300.0
_IN_A_ROW = 3
"""Faults that may follow one another; six tries fail only on a service that is down."""

_ROUNDING = 1e-5
JAVA = b"SPARQL-QUERY: queryStr=SELECT\njava.util.concurrent.TimeoutException\n\tat java.util.concurrent"


def _page(text: str) -> Callable[[bytes], bytes]:
    return lambda result: text.encode()


_HTML = "text/html"
_BUSY = _page("<html><title>Too Many Requests - Please retry in 7 seconds.</title></html>")
_UPSTREAM = _page("<html>upstream connect error</html>")
_AGENT = _page("Please set a user-agent and respect our robot policy https://w.wiki/4wJS. See also T400119.")
_BAN = _page("You have been banned until 2026-07-02T09:00:00Z, please respect throttling and so on")
PASSING = (
    Fault("429", 429, _BUSY, _HTML, "7"),
    Fault("429 at once", 429, _BUSY, _HTML, "0"),
    Fault("429 without a time", 429, _BUSY, _HTML),
    Fault("429 with a date", 429, _BUSY, _HTML, "Wed, 01 Jul 2026 00:00:30 GMT"),
    Fault("429 for long", 429, _BUSY, _HTML, "290"),
    Fault("time-out", 500, lambda result: JAVA, "text/plain"),
    Fault("deadline", 500, _page("QueryTimeoutException: Query deadline is expired."), "text/plain"),
    Fault("time-out after the 200", body=lambda result: result[: len(result) // 2] + JAVA),
    Fault("cut without a mark", body=lambda result: result[:-2], unsized=True),
    Fault("cut in the middle", body=lambda result: result[: len(result) // 3], unsized=True),
    Fault("cut at once", body=lambda result: b""),
    Fault("connection cut", body=lambda result: result[:-2], missing=2),
    Fault("connection dropped", dropped=True),
    Fault("408", 408, _UPSTREAM, _HTML),
    Fault("502", 502, _UPSTREAM, _HTML),
    Fault("503", 503, _UPSTREAM, _HTML),
    Fault("504", 504, _UPSTREAM, _HTML),
    Fault("414", 414, _page("URI Too Long"), _HTML, only_get=True),
)
FINAL = {
    Fault("no agent", 403, _AGENT, "text/plain"): "set `contact`",
    Fault("no agent, 200", 200, _AGENT, "text/plain"): "set `contact`",
    Fault("ban", 403, _BAN, "text/plain"): "Run the same command after 2026-07-02T09:00:00Z",
    Fault("forbidden", 403, _page("Forbidden"), "text/plain"): "status 403: Forbidden",
    Fault("malformed", 400, _page("MalformedQueryException"), "text/plain"): "status 400",
    Fault("login", 200, _page("<html>log in</html>"), _HTML): "no SPARQL result",
    Fault("wait of days", 429, _BUSY, _HTML, "86400"): "Run the same command after 2026-07-02",
    Fault("deep", body=_page('{"a":' + "[" * 100_000 + "]" * 100_000 + "}")): "no SPARQL result",
    Fault("yes", body=_page('{"head": {}, "boolean": true}')): "no SPARQL result",
    Fault("other variables", body=_page('{"head": {"vars": ["x"]}, "results": {"bindings": []}}')): (
        "no variable"
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """A proxy before a real server with a part of the embedded snapshot."""
    part = part_of(read_snapshot(resource_dir("data") / "snapshot"))
    with (
        serving(stored(part, tmp_path_factory.mktemp("oxigraph"))) as server,
        proxying(Proxy(server.url)) as running,
    ):
        yield running


@contextmanager
def session_in(work: Path, clock: CountedClock) -> Iterator[PoliteSession]:
    with open_session(
        work / "cache.sqlite", contact="me@example.org", per_minute=PER_MINUTE, clock=clock
    ) as session:
        yield session


def run(proxy: Proxy, session: PoliteSession, work: Path) -> bytes:
    """Fetch through the proxy, in small batches at first, and return the facts as bytes."""
    journal = Journal(work / "journal.sqlite")
    try:
        if not (work / "begun").exists():
            (work / "begun").touch()
            for kind in KINDS:
                journal.resize(kind, BatchSize(6))
        limits = Limits(timeout=10, longest_wait=LONGEST_WAIT)
        facts = fetched(LiveEndpoint(proxy.url, session, journal=journal, limits=limits))
        assert len(facts.statements) > 30
        return as_bytes(facts, work / "snapshot")
    finally:
        journal.close()


@pytest.fixture(scope="module")
def calm(proxy: Proxy, tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, int]:
    """The facts of an undisturbed run, and how many requests it took."""
    proxy.reset()
    work, clock = tmp_path_factory.mktemp("calm"), CountedClock()
    with session_in(work, clock) as session:
        return run(proxy, session, work), len(proxy.seen)


def storm(seed: int) -> Callable[[int], Fault | None]:
    """A quarter of the requests meet a fault, at most some in a row; which, by the seed."""

    def draw(number: int) -> Fault | None:
        key = f"{seed}:{number}"
        if number % (_IN_A_ROW + 1) == _IN_A_ROW or uniform(3, seed=seed, stage="calm", key=key):
            return None
        return PASSING[uniform(len(PASSING), seed=seed, stage="fault", key=key)]

    return draw


def check_policy(proxy: Proxy) -> None:
    """Check rate, errors and obedience to Retry-After, on the clock of the run."""
    moments = [seen.moment for seen in proxy.seen]
    faults = [seen.moment for seen in proxy.seen if seen.fault]
    for events, most in ((moments, PER_MINUTE), (faults, 29)):
        for first, beyond in zip(events, events[most:], strict=False):
            assert beyond - first > 60 - _ROUNDING
    for seen, after in zip(proxy.seen, proxy.seen[1:], strict=False):
        if seen.fault and seen.fault.status == 429:
            asked = seen.fault.retry_after
            seconds = max(1.0, float(asked)) if asked and asked.isdecimal() else 1.0
            assert after.moment - seen.moment > seconds - _ROUNDING


@pytest.mark.parametrize("tens", range(SEEDS // 10))
def test_after_any_storm_the_facts_are_the_same_bytes_and_policy_was_kept(
    proxy: Proxy, calm: tuple[bytes, int], tmp_path: Path, tens: int
) -> None:
    for seed in range(10 * tens, 10 * tens + 10):
        proxy.reset()
        clock = CountedClock()
        proxy.now, proxy.fault_of = clock.now, storm(seed)
        proxy.before = lambda number, clock=clock: clock.pass_time(0.5)  # type: ignore[misc]
        work = tmp_path / str(seed)
        with session_in(work, clock) as session:
            assert run(proxy, session, work) == calm[0], seed
            cached = list(session.cache.responses.values())
        assert cached
        assert all(is_complete(reply) and reply.content in proxy.genuine.values() for reply in cached)
        assert any(seen.fault for seen in proxy.seen)
        check_policy(proxy)


def test_the_storms_play_every_fault() -> None:
    played = {fault.name for seed in range(SEEDS) for n in range(20) if (fault := storm(seed)(n))}
    assert played == {fault.name for fault in PASSING}


@pytest.mark.parametrize("fault", FINAL, ids=lambda fault: fault.name)
@pytest.mark.parametrize("seed", range(3))
def test_a_fault_for_good_ends_the_run_at_once_with_a_message_and_keeps_what_was_answered(
    proxy: Proxy, calm: tuple[bytes, int], tmp_path: Path, fault: Fault, seed: int
) -> None:
    facts, requests = calm
    at = uniform(requests, seed=seed, stage="final", key=fault.name)
    proxy.reset()
    clock = CountedClock()
    proxy.now, proxy.fault_of = clock.now, lambda number: fault if number == at else None
    with session_in(tmp_path, clock) as session, pytest.raises(EndpointError) as caught:
        run(proxy, session, tmp_path)
    assert FINAL[fault] in str(caught.value)
    assert "What was answered is kept" in str(caught.value)
    assert len(proxy.seen) == at + 1
    with session_in(tmp_path, clock) as session:
        assert run(proxy, session, tmp_path) == facts
    assert len(proxy.seen) == requests + 1


def test_five_at_a_time_fetch_the_same_facts(proxy: Proxy, calm: tuple[bytes, int], tmp_path: Path) -> None:
    for seed in range(5):
        proxy.reset()
        clock = CountedClock()
        proxy.fault_of = storm(seed)
        work = tmp_path / str(seed)
        journal = Journal(work / "journal.sqlite")
        for kind in KINDS:
            journal.resize(kind, BatchSize(2))
        with session_in(work, clock) as session:
            limits = Limits(timeout=10, longest_wait=LONGEST_WAIT, concurrency=5, attempts=12)
            live = LiveEndpoint(proxy.url, session, journal=journal, limits=limits)
            assert as_bytes(fetched(live), work / "snapshot") == calm[0]
        journal.close()
