"""What images show: objects, their names, keys and relations, worked out in columns for a range of images.

Rows are in the order of what tells them apart, and texts in that of their bytes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pipeline.relational.bulk import Flags, Ints
from pipeline.relational.raw_rows import Images, RawRows

MERGED = "merged"
"""The table of ids that went into other ones, each once and in order: SQL file annotate_merged."""

REJECTED = "annotate_rejected"

_OF_MERGED = 10
"""Descriptions of merged objects count after those of the object that they became part of: `origin` grows."""

_BOX = ("x", "y", "w", "h")


def contents_of(raw: RawRows, images: Images) -> dict[str, pa.Table]:
    """Return the tables of some images, and what these leave out; what is left out is in no order."""
    objects, named, told, merged = (
        raw.of(name, images) for name in ("raw_objects", "raw_names", "raw_relations", MERGED)
    )
    places = [
        *((objects, "object_id"), (named, "object_id"), (told, "subject_id"), (told, "object_id")),
        *((merged, "old_id"), (merged, "object_id")),
    ]
    ids, found = _coded(*(rows[column] for rows, column in places))
    keys = _Keys(images.image_id, ids)
    own, *others, old, new = (
        keys.of(rows, numbers) for (rows, _), numbers in zip(places, found, strict=True)
    )
    thing, bearer, subject, target = (_moved(key, old, new) for key in (own, *others))
    names, (name, more) = _coded(objects["name"], named["name"])
    links, (link,) = _coded(objects["key"])
    best, number = _best(thing, name, link, _judged(objects, thing != own), keyless=_empty(links))
    chosen = _Chosen(thing[best], name[best], link[best], *_cut(objects.take(pa.array(best)), images))
    # Further names are only of objects that are described.
    named_number = np.append(number, np.searchsorted(chosen.key, bearer))
    relations, left_out = _relations(keys, told, subject, target, chosen.key[~chosen.outside])
    return {
        "objects": chosen.table(keys, names, links),
        "names": _borne("name", keys, chosen.key, named_number, np.append(name, more), names),
        "keys": _borne("key", keys, chosen.key, number, link, links),
        "relations": relations,
        REJECTED: pa.concat_tables([left_out, *_unseen(keys, chosen)]),
    }


class _Keys(NamedTuple):
    """Numbers for objects, each told by its image and its id, in the order of these."""

    images: pa.Array
    ids: pa.Array

    def of(self, rows: pa.Table, numbers: Ints) -> Ints:
        """Return the key of the object that each row speaks of; `numbers` are places in `ids`."""
        return np.array(rows["image_id"], np.int64) * len(self.ids) + numbers

    def columns(self, *keys: Ints) -> list[pa.Array]:
        """Return the image of objects, and their ids; further objects are of the same images."""
        image = self.images.take(pa.array(keys[0] // max(len(self.ids), 1)))
        return [image, *(self.ids.take(pa.array(key % max(len(self.ids), 1))) for key in keys)]


class _Chosen(NamedTuple):
    """An object a row, with its best description; `outside` if its box lies beyond the image's edge."""

    key: Ints
    name: Ints
    link: Ints
    box: list[pa.Array]
    outside: Flags

    def table(self, keys: _Keys, names: pa.Array, links: pa.Array) -> pa.Table:
        """Return the objects that are in their image."""
        inside = ~self.outside
        texts = names.take(pa.array(self.name[inside])), links.take(pa.array(self.link[inside]))
        box = [side.filter(pa.array(inside)) for side in self.box]
        columns = [*keys.columns(self.key[inside]), *texts, *box]
        return pa.table(columns, ["image_id", "object_id", "name", "key", *_BOX])


def _coded(*columns: pa.ChunkedArray) -> tuple[pa.Array, list[Ints]]:
    """Return the different texts of some columns, and the place of each row's text among them."""
    chunks = [chunk for column in columns for chunk in column.chunks]
    told = pa.chunked_array(chunks, columns[0].type)
    encoded = told.unify_dictionaries() if pa.types.is_dictionary(told.type) else told.dictionary_encode()
    texts = encoded.chunk(0).dictionary if encoded.num_chunks else pa.array([], pa.string())
    order = pc.sort_indices(texts)
    ranks = np.empty(len(order), np.int64)
    ranks[np.array(order)] = np.arange(len(order))
    ends = np.cumsum([len(column) for column in columns])
    indices = np.concatenate([np.empty(0, np.int32), *(np.array(chunk.indices) for chunk in encoded.chunks)])
    return texts.take(order), np.split(ranks[indices], ends[:-1])


def _empty(texts: pa.Array) -> int:
    """Return the place of the empty text in an order of texts; -1 if it is not there."""
    return 0 if len(texts) and not texts[0].as_py() else -1


def _moved(keys: Ints, old: Ints, new: Ints) -> Ints:
    """Return the keys of objects after merging; `old` are in order."""
    return np.where(_among(keys, old), new[_place(keys, old)], keys) if len(old) else keys


def _place(keys: Ints, ordered: Ints) -> Ints:
    """Return where keys would be in others, at most the last place."""
    return np.minimum(np.searchsorted(ordered, keys), len(ordered) - 1)


def _among(keys: Ints, ordered: Ints) -> Flags:
    """Return which keys are among others."""
    if not len(ordered):
        return np.zeros(len(keys), np.bool_)
    found: Flags = ordered[_place(keys, ordered)] == keys
    return found


def _begins(*columns: Ints) -> Flags:
    """Return which rows are unlike the one before."""
    differs = np.ones(len(columns[0]), np.bool_)
    if len(differs):
        differs[1:] = np.logical_or.reduce([column[1:] != column[:-1] for column in columns])
    return differs


def _judged(objects: pa.Table, merged: Flags) -> pa.Table:
    """Return what descriptions are judged by beside their texts."""
    origin = pc.add(objects["origin"], pa.array(merged * _OF_MERGED, pa.int32()))
    return objects.select(_BOX).add_column(0, "origin", origin)


def _best(thing: Ints, name: Ints, link: Ints, judged: pa.Table, *, keyless: int) -> tuple[Ints, Ints]:
    """Return the row of each object's best description, and which of these objects each row describes."""
    order = np.argsort(thing)
    begins = _begins(thing[order])
    several = ~(begins & np.append(begins[1:], True))[: len(order)]
    rows = order[several]
    if len(rows):
        of_rows = judged.take(pa.array(rows))
        ranks = {
            "thing": thing[rows],
            "origin": of_rows["origin"],
            "keyless": link[rows] == keyless,
            "name": name[rows],
            "key": link[rows],
            **{side: of_rows[side] for side in _BOX},
        }
        by = [(rank, "ascending") for rank in ranks]
        order[several] = rows[np.array(pc.sort_indices(pa.table(ranks), sort_keys=by))]
    number = np.empty(len(order), np.int64)
    number[order] = np.cumsum(begins) - 1
    return order[begins], number


def _cut(objects: pa.Table, images: Images) -> tuple[list[pa.Array], Flags]:
    """Return boxes cut at the edge of images whose size is known, and which lie beyond it."""
    x, y, w, h = (objects[side].combine_chunks() for side in _BOX)
    image = objects["image_id"].combine_chunks()
    width, height = images.width.take(image), images.height.take(image)
    outside = np.zeros(len(objects), np.bool_)
    cut = []
    for corner, side, size in ((x, w, width), (y, h, height)):
        left = pc.subtract(size, corner)
        cut.append(pc.if_else(pc.less(left, side).fill_null(False), left, side))
        outside |= np.array(pc.greater_equal(corner, size).fill_null(False))
    return [x, y, *cut], outside


def _borne(column: str, keys: _Keys, things: Ints, number: Ints, text: Ints, texts: pa.Array) -> pa.Table:
    """Return which texts objects bear, each once; `number` tells the object that bears a text."""
    given = text != _empty(texts)
    pairs = np.sort(number[given] * len(texts) + text[given])
    number, text = np.divmod(pairs[_begins(pairs)], max(len(texts), 1))
    columns = [*keys.columns(things[number]), texts.take(pa.array(text))]
    return pa.table(columns, ["image_id", "object_id", column])


def _relations(
    keys: _Keys, told: pa.Table, subject: Ints, target: Ints, known: Ints
) -> tuple[pa.Table, pa.Table]:
    """Return relations between two different objects that are `known`, each once, and what is left out."""
    predicates, (predicate,) = _coded(told["predicate"])
    order = np.lexsort((target, predicate, subject))
    subject, predicate, target = subject[order], predicate[order], target[order]
    begins = np.flatnonzero(_begins(subject, predicate, target))
    again = np.repeat(begins, np.diff(begins, append=len(order)) - 1)
    itself = subject[begins] == target[begins]
    kept = ~itself & _among(subject[begins], known) & _among(target[begins], known)
    rows = np.concatenate([begins[~kept], again])
    codes = np.concatenate([itself[~kept], np.full(len(again), 2)])
    code = pa.array(["relation_end_unknown", "relation_to_itself", "relation_repeated"]).take(pa.array(codes))
    image, one, other = keys.columns(subject[rows], target[rows])
    place = pc.binary_join_element_wise("relation of ", one, " to ", other, "")
    left_out = _left_out(image, place, code, predicates.take(pa.array(predicate[rows])))
    rows = begins[kept]
    image, one, other = keys.columns(subject[rows], target[rows])
    columns = [image, one, predicates.take(pa.array(predicate[rows])), other]
    return pa.table(columns, ["image_id", "subject_id", "predicate", "object_id"]), left_out


def _unseen(keys: _Keys, chosen: _Chosen) -> list[pa.Table]:
    """Return the objects that lie beyond their image's edge, and the images that show none."""
    image, identity = keys.columns(chosen.key[chosen.outside])
    place = pc.binary_join_element_wise("object ", identity, "")
    full = np.zeros(len(keys.images), np.bool_)
    full[chosen.key[~chosen.outside] // max(len(keys.ids), 1)] = True
    bare = keys.images.filter(pa.array(~full))
    return [
        _left_out(image, place, "box_outside_image", ""),
        _left_out(bare, "", "image_without_objects", ""),
    ]


def _left_out(image: pa.Array, *told: pa.Array | str) -> pa.Table:
    """Return rows of the list of what is left out; a text is that of all rows."""
    columns = ("annotate", image, *told)
    rows = [pa.repeat(column, len(image)) if isinstance(column, str) else column for column in columns]
    return pa.table(rows, ["stage", "origin", "place", "code", "detail"])
