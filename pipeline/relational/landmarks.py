"""Tables of landmark images read in columns: as the reader in `sources` does, many times as fast."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from pipeline.base.errors import InputError
from pipeline.base.files import DAMAGED, open_binary, tsv_cells
from pipeline.relational.bulk import Bulk, BulkTables, Flags, Ints
from pipeline.sources.landmarks import (
    COMMONS_COLUMNS,
    LANDMARK_OBJECT,
    CommonsTable,
    file_of,
    row_fault,
    url_of,
)
from pipeline.sources.records import COMMONS, Record

_ITEM = "^Q[1-9][0-9]*$"
_PLAIN = "(?:[A-Za-z0-9_.~/-]|%20)"
_FILE = f"^{_PLAIN}(?:(?:{_PLAIN}| )*{_PLAIN})?$"
"""Cells in which nothing is to be mended, and names of files that need no quoting but for their spaces."""

_AT_A_TIME = 20_000
"""Images that are written together; they are in order, so that ranges of them are read without the others."""

_FIRST_LINE = 2


class _Rows(NamedTuple):
    """The rows of a table: their lines, items, names of files, and the addresses of these."""

    line: Ints
    item: pa.Array
    file: pa.Array
    url: pa.Array


def read_landmarks(source: CommonsTable, folder: Path, position: int) -> Bulk | None:
    """Return what a table says, its tables in `folder`; None if it must be read in Python as a whole."""
    cells = _cells(source.path)
    if cells is None:
        return None
    rows, others = _mended(source, *cells)
    number, again = _numbered(rows)
    for place in np.flatnonzero(again):
        row = rows.item[place].as_py(), rows.file[place].as_py()
        others.append(source.refused(int(rows.line[place]), row))
    ids = pc.binary_join_element_wise("Commons_", rows.item, "")
    more = pc.binary_join_element_wise(ids, pa.array(number).cast(pa.string()), "-")
    ids = pc.if_else(pa.array(number > 1), more, ids)
    order = np.array(pc.sort_indices(ids))
    kept = order[~again[order]]
    with BulkTables(folder / f"{position}-{source.path.name}", position) as tables:
        for start in range(0, len(kept), _AT_A_TIME):
            some = pa.array(kept[start : start + _AT_A_TIME])
            image, item, file, url = (column.take(some) for column in (ids, rows.item, rows.file, rows.url))
            photo = pc.binary_join_element_wise("file:", file, "")
            tables.write("raw_images", image, COMMONS, url, photo, None, None)
            tables.write("raw_objects", image, LANDMARK_OBJECT, "", item, None, None, None, None, 0)
    return Bulk(tables.paths, 2 * len(kept), others)


def _cells(path: Path) -> tuple[_Rows, list[int]] | None:
    """Return items and files as they are written, and the lines of rows of another length.

    None if the table is not one of plain lines, or not sound.
    """
    broken: list[int] = []
    try:
        header, _ = tsv_cells(path, COMMONS_COLUMNS)
        if len(set(header)) < len(header) or _has_returns(path):
            return None
        with open_binary(path) as stream:
            table = _read(stream, header, broken)
    except (InputError, pa.ArrowInvalid, UnicodeDecodeError, *DAMAGED):
        return None
    count = len(table) + len(broken)
    line = np.delete(np.arange(count), np.array(broken, np.int64) - _FIRST_LINE) + _FIRST_LINE
    item, file = (column.combine_chunks() for column in table.columns)
    return _Rows(line, item, file, file), broken


def _has_returns(path: Path) -> bool:
    """Whether a line may end in another way than by a line feed."""
    with open_binary(path) as stream:
        return any(b"\r" in piece for piece in iter(lambda: stream.read(1 << 20), b""))


def _read(stream: BinaryIO, header: Sequence[str], broken: list[int]) -> pa.Table:
    """Return the columns of a table; the lines of rows that have other ones are added to `broken`."""

    def skipped(row: Any) -> str:
        broken.append(row.number)
        return "skip"

    return csv.read_csv(
        stream,
        # Only a single thread knows the numbers of lines.
        read_options=csv.ReadOptions(use_threads=False, skip_rows=1, column_names=header),
        parse_options=csv.ParseOptions(
            delimiter="\t",
            quote_char=False,
            double_quote=False,
            ignore_empty_lines=False,
            invalid_row_handler=skipped,
        ),
        convert_options=csv.ConvertOptions(
            column_types=dict.fromkeys(header, pa.string()), strings_can_be_null=False
        ),
    ).select(COMMONS_COLUMNS)


def _mended(source: CommonsTable, told: _Rows, broken: Sequence[int]) -> tuple[_Rows, list[Record]]:
    """Return the rows that show a landmark, with names as they are meant, and what is refused."""
    plain = np.array(
        pc.and_(pc.match_substring_regex(told.item, _ITEM), pc.match_substring_regex(told.file, _FILE))
    )
    odd = np.flatnonzero(~plain)
    cells = zip(told.item.take(odd).to_pylist(), told.file.take(odd).to_pylist(), strict=True)
    mended = [(item.strip(), file_of(file)) for item, file in cells]
    kept, others = plain.copy(), list[Record](source.refused(line, ("", "")) for line in broken)
    for place, row in zip(odd, mended, strict=True):
        kept[place] = not row_fault(row)
        others += [] if kept[place] else [source.refused(int(told.line[place]), row)]
    mask = pa.array(~plain)
    item = pc.replace_with_mask(told.item, mask, pa.array([row[0] for row in mended], pa.string()))
    named = pc.replace_substring(pc.replace_substring(told.file, "%20", "_"), " ", "_")
    file = pc.replace_with_mask(named, mask, pa.array([row[1] for row in mended], pa.string()))
    urls = pa.array([url_of(file) for _, file in mended], pa.string())
    url = pc.replace_with_mask(pc.binary_join_element_wise(url_of(""), named, ""), mask, urls)
    columns = (column.filter(pa.array(kept)) for column in (item, file, url))
    return _Rows(told.line[kept], *columns), others


def _numbered(rows: _Rows) -> tuple[Ints, Flags]:
    """Return the place of each row's file among those of its item, from 1, and which rows come again."""
    item, file = (
        np.array(column, np.int64) for column in (_codes(rows.item), pc.rank(rows.file, tiebreaker="dense"))
    )
    order = np.lexsort((file, item))
    item, file = item[order], file[order]
    begins, differs = (np.ones(len(order), np.bool_) for _ in range(2))
    begins[1:] = item[1:] != item[:-1]
    differs[1:] = begins[1:] | (file[1:] != file[:-1])
    place = np.cumsum(differs)
    number, again = np.empty(len(order), np.int64), np.empty(len(order), np.bool_)
    number[order] = place - np.maximum.accumulate(np.where(begins, place - 1, 0))
    again[order] = ~differs
    return number, again


def _codes(texts: pa.Array) -> pa.Array:
    return texts.dictionary_encode().indices
