"""GQA-OOD: the head and tail of a set's own answers, group by group.

Source: Kervadec et al., "Roses are red, violets are blue... but should VQA expect them to?", CVPR 2021,
section 3, and its program. The counts are those of the set that is evaluated, not of train.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any, NamedTuple

import numpy as np

ALPHA = 0.2
CURVE = (
    9.0, 7.0, 5.0, 3.6, 2.8, 2.2, 1.8, 1.4, 1.0, 0.8, 0.4, 0.3, 0.2, 0.1, 0.0, -0.1, -0.2, -0.3, -0.4, -0.5,
    -0.6, -0.7,
)  # fmt: skip
"""The alphas of the curve, as in the official program."""

FEW = 1000
"""Questions of the tail below which its accuracy says little."""

_NO_GROUP = "none"
_FLOOR = 1e-9


class Asked(NamedTuple):
    """A question as the split sees it; a tuple, since millions are made."""

    question_id: str
    group: str
    answer: str


@dataclass(frozen=True, slots=True)
class Group:
    """A group's answers with their numbers, its entropy as a share of the highest, whether it is kept."""

    name: str
    answers: Mapping[str, int]
    entropy: float
    kept: bool

    def tail(self, alpha: float) -> frozenset[str]:
        """Return the answers whose share lies below (alpha + 1) times the mean share."""
        total = sum(self.answers.values())
        shares = {answer: n / total for answer, n in self.answers.items()}
        bound = np.mean(list(shares.values())) * (alpha + 1)
        return frozenset(answer for answer, share in shares.items() if share < bound)


@dataclass(frozen=True, slots=True)
class OodSplit:
    """The head and tail of the questions in the groups kept; ids in the order of the questions.

    `mean` and `std` are those of the groups' entropies, `threshold` their difference.
    """

    alpha: float
    questions: Sequence[Asked]
    groups: Mapping[str, Group]
    mean: float
    std: float
    threshold: float

    def tail_of(self, alpha: float) -> list[str]:
        """Return the ids of the tail for another alpha."""
        tails = {name: group.tail(alpha) for name, group in self.groups.items() if group.kept}
        return [q.question_id for q in self.questions if q.group in tails and q.answer in tails[q.group]]

    @property
    def all(self) -> list[str]:
        """The ids in the groups kept."""
        return [q.question_id for q in self.questions if self.groups[q.group].kept]

    @property
    def tail(self) -> list[str]:
        """The ids of the tail."""
        return self.tail_of(self.alpha)

    @property
    def head(self) -> list[str]:
        """The ids of the head: all but the tail."""
        tail = set(self.tail)
        return [key for key in self.all if key not in tail]


def gqa_ood_split(
    questions: Mapping[str, Mapping[str, Any]] | Iterable[Asked], alpha: float = ALPHA
) -> OodSplit:
    """Return the split of the questions, which are all of the set that is evaluated.

    `questions` is question id -> GQA's record with `answer` and `groups.local`, or what `asked` makes of
    records of ours. ValueError if there are none.
    """
    asked = of_gqa(questions) if isinstance(questions, Mapping) else list(questions)
    if not asked:
        raise ValueError("expected at least one question")
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for question in asked:
        counts[question.group][question.answer] += 1
    entropies = {name: _entropy(list(answers.values())) for name, answers in counts.items()}
    values = np.array(list(entropies.values()))
    mean, std = float(values.mean()), float(values.std())
    groups = {
        name: Group(name, dict(answers), entropies[name], entropies[name] <= mean - std)
        for name, answers in counts.items()
    }
    return OodSplit(alpha, asked, groups, mean, std, mean - std)


def _entropy(counts: Sequence[int]) -> float:
    if len(counts) == 1:
        return 1.0
    total = sum(counts)
    return -sum(n / total * log(n / total + _FLOOR) for n in counts) / log(len(counts))


def of_gqa(questions: Mapping[str, Mapping[str, Any]]) -> list[Asked]:
    """Return GQA's records as the split sees them: the group is `groups.local`, or one for all without."""
    return [
        Asked(key, question["groups"]["local"] or _NO_GROUP, question["answer"])
        for key, question in questions.items()
    ]


def asked(records: Iterable[Mapping[str, Any]]) -> list[Asked]:
    """Return records of ours as the split sees them: the group is the property asked about and the noun."""
    return [
        Asked(record["question_id"], f"{record['property_id']}/{record['noun']}", record["answer"])
        for record in records
    ]
