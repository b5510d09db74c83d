"""Puts records together from what questions, images, wordings, routes and options give: columns and lines.

The table of what the questions themselves give holds places in the others (`shown_place`, `worded_place`,
`options_place`), that of wordings those in the table of routes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pipeline.dataset.layout import PARTS, SETS
from pipeline.dataset.sub_question_columns import naming
from pipeline.relational.records import LINE, OPTIONS, OWN, RECORD, ROUTE, SHOWN, WORDED, columns_of

_AT_A_TIME = 8_192
"""Lines made at a time: memory of this size is used again."""


class Records(NamedTuple):
    """Records in order: their columns, and their lines of JSON, piece by piece."""

    table: pa.Table
    lines: list[memoryview]


Chosen = Mapping[str, Records]
"""Set and part ("U/train") -> its records."""

Given = Mapping[str, pa.Table]
"""What gives columns and pieces of lines to records -> a table of them, in the order of their places."""

_Places = npt.NDArray[np.int64]


def assemble(given: Given) -> Chosen:
    """Return the records of each set and part, sorted by image and question."""
    own = in_order(given)
    lines = _lines(own, given)
    parts = given[SHOWN]["split"].take(own["shown_place"])
    found = {}
    for part in PARTS:
        is_part = pc.equal(parts, part)
        for name, wanted in zip(SETS, (is_part, pc.and_(is_part, own["is_balanced"])), strict=True):
            places = np.flatnonzero(wanted)
            found[f"{name}/{part}"] = Records(_table(own.take(places), given), lines_at(lines, places))
    return found


def in_order(given: Given) -> pa.Table:
    """Return what questions give themselves, sorted by image and question, with places of their routes."""
    order = [("shown_place", "ascending"), ("question_id", "ascending")]
    own = given[OWN].take(pc.sort_indices(given[OWN], sort_keys=order))
    return own.append_column("route_place", given[WORDED]["route_place"].take(own["worded_place"]))


def _lines(own: pa.Table, given: Given) -> list[pa.StringArray]:
    """Return the records' lines, `_AT_A_TIME` in each array but the last."""
    return [_joined(own.slice(begin, _AT_A_TIME), given) for begin in range(0, own.num_rows, _AT_A_TIME)]


def _joined(own: pa.Table, given: Given) -> pa.StringArray:
    pieces = [
        own[name] if holder == OWN else given[holder][name].take(own[f"{holder}_place"])
        for holder, name in LINE
    ]
    return pc.binary_join_element_wise(*(piece.combine_chunks() for piece in pieces), "")


def lines_at(lines: list[pa.StringArray], places: _Places) -> list[memoryview]:
    """Return the lines at some places, in rising order, as they lie in memory; neighbours are one piece."""
    found = []
    for begin, texts in zip(range(0, _AT_A_TIME * len(lines), _AT_A_TIME), lines, strict=True):
        first, last = np.searchsorted(places, (begin, begin + len(texts)))
        found += _texts_at(texts, places[first:last] - begin)
    return found


def _texts_at(texts: pa.StringArray, places: _Places) -> list[memoryview]:
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
