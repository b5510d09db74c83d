"""Asking for many values: what the journal lacks, in batches that shrink and grow."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from pipeline.base.errors import EndpointError
from pipeline.base.progress import Progress
from pipeline.wikidata.batch_size import BatchSize
from pipeline.wikidata.batching import Batching
from pipeline.wikidata.endpoint import Answer, BatchTooLargeError
from pipeline.wikidata.journal import Journal
from pipeline.wikidata.pace import Pace
from pipeline.wikidata.queries import BatchQuery
from pipeline.wikidata.rdf import ENTITY
from tests.clock import CountedClock

QUERY = BatchQuery("redirects")
VALUES = [f"Q{n}" for n in range(1, 31)]


class Narrow:
    """A service that bears so many values, and refuses once asked for the value `bad`."""

    def __init__(self, most: int, bad: str = "") -> None:
        self.most, self.bad, self.asked = most, bad, list[tuple[str, ...]]()

    def send(self, values: Sequence[str], query: BatchQuery) -> Answer:
        self.asked.append(tuple(values))
        if len(values) > self.most:
            raise BatchTooLargeError("too slow")
        if self.bad in values:
            raise EndpointError("it refuses")
        rows = [{"item": ENTITY + value, "target": ENTITY + "Q" + value[1:] + "0"} for value in values]
        return Answer(rows, "2026-07-01")


class Said(Progress):
    """Keeps the notes."""

    def __init__(self) -> None:
        super().__init__(quiet=True)
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        self.notes.append(text)


@pytest.fixture
def journal() -> Iterator[Journal]:
    opened = Journal()
    opened.resize("redirects", BatchSize(8))
    yield opened
    opened.close()


def asking(service: Narrow, journal: Journal, *, concurrency: int = 1, largest: int = 800) -> Batching:
    pace = Pace(CountedClock(), 1000)
    quiet = Progress(quiet=True)
    return Batching(service.send, journal, pace, quiet, concurrency=concurrency, largest=largest)


def asked(batching: Batching, values: Sequence[str] = VALUES) -> list[str]:
    answers = list(batching.ask(values, QUERY, "key"))
    return sorted(row["item"].removeprefix(ENTITY) for answer in answers for row in answer.rows)


@pytest.mark.parametrize("concurrency", [1, 3])
@pytest.mark.parametrize("most", [1, 2, 5, 100])
def test_every_value_is_answered_once_whatever_the_service_bears(
    journal: Journal, most: int, concurrency: int
) -> None:
    assert asked(asking(Narrow(most), journal, concurrency=concurrency)) == sorted(VALUES)


def test_batches_grow_while_they_are_borne(journal: Journal) -> None:
    service = Narrow(100)
    asked(asking(service, journal))
    assert [len(batch) for batch in service.asked] == [8, 8, 14]


def test_no_batch_is_larger_than_set(journal: Journal) -> None:
    service = Narrow(100)
    asked(asking(service, journal, largest=4))
    assert max(len(batch) for batch in service.asked) == 4


def test_a_batch_too_large_is_halved_and_the_size_remembered(journal: Journal) -> None:
    service = Narrow(3)
    asked(asking(service, journal), VALUES[:6])
    assert [len(batch) for batch in service.asked] == [6, 3, 3]
    assert journal.size("redirects").size == 3


def test_values_given_twice_are_asked_once(journal: Journal) -> None:
    service = Narrow(100)
    assert asked(asking(service, journal), ["Q1", "Q2", "Q1"]) == ["Q1", "Q2"]
    assert service.asked == [("Q1", "Q2")]


def test_no_values_no_query(journal: Journal) -> None:
    service = Narrow(100)
    assert asked(asking(service, journal), []) == []
    assert service.asked == []


@pytest.mark.parametrize("size", [1, 3, 8, 100])
def test_a_resumed_run_asks_nothing_twice_whatever_its_batches(tmp_path: Path, size: int) -> None:
    path = tmp_path / "journal.sqlite"
    first = Journal(path)
    first.resize("redirects", BatchSize(7))
    broken = Narrow(100, bad="Q23")
    with pytest.raises(EndpointError):
        asked(asking(broken, first))
    first.close()
    second = Journal(path)
    second.resize("redirects", BatchSize(size))
    service = Narrow(100)
    assert asked(asking(service, second)) == sorted(VALUES)
    answered = {value for batch in broken.asked[:-1] for value in batch}
    assert len(answered) == 14
    assert [value for batch in service.asked for value in batch] == VALUES[14:]
    second.close()


def test_the_error_names_the_query_the_first_values_and_that_the_rest_is_kept(journal: Journal) -> None:
    with pytest.raises(EndpointError) as caught:
        asked(asking(Narrow(100, bad="Q9"), journal))
    text = str(caught.value)
    assert "it refuses" in text
    assert "redirects of Q9, Q10, Q11 and 5 more" in text
    assert "the same command goes on from there" in text


def test_a_single_value_that_is_too_much_is_an_error(journal: Journal) -> None:
    with pytest.raises(EndpointError, match="redirects of Q1"):
        asked(asking(Narrow(0), journal))


def test_what_is_on_the_way_when_another_query_fails_is_kept(journal: Journal) -> None:
    failed = threading.Event()

    class Slow(Narrow):
        def send(self, values: Sequence[str], query: BatchQuery) -> Answer:
            if "Q1" in values:
                failed.set()
                raise EndpointError("it refuses")
            failed.wait(10)
            return super().send(values, query)

    with pytest.raises(EndpointError, match="it refuses"):
        asked(asking(Slow(100), journal, concurrency=3))
    held = {value for _, some in journal.held("key", VALUES) for value in some}
    assert {f"Q{n}" for n in range(9, 25)} <= held


@pytest.mark.parametrize(
    ("row", "told"),
    [({"item": ENTITY + "Q99", "target": "x"}, "was not asked"), ({"item": ENTITY + "Q1"}, r"no \?target")],
)
def test_a_row_that_answers_something_else_is_an_error_and_not_kept(
    journal: Journal, row: dict[str, str], told: str
) -> None:
    class Odd(Narrow):
        def send(self, values: Sequence[str], query: BatchQuery) -> Answer:
            return Answer([row], "2026-07-01")

    with pytest.raises(EndpointError, match=told):
        asked(asking(Odd(1), journal), ["Q1"])
    assert [some for _, some in journal.held("key", ["Q1"])] == [{}]


def test_progress_tells_queries_values_rows_waits_and_the_time_left(journal: Journal) -> None:
    clock, said = CountedClock(), Said()
    pace = Pace(clock, 6)
    service = Narrow(100)

    def send(values: Sequence[str], query: BatchQuery) -> Answer:
        pace.wait_turn()
        clock.pass_time(10)
        return service.send(values, query)

    journal.resize("redirects", BatchSize(3))
    list(Batching(send, journal, pace, said, largest=3).ask(VALUES, QUERY, "key"))
    assert said.notes[0] == (
        "redirects: 2 queries done, about 8 to do (6 of 30 values), 6 rows, 2 requests sent, 0 s waited, "
        "about 80 s left"
    )
    assert said.notes[-1] == "redirects: 30 values by 10 queries, 30 rows, 10 requests sent, 0 s waited"
