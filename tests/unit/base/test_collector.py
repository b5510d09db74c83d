"""Python's search for reference cycles, made rarer for a while."""

from __future__ import annotations

import gc
import weakref

import pytest

from pipeline.base.collector import rare_collections


def test_collections_are_rare_inside_and_as_before_afterwards() -> None:
    before = gc.get_threshold()
    with rare_collections():
        assert gc.isenabled()
        assert gc.get_threshold()[0] > before[0]
    assert gc.get_threshold() == before


def test_an_error_leaves_them_as_before_too() -> None:
    before = gc.get_threshold()
    with pytest.raises(KeyError), rare_collections():
        raise KeyError
    assert gc.get_threshold() == before


def test_cycles_among_many_objects_are_freed_at_the_end() -> None:
    class Holder:
        def __init__(self) -> None:
            self.me = self

    gc.collect()
    with rare_collections():
        freed = weakref.ref(Holder())
        rows = [[number] for number in range(300_000)]
        assert len(rows) == 300_000
        del rows
    assert freed() is None
