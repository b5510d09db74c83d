"""Rows of the raw tables that speak of a range of images, and of which image each of them speaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

_REPEATED = {"image_id", "name", "key", "predicate"}
"""Columns that are read as places in an array of different texts."""


class Images(NamedTuple):
    """Some images in the order of their ids, each with its size and the input that it is taken from."""

    image_id: pa.Array
    width: pa.Array
    height: pa.Array
    input: pa.Array


class RawRows:
    """Reads tables by ranges of images, in any thread: of each file, those groups of rows that may have some.

    The files of a table have the same columns.
    """

    def __init__(self, files: Mapping[str, Sequence[Path]]) -> None:
        self._files = {name: [_File(path, pq.read_metadata(path)) for path in files[name]] for name in files}

    def of(self, table: str, images: Images) -> pa.Table:
        """Return the rows of a table that images take from their inputs; `image_id` is the image's place."""
        read = pa.concat_tables([file.near(images.image_id) for file in self._files[table]])
        place = _places(read["image_id"], images.image_id)
        taken = place.is_valid()
        if "input" in read.column_names:
            taken = pc.equal(read["input"].combine_chunks(), images.input.take(place))
        return read.set_column(0, "image_id", place).filter(taken)


class _File(NamedTuple):
    path: Path
    metadata: pq.FileMetaData

    def near(self, images: pa.Array) -> pa.Table:
        """Return groups of rows in which some of the images may be, in their order."""
        groups = [number for number in range(self.metadata.num_row_groups) if self._may_have(number, images)]
        repeated = sorted(_REPEATED & set(self.metadata.schema.names))
        with pq.ParquetFile(self.path, metadata=self.metadata, read_dictionary=repeated) as file:
            return file.read_row_groups(groups, use_threads=False)

    def _may_have(self, group: int, images: pa.Array) -> bool:
        told = self.metadata.row_group(group).column(0).statistics
        if not len(images) or told is None or not told.has_min_max:
            return len(images) > 0
        first, last = images[0].as_py(), images[-1].as_py()
        return bool(told.min <= last and first <= told.max)


def _places(column: pa.ChunkedArray, texts: pa.Array) -> pa.Array:
    """Return the place of each row's text among others; null if it is none of them."""
    found = [pc.index_in(chunk.dictionary, texts).take(chunk.indices) for chunk in column.chunks]
    return pa.concat_arrays([pa.array([], pa.int32()), *found])
