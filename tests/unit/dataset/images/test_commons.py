"""Licences of files on Wikimedia Commons, from a server that replies as its API does."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote

import pytest
from click.testing import CliRunner

from pipeline.base.errors import EndpointError
from pipeline.cli.main import main
from pipeline.dataset.images.commons import CommonsFiles, batches, plain
from pipeline.dataset.images.listing import ListedImage, read_list, write_list
from tests.clock import CountedClock

FILES = {"File:A b.jpg": "CC BY-SA 4.0", "File:Moved.jpg": "CC0"}


class Api:
    """Replies, and what was asked; `faults` are (status, headers, body) that come first."""

    def __init__(self) -> None:
        self.faults: list[tuple[int, dict[str, str], Any]] = []
        self.asked: list[list[str]] = []
        self.url = ""

    def answer(self, titles: list[str]) -> dict[str, Any]:
        pages: list[dict[str, Any]] = []
        redirects = [{"from": "File:Old.jpg", "to": "File:Moved.jpg"}] if "File:Old.jpg" in titles else []
        for title in [*titles, *(step["to"] for step in redirects)]:
            if title in FILES:
                told = {"LicenseShortName": FILES[title], "Artist": '<a href="//x">Some&nbsp;<b>one</b></a>'}
                metadata = {name: {"value": value} for name, value in told.items()}
                pages.append({"title": title, "imageinfo": [{"extmetadata": metadata}]})
            else:
                pages.append({"title": title, "missing": True})
        return {"query": {"pages": pages, "redirects": redirects}}


@pytest.fixture
def api() -> Iterator[Api]:
    """The server, on loopback."""
    given = Api()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            given.asked.append(form["titles"][0].split("|"))
            ok: tuple[int, dict[str, str], Any] = (200, {}, given.answer(given.asked[-1]))
            status, headers, body = given.faults.pop(0) if given.faults else ok
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, *arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        given.url = f"http://127.0.0.1:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield given
        server.shutdown()


def image(title: str, **told: str) -> ListedImage:
    page = f"https://commons.wikimedia.org/wiki/{quote(title.replace(' ', '_'))}"
    return ListedImage(title, "wikimedia_commons", "https://example.org/x.jpg", "x.jpg", page, **told)


def commons(api: Api, clock: CountedClock | None = None) -> CommonsFiles:
    return CommonsFiles("me@example.org", 60, api=api.url, clock=clock or CountedClock())


def test_licence_and_author_come_as_plain_text_by_way_of_moved_files(api: Api) -> None:
    images = [image("File:A b.jpg"), image("File:Old.jpg"), image("File:None.jpg")]
    found = commons(api).told(images)
    assert [(i.licence, i.author) for i in found] == [
        ("CC BY-SA 4.0", "Some one"),
        ("CC0", "Some one"),
        ("", ""),
    ]


def test_only_files_of_commons_without_licence_are_asked_for_fifty_at_a_time() -> None:
    wanted = [image(f"File:{n}.jpg") for n in range(120)]
    other = ListedImage("own", "user", "", "own.jpg")
    known = image("File:Known.jpg", licence="CC0")
    assert [len(batch) for batch in batches([other, known, *wanted])] == [50, 50, 20]


def test_busy_api_is_waited_for(api: Api) -> None:
    clock = CountedClock()
    lag = (200, {"Retry-After": "9"}, {"error": {"code": "maxlag", "info": "lagged"}})
    api.faults = [lag, (503, {"Retry-After": "11"}, {})]
    assert commons(api, clock).told([image("File:A b.jpg")])[0].licence == "CC BY-SA 4.0"
    assert clock.now() >= 20


@pytest.mark.parametrize(
    "faults", [[(500, {}, {})] * 4, [(429, {"Retry-After": "7200"}, {})]], ids=["down", "busy for hours"]
)
def test_api_that_does_not_answer_is_an_error(api: Api, faults: Any) -> None:
    api.faults = list(faults)
    with pytest.raises(EndpointError, match="does not answer: status"):
        commons(api).told([image("File:A b.jpg")])


def test_command_fills_the_list_in_and_asks_for_the_rest_only(api: Api, tmp_path: Path) -> None:
    table = tmp_path / "images.tsv"
    write_list(
        table, [image("File:A b.jpg"), image("File:None.jpg"), ListedImage("own", "user", "", "o.jpg")]
    )
    command = ["images", "licences", str(table), "--contact", "me@example.org", "--api", api.url]
    for _ in range(2):
        assert "3 images in" in CliRunner().invoke(main, command).output
    assert api.asked == [["File:A b.jpg", "File:None.jpg"], ["File:None.jpg"]]
    assert [i.licence for i in read_list(table)] == ["CC BY-SA 4.0", "", ""]


def test_run_that_fails_keeps_what_it_was_told(api: Api, tmp_path: Path) -> None:
    table = tmp_path / "images.tsv"
    write_list(table, [image("File:A b.jpg"), *(image(f"File:{n}.jpg") for n in range(60))])
    api.faults = [(200, {}, api.answer(["File:A b.jpg"])), (429, {"Retry-After": "7200"}, {})]
    done = CliRunner().invoke(
        main, ["images", "licences", str(table), "--contact", "me@example.org", "--api", api.url]
    )
    assert done.exit_code == 1
    assert next(read_list(table)).licence == "CC BY-SA 4.0"


def test_html_becomes_a_line_of_text() -> None:
    assert plain("<p>Photo: <i>A&amp;B</i>\n 2010</p>") == "Photo: A&B 2010"
