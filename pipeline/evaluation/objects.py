"""Knowing the thing in the image apart from knowing the fact about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pipeline.evaluation.measures import Scores
from pipeline.evaluation.texts.open_answers import alias_match, prepare, token_match
from pipeline.wikidata.facts import Entity

ENTITY_FIELDS = ("entity", "prediction", "answer")


def names_of(
    items: Sequence[str], labels: Sequence[str], entities: Mapping[str, Entity]
) -> list[tuple[str, ...]]:
    """Return the names by which each thing may be called: its label and the aliases in the facts."""
    return [
        tuple(dict.fromkeys([label, *(entities[item].aliases if item in entities else ())]))
        for item, label in zip(items, labels, strict=True)
    ]


def named(said: Sequence[str | None], names: Sequence[Sequence[str]]) -> dict[str, Scores]:
    """Return whether each answer is a name of the thing, and whether one stands in it; NaN without answer."""
    strict = [
        np.nan if text is None else alias_match(text, forms) for text, forms in zip(said, names, strict=True)
    ]
    loose = [
        np.nan if text is None else token_match(prepare(text), forms)
        for text, forms in zip(said, names, strict=True)
    ]
    return {"object_named": np.array(strict), "object_named_in": np.array(loose)}


def crossed(known: Scores, fact: Scores) -> dict[str, Scores]:
    """Return the fact's score where the thing is named and where it is not, and whether both are right.

    `fact_without_object` is what is answered rightly about a thing that the model cannot name: by its look,
    by luck, or by what the question gives away.
    """
    told = ~np.isnan(known) & ~np.isnan(fact)
    return {
        "fact": np.where(told, fact, np.nan),
        "object_and_fact": np.where(told, known * fact, np.nan),
        "fact_with_object": np.where(told & (known == 1), fact, np.nan),
        "fact_without_object": np.where(told & (known == 0), fact, np.nan),
    }
