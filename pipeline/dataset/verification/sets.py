"""The sets and parts of a dataset against each other: disjoint, in order, B a part of U."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pipeline.base.hashing import digest
from pipeline.dataset.verification.loaded import Dataset, Record

Fault = tuple[str, str, str]
"""The check that finds something, where it is, and what it is."""


@dataclass(slots=True)
class SetCheck:
    """Sees all records, those of U first; `photos` maps an image to the photo it shows."""

    photos: Mapping[str, str]
    _parts: dict[str, str] = field(default_factory=dict)
    _known: dict[tuple[str, str], str] = field(default_factory=dict)
    _times: dict[str, Counter[str]] = field(default_factory=dict)
    _last: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)

    def faults(self, record: Record, which: str, part: str) -> Iterator[Fault]:
        """Yield what is wrong with the place of a record of a set and part."""
        question = record["question_id"]
        if record["split"] != part:
            yield "split", question, "stands in the other part's file"
        for key in (record["image_id"], self.photos.get(record["image_id"], "")):
            if key and self._parts.setdefault(key, part) != part:
                yield "split", key, "is in both parts"
        place = record["image_id"], question
        if place <= self._last.get((which, part), ("", "")):
            yield "order", question, f"{which}/{part} is not in the order of image and question"
        self._last[which, part] = place
        self._times.setdefault(which, Counter())[question] += 1
        yield from self._member(record, which, part)

    def _member(self, record: Record, which: str, part: str) -> Iterator[Fault]:
        question, mark = record["question_id"], digest(record)
        if which == "U":
            self._known[part, question] = mark
        elif (part, question) not in self._known:
            yield "split", question, "is in B, not in the same part of U"
        elif self._known[part, question] != mark:
            yield "split", question, "is in B otherwise than in U"

    def repeated(self) -> Iterator[Fault]:
        """Yield the ids that stand more than once in a set."""
        for which, times in self._times.items():
            for question, count in times.items():
                if count > 1:
                    yield "identity", question, f"stands {count} times in {which}"


def paired(dataset: Dataset, which: str, part: str) -> Iterator[tuple[Record, bool]]:
    """Yield the records of a set and part, and whether the Parquet file has the same in the same place.

    A last empty record stands for what only the Parquet file has.
    """
    rows = dataset.rows(which, part)
    for record in dataset.lines(which, part):
        yield record, next(rows, None) == record
    if next(rows, None) is not None:
        yield {}, False
