"""Recall at k of what a retrieval-augmented model fetched, against the route that a record rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from pipeline.evaluation.measures import Scores

FIELDS = ("retrieved",)
DEFAULT_KS = (1, 5, 10, 20)
_ITEM = re.compile(r"Q\d+")
_SEPARATORS = re.compile(r"[\s|;,]+")

Edge = Mapping[str, str]
Wanted = list[frozenset[str]]
"""What is to be found: a set for each step, of which one member is enough."""


def wanted_items(route: Sequence[Edge]) -> Wanted:
    """Return the items of a route: the thing asked about, and where each edge leads; values are no items.

    Of several true answers one is enough.
    """
    steps = [frozenset({route[0]["subject"]})]
    steps += [
        frozenset(filter(_ITEM.fullmatch, (edge["object"] for edge in edges))) for edges in _edges(route)
    ]
    return [step for step in steps if step]


def wanted_statements(route: Sequence[Edge]) -> Wanted:
    """Return the statements of a route, one for each edge; of several true answers one is enough."""
    return [frozenset(edge["statement"] for edge in edges) for edges in _edges(route)]


def _edges(route: Sequence[Edge]) -> list[list[Edge]]:
    edges: dict[tuple[str, str], list[Edge]] = {}
    for edge in route:
        edges.setdefault((edge["subject"], edge["property"]), []).append(edge)
    return list(edges.values())


def as_list(retrieved: Any) -> list[str]:
    """Return what was retrieved, best first: of a list its members, of a text its words."""
    if isinstance(retrieved, list):
        return [str(one) for one in retrieved]
    return [word for word in _SEPARATORS.split(str(retrieved)) if word]


def recalls(
    retrieved: Sequence[Sequence[str] | None],
    wanted: Iterable[Wanted],
    kind: str,
    ks: Sequence[int] = DEFAULT_KS,
) -> dict[str, Scores]:
    """Return for each k the share of the steps found among the first k, and whether all of them are.

    `kind` begins the names of the measures. NaN where nothing was given for a question.
    """
    first = [_first_places(given, steps) for given, steps in zip(retrieved, wanted, strict=True)]
    found: dict[str, Scores] = {}
    for k in ks:
        shares = [np.nan if places is None else sum(p < k for p in places) / len(places) for places in first]
        whole = [np.nan if places is None else float(all(p < k for p in places)) for places in first]
        found[f"{kind}_recall@{k}"] = np.array(shares)
        found[f"{kind}_all@{k}"] = np.array(whole)
    return found


def _first_places(given: Sequence[str] | None, steps: Wanted) -> list[float] | None:
    """Return at which place, from 0, each step is found first; infinity if it is not."""
    if given is None:
        return None
    place: dict[str, float] = {}
    for number, one in enumerate(given):
        place.setdefault(one, number)
    return [min((place.get(member, np.inf) for member in step), default=np.inf) for step in steps]
