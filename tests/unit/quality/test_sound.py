"""Facts with an error are dropped with its code; the rest stays."""

from __future__ import annotations

from pipeline.quality.sound import sound_facts

from .faulty import HEIGHT, LIFE, day, statement


def test_every_side_of_a_contradiction_is_dropped() -> None:
    died = statement("Q1", "P570", day(1840))
    kept, dropped = sound_facts([LIFE, died, HEIGHT])
    assert kept == [HEIGHT]
    assert [(d.statement, d.code) for d in dropped] == [(LIFE, "E103"), (died, "E103")]


def test_what_is_only_a_warning_stays() -> None:
    openings = [statement("Q1", "P1619", day(1889)), statement("Q1", "P1619", day(1902))]
    assert sound_facts(openings) == (openings, [])
