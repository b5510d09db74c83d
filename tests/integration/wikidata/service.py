"""A service on loopback that replies as told, and remembers what it was asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlsplit

from pipeline.wikidata.live import LiveEndpoint

JSON = "application/sparql-results+json;charset=utf-8"
QUERY = "SELECT ?a WHERE { VALUES ?a { 1 } }"
ROWS = [{"a": "Zürich"}]


def result(value: str) -> bytes:
    """A whole result of one row."""
    row = {"a": {"type": "literal", "value": value}}
    return json.dumps({"head": {"vars": ["a"]}, "results": {"bindings": [row]}}).encode()


BODY = result("Zürich")


@dataclass(frozen=True)
class Reply:
    """One reply: `missing` bytes are promised by Content-Length and never sent."""

    status: int = 200
    body: bytes = BODY
    content_type: str = JSON
    retry_after: str | None = None
    missing: int = 0


GOOD = Reply()
"""A whole result with ROWS."""


@dataclass(frozen=True)
class Request:
    """What came in; `query` is the SPARQL inside, by either method."""

    method: str
    url_bytes: int
    query: str
    headers: dict[str, str]


@dataclass
class Service:
    """A service on loopback that gives the replies in turn, the last one for ever."""

    replies: list[Reply]
    seen: list[Request] = field(default_factory=list)
    url: str = ""

    def reply(self, request: Request) -> Reply:
        self.seen.append(request)
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


def handler_of(service: Service) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.answer(urlsplit(self.path).query)

        def do_POST(self) -> None:
            self.answer(self.rfile.read(int(self.headers["Content-Length"])).decode())

        def answer(self, form: str) -> None:
            query = parse_qs(form)["query"][0]
            url_bytes = len(service.url) + len(self.path)
            reply = service.reply(Request(self.command, url_bytes, query, dict(self.headers)))
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.content_type)
            self.send_header("Content-Length", str(len(reply.body) + reply.missing))
            if reply.retry_after is not None:
                self.send_header("Retry-After", reply.retry_after)
            self.end_headers()
            with suppress(ConnectionError):  # the other side gave up waiting
                self.wfile.write(reply.body)

        def log_message(self, format: str, *args: object) -> None:
            """Stay silent."""

    return Handler


Serve = Callable[..., Service]
"""Starts a service with the replies given."""

Open = Callable[[Service], LiveEndpoint]
"""Opens an endpoint on a service."""
