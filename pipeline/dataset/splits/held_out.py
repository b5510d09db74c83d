"""Which routes a compositional split holds out for test."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from pipeline.base.hashing import shuffled


@dataclass(frozen=True, slots=True)
class Route:
    """The properties of a route, joined by slashes, and its questions in train and test."""

    path: str
    train: int
    test: int

    @property
    def properties(self) -> tuple[str, ...]:
        """The properties, in their order."""
        return tuple(self.path.split("/"))

    @property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """Each two properties that follow one another."""
        return frozenset(pairwise(self.properties))


def held_out(routes: Iterable[Route], *, share: float, seed: int) -> list[str]:
    """Return routes that have about a share of the questions of several edges in test, sorted.

    Two properties are held out together: all routes in which one follows the other. Each property of these is
    still asked about in train, by routes that are not held out, so that what is new in test is how properties
    are joined. Pairs are taken in a random order; one that would overshoot the share is passed over.
    """
    known = list(routes)
    room = share * sum(route.test for route in known if route.pairs)
    chosen: set[Route] = set()
    pairs = {pair for route in known for pair in route.pairs}
    for pair in shuffled(pairs, seed=seed, stage="held out", key="routes", by="/".join):
        new = {route for route in known if pair in route.pairs} - chosen
        asked = sum(route.test for route in new)
        if 0 < asked <= room and _known_apart(known, chosen | new):
            chosen |= new
            room -= asked
    return sorted(route.path for route in chosen)


def _known_apart(routes: Iterable[Route], chosen: set[Route]) -> bool:
    """Whether train still asks about every property of the chosen routes."""
    left = {prop for route in routes if route.train and route not in chosen for prop in route.properties}
    return all(prop in left for route in chosen for prop in route.properties)
