"""The pace of requests, on a clock that only counts."""

from __future__ import annotations

import pytest

from pipeline.base.errors import EndpointError
from pipeline.wikidata.pace import Pace
from tests.clock import CountedClock


@pytest.fixture
def clock() -> CountedClock:
    return CountedClock()


def times(pace: Pace, clock: CountedClock, number: int) -> list[float]:
    """When so many requests in a row go."""
    found = []
    for _ in range(number):
        pace.wait_turn()
        found.append(clock.now())
    return found


def test_in_any_minute_go_no_more_than_set(clock: CountedClock) -> None:
    sent = times(Pace(clock, 3), clock, 8)
    assert sent == [0, 0, 0, 60, 60, 60, 120, 120]


def test_a_rate_below_one_a_minute_holds_too(clock: CountedClock) -> None:
    assert times(Pace(clock, 0.25), clock, 3) == [0, 240, 480]


def test_a_hold_lets_nothing_go_and_the_longest_counts(clock: CountedClock) -> None:
    pace = Pace(clock, 1000)
    pace.hold(30)
    pace.hold(10)
    assert times(pace, clock, 2) == [30, 30]
    assert (pace.waited, pace.sent) == (30, 2)


def test_errors_stay_below_thirty_a_minute(clock: CountedClock) -> None:
    pace = Pace(clock, 1000)
    sent = []
    for _ in range(100):
        pace.wait_turn()
        sent.append(clock.now())
        pace.failed()
    for start in sent:
        assert sum(start <= moment < start + 60 for moment in sent) < 30


def test_processing_of_more_than_a_minute_a_minute_is_waited_off(clock: CountedClock) -> None:
    pace = Pace(clock, 1000)
    pace.wait_turn()
    for _ in range(5):  # five at a time, a minute each
        pace.took(60)
    assert times(pace, clock, 1) == [240]


def test_one_query_at_a_time_never_waits_for_its_processing(clock: CountedClock) -> None:
    pace = Pace(clock, 1000)
    for _ in range(50):
        pace.wait_turn()
        clock.pass_time(59)
        pace.took(59)
    assert clock.waits == []


def test_what_stopped_the_run_stops_every_later_request(clock: CountedClock) -> None:
    pace = Pace(clock, 1000)
    fault, other = EndpointError("banned"), EndpointError("later")
    pace.stop(fault)
    pace.stop(other)
    pace.go_on(other)
    with pytest.raises(EndpointError, match="banned"):
        pace.wait_turn()
    pace.go_on(fault)
    pace.wait_turn()
    assert pace.sent == 1


def test_what_rounding_leaves_of_a_wait_is_not_waited(clock: CountedClock) -> None:
    pace = Pace(clock, 1)
    clock.pass_time(1e9 / 3)
    pace.wait_turn()
    clock.pass_time(60 - 1e-7)
    assert len(times(pace, clock, 1)) == 1
    assert clock.waits == []
