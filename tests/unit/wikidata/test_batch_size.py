"""How the size of a batch follows what the service bears."""

from __future__ import annotations

from itertools import pairwise

from pipeline.wikidata.batch_size import BatchSize


def after(size: BatchSize, *batches: str, limit: int = 800) -> BatchSize:
    for outcome in batches:
        size = size.borne(size.size, limit) if outcome == "ok" else size.refused(size.size)
    return size


def test_it_doubles_after_some_whole_batches_up_to_the_limit() -> None:
    sizes = [after(BatchSize(), *["ok"] * n).size for n in range(9)]
    assert sizes == [100, 100, 200, 200, 400, 400, 800, 800, 800]
    assert after(BatchSize(), *["ok"] * 9, limit=250).size == 250


def test_a_batch_smaller_than_it_may_be_proves_nothing() -> None:
    assert BatchSize().borne(99, 800) == BatchSize()


def test_it_halves_when_refused_down_to_one() -> None:
    sizes = [after(BatchSize(), *["no"] * n).size for n in (1, 2, 3, 7, 9)]
    assert sizes == [50, 25, 12, 1, 1]


def test_after_a_refusal_it_grows_later_and_the_streak_begins_anew() -> None:
    size = after(BatchSize(400), "ok", "no")
    assert [after(size, *["ok"] * n).size for n in range(5)] == [200, 200, 200, 200, 400]


def test_a_service_that_bears_300_is_asked_for_more_less_and_less_often() -> None:
    size, refusals = BatchSize(), []
    for n in range(120):
        if size.size > 300:
            refusals.append(n)
            size = size.refused(size.size)
        else:
            size = size.borne(size.size, 800)
    gaps = [b - a for a, b in pairwise(refusals)]
    assert gaps[0] == 5
    assert set(gaps[1:]) == {9}


def test_a_refusal_of_an_earlier_larger_batch_does_not_enlarge() -> None:
    assert BatchSize(25).refused(100).size == 25
