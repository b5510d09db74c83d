"""What the live endpoint sends, and what it keeps of the replies."""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from pathlib import Path

import pyoxigraph as ox
import pytest

from pipeline import __version__
from pipeline.base.errors import EndpointError
from pipeline.knowledge.rules import usable
from pipeline.wikidata.facts import Entity
from pipeline.wikidata.fetch import fetch_statements
from pipeline.wikidata.live import Limits, LiveEndpoint
from pipeline.wikidata.queries import BatchQuery
from pipeline.wikidata.session import PoliteSession, open_session
from tests.clock import START, CountedClock

from .service import GOOD, QUERY, ROWS, Open, Reply, Request, Serve, Service, result

NOTHING = b'{"head": {"vars": ["item", "target"]}, "results": {"bindings": []}}'


def query_of(text: str) -> str:
    return f'SELECT ?a WHERE {{ VALUES ?a {{ "{text}" }} }}'


class TestRequests:
    @pytest.mark.parametrize(
        ("query", "method"),
        [
            (QUERY, "GET"),
            (query_of("été & + %20"), "GET"),
            (query_of("a" * 1_500), "POST"),
            (query_of("é" * 50_000), "POST"),
        ],
        ids=["short", "with signs", "long", "huge"],
    )
    def test_a_query_arrives_as_it_is_by_get_if_short_else_by_post(
        self, serve: Serve, endpoint: Open, query: str, method: str
    ) -> None:
        service = serve(GOOD)
        endpoint(service).select(query)
        assert [(request.method, request.query) for request in service.seen] == [(method, query)]

    @pytest.mark.parametrize("text", ["é" * 400, "<>" * 400, "a" * 1_450])
    def test_no_url_is_longer_than_1500_bytes(self, serve: Serve, endpoint: Open, text: str) -> None:
        service = serve(GOOD)
        endpoint(service).select(query_of(text))
        assert [request.url_bytes <= 1_500 for request in service.seen] == [True]

    @pytest.mark.parametrize("query", [QUERY, query_of("a" * 2_000)], ids=["GET", "POST"])
    def test_each_request_asks_for_json_and_names_its_sender(
        self, serve: Serve, endpoint: Open, query: str
    ) -> None:
        service = serve(GOOD)
        endpoint(service).select(query)
        (request,) = service.seen
        assert request.headers["Accept"] == "application/sparql-results+json"
        assert request.headers["User-Agent"].startswith(f"reasonvqa/{__version__} (me@example.org) ")
        expected = "application/x-www-form-urlencoded" if request.method == "POST" else None
        assert request.headers.get("Content-Type") == expected

    def test_a_service_that_does_not_answer_about_one_item_in_time_is_asked_again(
        self, serve: Serve, session: PoliteSession, waits: list[float]
    ) -> None:
        released = threading.Event()

        class Slow(Service):
            def reply(self, request: Request) -> Reply:
                if not self.seen:
                    self.seen.append(request)
                    released.wait(10)
                    return Reply(503)
                return super().reply(request)

        service = serve(Reply(body=NOTHING), kind=Slow)
        live = LiveEndpoint(service.url, session, limits=Limits(timeout=0.3))
        (answer,) = live.ask(["Q1"], BatchQuery("redirects"))
        released.set()
        assert answer.rows == []
        assert len(service.seen) == len(waits) + 1 > 1


def _slow(folder: Path, clock: CountedClock, *, per_minute: float) -> PoliteSession:
    return open_session(folder / "slow.sqlite", contact="me@example.org", per_minute=per_minute, clock=clock)


class TestCache:
    @pytest.mark.parametrize("query", [QUERY, query_of("a" * 2_000)], ids=["GET", "POST"])
    def test_a_whole_result_is_asked_for_once(self, serve: Serve, endpoint: Open, query: str) -> None:
        service = serve(GOOD, Reply(500))
        answers = [endpoint(service).select(query) for _ in range(3)]
        assert [answer.rows for answer in answers] == [ROWS] * 3
        assert len(service.seen) == 1

    def test_an_empty_result_is_whole(self, serve: Serve, endpoint: Open) -> None:
        service = serve(Reply(body=b'{"head": {"vars": ["a"]}, "results": {"bindings": []}}'), Reply(500))
        assert [list(endpoint(service).select(QUERY).rows) for _ in range(2)] == [[], []]

    @pytest.mark.parametrize("length", [1, 2_000], ids=["GET", "POST"])
    def test_another_query_is_another_entry(self, serve: Serve, endpoint: Open, length: int) -> None:
        service = serve(GOOD)
        for text in ("a", "b", "a"):
            endpoint(service).select(query_of(text * length))
        assert [request.query for request in service.seen] == [query_of("a" * length), query_of("b" * length)]

    def test_another_service_is_another_entry(self, serve: Serve, endpoint: Open) -> None:
        one, two = serve(GOOD), serve(Reply(body=result("Bern")))
        assert endpoint(one).select(QUERY).rows == ROWS
        assert endpoint(two).select(QUERY).rows == [{"a": "Bern"}]

    def test_a_cache_serves_whoever_runs_the_tool_next(self, serve: Serve, tmp_path: Path) -> None:
        service = serve(GOOD, Reply(500))
        for contact in ("me@example.org", "you@example.org"):
            with open_session(tmp_path / "kept.sqlite", contact=contact, per_minute=60) as session:
                assert LiveEndpoint(service.url, session).select(QUERY).rows == ROWS
        assert len(service.seen) == 1

    def test_the_answer_bears_the_day_on_which_it_was_fetched_not_the_day_of_use(
        self, serve: Serve, endpoint: Open, session: PoliteSession
    ) -> None:
        service = serve(GOOD)
        assert endpoint(service).select(QUERY).retrieved_at == f"{START:%Y-%m-%d}"
        for key, kept in session.cache.responses.items():
            kept.created_at = datetime(2020, 2, 29, tzinfo=UTC)
            session.cache.responses[key] = kept
        assert endpoint(service).select(QUERY).retrieved_at == "2020-02-29"

    def test_what_is_in_the_cache_does_not_wait_for_its_turn(
        self, serve: Serve, tmp_path: Path, clock: CountedClock
    ) -> None:
        service = serve(GOOD)
        with _slow(tmp_path, clock, per_minute=1) as session:
            endpoint = LiveEndpoint(service.url, session)
            assert [endpoint.select(QUERY).rows for _ in range(5)] == [ROWS] * 5
        assert clock.waits == []

    def test_what_is_not_in_the_cache_waits_for_its_turn(
        self, serve: Serve, tmp_path: Path, clock: CountedClock
    ) -> None:
        service = serve(GOOD)
        with _slow(tmp_path, clock, per_minute=2) as session:
            endpoint = LiveEndpoint(service.url, session)
            for text in "abcde":
                endpoint.select(query_of(text))
        assert len(service.seen) == 5
        assert clock.waits == [60.0, 60.0]

    def test_less_than_a_request_a_minute_can_be_set(
        self, serve: Serve, tmp_path: Path, clock: CountedClock
    ) -> None:
        service = serve(GOOD)
        with _slow(tmp_path, clock, per_minute=0.5) as session:
            endpoint = LiveEndpoint(service.url, session)
            for text in "abc":
                endpoint.select(query_of(text))
        assert clock.waits == [120.0, 120.0]

    def test_work_done_before_a_fault_is_not_done_again(self, serve: Serve, endpoint: Open) -> None:
        service = serve(GOOD, GOOD, Reply(403, b"banned", "text/plain"), GOOD)
        queries = [query_of(text) for text in "abcd"]
        with pytest.raises(EndpointError, match="banned"):
            [endpoint(service).select(query) for query in queries]
        assert [endpoint(service).select(query).rows for query in queries] == [ROWS] * 4
        assert [request.query for request in service.seen] == [queries[n] for n in (0, 1, 2, 2, 3)]


FACTS = """
PREFIX wd: <http://www.wikidata.org/entity/>  PREFIX wds: <http://www.wikidata.org/entity/statement/>
PREFIX p: <http://www.wikidata.org/prop/>  PREFIX ps: <http://www.wikidata.org/prop/statement/>
PREFIX pq: <http://www.wikidata.org/prop/qualifier/>  PREFIX wikibase: <http://wikiba.se/ontology#>
wd:P35 wikibase:claim p:P35 ; wikibase:statementProperty ps:P35 .
wd:Q1 p:P35 wds:a, wds:b .
wds:a wikibase:rank wikibase:NormalRank .  wds:b wikibase:rank wikibase:NormalRank .
wds:b ps:P35 wd:Q3 .
"""
UNKNOWN = "<http://www.wikidata.org/.well-known/genid/8e2c3a1f0b>"


class Store(Service):
    """A service over the facts and its reply's Turtle, which takes too long with more than two items."""

    def reply(self, request: Request) -> Reply:
        self.seen.append(request)
        if request.query.count("<http://www.wikidata.org/entity/Q") > 2:
            return Reply(500, b"SPARQL-QUERY: queryStr=\njava.util.concurrent.TimeoutException", "text/plain")
        facts = ox.Store()
        facts.load(FACTS.encode() + self.replies[0].body, format=ox.RdfFormat.TURTLE)
        found = facts.query(request.query)
        assert isinstance(found, ox.QuerySolutions)
        body = found.serialize(format=ox.QueryResultsFormat.JSON)
        assert body is not None
        return Reply(body=body)


def heads(serve: Serve, endpoint: Open, turtle: str) -> list[str]:
    """The usable heads of state of Q1, from a store with this Turtle besides."""
    service = serve(Reply(body=turtle.encode()), kind=Store)
    found = fetch_statements(endpoint(service), ["Q1"], {"P35": "item"})
    names = {item: Entity(item, item.lower()) for item in ("Q2", "Q3")}
    return [statement.value for statement in usable(found, names)[0]]


class TestUnknown:
    def test_an_unknown_value_is_dropped(self, serve: Serve, endpoint: Open) -> None:
        assert heads(serve, endpoint, f"wds:a ps:P35 {UNKNOWN} .") == ["Q3"]

    @pytest.mark.parametrize("end", [UNKNOWN, "[]"])
    def test_a_statement_that_ended_at_an_unknown_time_no_longer_holds(
        self, serve: Serve, endpoint: Open, end: str
    ) -> None:
        assert heads(serve, endpoint, f"wds:a ps:P35 wd:Q2 ; pq:P582 {end} .") == ["Q3"]


def test_a_service_that_manages_two_items_at_a_time_gives_all_facts_in_the_end(
    serve: Serve, endpoint: Open, waits: list[float]
) -> None:
    service = serve(Reply(body=b"wds:a ps:P35 wd:Q2 ."), kind=Store)
    found = fetch_statements(endpoint(service), [f"Q{n}" for n in range(1, 8)], {"P35": "item"})
    assert sorted(statement.value for statement in found) == ["Q2", "Q3"]
    sizes = [request.query.count("<http://www.wikidata.org/entity/Q") for request in service.seen]
    assert sizes == [7, 3] + [1] * 7
    assert waits == []


def test_the_statements_of_a_live_service_bear_its_host_and_the_day(serve: Serve, endpoint: Open) -> None:
    service = serve(Reply(body=b"wds:a ps:P35 wd:Q2 ."), kind=Store)
    live = endpoint(service)
    found = fetch_statements(live, ["Q1"], {"P35": "item"})
    days = {f"{START:%Y-%m-%d}"}
    assert [statement.source for statement in found] == [live.name] * 2
    assert {statement.retrieved_at for statement in found} <= days
    assert live.name == service.url.split("/")[2]
