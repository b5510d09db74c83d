"""Knowing the thing apart from knowing the fact."""

from __future__ import annotations

import numpy as np

from pipeline.evaluation.objects import crossed, named, names_of
from pipeline.wikidata.facts import Entity


def test_a_thing_may_be_called_by_its_label_and_aliases() -> None:
    entities = {"Q243": Entity("Q243", "Eiffel Tower", aliases=("La Tour Eiffel",))}
    names = names_of(["Q243", "Q1"], ["Eiffel Tower", "church"], entities)
    assert names == [("Eiffel Tower", "La Tour Eiffel"), ("church",)]


def test_a_name_alone_is_told_from_a_name_within_an_answer() -> None:
    names = [("Eiffel Tower",)] * 4
    found = named(["the Eiffel Tower", "This is the Eiffel Tower in Paris.", "a tower", None], names)
    assert found["object_named"].tolist()[:3] == [1, 0, 0]
    assert found["object_named_in"].tolist()[:2] == [1, 1]
    assert np.isnan(found["object_named"][3])


def test_facts_are_divided_by_whether_the_thing_is_known() -> None:
    known, fact = np.array([1.0, 1, 0, 0, np.nan]), np.array([1.0, 0, 1, 0, 1])
    found = crossed(known, fact)
    assert np.nanmean(found["fact_with_object"]) == 0.5
    assert np.nanmean(found["fact_without_object"]) == 0.5
    assert np.nanmean(found["object_and_fact"]) == 0.25
    assert np.isnan(found["fact"][4])
