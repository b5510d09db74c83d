"""Statements and entities as values, and the ids that statements without one are given."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.wikidata.facts import CURATED, RANKS, Entity, Statement, with_minted_id

HEIGHT = Statement("Q243", "P2048", "quantity", "330", unit="Q11573", source="codex-l")


def test_a_minted_id_is_the_subject_the_word_and_the_hash_of_what_is_said() -> None:
    sums = [hashlib.md5(part).hexdigest() for part in (b"Q243", b"P2048", b"330", b"Q11573", b"0")]
    said = hashlib.md5("".join(sums).encode()).hexdigest()
    assert with_minted_id(HEIGHT).statement_id == f"Q243-minted-{said[:16]}"


def test_a_curated_statement_says_so_in_its_id() -> None:
    curated = with_minted_id(replace(HEIGHT, source=CURATED))
    assert curated.statement_id == with_minted_id(HEIGHT).statement_id.replace("-minted-", "-curated-")


def test_minting_changes_nothing_but_the_id() -> None:
    assert replace(with_minted_id(HEIGHT), statement_id="") == HEIGHT


@pytest.mark.parametrize(
    "other",
    [
        replace(HEIGHT, subject="Q244"),
        replace(HEIGHT, property="P2049"),
        replace(HEIGHT, value="331"),
        replace(HEIGHT, unit="Q3710"),
        replace(HEIGHT, precision=9),
    ],
)
def test_statements_that_say_different_things_get_different_ids(other: Statement) -> None:
    assert with_minted_id(other).statement_id != with_minted_id(HEIGHT).statement_id


@pytest.mark.parametrize(
    "other",
    [
        replace(HEIGHT, source="wikitrivia"),
        replace(HEIGHT, retrieved_at="2026-06-25"),
        replace(HEIGHT, rank="deprecated"),
        replace(HEIGHT, statement_id="Q243-an-older-id"),
    ],
)
def test_where_and_when_a_statement_was_read_does_not_move_its_id(other: Statement) -> None:
    assert with_minted_id(other).statement_id == with_minted_id(HEIGHT).statement_id


@settings(deadline=None, derandomize=True)
@given(st.text())
def test_minting_is_idempotent_for_any_text(value: str) -> None:
    once = with_minted_id(Statement("Q1", "P373", "string", value.encode("utf-8", "replace").decode()))
    assert with_minted_id(once) == once


def test_statements_and_entities_are_ordered_by_their_fields_from_the_left() -> None:
    assert sorted([replace(HEIGHT, value="33"), HEIGHT, replace(HEIGHT, subject="Q1")]) == [
        replace(HEIGHT, subject="Q1"),
        replace(HEIGHT, value="33"),
        HEIGHT,
    ]
    assert Entity("Q1", "a", "z") < Entity("Q1", "b", "a") < Entity("Q2", "a")


def test_a_statement_is_normal_undated_and_without_end_unless_told() -> None:
    assert (HEIGHT.rank, HEIGHT.end, HEIGHT.retrieved_at) == ("normal", "", "unknown")
    assert HEIGHT.rank in RANKS
