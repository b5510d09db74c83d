"""A live SPARQL service, asked through SPARQLWrapper over a cached session.

SPARQLWrapper forms the request (method, encoding, content negotiation); its own transport is urllib,
which no cache sees, so `_query` hands the request to the session instead.
"""

from __future__ import annotations

import io
import random
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode, urlsplit

from requests import RequestException, Response
from requests.exceptions import ChunkedEncodingError, ConnectionError, ContentDecodingError, Timeout
from SPARQLWrapper import JSON, POST, SPARQLWrapper
from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt
from urllib3.exceptions import NameResolutionError

from pipeline.base.errors import EndpointError
from pipeline.wikidata.endpoint import Answer, BatchTooLargeError
from pipeline.wikidata.replies import Fault, fault_of, rows_of
from pipeline.wikidata.session import ACCEPT, PoliteSession

_LONGEST_GET = 1_500
_FIRST_WAIT, _LONGEST_WAIT = 2.0, 120.0
_LONGEST_ASKED = 3_600.0
"""Who is told to stay away for longer is told so, and does not sit and wait."""

_JITTER = 0.25
_random = random.Random()


class _BusyError(EndpointError):
    def __init__(self, message: str, retry_after: float | None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class _Reply(io.BytesIO):
    """The file-like reply that SPARQLWrapper expects, with the response it came from."""

    def __init__(self, response: Response) -> None:
        super().__init__(response.content)
        self.response = response

    def info(self) -> Mapping[str, str]:
        return self.response.headers


class _SessionWrapper(SPARQLWrapper):
    """SPARQLWrapper whose requests go through a requests session."""

    def __init__(self, url: str, session: PoliteSession, timeout: float) -> None:
        super().__init__(url)
        self.session, self.seconds = session, timeout
        self.setReturnFormat(JSON)
        self.setOnlyConneg(True)

    def _query(self) -> tuple[_Reply, str]:  # type: ignore[override]
        request = self._createRequest()
        response = self.session.request(
            request.get_method(),
            request.full_url,
            data=request.data,
            headers={"Accept": ACCEPT, **({"Content-Type": _FORM} if request.data else {})},
            timeout=self.seconds,
        )
        return _Reply(response), self.returnFormat


_FORM = "application/x-www-form-urlencoded"


class LiveEndpoint:
    """A SPARQL service at a URL; `sleep` is the clock it waits by, `jitter` (0 to 1) spreads its waits."""

    batch_size = 200
    provenance: Mapping[str, tuple[str, str]] = {}

    def __init__(
        self,
        url: str,
        session: PoliteSession,
        *,
        timeout: float = 70.0,
        attempts: int = 6,
        sleep: Callable[[float], None] = time.sleep,
        jitter: Callable[[], float] = _random.random,
    ) -> None:
        self.name = _host(url)
        self._url = url
        self._wrapper = _SessionWrapper(url, session, timeout)
        self._retrying = Retrying(
            retry=retry_if_exception_type(_BusyError),
            stop=stop_after_attempt(attempts),
            wait=lambda state: _wait(state) * (1 + _JITTER * jitter()),
            sleep=sleep,
            reraise=True,
        )

    def select(self, query: str) -> Answer:
        """Run one SELECT query, waiting as the service asks.

        Raises BatchTooLargeError if it was too long for the service, else an EndpointError that says what
        came back.
        """
        answer: Answer = self._retrying(self._ask, query)
        return answer

    def _ask(self, query: str) -> Answer:
        self._wrapper.setQuery(query)
        length = len(self._url) + len(urlencode({"query": query})) + 1
        self._wrapper.setMethod(POST if length > _LONGEST_GET else "GET")
        try:
            reply = self._wrapper._query()[0]
        except (ConnectionError, Timeout, ChunkedEncodingError, ContentDecodingError) as fault:
            message = f"{self.name} cannot be reached: {fault}"
            if _has_no_such_host(fault):
                raise EndpointError(message) from fault
            raise _BusyError(message, None) from fault
        except RequestException as fault:
            raise EndpointError(f"{self.name} cannot be asked: {fault}") from fault
        response = reply.response
        rows = rows_of(response.content, response.headers.get("Content-Type", ""))
        if rows is not None:
            return Answer(rows, _date(response))
        raise self._error(response)

    def _error(self, response: Response) -> EndpointError:
        fault = fault_of(response.status_code, response.content)
        start = " ".join(response.text[:200].split())
        message = f"{self.name}: {fault.value} (status {response.status_code}: {start})"
        if fault is Fault.RETRY:
            asked = _seconds(response.headers.get("Retry-After"))
            if asked is not None and asked > _LONGEST_ASKED:
                return EndpointError(f"{message}\n  It asks to wait {asked:,.0f} seconds: build again later.")
            return _BusyError(message, asked)
        return BatchTooLargeError(message) if fault is Fault.SMALLER else EndpointError(message)


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


def _has_no_such_host(fault: BaseException) -> bool:
    """Whether a fault of the connection is that its host has no address."""
    reason = getattr(fault.args[0], "reason", None) if fault.args else None
    return isinstance(reason, NameResolutionError)


def _date(response: Any) -> str:
    """The day on which a reply was fetched: today, or when it went into the cache."""
    created = getattr(response, "created_at", None) or datetime.now(UTC)
    return f"{created:%Y-%m-%d}"


def _seconds(header: str | None) -> float | None:
    text = (header or "").strip()
    return float(text) if text.isascii() and text.isdecimal() else None


def _wait(state: RetryCallState) -> float:
    """Wait as the service asks, at least a second, else twice as long each time."""
    fault = state.outcome.exception() if state.outcome else None
    if isinstance(fault, _BusyError) and fault.retry_after is not None:
        return max(1.0, fault.retry_after)
    return min(_LONGEST_WAIT, _FIRST_WAIT * 2.0 ** (state.attempt_number - 1))
