"""Visual Genome's large files read by the engine: as the reader in `sources` does, many times as fast.

The engine parses a file, some thousand records at a time, and what is regular becomes columns. Single objects
and relationships that are not go to the reader in Python, which knows what is wrong with them, and so does a
whole file that the engine cannot read or that has records of another form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pipeline.base.errors import InputError
from pipeline.relational.bulk import Bulk, BulkTables, Flags, Ints, dictionary
from pipeline.relational.descriptions import (
    Seen,
    Things,
    Words,
    both,
    columns_of,
    rows_of,
    things_of,
    valid,
    whole,
)
from pipeline.relational.engine import Engine, UnreadableError
from pipeline.relational.image_data import IMAGE_COLUMNS, ImageData
from pipeline.sources.json_stream import iter_json_array
from pipeline.sources.records import Record, Rejected
from pipeline.sources.visual_genome import EXPECTED, VisualGenomeFile, form_of

_THING = (
    "STRUCT(object_id BIGINT, id BIGINT, names VARCHAR[], object_names VARCHAR[], name VARCHAR,"
    " synsets VARCHAR[], x DOUBLE, y DOUBLE, w DOUBLE, h DOUBLE, merged_object_ids BIGINT[])"
)
_PARTS = {
    "objects": _THING,
    "attributes": _THING,
    "relationships": f"STRUCT(predicate VARCHAR, subject {_THING}, object {_THING},"
    " subject_id BIGINT, object_id BIGINT)",
}
"""What the lists in a file's records hold."""

_ORIGINS = {"objects": 0, "attributes": 1, "relationships": 2}
"""What descriptions in each list count: `ObjectRecord.origin`."""

_LISTS = {**{name: (name,) for name in _PARTS}, "scene_graphs": ("objects", "relationships")}
"""The lists that files of each form have."""

_AT_A_TIME = 4_096
"""Records that are worked on together."""

_STEPS_AHEAD = 2
"""Batches of objects that are read, at most, to find those that a batch of relationships is between."""


def read_in_bulk(
    sources: Sequence[VisualGenomeFile],
    folder: Path,
    engine: Engine,
    position: int,
    stop: Event | None = None,
) -> dict[Path, Bulk | None]:
    """Return what files of one input say, their tables in `folder`; None for those to be read in Python.

    The files have one `synset_of`. Ends of relationships that only repeat what an object's own record says
    are left out where objects.json has its images in the same order. Inputs may be read at the same time, in
    threads of their own, which end soon after `stop` is set.
    """
    words, stop = Words(sources[0].synset_of), stop or Event()
    files = [
        _File(source, folder / f"{position}-{source.path.name}", engine, position, words, stop)
        for source in sources
    ]
    first = next((file for file in files if file.form == "objects"), None)
    for file in files:
        if first and file.form == "relationships":
            first.seen, file.before = Seen(), first
    for file in sorted(files, key=lambda file: file is first):
        for _ in file.steps:
            pass
    return {file.source.path: file.bulk for file in files}


class _File:
    """A file that is read step by step; `before` is one whose objects its relationships may be between."""

    def __init__(
        self,
        source: VisualGenomeFile,
        folder: Path,
        engine: Engine,
        position: int,
        words: Words,
        stop: Event,
    ) -> None:
        self.source, self.form = source, _form(source.path)
        self.seen: Seen | None = None
        self.before: _File | None = None
        self.bulk: Bulk | None = None
        self._folder, self._engine, self._position = folder, engine, position
        self._words, self._stop = words, stop
        self.steps = self._read()

    def _read(self) -> Iterator[None]:
        """Read some records at each step, and set `bulk` at the end of the last."""
        if not self.form:
            return
        of_images, lists = self.form == "image_data", _LISTS.get(self.form, ())
        columns = {"image_id": "BIGINT", "id": "BIGINT", **{name: f"{_PARTS[name]}[]" for name in lists}}
        columns = IMAGE_COLUMNS if of_images else columns
        batches = self._engine.read_json(self.source.path, columns, at_a_time=_AT_A_TIME)
        try:
            with BulkTables(self._folder, self._position) as tables:
                parts = _Reading(self.source, lists, tables, self._words)
                reading = ImageData(tables) if of_images else parts
                for batch in _ahead(batches):
                    seen = self.before.seen_up_to(batch) if self.before else self.seen
                    if self._stop.is_set() or not reading.add(batch, seen):
                        return
                    yield
                self.bulk = reading.bulk()
        except UnreadableError:
            return

    def seen_up_to(self, batch: pa.RecordBatch) -> Seen | None:
        """Return the objects seen last, after some steps to the last image of a batch, if it is near."""
        last = _numbers(batch)[len(batch) - 1].as_py()
        for _ in range(_STEPS_AHEAD):
            if self.seen and not self.seen.has(last):
                next(self.steps, None)
        return self.seen


def _ahead(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield batches, the next of which is read in the meantime."""
    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(next, batches, None)
        while (batch := coming.result()) is not None:
            coming = pool.submit(next, batches, None)
            yield batch


def _numbers(batch: pa.RecordBatch) -> pa.Array:
    """Return the number of each record's image."""
    return batch["image_id"].fill_null(batch["id"])


def _form(path: Path) -> str:
    """Return the form of a file's first record; empty if it has none, or is broken there."""
    try:
        return next((form_of(record) or "" for _, record in iter_json_array(path, expected=EXPECTED)), "")
    except InputError:
        return ""


class _Images(NamedTuple):
    """Numbers and ids of the images of some records, and the row of each part of a list among them."""

    numbers: Ints
    ids: pa.Array
    rows: Ints


class _Reading:
    """Puts a file's records into tables."""

    def __init__(
        self, source: VisualGenomeFile, lists: tuple[str, ...], tables: BulkTables, words: Words
    ) -> None:
        self._source, self._lists, self._tables, self._words = source, lists, tables, words
        self._seen: Seen | None = None
        self._rows, self._others = 0, list[Record]()

    def bulk(self) -> Bulk:
        """Return what was read."""
        return Bulk(self._tables.paths, self._rows, self._others)

    def add(self, batch: pa.RecordBatch, seen: Seen | None) -> bool:
        """Add some records; False if one has no image or lacks a list, or a list holds a null.

        `seen` is told of objects, and is asked whether ends of relationships repeat them.
        """
        self._seen, numbers = seen, _numbers(batch)
        lists = [batch[name] for name in self._lists]
        if numbers.null_count or any(parts.null_count or parts.flatten().null_count for parts in lists):
            return False
        ids = pc.binary_join_element_wise("VG_", numbers.cast(pa.string()), "")
        empty = np.logical_and.reduce([parts.value_lengths().to_numpy() == 0 for parts in lists])
        for image in ids.filter(pa.array(empty)).to_pylist():
            self._others.append(Rejected("annotate", image, "", "image_without_objects"))
        for name, parts in zip(self._lists, lists, strict=True):
            add = self._add_relationships if name == "relationships" else self._add_objects
            add(name, parts.flatten(), _Images(np.array(numbers), ids, rows_of(parts)))
        return True

    def _add_objects(self, name: str, parts: pa.StructArray, images: _Images) -> None:
        things = things_of(parts, np.arange(len(parts)), self._words)
        self._leave(name, parts, images, things.odd)
        self._add_things(things, images, things.odd, _ORIGINS[name])
        self._add_merged(parts, things, images, things.odd)

    def _add_relationships(self, name: str, parts: pa.StructArray, images: _Images) -> None:
        told = columns_of(parts)
        odd = _is_blank(told["predicate"])
        ends, ids = [], []
        for role in ("subject", "object"):
            place = np.flatnonzero(valid(told[role]))
            described = told[role].drop_null()
            things = things_of(described, place, self._words)
            odd[place[things.odd]] = True
            identity, known = whole(told[f"{role}_id"])
            identity[place], known[place] = things.object_id, True
            odd |= ~known
            ends.append((described, things))
            ids.append(identity)
        self._leave(name, parts, images, odd)
        self._add_things(both(ends[0][1], ends[1][1]), images, odd, _ORIGINS[name])
        for described, things in ends:
            self._add_merged(described, things, images, odd)
        self._add_relations(told["predicate"], ids, images, odd)

    def _leave(self, name: str, parts: pa.StructArray, images: _Images, odd: Flags) -> None:
        """Give what is odd to the reader in Python."""
        for place in np.flatnonzero(odd):
            image = images.ids[images.rows[place]].as_py()
            self._others += self._source.part(name, _told(parts[place].as_py()), image)

    def _add_things(self, things: Things, images: _Images, odd: Flags, origin: int) -> None:
        """Write what is said of objects; ends of relationships say the same of one many times."""
        regular = things.those(~odd[things.place]).in_images(images.rows)
        self._rows += len(regular)
        once = regular
        if origin == _ORIGINS["relationships"]:
            if self._seen:
                once = once.those(~self._seen.repeats(once.in_images(images.numbers)))
            once = once.once()
        elif self._seen:
            self._seen.add(once.in_images(images.numbers))
        named = once.those(once.other != 0)
        column = self._words.column
        self._tables.write(
            "raw_objects",
            dictionary(once.place, images.ids),
            pa.array(once.object_id).cast(pa.string()),
            *(column(once.name), column(once.key), once.x, once.y, once.w, once.h),
            origin,
        )
        identity = pa.array(named.object_id).cast(pa.string())
        self._tables.write("raw_names", dictionary(named.place, images.ids), identity, column(named.other))

    def _add_merged(self, parts: pa.StructArray, things: Things, images: _Images, odd: Flags) -> None:
        merged = columns_of(parts)["merged_object_ids"]
        rows = rows_of(merged)
        kept = ~odd[things.place[rows]]
        rows = rows[kept]
        old, new = merged.flatten().filter(pa.array(kept)), pa.array(things.object_id[rows])
        self._rows += len(rows)
        image = dictionary(images.rows[things.place[rows]], images.ids)
        self._tables.write("raw_merged", image, old.cast(pa.string()), new.cast(pa.string()))

    def _add_relations(self, predicate: pa.Array, ids: list[Ints], images: _Images, odd: Flags) -> None:
        kept = ~odd
        subject, target = (pa.array(identity[kept]).cast(pa.string()) for identity in ids)
        told = predicate.filter(pa.array(kept)).dictionary_encode()
        self._rows += len(told)
        self._tables.write("raw_relations", dictionary(images.rows[kept], images.ids), subject, told, target)


def _is_blank(texts: pa.Array) -> Flags:
    """Return which texts are null or nothing but white space."""
    told = texts.dictionary_encode()
    blank = np.array([*(not text.strip() for text in told.dictionary.to_pylist()), True], np.bool_)
    rows: Flags = blank[told.indices.fill_null(len(blank) - 1).to_numpy()]
    return rows


def _told(value: Any) -> Any:
    """Return a part as its file has it, without the columns that it does not speak of."""
    if isinstance(value, dict):
        return {key: _told(inner) for key, inner in value.items() if inner is not None}
    return int(value) if isinstance(value, float) and value.is_integer() else value
