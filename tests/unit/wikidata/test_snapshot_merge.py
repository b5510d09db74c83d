"""Joining snapshots: the later reading of a subject's property counts as a whole."""

from __future__ import annotations

import pytest

from pipeline.wikidata.facts import Entity, Statement, with_minted_id
from pipeline.wikidata.snapshot import Snapshot
from pipeline.wikidata.snapshot_merge import Conflict, by_property, date_key, merge
from pipeline.wikidata.snapshot_tables import Reading


def said(prop: str, value: str, date: str, *, subject: str = "Q1", rank: str = "normal") -> Statement:
    return with_minted_id(
        Statement(subject, prop, "item", value, rank=rank, source=f"of-{date}", retrieved_at=date)
    )


def snapshot(*statements: Statement, label: str = "", **more: object) -> Snapshot:
    sources = {s.source: s.retrieved_at for s in statements}
    entities = (Entity("Q1", label),) if label else ()
    return Snapshot(statements, entities, sources, **more)  # type: ignore[arg-type]


OLD = snapshot(said("P84", "Q2", "2020-01"), said("P84", "Q3", "2020-01"), said("P17", "Q4", "2020-01"))
NEW = snapshot(said("P84", "Q3", "2025-06-01"), said("P84", "Q5", "2025-06-01"))


@pytest.mark.parametrize("order", [(OLD, NEW), (NEW, OLD)])
def test_the_later_reading_replaces_the_earlier_as_a_whole(order: tuple[Snapshot, ...]) -> None:
    merged = merge(order)
    assert [(s.property, s.value) for s in merged.snapshot.statements] == [
        ("P17", "Q4"), ("P84", "Q3"), ("P84", "Q5"),
    ]  # fmt: skip
    assert merged.conflicts == (Conflict("Q1", "P84", "2025-06-01", ("Q3", "Q5"), "2020-01", ("Q2", "Q3")),)


def test_what_was_asked_for_and_not_found_is_gone() -> None:
    asked = snapshot(said("P31", "Q6", "2025"), readings=(Reading("Q1", ("P17", "P31"), "2025"),))
    merged = merge([OLD, asked])
    assert {s.property for s in merged.snapshot.statements} == {"P31", "P84"}
    assert merged.conflicts == (Conflict("Q1", "P17", "2025", (), "2020-01", ("Q4",)),)


def test_an_earlier_reading_that_found_nothing_takes_nothing_away() -> None:
    asked = snapshot(said("P31", "Q6", "2019"), readings=(Reading("Q1", ("P17", "P31"), "2019"),))
    assert {s.property for s in merge([OLD, asked]).snapshot.statements} == {"P17", "P31", "P84"}


def test_of_equal_dates_the_last_in_order_counts() -> None:
    one, other = snapshot(said("P84", "Q2", "2020")), snapshot(said("P84", "Q3", "2020"))
    assert [s.value for s in merge([one, other]).snapshot.statements] == ["Q3"]
    assert [s.value for s in merge([other, one]).snapshot.statements] == ["Q2"]


def test_any_date_is_later_than_an_unknown_one() -> None:
    one, other = snapshot(said("P84", "Q2", "2017")), snapshot(said("P84", "Q3", "unknown"))
    assert [s.value for s in merge([one, other]).snapshot.statements] == ["Q2"]


def test_equal_readings_are_no_conflict_and_the_later_is_kept() -> None:
    merged = merge([snapshot(said("P84", "Q2", "2020")), snapshot(said("P84", "Q2", "2024"))])
    assert merged.conflicts == ()
    assert [s.retrieved_at for s in merged.snapshot.statements] == ["2024"]
    assert merged.snapshot.sources == {"of-2024": "2024"}


def test_another_rank_is_a_conflict() -> None:
    lower = snapshot(said("P84", "Q2", "2024", rank="deprecated"))
    (conflict,) = merge([snapshot(said("P84", "Q2", "2020")), lower]).conflicts
    assert (conflict.kept, conflict.replaced) == (("Q2, deprecated",), ("Q2",))


def test_names_and_redirects_come_from_the_later_snapshot() -> None:
    one = snapshot(said("P84", "Q2", "2020"), label="old", redirects={"Q8": "Q2"})
    other = snapshot(said("P84", "Q2", "2024"), label="new", redirects={"Q8": "Q3"})
    for order in ((one, other), (other, one)):
        merged = merge(order).snapshot
        assert merged.entities == (Entity("Q1", "new"),)
        assert merged.redirects == {"Q8": "Q3"}


def test_languages_are_united() -> None:
    german = snapshot(said("P17", "Q2", "2020"), further={"de": (Entity("Q1", "Eins"),)})
    merged = merge([german, snapshot(said("P84", "Q2", "2024"), label="one")]).snapshot
    assert merged.names == {"en": (Entity("Q1", "one"),), "de": (Entity("Q1", "Eins"),)}


def test_a_merged_item_has_no_statements_of_its_own() -> None:
    merged = merge([OLD, snapshot(said("P84", "Q9", "2025", subject="Q7"), redirects={"Q1": "Q7"})])
    assert [(s.subject, s.value) for s in merged.snapshot.statements] == [("Q7", "Q9")]


def test_the_origin_is_kept_if_all_have_the_same() -> None:
    one, other = (snapshot(origin=name) for name in ("embedded", "https://example.org/"))
    assert merge([one, one]).snapshot.origin == "embedded"
    assert merge([one, other]).snapshot.origin == ""


def test_properties_with_most_conflicts_come_first() -> None:
    conflicts = [Conflict("Q1", prop, "", (), "", ()) for prop in ("P2", "P1", "P3", "P3")]
    assert by_property(conflicts) == [("P3", 2), ("P1", 1), ("P2", 1)]


def test_of_two_years_the_later_is_compared() -> None:
    assert sorted(["2023/2025", "2024-05", "unknown", "2021"], key=date_key) == [
        "unknown", "2021", "2024-05", "2023/2025",
    ]  # fmt: skip
