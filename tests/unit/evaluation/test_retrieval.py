"""Recall at k against a route."""

from __future__ import annotations

import numpy as np
import pytest

from pipeline.evaluation.retrieval import as_list, recalls, wanted_items, wanted_statements


def _edge(subject: str, prop: str, value: str) -> dict[str, str]:
    return {"subject": subject, "property": prop, "object": value, "statement": f"{subject}-{prop}-{value}"}


_ROUTE = [_edge("Q1", "P17", "Q2"), _edge("Q2", "P37", "Q3"), _edge("Q2", "P37", "Q4")]


def test_items_are_the_thing_and_where_each_edge_leads_one_true_answer_being_enough() -> None:
    assert wanted_items(_ROUTE) == [{"Q1"}, {"Q2"}, {"Q3", "Q4"}]
    assert wanted_items([_edge("Q1", "P571", "1844")]) == [{"Q1"}]


def test_statements_are_one_for_each_edge() -> None:
    assert wanted_statements(_ROUTE) == [{"Q1-P17-Q2"}, {"Q2-P37-Q3", "Q2-P37-Q4"}]


def test_recall_counts_the_steps_found_among_the_first() -> None:
    found = recalls([["Q9", "Q1", "Q4", "Q2"], None], [wanted_items(_ROUTE)] * 2, "items", (1, 3, 4))
    assert [found[f"items_recall@{k}"][0] for k in (1, 3, 4)] == pytest.approx([0, 2 / 3, 1])
    assert [found[f"items_all@{k}"][0] for k in (1, 3, 4)] == [0, 0, 1]
    assert all(np.isnan(values[1]) for values in found.values())


def test_what_is_named_twice_counts_at_its_first_place() -> None:
    found = recalls([["Q1", "Q9", "Q1"]], [[frozenset({"Q1"})]], "items", (1,))
    assert found["items_recall@1"].tolist() == [1]


@pytest.mark.parametrize("given", ["Q1 Q2", "Q1|Q2", "Q1, Q2", ["Q1", "Q2"]])
def test_lists_may_be_texts(given: object) -> None:
    assert as_list(given) == ["Q1", "Q2"]
