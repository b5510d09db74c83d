"""A live SPARQL service, asked in batches that it bears, at the pace it allows."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlsplit

from requests import Response
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt

from pipeline.base.errors import EndpointError
from pipeline.base.hashing import digest
from pipeline.base.progress import Progress
from pipeline.wikidata.batching import Batching
from pipeline.wikidata.endpoint import Answer, BatchTooLargeError, Row
from pipeline.wikidata.journal import Journal
from pipeline.wikidata.queries import BatchQuery
from pipeline.wikidata.replies import Fault, banned_until, fault_of, rows_of, variables_of
from pipeline.wikidata.session import NotHeldError, PoliteSession
from pipeline.wikidata.sparql import checked, selected_by
from pipeline.wikidata.transport import BusyError, Transport, retry_after

_FIRST_WAIT, _LONGEST_BACKOFF = 2.0, 120.0
_JITTER = 0.25
_random = random.Random()


@dataclass(frozen=True, slots=True)
class Limits:
    """How a live service is asked.

    `timeout` is the seconds until a reply must begin, `attempts` the tries of a query, `longest_wait` the
    longest Retry-After that is waited for, `concurrency` the requests at a time, `largest_batch` the most
    values of a query.
    """

    timeout: float = 70.0
    attempts: int = 6
    longest_wait: float = 600.0
    concurrency: int = 1
    largest_batch: int = 800


class _Anything:
    """No expectation of a result."""

    def check(self, rows: Sequence[Row], variables: Sequence[str]) -> None:
        """Accept it."""


class _About(_Anything):
    """Expects a result of this query, about these values."""

    def __init__(self, query: BatchQuery, values: Sequence[str]) -> None:
        self._query, self._values = query, values

    def check(self, rows: Sequence[Row], variables: Sequence[str]) -> None:
        """Raise EndpointError for a result of another query."""
        if missing := [name for name in selected_by(self._query.name) if name not in variables]:
            found = ", ".join(variables) or "none"
            raise EndpointError(f"the result has no variable ?{missing[0]}, only {found}")
        self._query.by_value(rows, self._values)


class LiveEndpoint:
    """A SPARQL service at a URL; `jitter` (0 to 1) spreads its waits, the session's pace does the waiting.

    `answered` counts its results; `engine` is what it calls itself in their headers.
    """

    provenance: Mapping[str, tuple[str, str]] = {}

    def __init__(
        self,
        url: str,
        session: PoliteSession,
        *,
        journal: Journal | None = None,
        limits: Limits | None = None,
        progress: Progress | None = None,
        jitter: Callable[[], float] = _random.random,
    ) -> None:
        self.name = _host(url)
        self.limits = limits or Limits()
        self._url, self._session, self._pace = url, session, session.pace
        self._transport = Transport(url, self.name, session, self.limits.timeout)
        self._jitter = jitter
        self.clock = session.pace.clock
        self.answered = 0
        self.engine = "unknown"
        self._batching = Batching(
            self._ask_batch,
            journal or Journal(),
            self._pace,
            progress or Progress(quiet=True),
            concurrency=self.limits.concurrency,
            largest=self.limits.largest_batch,
        )

    def select(self, query: str) -> Answer:
        """Run one SELECT query, waiting as the service asks.

        Raises BatchTooLargeError if it was too long for the service, else an EndpointError that says what
        came back.
        """
        return self._patiently(checked(query), _Anything(), again_if_too_large=False)

    def ask(self, values: Sequence[str], query: BatchQuery) -> Iterator[Answer]:
        """Yield the answers for all the values: those in the journal, then those of the service."""
        return self._batching.ask(values, query, digest(self._url, query.key))

    def bears(self, values: Sequence[str], query: BatchQuery) -> bool:
        """Whether the service answers about all these values in one query; nothing is kept."""
        try:
            self._patiently(query.text(values), _About(query, values), again_if_too_large=False)
        except BatchTooLargeError:
            return False
        return True

    def _ask_batch(self, values: Sequence[str], query: BatchQuery) -> Answer:
        # A single value cannot be made less, but the service may be quicker the next time.
        try:
            return self._patiently(
                query.text(values), _About(query, values), again_if_too_large=len(values) == 1
            )
        except NotHeldError as fault:
            raise NotHeldError(
                f"offline, and {self.name} has not answered this yet; run once without --offline"
            ) from fault

    def _patiently(self, query: str, expected: _Anything, *, again_if_too_large: bool) -> Answer:
        passing = (BusyError, BatchTooLargeError) if again_if_too_large else BusyError
        retrying = Retrying(
            retry=retry_if_exception(lambda fault: isinstance(fault, passing)),
            stop=stop_after_attempt(self.limits.attempts),
            wait=lambda state: _wait(state) * (1 + _JITTER * self._jitter()),
            sleep=self._pace.hold,
            reraise=True,
        )
        return retrying(self._ask_once, query, expected)

    def _ask_once(self, query: str, expected: _Anything) -> Answer:
        try:
            response = self._transport.send(query)
        except NotHeldError:
            raise
        except EndpointError:
            self._pace.failed()
            raise
        rows = rows_of(response.content, response.headers.get("Content-Type", ""))
        if rows is None:
            self._pace.failed()
            raise self._error(response)
        try:
            expected.check(rows, variables_of(response.content))
        except EndpointError as fault:
            self._session.cache.delete(getattr(response, "cache_key", ""))
            raise EndpointError(f"{self.name}: {fault}") from fault
        self.answered += 1
        self.engine = response.headers.get("Server", "unknown")
        return Answer(rows, self._day(response))

    def _error(self, response: Response) -> EndpointError:
        if self._session.offline:
            return NotHeldError("nothing is asked offline")
        fault = fault_of(response.status_code, response.content)
        start = " ".join(response.text[:200].split())
        message = f"{self.name}: {fault.value} (status {response.status_code}: {start})"
        match fault:
            case Fault.RETRY:
                return self._busy(response, message)
            case Fault.SMALLER:
                return BatchTooLargeError(message)
            case Fault.BANNED:
                message += f"\n  Run the same command after {banned_until(response.content)}."
                stopped = EndpointError(message)
                self._pace.stop(stopped)
                return stopped
            case _:
                return EndpointError(message)

    def _busy(self, response: Response, message: str) -> EndpointError:
        now = self._pace.clock.wall()
        asked = retry_after(response.headers.get("Retry-After"), now)
        if asked is None or asked <= self.limits.longest_wait:
            return BusyError(message, asked)
        try:
            resume = f"after {now + timedelta(seconds=asked):%Y-%m-%d %H:%M} UTC"
        except OverflowError:
            resume = "much later"
        stopped = EndpointError(
            f"{message}\n  It asks to wait {asked:,.0f} s, longer than `longest_wait` "
            f"({self.limits.longest_wait:,.0f} s). Run the same command {resume}."
        )
        self._pace.stop(stopped)
        return stopped

    def _day(self, response: Response) -> str:
        """The day on which a reply was fetched: today, or when it went into the cache."""
        cached = getattr(response, "from_cache", False)
        created = getattr(response, "created_at", None) if cached else None
        return f"{created or self._pace.clock.wall():%Y-%m-%d}"


def _host(url: str) -> str:
    """Return the host of a web address, with its port if it names one; EndpointError if it is none."""
    try:
        address = urlsplit(url)
        port = f":{address.port}" if address.port else ""
    except ValueError:
        address, port = urlsplit(""), ""
    if address.scheme not in ("http", "https") or not address.hostname:
        raise EndpointError(f"{url!r} is no web address of a SPARQL service")
    return address.hostname + port


def _wait(state: RetryCallState) -> float:
    """Wait as the service asks, at least a second, else twice as long each time."""
    fault = state.outcome.exception() if state.outcome else None
    if isinstance(fault, BusyError) and fault.retry_after is not None:
        return max(1.0, fault.retry_after)
    return min(_LONGEST_BACKOFF, _FIRST_WAIT * 2.0 ** (state.attempt_number - 1))
