"""Columns of what Visual Genome's files say of objects, worked out for many objects at once.

The rules are those of the reader in `sources.visual_genome`; what is not regular is odd, and left to it.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pipeline.relational.bulk import Flags, Ints, dictionary
from pipeline.sources.fields import LARGEST, name_of
from pipeline.sources.records import SynsetOf

_FACTOR, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)
"""What mixes the bits of a hash: an odd number whose bits look random, and by how many they are moved."""

_HALF = 32
"""Bits that numbers of texts and pixels fit in."""

_REMEMBERED = 3
"""Batches of descriptions that are remembered: files with one order of images are never far apart."""


class Words:
    """The texts of a file by number; 0 is the empty one. Each is looked at once, not once an object."""

    def __init__(self, synset_of: SynsetOf) -> None:
        self._synset_of = synset_of
        self._numbers, self._texts = {"": 0}, pa.array([""], pa.string())
        self._plain = _Known(lambda text: (self._number(text),))
        self._written = _Known(self._name)

    def numbers(self, texts: pa.Array) -> Ints:
        """Return the number of each text; 0 for nulls."""
        return self._plain.of(texts)[0]

    def names(self, written: pa.Array) -> Sequence[Ints]:
        """Return the numbers of the names that texts come to, and of the synsets that these stand for."""
        return self._written.of(written)

    def column(self, numbers: Ints) -> pa.Array:
        """Return texts by their numbers."""
        new = [*itertools.islice(self._numbers, len(self._texts), None)]
        self._texts = pa.concat_arrays([self._texts, pa.array(new, pa.string())])
        used = np.zeros(len(self._texts), np.bool_)
        used[numbers] = True
        return dictionary((np.cumsum(used) - 1)[numbers], self._texts.filter(pa.array(used)))

    def _number(self, text: str) -> int:
        return self._numbers.setdefault(text, len(self._numbers))

    def _name(self, written: str) -> tuple[int, int]:
        name = name_of(written)
        return self._number(name), self._number(self._synset_of(name) if name else "")


class _Known:
    """Numbers that stand for texts, found out once a text."""

    def __init__(self, numbers_of: Callable[[str], tuple[int, ...]]) -> None:
        self._numbers_of = numbers_of
        self._texts, self._numbers = pa.array([""], pa.string()), np.array([numbers_of("")])

    def of(self, texts: pa.Array) -> Sequence[Ints]:
        """Return the numbers of each text; those of the empty one for nulls."""
        if texts.null_count == len(texts):
            return [np.full(len(texts), number) for number in self._numbers[0]]
        encoded = texts.dictionary_encode()
        places = np.array(pc.index_in(encoded.dictionary, self._texts).fill_null(-1), np.int64)
        new = encoded.dictionary.filter(pa.array(places < 0))
        if len(new):
            places[places < 0] = np.arange(len(new)) + len(self._texts)
            self._texts = pa.concat_arrays([self._texts, new])
            more = np.array([self._numbers_of(text) for text in new.to_pylist()])
            self._numbers = np.concatenate([self._numbers, more])
        distinct = self._numbers[np.append(places, 0)]
        # What is null is looked up behind the last one.
        rows = encoded.indices.fill_null(len(distinct) - 1).to_numpy()
        return [column[rows] for column in np.ascontiguousarray(distinct.T)]


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
        """Return the rows in another order, without those that are like another one."""
        columns = self.packed()
        hashes = np.zeros(len(self), np.uint64)
        for column in columns:
            hashes = (hashes ^ column.view(np.uint64)) * _FACTOR
            hashes ^= hashes >> _SHIFT
        order = np.argsort(hashes)
        differs = np.zeros(len(self), np.bool_)
        for column in columns:
            ordered = column[order]
            differs[1:] |= ordered[1:] != ordered[:-1]
        differs[:1] = True
        return self.those(order[differs])

    def packed(self) -> list[Ints]:
        """Return columns that hold what all but `odd` hold."""
        pairs = ((self.name, self.key), (self.x, self.y), (self.w, self.h))
        return [self.place, self.object_id, self.other, *(high << _HALF | low for high, low in pairs)]

    def located(self) -> Ints:
        """Return numbers that hardly any two objects share; those of near ones are near each other."""
        return (self.place << _HALF) + self.object_id


class Seen:
    """Descriptions of the objects of the images that were read last."""

    def __init__(self) -> None:
        self._batches: deque[_Batch] = deque(maxlen=_REMEMBERED)

    def add(self, things: Things) -> None:
        """Add descriptions whose `place` is the number of the image; further names do not count."""
        columns = replace(things, other=np.zeros(len(things), np.int64)).packed()
        located = things.located()
        order = np.argsort(located)
        self._batches.appendleft(_Batch(located[order], [column[order] for column in columns]))

    def has(self, image: int) -> bool:
        """Whether anything of an image was seen last."""
        return any((batch.columns[0] == image).any() for batch in self._batches)

    def repeats(self, things: Things) -> Flags:
        """Return which descriptions say nothing that was not said in those seen last, or nearly all of them.

        Where one object was described in several ways, a description is compared with one of these.
        """
        columns, located = things.packed(), things.located()
        found = np.zeros(len(things), np.bool_)
        for batch in self._batches:
            left = np.flatnonzero(~found)
            if len(batch.located) and len(left):
                places = np.minimum(np.searchsorted(batch.located, located[left]), len(batch.located) - 1)
                pairs = zip(columns, batch.columns, strict=True)
                found[left] = np.logical_and.reduce([own[left] == other[places] for own, other in pairs])
        return found


class _Batch(NamedTuple):
    located: Ints
    columns: list[Ints]


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
