"""Findings are counted by the questions they stand for."""

from __future__ import annotations

from pipeline.quality.every import chosen
from pipeline.quality.tally import Tally

from .faulty import options


def test_units_count_as_often_as_they_stand_for_questions() -> None:
    tally = Tally(chosen(select=("E303", "E304")), limit=1)
    assert [c.code for c in tally.add(options("Rome", "Paris", "paris"), times=3, where="q1")] == ["E303"]
    assert [c.code for c in tally.add(options("Rome", "Bonn", "bonn"), times=2, where="q2")] == ["E303"]
    assert tally.add(options("Rome", "Bonn"), times=5) == []
    twice, alone = tally.found()
    assert (twice.checked, twice.found, twice.units, twice.share) == (10, 5, 2, 0.5)
    assert twice.examples == ("q1: Paris",)
    assert (alone.found, alone.examples) == (0, ())


def test_checks_whose_units_never_came_are_not_told() -> None:
    tally = Tally(chosen())
    tally.add(options("Rome", "Paris"))
    assert {found.check.code[1] for found in tally.found()} == {"3"}
