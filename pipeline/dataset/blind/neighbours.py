"""Nearest texts by TF-IDF over words and pairs of words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

_WORD = re.compile(r"[\w']+")
_SCALE, _FINE = 1_000, 20_000
"""Similarities are counted in thousandths, weights in twenty thousandths: sums of whole numbers are equal on
every machine. The square of the finer one fits into 32 bits."""
_COMMON = 64
"""What more than one in so many texts has is kept as a row of all texts: rows add up quicker than places."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A text's neighbour, by its place among the texts learnt, and its similarity in thousandths."""

    place: int
    similarity: int


def terms(text: str) -> Counter[str]:
    """Return how often a text has each of its words and pairs of neighbouring words, in lower case."""
    words = _WORD.findall(text.lower())
    return Counter(words) + Counter(map(" ".join, pairwise(words)))


class TextIndex:
    """Texts as vectors of unit length, to be asked for the nearest ones.

    A term's weight is its number times 1 + ln((1 + texts) / (1 + texts that have it)).
    """

    def __init__(self, texts: Sequence[str]) -> None:
        counted = [terms(text) for text in texts]
        self._size = len(texts)
        frequency = Counter(term for counts in counted for term in counts)
        self._weight = {term: 1 + log((1 + self._size) / (1 + n)) for term, n in frequency.items()}
        places: dict[str, list[int]] = {term: [] for term in frequency}
        values: dict[str, list[int]] = {term: [] for term in frequency}
        for place, counts in enumerate(counted):
            for term, value in self._vector(counts).items():
                places[term].append(place)
                values[term].append(value)
        self._rare = {
            term: (np.array(places[term], dtype=np.int64), np.array(values[term], dtype=np.int32))
            for term, n in frequency.items()
            if n * _COMMON < self._size
        }
        self._common = {
            term: _row(self._size, places[term], values[term]) for term in frequency if term not in self._rare
        }

    def _vector(self, counts: Counter[str]) -> dict[str, int]:
        """Return the weights of the terms that are known, in twenty thousandths."""
        known = {term: n * self._weight[term] for term, n in sorted(counts.items()) if term in self._weight}
        length = sqrt(sum(value * value for value in known.values())) or 1.0
        return {term: round(_FINE * value / length) for term, value in known.items()}

    def nearest(self, text: str, most: int) -> list[Neighbour]:
        """Return at most so many texts that share a term with the text, the nearest first."""
        scores, added = np.zeros(self._size, dtype=np.int32), np.empty(self._size, dtype=np.int32)
        for term, value in self._vector(terms(text)).items():
            if term in self._common:
                scores += np.multiply(self._common[term], value, out=added)
            else:
                places, values = self._rare[term]
                scores[places] += value * values
        near = np.rint(scores * (_SCALE / _FINE**2)).astype(np.int16)
        least = np.partition(near, -most)[-most] if most < self._size else 1
        found = np.flatnonzero(near >= max(least, 1))
        ranked = sorted((-int(near[place]), int(place)) for place in found)
        return [Neighbour(place, -similarity) for similarity, place in ranked[:most]]


def _row(size: int, places: Sequence[int], values: Sequence[int]) -> NDArray[np.int32]:
    row = np.zeros(size, dtype=np.int32)
    row[places] = values
    return row


def neighbours(learnt: Sequence[str], asked: Sequence[str], most: int) -> Iterator[tuple[str, str, int]]:
    """Yield (text, neighbour, place), the nearest in place 0; equally near ones come in the order given."""
    index = TextIndex(learnt)
    for text in asked:
        for place, neighbour in enumerate(index.nearest(text, most)):
            yield text, learnt[neighbour.place], place
