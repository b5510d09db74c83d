"""Wikidata's rule of rank: deprecated never, preferred if there is any, else normal."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.wikidata.facts import RANKS, Statement
from pipeline.wikidata.ranks import best_ranked


def said(value: str, rank: str = "normal", *, subject: str = "Q1", prop: str = "P571") -> Statement:
    return Statement(subject, prop, "string", value, rank=rank)


def test_of_normal_statements_all_are_best() -> None:
    statements = [said("a"), said("b")]
    assert best_ranked(statements) == (statements, [])


def test_one_preferred_statement_outranks_the_normal_ones() -> None:
    kept, dropped = best_ranked([said("a"), said("b", "preferred"), said("c")])
    assert kept == [said("b", "preferred")]
    assert dropped == [(said("a"), "not_preferred"), (said("c"), "not_preferred")]


def test_several_preferred_statements_are_all_kept() -> None:
    both = [said("a", "preferred"), said("b", "preferred")]
    assert best_ranked(both) == (both, [])


def test_a_deprecated_statement_never_counts_even_alone() -> None:
    assert best_ranked([said("a", "deprecated")]) == ([], [(said("a", "deprecated"), "deprecated")])


def test_a_deprecated_statement_is_called_so_beside_a_preferred_one() -> None:
    _, dropped = best_ranked([said("a", "deprecated"), said("b", "preferred")])
    assert dropped == [(said("a", "deprecated"), "deprecated")]


def test_ranks_of_another_subject_or_property_do_not_matter() -> None:
    normal = said("a")
    preferred = [said("b", "preferred", subject="Q2"), said("c", "preferred", prop="P1619")]
    kept, dropped = best_ranked([normal, *preferred])
    assert sorted(kept) == sorted([normal, *preferred])
    assert dropped == []


def test_nothing_in_nothing_out() -> None:
    assert best_ranked([]) == ([], [])


_statements = st.lists(
    st.builds(
        said,
        st.sampled_from("abc"),
        st.sampled_from(RANKS),
        subject=st.sampled_from(["Q1", "Q2"]),
        prop=st.sampled_from(["P1", "P2"]),
    )
)


@settings(deadline=None, derandomize=True)
@given(_statements)
def test_every_statement_comes_out_once_kept_or_dropped(statements: list[Statement]) -> None:
    kept, dropped = best_ranked(statements)
    assert sorted([*kept, *(s for s, _ in dropped)]) == sorted(statements)


@settings(deadline=None, derandomize=True)
@given(_statements)
def test_the_outcome_does_not_depend_on_the_order(statements: list[Statement]) -> None:
    kept, dropped = best_ranked(statements)
    kept_reversed, dropped_reversed = best_ranked(statements[::-1])
    assert sorted(kept) == sorted(kept_reversed)
    assert sorted(dropped) == sorted(dropped_reversed)


@settings(deadline=None, derandomize=True)
@given(_statements)
def test_what_is_kept_of_a_property_has_one_rank_and_none_is_deprecated(statements: list[Statement]) -> None:
    ranks: dict[tuple[str, str], set[str]] = {}
    for statement in best_ranked(statements)[0]:
        ranks.setdefault((statement.subject, statement.property), set()).add(statement.rank)
    assert all(found in ({"normal"}, {"preferred"}) for found in ranks.values())
