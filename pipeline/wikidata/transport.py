"""How a query gets to a live service and its reply back: SPARQLWrapper over a cached session.

SPARQLWrapper forms the request (method, encoding, content negotiation); its own transport is urllib,
which no cache sees, so `_query` hands the request to the session instead.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlencode

from requests import RequestException, Response
from requests.exceptions import (
    ChunkedEncodingError,
    ConnectionError,
    ContentDecodingError,
    ReadTimeout,
    SSLError,
    Timeout,
)
from SPARQLWrapper import JSON, POST, SPARQLWrapper
from urllib3.exceptions import NameResolutionError

from pipeline.base.errors import EndpointError
from pipeline.wikidata.endpoint import BatchTooLargeError
from pipeline.wikidata.session import ACCEPT, PoliteSession

_LONGEST_GET = 1_500
_FORM = "application/x-www-form-urlencoded"
_SECONDS = re.compile(r"\d+(\.\d+)?")


class BusyError(EndpointError):
    """The service may answer later; `retry_after` is what it asked for, in seconds."""

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
            only_if_cached=self.session.offline,
        )
        return _Reply(response), self.returnFormat


class Transport:
    """Sends single queries to a URL; faults of the way come as an EndpointError of some kind."""

    def __init__(self, url: str, name: str, session: PoliteSession, timeout: float) -> None:
        self._url, self._name, self._session, self._timeout = url, name, session, timeout
        self._longest_get = _LONGEST_GET

    def send(self, query: str) -> Response:
        """Send a query by GET if it is short, else by POST, and return the whole reply."""
        # A wrapper holds the query: each thread needs its own.
        wrapper = _SessionWrapper(self._url, self._session, self._timeout)
        wrapper.setQuery(query)
        length = len(self._url) + len(urlencode({"query": query})) + 1
        if length > self._longest_get:
            wrapper.setMethod(POST)
        try:
            response = wrapper._query()[0].response
        except RequestException as fault:
            raise self._failed(fault) from fault
        if response.status_code == 414 and response.request.method == "GET":
            self._longest_get = 0
            raise BusyError(f"{self._name} takes no address of {length} bytes (status 414)", 0)
        return response

    def _failed(self, fault: RequestException) -> EndpointError:
        if _has_no_such_host(fault):
            return EndpointError(
                f"{self._name} has no address; check the name of the endpoint, and the network: {fault}"
            )
        if isinstance(fault, ReadTimeout):
            return BatchTooLargeError(f"{self._name} did not answer within {self._timeout:g} s")
        passing = (ConnectionError, Timeout, ChunkedEncodingError, ContentDecodingError)
        if isinstance(fault, passing) and not isinstance(fault, SSLError):
            return BusyError(f"{self._name} cannot be reached: {fault}", None)
        return EndpointError(f"{self._name} cannot be asked: {fault}")


def _has_no_such_host(fault: BaseException) -> bool:
    """Whether a fault of the connection is that its host has no address."""
    reason = getattr(fault.args[0], "reason", None) if fault.args else None
    return isinstance(reason, NameResolutionError)


def retry_after(header: str | None, now: datetime) -> float | None:
    """Return the seconds that a Retry-After header asks for, be it a number or a date; None if neither."""
    text = (header or "").strip()
    if _SECONDS.fullmatch(text):
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - now).total_seconds())
