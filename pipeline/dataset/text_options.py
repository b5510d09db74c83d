"""Wrong options for answers that are items: which may stand beside a truth, and how often each is drawn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from pipeline.base.hashing import digest
from pipeline.dataset.asked import Asked
from pipeline.dataset.fair import Weights, calibrated_groups, draws, given_away
from pipeline.dataset.fair_sets import Shortlist, inclusion
from pipeline.dataset.likeness import likeness
from pipeline.dataset.option_values import OptionValues
from pipeline.dataset.value_pools import Value
from pipeline.knowledge.kin import Kin
from pipeline.language.answers import normal_form

Row = dict[str, Any]
_LEAST, _ANY = 0.01, 1e-6
"""What is less alike is absurd as an option, and drawn only where there is nothing else."""

_BY_RANK = itemgetter(0, 1)
_MOST = 48
"""So many values at most are looked at for one truth."""


@dataclass(slots=True)
class TextOptions:
    """Draws options; `weights` by (group, inside the balanced set), none before `calibrate`."""

    values: OptionValues
    kin: Kin
    n: int
    seed: int
    weights: dict[tuple[str, bool], Weights] = field(default_factory=dict)
    _shortlists: dict[str, tuple[Shortlist, Mapping[str, str]]] = field(default_factory=dict)

    def calibrate(self, asked: Iterable[Asked]) -> None:
        """Set the weights so that each value stands among options as often as it is the truth should tell."""
        self.weights = calibrated_groups(
            (
                (self.group_of(e.route), self._shortlist(e.route, e.subjects)[0], e.outside, e.inside)
                for e in asked
            ),
            self.n,
        )

    def group_of(self, route: Row) -> str:
        """Return what values share that may stand beside each other: property and kind."""
        return digest(*self.values.pool_of(route))

    def given_away(self, group: str) -> set[str]:
        """Return the items of a group that are nearly always the truth where they are shown."""
        return given_away([weights for (name, _), weights in self.weights.items() if name == group])

    def drawn(self, route: Row, versions: int, *, inside: bool) -> list[list[str]]:
        """Return the texts of each version's wrong options."""
        shortlist, texts = self._shortlist(route, frozenset())
        weights = self.weights.get((self.group_of(route), inside), Weights({}))
        chances = inclusion(weights.of(shortlist), self.n)
        key = digest(route["option_key"], inside)
        return [
            [texts[shortlist.values[place]] for place in places]
            for places in draws(chances, versions, key=key, seed=self.seed)
        ]

    def _shortlist(self, route: Row, subjects: Collection[str]) -> tuple[Shortlist, Mapping[str, str]]:
        """Return the values that may stand beside a route's answer, and their texts; made once an answer."""
        key = route["option_key"]
        if key not in self._shortlists:
            items = [answer["item"] for answer in route["answer_items"]]
            truth, groups = self.values.beside(route)
            # Of a few images the facts know few values: one of its kind, however unlike, is better than none.
            chosen = self._chosen(truth, groups, route, subjects) or self._chosen(
                truth, groups, route, subjects, least=_ANY
            )
            shortlist = Shortlist(
                items[0], tuple(v.item for v, _ in chosen), tuple(alike for _, alike in chosen)
            )
            self._shortlists[key] = shortlist, {value.item: value.candidate.text for value, _ in chosen}
        return self._shortlists[key]

    def _chosen(
        self,
        truth: Value,
        groups: Sequence[Callable[[], Sequence[Value]]],
        route: Row,
        subjects: Collection[str],
        least: float = _LEAST,
    ) -> list[tuple[Value, float]]:
        """Return values with their likeness: answers first, others only where these are too few."""
        answers = route["answer_items"]
        items = [answer["item"] for answer in answers]
        taken = {normal_form(form) for answer in answers for form in (answer["label"], *answer["forms"])}
        is_related = self.kin.related_to(items)
        said = frozenset[str]().union(*map(self.kin.said, subjects))
        chosen: list[tuple[Value, float]] = []
        for group in groups:
            if len(chosen) >= self.n:
                continue
            ranked = sorted([(-likeness(truth.traits, v.traits), v.item, v) for v in group()], key=_BY_RANK)
            for place, (unlike, item, value) in enumerate(ranked):
                if place >= _MOST and not self.values.is_frequent(route["property_id"], item):
                    continue
                if -unlike < least or item in said or not taken.isdisjoint(value.candidate.normal):
                    continue
                if not is_related(item):
                    taken |= value.candidate.normal
                    chosen.append((value, -unlike))
        return chosen
