"""Questions as scores see them: what counts as right, and the groups that they are reported by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]


class Target(NamedTuple):
    """What a prediction is held to; a tuple, since millions are made and compared.

    `low` and `high` are empty where the kind has no range, `correct` is -1 where there are no options.
    """

    answer: str
    answers: tuple[str, ...]
    kind: str = ""
    low: str = ""
    high: str = ""
    choices: tuple[str, ...] = ()
    correct: int = -1


@dataclass(frozen=True, slots=True)
class Axis:
    """A way to divide questions into groups: question `places[i]` belongs to the group `names[codes[i]]`.

    A question may be in several groups (of domains), or in none.
    """

    name: str
    names: tuple[str, ...]
    places: Places
    codes: Places

    def groups(self) -> Iterable[tuple[str, Places]]:
        """Yield each group's name and the places of its questions."""
        order = np.argsort(self.codes, kind="stable")
        ends = np.searchsorted(self.codes[order], np.arange(len(self.names) + 1))
        for code, name in enumerate(self.names):
            yield name, self.places[order[ends[code] : ends[code + 1]]]


def axis(name: str, groups: Sequence[str]) -> Axis:
    """Return an axis on which each question is in one group; an empty name is no group."""
    return axis_of_sets(name, [(group,) if group else () for group in groups])


def axis_of_sets(name: str, groups: Sequence[Sequence[str]]) -> Axis:
    """Return an axis on which a question may be in several groups, which come in the order of their names."""
    names = tuple(sorted({group for several in groups for group in several}))
    code = {group: place for place, group in enumerate(names)}
    places = np.repeat(np.arange(len(groups)), [len(several) for several in groups])
    codes = np.array([code[group] for several in groups for group in several], dtype=np.int64)
    return Axis(name, names, places.astype(np.int64), codes)


@dataclass(frozen=True)
class Questions:
    """Questions in order: their ids, targets, images, and the axes that they are reported by.

    `targets` are distinct; question i has `targets[target_of[i]]`. Questions of one image are drawn
    together when an interval is estimated. `records` has what some scores need more, column by column.
    """

    ids: Sequence[str]
    targets: Sequence[Target]
    target_of: Sequence[int]
    images: Sequence[str]
    axes: Sequence[Axis] = ()
    records: Mapping[str, Sequence[object]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.ids)

    def target(self, place: int) -> Target:
        """Return the target of the question at a place."""
        return self.targets[self.target_of[place]]

    def kept(self, places: Sequence[int]) -> Questions:
        """Return the questions at these places, in that order."""
        new = {old: place for place, old in enumerate(places)}
        return Questions(
            ids=[self.ids[place] for place in places],
            targets=self.targets,
            target_of=[self.target_of[place] for place in places],
            images=[self.images[place] for place in places],
            axes=[_kept_axis(one, new) for one in self.axes],
            records={name: [column[p] for p in places] for name, column in self.records.items()},
        )


def _kept_axis(one: Axis, new: Mapping[int, int]) -> Axis:
    known = np.array([place in new for place in one.places.tolist()], dtype=bool)
    places = np.array([new[place] for place in one.places[known].tolist()], dtype=np.int64)
    return Axis(one.name, one.names, places, one.codes[known])


def distinct(targets: Iterable[Target]) -> tuple[list[Target], list[int]]:
    """Return the distinct targets, and of each question the place of its own among them."""
    known: dict[Target, int] = {}
    target_of = [known.setdefault(target, len(known)) for target in targets]
    return list(known), target_of
