"""Which thing a scene-graph clause may describe by which other.

Annotators relate anything to anything; only some of it is what a speaker would point a thing out by: "the
laptop on the desk" and not "the desk under the laptop". The lexicon lists those pairs, by kinds or names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Role = Literal["subject", "object"]

UNLISTED_RANK = 3


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Pair(_Strict):
    """Things `of` these kinds or names may be described `by` those, with any of the predicates.

    Without any, the predicates are listed so that they describe nothing.
    A `background` is where many things are (a beach, a street): such a clause is used only where it tells
    the thing from another. Of several clauses that of the lowest `rank` is used.
    """

    predicates: tuple[str, ...]
    role: Role
    of: tuple[str, ...]
    by: tuple[str, ...]
    background: bool = False
    rank: int = Field(default=2, ge=1, le=UNLISTED_RANK)


class Unlisted(_Strict):
    """What clauses without a pair of their own do not say: kinds never described, kinds never described by.

    If `object_by` is not empty, the object of a relation is described by these kinds only.
    """

    not_of: frozenset[str] = frozenset()
    not_by: frozenset[str] = frozenset()
    object_by: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, order=True)
class ClausePair:
    """A clause with the kind or name of the thing described and that of the other."""

    predicate: str
    role: Role
    own: str
    other: str
    rank: int
    background: bool


def expanded(entries: Iterable[Pair]) -> dict[tuple[str, Role], tuple[ClausePair, ...]]:
    """Return (predicate, role) -> its pairs, the first entry that lists one counting."""
    found: dict[tuple[str, Role], dict[tuple[str, str], ClausePair]] = {}
    for entry in entries:
        for name in entry.predicates:
            listed = found.setdefault((name, entry.role), {})
            for ends in ((own, other) for own in entry.of for other in entry.by):
                listed.setdefault(ends, ClausePair(name, entry.role, *ends, entry.rank, entry.background))
    return {clause: tuple(sorted(listed.values())) for clause, listed in found.items()}


def product(
    predicate: str, role: Role, unlisted: Unlisted, own: Sequence[str], other: Sequence[str]
) -> Iterator[ClausePair]:
    """Yield all pairs of a clause that is not listed, by the kinds that its predicate allows."""
    others = set(other) - unlisted.not_by
    if role == "object" and unlisted.object_by:
        others &= unlisted.object_by
    for one in sorted(set(own) - unlisted.not_of):
        for kind in sorted(others):
            yield ClausePair(predicate, role, one, kind, UNLISTED_RANK, False)
