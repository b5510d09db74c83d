"""A server on loopback that gives images as told, with faults, and remembers what it was asked."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

JPEG = b"\xff\xd8\xff\xe0" + bytes(range(256)) * 400


@dataclass(frozen=True)
class Reply:
    """One reply; of `body` only `sent` bytes come, though its whole length was promised."""

    status: int = 200
    body: bytes = JPEG
    etag: str = '"one"'
    retry_after: str = ""
    sent: int | None = None
    ranges: bool = True


@dataclass
class ImageServer:
    """Paths with their replies in turn, the last one for ever; others are not found."""

    replies: dict[str, list[Reply]] = field(default_factory=dict)
    seen: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    url: str = ""
    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def next(self, path: str) -> Reply:
        given = self.replies.get(path, [Reply(404, b"none", etag="")])
        self.counts[path] += 1
        return given[min(self.counts[path], len(given)) - 1]

    def asked(self, path: str) -> list[dict[str, str]]:
        """Return the headers of the requests of a path."""
        return [headers for asked, headers in self.seen if asked == path]


@contextmanager
def serving(**replies: list[Reply]) -> Iterator[ImageServer]:
    """Serve `NAME=[...]` at /NAME.jpg."""
    server = ImageServer({f"/{name}.jpg": given for name, given in replies.items()})

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            server.seen.append((self.path, dict(self.headers)))
            reply = server.next(self.path)
            begin = _begin(self.headers.get("Range"), self.headers.get("If-Range"), reply)
            body = reply.body[begin:]
            self.send_response(206 if begin else reply.status)
            if begin:
                whole = len(reply.body)
                self.send_header("Content-Range", f"bytes {begin}-{whole - 1}/{whole}")
            self.send_header("Content-Length", str(len(body)))
            for name, value in (("ETag", reply.etag), ("Retry-After", reply.retry_after)):
                if value:
                    self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):
                self.wfile.write(body if reply.sent is None else body[: reply.sent])
            if reply.sent is not None:
                self.close_connection = True

        def log_message(self, *arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        server.url = f"http://127.0.0.1:{running.server_address[1]}"
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield server
        running.shutdown()
        thread.join()


def _begin(asked: str | None, known: str | None, reply: Reply) -> int:
    """Return where the body begins: where the request wants, if the image is still the one it knows."""
    if asked and known == reply.etag and reply.ranges and reply.status == 200:
        return int(asked.removeprefix("bytes=").rstrip("-"))
    return 0
