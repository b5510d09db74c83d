"""Puts records together from what questions, images, wordings, routes and options give: columns and lines.

The table of what the questions themselves give holds places in the others (`shown_place`, `worded_place`,
`options_place`), that of wordings those in the table of routes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pipeline.dataset.layout import PARTS, SETS
from pipeline.dataset.sub_question_columns import naming
from pipeline.relational.records import LINE, OPTIONS, OWN, RECORD, ROUTE, SHOWN, WORDED, columns_of

_AT_A_TIME = 2_048
"""Lines made at a time: memory of this size is used again."""

Pieces = Mapping[str, list[memoryview]]
"""Set and part ("U/train") -> lines of JSON, piece by piece."""


class Records(NamedTuple):
    """The records of a range of images, in order, for each set and part ("U/train"): columns and lines.

    Lines take far more room than columns: they are made some at a time, as they are asked for.
    """

    tables: Mapping[str, pa.Table]
    lines: Iterable[Pieces]


Given = Mapping[str, pa.Table]
"""What gives columns and pieces of lines to records -> a table of them, in the order of their places."""

_Places = npt.NDArray[np.int64]


def assemble(given: Given) -> Records:
    """Return the records of each set and part, sorted by image and question."""
    own = in_order(given)
    parts = given[SHOWN]["split"].take(own["shown_place"])
    places: dict[str, _Places] = {}
    for part in PARTS:
        is_part = pc.equal(parts, part)
        for name, wanted in zip(SETS, (is_part, pc.and_(is_part, own["is_balanced"])), strict=True):
            places[f"{name}/{part}"] = np.flatnonzero(wanted)
    tables = {name: _table(own.take(at), given) for name, at in places.items()}
    return Records(tables, _lines(own, given, places))


def in_order(given: Given) -> pa.Table:
    """Return what questions give themselves, sorted by image and question, with places of their routes."""
    order = [("shown_place", "ascending"), ("question_id", "ascending")]
    own = given[OWN].take(pc.sort_indices(given[OWN], sort_keys=order))
    return own.append_column("route_place", given[WORDED]["route_place"].take(own["worded_place"]))


def _lines(own: pa.Table, given: Given, places: Mapping[str, _Places]) -> Iterator[Pieces]:
    """Yield the records' lines, `_AT_A_TIME` at a time, for each set and part by its places."""
    for begin in range(0, own.num_rows, _AT_A_TIME):
        texts = _joined(own.slice(begin, _AT_A_TIME), given)
        end = begin + len(texts)
        found = {}
        for name, at in places.items():
            first, last = np.searchsorted(at, (begin, end))
            found[name] = texts_at(texts, at[first:last] - begin)
        yield found


def _joined(own: pa.Table, given: Given) -> pa.StringArray:
    pieces = [
        own[name] if holder == OWN else given[holder][name].take(own[f"{holder}_place"])
        for holder, name in LINE
    ]
    return pc.binary_join_element_wise(*(piece.combine_chunks() for piece in pieces), "")


def texts_at(texts: pa.StringArray, places: _Places) -> list[memoryview]:
    """Return the texts at some places as they lie in memory; neighbours are one piece."""
    if not len(places):
        return []
    _, offsets, content = texts.buffers()
    ends = np.frombuffer(offsets, dtype=np.int32)[texts.offset : texts.offset + len(texts) + 1]
    begins, stops = ends[places], ends[places + 1]
    breaks = np.flatnonzero(begins[1:] != stops[:-1]) + 1
    first, last = begins[np.r_[0, breaks]].tolist(), stops[np.r_[breaks - 1, len(places) - 1]].tolist()
    whole = memoryview(content)
    return [whole[begin:stop] for begin, stop in zip(first, last, strict=True)]


def _table(own: pa.Table, given: Given) -> pa.Table:
    columns = own_columns(own, given)
    shared = {
        giver: given[giver].select(columns_of(giver)).take(columns[f"{giver}_place"])
        for giver in (ROUTE, OPTIONS)
    }
    return pa.table({name: shared.get(giver, columns)[name] for name, giver in RECORD})


def own_columns(own: pa.Table, given: Given) -> dict[str, pa.ChunkedArray]:
    """Return the columns of records but those that routes and options give, and places for these."""
    taken = {SHOWN: columns_of(SHOWN), WORDED: [*columns_of(WORDED), "sub_questions"]}
    columns = {name: own[name] for name in (*columns_of(OWN), "route_place", "options_place")}
    for giver, names in taken.items():
        columns |= _columns(given[giver].select(names).take(own[f"{giver}_place"]))
    columns["sub_questions"] = naming(columns["sub_questions"].combine_chunks(), own)
    return columns


def _columns(table: pa.Table) -> dict[str, pa.ChunkedArray]:
    return dict(zip(table.column_names, table.columns, strict=True))
