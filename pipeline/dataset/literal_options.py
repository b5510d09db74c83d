"""Wrong options for dates and amounts: those of other questions that lie near, else such as might be true.

A date or an amount that is the truth of many questions would be known if it stood among invented ones only.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Any

from pipeline.base.hashing import digest
from pipeline.dataset.asked import Asked
from pipeline.dataset.fair import Weights, calibrated_groups, draws
from pipeline.dataset.fair_sets import Shortlist, inclusion
from pipeline.dataset.options import (
    KNOWN_RATIO,
    KNOWN_SPANS,
    apart,
    filled_quantities,
    filled_times,
    size_of,
    span_of,
)
from pipeline.language.answers import MOST_DIGITS, Answers
from pipeline.values import Precision, Quantity, Time

Row = dict[str, Any]
Literal = Time | Quantity
_AROUND = 12
"""Values looked at on either side of the truth."""


def literal_of(route: Row) -> Literal:
    """Return a route's date, or its amount as exactly as it is shown."""
    return _literal(route["answer_kind"], route["value"], route["precision"], route["unit"])


@lru_cache(maxsize=100_000)
def _literal(kind: str, value: str, precision: int, unit: str) -> Literal:
    if kind == "date":
        return Time.parse(value, precision)
    return Quantity.parse(value, unit).rounded(MOST_DIGITS)


def group_of(route: Row) -> str:
    """Return what values share that may stand beside each other: property, subjects, unit, digits."""
    value = literal_of(route)
    form = value.precision.word if isinstance(value, Time) else f"{value.unit}:{_decimals(value.amount)}"
    return digest(route["property_id"], route["subject_kind"], form)


def _decimals(amount: Decimal) -> int:
    return max(0, -int(amount.normalize().as_tuple().exponent))


@dataclass(slots=True)
class LiteralOptions:
    """Draws options; `weights` by (group, inside the balanced set), none before `calibrate`."""

    answers: Answers
    n: int
    seed: int
    present: int
    weights: dict[tuple[str, bool], Weights] = field(default_factory=dict)
    _known: dict[str, list[tuple[Decimal, str, Literal]]] = field(default_factory=dict)

    def calibrate(self, asked: Iterable[Asked]) -> None:
        """Set the weights from the dates and amounts that questions ask for."""
        entries = list(asked)
        known: dict[str, dict[str, tuple[Decimal, str, Literal]]] = {}
        for entry in entries:
            value, shown = literal_of(entry.route), entry.route["answer"]
            known.setdefault(group_of(entry.route), {})[shown] = (size_of(value), shown, value)
        self._known = {group: sorted(values.values(), key=_order) for group, values in known.items()}
        self.weights = calibrated_groups(
            ((group_of(e.route), self._near(e.route)[0], e.outside, e.inside) for e in entries), self.n
        )

    def _near(self, route: Row) -> tuple[Shortlist, Sequence[Literal]]:
        """Return the values of other questions that lie near the truth."""
        truth, shown = literal_of(route), route["answer"]
        known = self._known.get(group_of(route), [])
        at = bisect_left(known, size_of(truth), key=lambda entry: entry[0])
        around = known[max(0, at - _AROUND) : at + _AROUND]
        chosen = [
            (text, value) for _, text, value in around if _is_near(truth, value) and apart(value, truth)
        ]
        texts = tuple(text for text, _ in chosen)
        return Shortlist(shown, texts, (1.0,) * len(texts)), [value for _, value in chosen]

    def drawn(self, route: Row, versions: int, *, inside: bool) -> list[list[str]]:
        """Return the texts of each version's wrong options."""
        truth, key = literal_of(route), route["option_key"]
        shortlist, values = self._near(route)
        weights = self.weights.get((group_of(route), inside), Weights({}))
        places = draws(
            inclusion(weights.of(shortlist), self.n), versions, key=digest(key, inside), seed=self.seed
        )
        made: list[list[str]] = []
        for version, drawn in enumerate(places):
            kept: list[Literal] = []
            for value in (values[place] for place in drawn):
                kept += [value] if all(apart(value, other) for other in kept) else []
            filled = self._filled(truth, kept, key=key, version=version)
            made.append(list(dict.fromkeys(self.answers.text(value).shown for value in filled)))
        return made

    def _filled(self, truth: Literal, known: Sequence[Any], *, key: str, version: int) -> Sequence[Literal]:
        if isinstance(truth, Time):
            return filled_times(
                truth, known, self.n, key=key, seed=self.seed, present=self.present, version=version
            )
        return filled_quantities(truth, known, self.n, key=key, seed=self.seed, version=version)


def _order(entry: tuple[Decimal, str, Literal]) -> tuple[Decimal, str]:
    return entry[:2]


def _is_near(truth: Literal, other: Literal) -> bool:
    if isinstance(truth, Time):
        step, span = span_of(truth.precision)
        spans = KNOWN_SPANS if truth.precision >= Precision.YEAR else 1
        return abs(size_of(truth) - size_of(other)) <= spans * step * span
    low, high = sorted((truth.amount, size_of(other)))
    return low > 0 and high <= KNOWN_RATIO * low
