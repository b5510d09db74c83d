"""The live endpoint against a service that plays the faults of Wikidata's, byte by byte."""

from __future__ import annotations

import pytest

from pipeline.base.errors import EndpointError
from pipeline.wikidata.endpoint import BatchTooLargeError
from pipeline.wikidata.live import Limits, LiveEndpoint
from pipeline.wikidata.queries import BatchQuery
from pipeline.wikidata.session import PoliteSession

from .service import BODY, GOOD, QUERY, ROWS, Open, Reply, Serve

POLICY = (
    b"Please set a user-agent and respect our robot policy https://w.wiki/4wJS. See also T400119."
)  # fmt: skip
BUSY = b"<html><title>Too Many Requests - Please retry in 7 seconds.</title></html>"
BANNED = (
    b"You have been banned until 2026-07-01T12:00:00Z, please respect throttling and retry-after headers."
)
JAVA = b"SPARQL-QUERY: queryStr=SELECT\njava.util.concurrent.TimeoutException\n\tat java.util.concurrent"
DEADLINE = b"com.bigdata.bop.engine.QueryTimeoutException: Query deadline is expired."


class TestRefusals:
    @pytest.mark.parametrize(
        "reply",
        [
            Reply(403, POLICY, "text/plain"),
            Reply(200, POLICY, "text/plain"),
            Reply(403, BANNED, "text/plain"),
            Reply(400, b"MalformedQueryException", "text/plain"),
            Reply(404, b"", "text/html"),
        ],
    )
    def test_a_refusal_stops_at_once_and_is_shown(
        self, serve: Serve, endpoint: Open, waits: list[float], reply: Reply
    ) -> None:
        service = serve(reply)
        with pytest.raises(EndpointError, match=f"status {reply.status}") as caught:
            endpoint(service).select(QUERY)
        assert not isinstance(caught.value, BatchTooLargeError)
        assert reply.body.decode() in str(caught.value)
        assert (len(service.seen), waits) == (1, [])

    def test_a_page_under_status_200_is_never_cached(self, serve: Serve, endpoint: Open) -> None:
        service = serve(Reply(200, POLICY, "text/html"), GOOD)
        with pytest.raises(EndpointError):
            endpoint(service).select(QUERY)
        assert endpoint(service).select(QUERY).rows == ROWS


class TestBusy:
    @pytest.mark.parametrize(
        ("retry_after", "expected"),
        [("7", 7.0), ("1", 1.0), ("0", 1.0), ("121", 121.0), (None, 2.0), ("soon", 2.0), ("-3", 2.0)],
    )
    def test_429_waits_as_asked_and_a_second_at_least(
        self, serve: Serve, endpoint: Open, waits: list[float], retry_after: str | None, expected: float
    ) -> None:
        service = serve(Reply(429, BUSY, "text/html", retry_after), GOOD)
        assert endpoint(service).select(QUERY).rows == ROWS
        assert len(service.seen) == 2
        assert len(waits) == 1
        assert expected <= waits[0] < 1.5 * expected + 1

    @pytest.mark.parametrize("status", [502, 503, 504])
    def test_a_gateway_s_page_is_asked_again_after_longer_and_longer_waits(
        self, serve: Serve, endpoint: Open, waits: list[float], status: int
    ) -> None:
        page = Reply(status, b"<html>upstream connect error</html>", "text/html")
        service = serve(page, page, page, GOOD)
        assert endpoint(service).select(QUERY).rows == ROWS
        assert len(service.seen) == 4
        assert all(floor <= wait < 2 * floor for floor, wait in zip([2, 4, 8], waits, strict=True))

    def test_tries_are_bounded_and_the_last_fault_is_shown(
        self, serve: Serve, session: PoliteSession, waits: list[float]
    ) -> None:
        service = serve(Reply(503, b"<html>upstream connect error</html>", "text/html"))
        endpoint = LiveEndpoint(service.url, session, limits=Limits(attempts=9))
        with pytest.raises(EndpointError, match=r"busy.*status 503.*upstream connect error"):
            endpoint.select(QUERY)
        assert len(service.seen) == 9
        assert len(waits) == 8
        assert max(waits) <= 240

    def test_six_tries_unless_told(self, serve: Serve, endpoint: Open) -> None:
        service = serve(Reply(429, BUSY, "text/html", "1"))
        with pytest.raises(EndpointError, match="status 429"):
            endpoint(service).select(QUERY)
        assert len(service.seen) == 6

    def test_a_body_cut_by_the_connection_is_asked_again(
        self, serve: Serve, endpoint: Open, waits: list[float]
    ) -> None:
        service = serve(Reply(body=BODY[:40], missing=1_000), GOOD)
        assert endpoint(service).select(QUERY).rows == ROWS
        assert (len(service.seen), len(waits)) == (2, 1)

    def test_waits_are_spread(self, serve: Serve, endpoint: Open, waits: list[float]) -> None:
        with pytest.raises(EndpointError):
            endpoint(serve(Reply(503, b"", "text/html"))).select(QUERY)
        assert waits != [2.0, 4.0, 8.0, 16.0, 32.0]


class TestTooLarge:
    @pytest.mark.parametrize(
        "reply",
        [
            Reply(500, JAVA, "text/plain"),
            Reply(500, DEADLINE, "text/plain"),
            Reply(200, BODY[:-20] + JAVA),
            Reply(200, BODY[:-1]),
            Reply(200, BODY + JAVA),
        ],
    )
    def test_a_time_out_before_or_after_the_200_is_never_cached_nor_tried_again(
        self, serve: Serve, endpoint: Open, waits: list[float], reply: Reply
    ) -> None:
        service = serve(reply, GOOD)
        with pytest.raises(BatchTooLargeError, match=f"status {reply.status}"):
            endpoint(service).select(QUERY)
        assert (len(service.seen), waits) == (1, [])
        assert endpoint(service).select(QUERY).rows == ROWS


class TestLongWaits:
    @pytest.mark.parametrize("seconds", ["601", "86400", "9" * 20, "9" * 400])
    def test_a_longer_wait_than_set_is_not_waited_but_told(
        self, serve: Serve, endpoint: Open, waits: list[float], seconds: str
    ) -> None:
        service = serve(Reply(429, BUSY, "text/html", seconds))
        live = endpoint(service)
        for _ in range(2):
            with pytest.raises(EndpointError, match=r"`longest_wait` \(600 s\)\. Run the same command"):
                live.select(QUERY)
        assert (len(service.seen), waits) == (1, [])

    def test_the_longest_wait_itself_is_waited(
        self, serve: Serve, endpoint: Open, waits: list[float]
    ) -> None:
        service = serve(Reply(429, BUSY, "text/html", "600"), GOOD)
        assert endpoint(service).select(QUERY).rows == ROWS
        assert waits[0] >= 600


def test_after_a_ban_nothing_is_sent_any_more(serve: Serve, endpoint: Open) -> None:
    service = serve(Reply(403, BANNED, "text/plain"), GOOD)
    live = endpoint(service)
    for _ in range(3):
        with pytest.raises(EndpointError, match="after 2026-07-01T12:00:00Z"):
            live.select(QUERY)
    assert len(service.seen) == 1


def test_an_address_that_is_too_long_for_the_service_is_sent_by_post_from_then_on(
    serve: Serve, endpoint: Open
) -> None:
    service = serve(Reply(414, b"URI Too Long", "text/html"), GOOD)
    live = endpoint(service)
    assert live.select(QUERY).rows == ROWS
    assert live.select(QUERY.replace("1", "2")).rows == ROWS
    assert [request.method for request in service.seen] == ["GET", "POST", "POST"]


def test_a_result_with_other_variables_is_no_answer_and_is_not_cached(serve: Serve, endpoint: Open) -> None:
    right = b'{"head": {"vars": ["item", "target"]}, "results": {"bindings": []}}'
    service = serve(GOOD, Reply(body=right))
    with pytest.raises(EndpointError, match=r"no variable \?item, only a"):
        list(endpoint(service).ask(["Q1"], BatchQuery("redirects")))
    assert [answer.rows for answer in endpoint(service).ask(["Q1"], BatchQuery("redirects"))] == [[]]
