"""Whether a question can be guessed: by what train answers to the same property asked of the same noun."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

GUESSABLE = "guessable"
"""The tag."""

_FLOAT_ERROR = 1e-9
"""0.56 x 25 is a little more than 14 in floats, and no reason to call 14 of 25 less than that."""


class Priors:
    """How often train gives each answer, by property and noun (`snapshot/priors.parquet`).

    `settings` has `share` and `support`, as `[blind]` of the manifest's settings.
    """

    def __init__(self, rows: Iterable[Mapping[str, Any]], settings: Mapping[str, Any]) -> None:
        self._share, self._support = float(settings["share"]), int(settings["support"])
        self._answers: Counter[tuple[str, str, str]] = Counter()
        self._questions: Counter[tuple[str, str]] = Counter()
        for row in rows:
            asked = row["property_id"], row["noun"]
            self._answers[*asked, row["answer"]] += row["questions"]
            self._questions[asked] += row["questions"]

    def guessable(self, record: Mapping[str, Any]) -> bool:
        """Return whether so large a share of the other questions alike in train has the record's answer."""
        own = int(record["split"] == "train")
        asked = record["property_id"], record["noun"]
        others = self._questions[asked] - own
        same = self._answers[*asked, record["answer"]] - own
        return others >= self._support and same + _FLOAT_ERROR >= self._share * others

    def tags(self, record: Mapping[str, Any]) -> list[str]:
        """Return the tag, in a list, if the record is to bear it."""
        return [GUESSABLE] if self.guessable(record) else []
