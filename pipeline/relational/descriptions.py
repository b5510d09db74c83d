"""Columns of what Visual Genome's files say of objects, worked out for many objects at once.

The rules are those of the reader in `sources.visual_genome`; what is not regular is odd, and left to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pipeline.relational.bulk import Flags, Ints, dictionary
from pipeline.sources.fields import LARGEST, name_of
from pipeline.sources.records import SynsetOf

_FACTOR, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)
"""What mixes the bits of a hash: an odd number whose bits look random, and by how many they are moved."""


class Words:
    """The texts of a file by number; 0 is the empty one. Each is looked at once, not once an object."""

    def __init__(self, synset_of: SynsetOf) -> None:
        self._synset_of = synset_of
        self._texts, self._numbers = [""], {"": 0}
        self._known: dict[str, tuple[int, int]] = {}

    def numbers(self, texts: pa.Array) -> Ints:
        """Return the number of each text; 0 for nulls."""
        distinct, places = _distinct(texts)
        return np.array([0, *map(self._number, distinct)], np.int64)[places]

    def names(self, written: pa.Array) -> tuple[Ints, Ints]:
        """Return the numbers of the names that texts come to, and of the synsets that these stand for."""
        distinct, places = _distinct(written)
        name, synset = np.array([(0, 0), *map(self._name, distinct)], np.int64)[places].T
        return name, synset

    def column(self, numbers: Ints) -> pa.Array:
        """Return texts by their numbers."""
        used = np.zeros(len(self._texts), np.bool_)
        used[numbers] = True
        texts = [self._texts[number] for number in np.flatnonzero(used)]
        return dictionary(np.cumsum(used)[numbers] - 1, pa.array(texts, pa.string()))

    def _number(self, text: str) -> int:
        number = self._numbers.setdefault(text, len(self._texts))
        if number == len(self._texts):
            self._texts.append(text)
        return number

    def _name(self, written: str) -> tuple[int, int]:
        if written not in self._known:
            name = name_of(written)
            self._known[written] = self._number(name), self._number(self._synset_of(name) if name else "")
        return self._known[written]


def _distinct(texts: pa.Array) -> tuple[list[str], Ints]:
    """Return the different texts, and the place of each row's among them from 1; 0 for nulls."""
    encoded = texts.dictionary_encode()
    return encoded.dictionary.to_pylist(), encoded.indices.fill_null(-1).to_numpy() + 1


@dataclass(frozen=True, slots=True)
class Things:
    """Descriptions of objects, a row each: ids, numbers of `Words`, and boxes in pixels.

    `place` tells where it stands: in its list, or in which image. Where `odd`, the other columns say nothing.
    """

    place: Ints
    object_id: Ints
    name: Ints
    other: Ints
    key: Ints
    x: Ints
    y: Ints
    w: Ints
    h: Ints
    odd: Flags

    def __len__(self) -> int:
        return len(self.place)

    def __iter__(self) -> Iterator[npt.NDArray[Any]]:
        """Yield the columns."""
        return (getattr(self, name) for name in self.__slots__)

    def those(self, rows: Flags | Ints) -> Things:
        """Return some of the rows."""
        if rows.dtype == np.bool_ and rows.all():
            return self
        return Things(*(column[rows] for column in self))

    def in_images(self, images: Ints) -> Things:
        """Return the rows with the row of the image in the place of the place in a list."""
        return replace(self, place=images[self.place])

    def once(self) -> Things:
        """Return the rows in another order, without those that are like the one before."""
        hashes = np.zeros(len(self), np.uint64)
        for column in self:
            hashes = (hashes ^ column.astype(np.uint64)) * _FACTOR
            hashes ^= hashes >> _SHIFT
        ordered = self.those(np.argsort(hashes))
        differs = np.ones(len(self), np.bool_)
        differs[1:] = np.logical_or.reduce([column[1:] != column[:-1] for column in ordered])
        return ordered.those(differs)


def both(one: Things, other: Things) -> Things:
    """Return the rows of both."""
    return Things(*(np.concatenate(columns) for columns in zip(one, other, strict=True)))


def things_of(parts: pa.StructArray, place: Ints, words: Words) -> Things:
    """Return what structs say of objects, none of which is null."""
    told = columns_of(parts)
    object_id, known = whole(told["object_id"].fill_null(told["id"]))
    (first, second), synsets, odd = _names(told, words)
    # The first synset of its own, else that of the first name that has one.
    own = words.numbers(told["synsets"].flatten())
    key = _else(_nth(told["synsets"], 0, own), *synsets)
    name, other = _else(first, second), np.where((first != 0) & (second != first), second, 0)
    box, boxed = _box(told)
    odd |= ~known | ~boxed | (name == 0) | _has_null(told["merged_object_ids"])
    x, y, w, h = box
    return Things(place, object_id, name, other, key, x, y, w, h, odd)


def columns_of(parts: pa.StructArray) -> dict[str, pa.Array]:
    """Return the fields of structs by name."""
    return dict(zip((field.name for field in parts.type), parts.flatten(), strict=True))


def whole(numbers: pa.Array) -> tuple[Ints, Flags]:
    """Return numbers, 0 for nulls, and which are none."""
    return np.array(numbers.fill_null(0)), valid(numbers)


def valid(column: pa.Array) -> Flags:
    """Return which rows are not null."""
    return np.array(column.is_valid())


def rows_of(lists: pa.ListArray) -> Ints:
    """Return the row of each item of lists."""
    return np.repeat(np.arange(len(lists)), _lengths(lists))


def _lengths(lists: pa.ListArray) -> Ints:
    return np.array(lists.value_lengths().fill_null(0), np.int64)


def _nth(lists: pa.ListArray, place: int, items: Ints) -> Ints:
    """Return what stands for the item of each list at a place; 0 beyond its end. `items` are those of all."""
    lengths = _lengths(lists)
    found, long = np.zeros(len(lists), np.int64), lengths > place
    found[long] = items[(np.cumsum(lengths) - lengths)[long] + place]
    return found


def _else(first: Ints, *others: Ints) -> Ints:
    """Return in each row the first number that is not 0."""
    for other in others:
        first = np.where(first != 0, first, other)
    return first


def _names(told: dict[str, pa.Array], words: Words) -> tuple[list[Ints], list[Ints], Flags]:
    """Return the first and second name of each object, their synsets, and which objects have more names."""
    name, synset = words.names(told["name"])
    none = np.zeros(len(name), np.int64)
    names, synsets, more = [name, none], [synset, none], np.zeros(len(name), np.bool_)
    for lists in (told["object_names"], told["names"]):
        given = valid(lists)
        of_all = words.names(lists.flatten()) if given.any() else ()
        for of_items, found in zip(of_all, (names, synsets), strict=False):
            found[:] = [np.where(given, _nth(lists, nth, of_items), found[nth]) for nth in (0, 1)]
        more = np.where(given, _lengths(lists) > 2, more)
    return names, synsets, more


def _box(told: dict[str, pa.Array]) -> tuple[list[Ints], Flags]:
    """Return boxes cut at the image's corner, and which are whole pixels with something left."""
    sides = {side: told[side].fill_null(np.nan).to_numpy() for side in "xywh"}
    regular = np.logical_and.reduce(
        [(abs(side) <= LARGEST) & (side == np.rint(side)) for side in sides.values()]
    )
    x, y, w, h = (np.where(regular, side, 0).astype(np.int64) for side in sides.values())
    w, h = w + np.minimum(x, 0), h + np.minimum(y, 0)
    return [np.maximum(x, 0), np.maximum(y, 0), w, h], regular & (w > 0) & (h > 0)


def _has_null(lists: pa.ListArray) -> Flags:
    found = np.zeros(len(lists), np.bool_)
    found[rows_of(lists)[~valid(lists.flatten())]] = True
    return found
