"""A proxy before a SPARQL server that plays the faults of Wikidata's, and notes what it was asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import Request, urlopen

JSON = "application/sparql-results+json"
_FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is sent instead of a result, or of it.

    `body` gets the result; `missing` bytes are promised and never sent; `unsized` sends no length; `dropped`
    closes the connection without a word; `only_get` spares requests by POST.
    """

    name: str
    status: int = 200
    body: Callable[[bytes], bytes] = lambda result: result
    content_type: str = JSON
    retry_after: str | None = None
    missing: int = 0
    unsized: bool = False
    dropped: bool = False
    only_get: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """A request: its number, its SPARQL, when it came, and the fault it got."""

    number: int
    query: str
    moment: float
    fault: Fault | None


def _nothing(number: int) -> None:
    """Do nothing."""


@dataclass(slots=True)
class Proxy:
    """`fault_of(number)` says what the request with that number gets; `before` and `after` see it pass."""

    upstream: str
    now: Callable[[], float] = lambda: 0.0
    fault_of: Callable[[int], Fault | None] = lambda number: None
    before: Callable[[int], None] = _nothing
    after: Callable[[int], None] = _nothing
    url: str = ""
    seen: list[Seen] = field(default_factory=list)
    genuine: dict[str, bytes] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def reset(self) -> None:
        """Forget the requests and the faults; the server's results stay."""
        self.seen, self.fault_of = [], lambda number: None
        self.before = self.after = _nothing

    def take(self, query: str, method: str) -> Seen:
        with self._lock:
            number = len(self.seen)
            fault = self.fault_of(number)
            if fault and fault.only_get and method != "GET":
                fault = None
            seen = Seen(number, query, self.now(), fault)
            self.seen.append(seen)
            return seen

    def result(self, query: str) -> bytes:
        """The server's own result."""
        if query not in self.genuine:
            form = urlencode({"query": query}).encode()
            request = Request(self.upstream, form, {"Accept": JSON, "Content-Type": _FORM})
            with urlopen(request, timeout=30) as reply:
                self.genuine[query] = reply.read()
        return self.genuine[query]


@contextmanager
def proxying(proxy: Proxy) -> Iterator[Proxy]:
    """Run a proxy for a while."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(proxy))
    proxy.url = f"http://127.0.0.1:{server.server_address[1]}/sparql"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield proxy
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _handler(proxy: Proxy) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.pass_on(urlsplit(self.path).query)

        def do_POST(self) -> None:
            self.pass_on(self.rfile.read(int(self.headers["Content-Length"])).decode())

        def pass_on(self, form: str) -> None:
            query = parse_qs(form)["query"][0]
            seen = proxy.take(query, self.command)
            proxy.before(seen.number)
            if not (seen.fault and seen.fault.dropped):
                with suppress(ConnectionError):  # the other side is gone
                    self.reply(seen.fault or Fault("none"), proxy.result(query))
            self.close_connection = True
            proxy.after(seen.number)

        def reply(self, fault: Fault, result: bytes) -> None:
            body = fault.body(result)
            self.send_response(fault.status)
            self.send_header("Content-Type", fault.content_type)
            if not fault.unsized:
                self.send_header("Content-Length", str(len(body) + fault.missing))
            if fault.retry_after is not None:
                self.send_header("Retry-After", fault.retry_after)
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body)
            self.wfile.flush()

        def log_message(self, format: str, *args: object) -> None:
            """Stay silent."""

    return Handler
