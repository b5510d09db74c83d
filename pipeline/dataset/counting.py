"""What the records of a set are counted by, in one pass over its files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from pipeline.relational.bulk import Ints

Key = tuple[Any, ...]

GROUPS = {
    "ladders": ("hops", "has_scene_graph", "rungs"),
    "hops": ("hops", "has_scene_graph", "source"),
    "answer_kinds": ("answer_kind",),
    "properties": ("property_id", "property_label"),
    "split": ("split",),
}
"""What questions and images are counted by.

Rungs are the questions of U that ask for the ends of a question's edges, itself among them.
"""

_TEXTS = (
    "image_id", "source", "question", "answer", "answer_kind", "property_id", "property_label", "split",
)  # fmt: skip
_NAMED = "sub_questions.list.element.question_id"
_READ = [*_TEXTS, "n_distractors", "hops", "has_scene_graph", "domains", _NAMED]


@dataclass(slots=True)
class Counts:
    """Questions by what they are counted by, and images that have such a question."""

    questions: Counter[Key] = field(default_factory=Counter)
    images: Counter[Key] = field(default_factory=Counter)
    _last: set[Key] = field(default_factory=set)
    """What the last image has so far."""

    def add(self, image: Ints, columns: Sequence[_Coded], *, goes_on: bool) -> None:
        """Count rows, given the number of each one's image; the first may be the last of the rows before."""
        keys, values = _combined(columns)
        self.questions.update(dict(zip(values, _times(keys, values), strict=True)))
        has = _matrix(image, keys, values)
        self.images.update(dict(zip(values, has.sum(axis=0).tolist(), strict=True)))
        first, last = ({values[key] for key in np.flatnonzero(has[row])} for row in (0, -1))
        before = self._last if goes_on else set()
        self.images.subtract(dict.fromkeys(first & before, 1))
        self._last = last | before if len(has) == 1 else last


@dataclass(slots=True)
class SetCounts:
    """The counts of a set; `options` are questions by their wrong options, words those of all texts."""

    images: int = 0
    options: Counter[int] = field(default_factory=Counter)
    answers: set[str] = field(default_factory=set)
    question_words: int = 0
    answer_words: int = 0
    domains: Counter[str] = field(default_factory=Counter)
    groups: dict[str, Counts] = field(default_factory=lambda: {name: Counts() for name in GROUPS})
    _last: str = ""

    def add(self, table: pa.Table) -> None:
        """Count records, those of an image side by side."""
        coded = {name: _coded(table[name]) for name in _READ[:-2]} | {"rungs": _coded(_rungs(table))}
        images = coded["image_id"]
        image, goes_on = images.runs(), images.values[images.codes[0]] == self._last
        self._last = images.values[images.codes[-1]]
        self.images += int(image[-1]) + 1 - goes_on
        self.options.update(coded["n_distractors"].counted())
        self.answers.update(coded["answer"].values)
        self.question_words += coded["question"].words()
        self.answer_words += coded["answer"].words()
        self.domains.update(_domains(table))
        for name, columns in GROUPS.items():
            self.groups[name].add(image, [coded[column] for column in columns], goes_on=goes_on)


@dataclass(frozen=True, slots=True)
class _Coded:
    """A column as places in its different values."""

    codes: Ints
    values: list[Any]

    def counted(self) -> dict[Any, int]:
        return dict(zip(self.values, _times(self.codes, self.values), strict=True))

    def words(self) -> int:
        """Return how many words all texts have, with a space between two of them."""
        return int(sum(n * (text.count(" ") + 1) for text, n in self.counted().items()))

    def runs(self) -> Ints:
        """Return the number of each row's run of equal values."""
        return np.cumsum(np.diff(self.codes, prepend=self.codes[:1]) != 0)


def _times(codes: Ints, values: Sequence[Any]) -> list[int]:
    times: list[int] = np.bincount(codes, minlength=len(values)).tolist()
    return times


def _coded(column: pa.ChunkedArray | pa.Array) -> _Coded:
    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if not pa.types.is_dictionary(array.type):
        array = array.dictionary_encode(null_encoding="encode")
    return _Coded(array.indices.to_numpy().astype(np.int64), array.dictionary.to_pylist())


def _combined(columns: Sequence[_Coded]) -> tuple[Ints, list[Key]]:
    """Return several columns as places in the combinations of values that there are."""
    codes = columns[0].codes
    for column in columns[1:]:
        codes = codes * len(column.values) + column.codes
    times = np.bincount(codes)
    there = np.flatnonzero(times)
    places = np.zeros(len(times), np.int64)
    places[there] = np.arange(len(there))
    shape = [len(column.values) for column in columns]
    nth = zip(*np.unravel_index(there, shape), strict=True)
    keys = [tuple(c.values[n] for c, n in zip(columns, each, strict=True)) for each in nth]
    return places[codes], keys


def _matrix(owners: Ints, codes: Ints, values: Sequence[Any]) -> npt.NDArray[np.bool_]:
    """Return for each owner (from 0, in order) and each value whether it has that."""
    has = np.zeros((int(owners[-1]) + 1 if len(owners) else 0, len(values)), np.bool_)
    has[owners, codes] = True
    return has


def _domains(table: pa.Table) -> dict[str, int]:
    lists = table["domains"].combine_chunks()
    names = _coded(lists.flatten())
    has = _matrix(pc.list_parent_indices(lists).to_numpy(), names.codes, names.values)
    return dict(zip(names.values, has.sum(axis=0).tolist(), strict=True))


def _rungs(table: pa.Table) -> pa.Array:
    parts = table["sub_questions"].combine_chunks()
    named = pc.is_valid(parts.values.field("question_id")).to_numpy(zero_copy_only=False)
    before = np.concatenate([[0], np.cumsum(named)])[parts.offsets.to_numpy()]
    return pa.array(np.where(table["hops"].to_numpy() == 1, 1, np.diff(before)))


def count_set(paths: Sequence[Path]) -> SetCounts:
    """Count the records of a set's files."""
    counts = SetCounts()
    for path in paths:
        file = pq.ParquetFile(path, read_dictionary=list(_TEXTS))
        for group in range(file.num_row_groups):
            table = file.read_row_group(group, columns=_READ)
            if table.num_rows:
                counts.add(table)
    return counts
