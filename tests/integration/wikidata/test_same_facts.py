"""The same snapshot in the process and behind a real SPARQL server gives the same facts and links."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.base.errors import EndpointError
from pipeline.base.progress import Progress
from pipeline.knowledge.linking import Link, Links, Unlinked, link
from pipeline.knowledge.wordnet import Synset, WordNet
from pipeline.wikidata import queries
from pipeline.wikidata.batch_size import BatchSize
from pipeline.wikidata.embedded import EmbeddedEndpoint
from pipeline.wikidata.endpoint import BatchTooLargeError
from pipeline.wikidata.facts import Entity, Statement, with_minted_id
from pipeline.wikidata.fetch import Facts, FetchPlan, fetch_facts
from pipeline.wikidata.journal import Journal
from pipeline.wikidata.live import Limits, LiveEndpoint
from pipeline.wikidata.session import open_session
from pipeline.wikidata.snapshot import Snapshot
from tests.clock import CountedClock

from .oxigraph import Server, serving, stored

QUIET = Progress(quiet=True)
PLAN = FetchPlan(
    {"P84": "item", "P131": "item", "P571": "time", "P2048": "quantity", "P373": "string", "P8814": "string"},
    frozenset({"P84", "P131"}),
)


def item(subject: str, prop: str, value: str, rank: str = "normal") -> Statement:
    return with_minted_id(Statement(subject, prop, "item", value, rank=rank))


def other(
    subject: str, prop: str, kind: str, value: str, *, unit: str = "", precision: int = 0, end: str = ""
) -> Statement:
    return with_minted_id(Statement(subject, prop, kind, value, unit, precision, end=end))


SNAPSHOT = Snapshot(
    (
        item("Q243", "P84", "Q778243"),
        item("Q243", "P84", "Q20882"),
        item("Q243", "P131", "Q90", rank="preferred"),
        item("Q243", "P131", "Q259463", rank="deprecated"),
        item("Q243", "P31", "Q12518"),
        item("Q12518", "P279", "Q811979"),
        item("Q811979", "P279", "Q488383"),
        item("Q90", "P31", "Q515"),
        item("Q90", "P131", "Q142"),
        item("Q5638", "P279", "Q42889"),
        other("Q243", "P571", "time", "1889-03-31T00:00:00Z", precision=11),
        other("Q90", "P571", "time", "-0299-00-00T00:00:00Z", precision=7),
        other("Q142", "P571", "time", "0000-01-01T00:00:00Z", precision=9, end="12000-01-01T00:00:00Z"),
        other("Q243", "P2048", "quantity", "330.5", unit="Q11573"),
        other("Q243", "P2048", "quantity", "1083", unit="Q3710"),
        other("Q90", "P2048", "quantity", "-3"),
        other("Q243", "P373", "string", 'Tour Eiffel "é", \\ (Paris)'),
        other("Q5638", "P8814", "string", "02927938-n"),
        other("Q42889", "P8814", "string", "04531371-n"),
    ),
    (
        Entity("Q243", "Eiffel Tower", "tower in Paris, France", ("Tour Eiffel", "la dame de fer")),
        Entity("Q778243", "Stephen Sauvestre"),
        Entity("Q20882", "Gustave Eiffel", "", ("Gustave Bonickhausen dit Eiffel",)),
        Entity("Q90", "Paris", "capital"),
        Entity("Q142", "France"),
        Entity("Q12518", "tower"),
        Entity("Q11573", "metre"),
        Entity("Q5638", "bus", "vehicle", ("motor coach",)),
        Entity("Q259463", "Λουτέτια"),
    ),
    {},
)
WORDNET = WordNet(
    [
        Synset("vehicle.n.01", "04531371-n", (), ("vehicle",), ()),
        Synset("bus.n.01", "02927938-n", ("vehicle.n.01",), ("bus", "motor coach"), ("Q5638",)),
    ]
)
KEYS = ("Q243", "bus.n.01", 'commons:Tour Eiffel "é", \\ (Paris)', "commons:Tour Eiffel", "vehicle.n.01", "x")


@pytest.fixture(scope="module")
def location(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of the server's own, with the snapshot inside."""
    return stored(SNAPSHOT, tmp_path_factory.mktemp("oxigraph"))


@pytest.fixture
def server(location: Path) -> Iterator[Server]:
    with serving(location) as running:
        yield running


Opener = Callable[..., LiveEndpoint]


@pytest.fixture
def live(server: Server, tmp_path: Path, clock: CountedClock) -> Iterator[Opener]:
    """Opens endpoints on the server that share one cache file; none of them may wait."""
    sessions = []

    def opened(*, attempts: int = 1, journal: Journal | None = None, largest: int = 800) -> LiveEndpoint:
        session = open_session(
            tmp_path / "cache.sqlite", contact="me@example.org", per_minute=60_000, clock=clock
        )
        sessions.append(session)
        limits = Limits(attempts=attempts, largest_batch=largest)
        return LiveEndpoint(server.url, session, limits=limits, journal=journal)

    yield opened
    for session in sessions:
        with session:
            assert clock.waits == []


def bare(facts: Facts) -> list[Statement]:
    """The statements without where and when they were read."""
    return sorted(replace(s, source="", retrieved_at="") for s in facts.statements.values())


ROOTS = ("Q243", "Q5638", "Q404")


def test_fetching_gives_the_same_facts_as_the_embedded_endpoint(live: Opener) -> None:
    embedded = fetch_facts(EmbeddedEndpoint(SNAPSHOT), ROOTS, PLAN, QUIET)
    served = fetch_facts(live(), ROOTS, PLAN, QUIET)
    assert bare(served) == bare(embedded)
    assert served.entities == embedded.entities


def test_every_reachable_statement_and_name_comes_back_as_it_lies_in_the_snapshot(live: Opener) -> None:
    served = fetch_facts(live(), ROOTS, PLAN, QUIET)
    reachable = [s for s in SNAPSHOT.statements if s.subject != "Q42889"]
    assert bare(served) == sorted(replace(s, retrieved_at="") for s in reachable)
    named = {entity.item: entity for entity in SNAPSHOT.entities}
    assert all(entity == named.get(key, Entity(key, "")) for key, entity in served.entities.items())
    assert named.keys() <= served.entities.keys()


def test_linking_gives_the_same_links_as_the_embedded_endpoint(live: Opener) -> None:
    expected = Links(
        [
            Link("Q243", "Q243", "given"),
            Link("bus.n.01", "Q5638", "P8814+oewn+name+class"),
            Link('commons:Tour Eiffel "é", \\ (Paris)', "Q243", "P373"),
        ],
        [
            Unlinked("commons:Tour Eiffel", "category_without_item"),
            Unlinked("vehicle.n.01", "weak_evidence", "Q42889 by P8814"),
            Unlinked("x", "not_a_noun_synset"),
        ],
    )
    assert link(KEYS, EmbeddedEndpoint(SNAPSHOT), WORDNET, {}) == expected
    assert link(KEYS, live(), WORDNET, {}) == expected


def test_batches_of_one_give_the_same_facts_as_one_batch(live: Opener) -> None:
    whole, single = live(), live(largest=1)
    one, many = (fetch_facts(endpoint, ROOTS, PLAN, QUIET) for endpoint in (whole, single))
    assert bare(many) == bare(one)
    assert many.entities == one.entities


def test_a_query_with_hundreds_of_items_is_answered_too(live: Opener) -> None:
    journal = Journal()
    for kind in queries.KINDS:
        journal.resize(kind, BatchSize(2_000))
    endpoint = live(journal=journal, largest=2_000)
    many = [f"Q{n}" for n in range(1, 2_001)]
    served = fetch_facts(endpoint, many, replace(PLAN, hops=1, class_levels=0), QUIET)
    embedded = fetch_facts(EmbeddedEndpoint(SNAPSHOT), many, replace(PLAN, hops=1, class_levels=0), QUIET)
    assert bare(served) == bare(embedded)
    assert {s.subject for s in served.statements.values()} == {"Q243", "Q90", "Q142"}


def test_a_second_run_sends_nothing_even_from_another_session(
    live: Opener, server: Server, tmp_path: Path
) -> None:
    path = tmp_path / "journal.sqlite"
    first = fetch_facts(live(journal=Journal(path)), ROOTS, PLAN, QUIET)
    links = link(KEYS, live(journal=Journal(path)), WORDNET, {})
    server.stop()
    assert fetch_facts(live(journal=Journal(path)), ROOTS, PLAN, QUIET) == first
    assert link(KEYS, live(journal=Journal(path), largest=1), WORDNET, {}) == links


def test_a_query_not_asked_before_needs_the_server(live: Opener, server: Server) -> None:
    fetch_facts(live(), ROOTS, PLAN, QUIET)
    server.stop()
    with pytest.raises(EndpointError, match="cannot be reached"):
        fetch_facts(live(), ["Q90"], PLAN, QUIET)


def test_a_body_that_the_server_breaks_off_is_too_much_and_never_cached(live: Opener) -> None:
    failing = "SELECT * WHERE { VALUES ?a { 1 } SERVICE <http://127.0.0.1:1/none> { ?s ?p ?o } }"
    endpoint = live()
    for _ in range(2):
        with pytest.raises(BatchTooLargeError, match="status 200"):
            endpoint.select(failing)


def test_a_query_that_is_none_is_an_error_that_says_so_and_is_not_sent(live: Opener) -> None:
    with pytest.raises(EndpointError, match="no SPARQL query"):
        live().select("SELECT ?a WHERE { VALUES ?a { ")
    with pytest.raises(EndpointError, match="only SELECT"):
        live().select("CONSTRUCT { ?a ?b ?c } WHERE { ?a ?b ?c }")
