"""Questions as the stages leave them, for stages behind: drawn, none of them left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from pipeline.base.columns import write_rows
from pipeline.dataset.kept import WITH_OPTIONS
from pipeline.dataset.stages import Context

_text, _number = pa.string(), pa.int32()
Columns = Mapping[str, tuple[pa.DataType, Any]]

_DRAWN: Columns = {
    **dict.fromkeys(("question_id", "image_id", "object_id"), (_text, "")),
    "noun_route": (_number, 0),
    "bucket": (_text, "0"),
    "has_scene_graph": (pa.bool_(), False),
    **dict.fromkeys(
        ("own_question", "clause", "predicate", "role", "target_id", "target_name", "area"), (_text, "")
    ),
    "selects": (pa.bool_(), False),
    **{f"{of}{side}": (_number, None) for of in ("", "target_") for side in "xywh"},
    "possible": (pa.int64(), 1),
}
_ROUTES: Columns = {
    "noun_route": (_number, 0),
    **dict.fromkeys(("key", "item", "noun_id"), (_text, "")),
    "route_id": (_text, "r"),
    **dict.fromkeys(("shape_id", "property_id", "answer"), (_text, "")),
    "edges": (_number, 1),
    "asked_share": (pa.float64(), 1.0),
}
_WORDED: Columns = {
    "noun_route": (_number, 0),
    "bucket": (_text, "0"),
    **dict.fromkeys(("question", "template", "variant"), (_text, "")),
}
_LEFT_OUT = {
    "unsound": ("question_id",),
    "repeated": ("question_id", "question", "answer"),
    "repeats": ("noun_route", "bucket", "own_question", "question", "answer", "repeats"),
}
_KINDS = {"noun_route": _number, "repeats": pa.int64()}


def write_drawn(context: Context, rows: Sequence[dict[str, Any]]) -> None:
    """Write questions that all have options; what a row does not say is a default.

    Each asks a route of its own: `noun_route` is its place among the rows. `hops` counts a clause too.
    """
    told = [row | {"noun_route": place} for place, row in enumerate(rows)]
    for row in told:
        row["edges"] = row.get("hops", 1) - row.get("has_scene_graph", False)
    write_part(context, 0, told)
    _write(context, "noun_routes", _ROUTES, told)
    _write(context, "worded_routes", _WORDED, told)
    for table in _LEFT_OUT:
        write_left_out(context, table, [])
    write_with_options(context, sorted({row.get("route_id", "r") for row in rows}))


def write_part(context: Context, number: int, rows: Sequence[dict[str, Any]]) -> None:
    """Write one part of the drawn questions."""
    _write(context, f"drawn/{number:05d}", _DRAWN, rows)


def write_left_out(context: Context, table: str, rows: Sequence[dict[str, Any]]) -> None:
    """Write a table of questions that do not go on."""
    schema = pa.schema([(name, _KINDS.get(name, _text)) for name in _LEFT_OUT[table]])
    write_rows(context.table("questions", table), schema, rows)


def _write(context: Context, table: str, columns: Columns, rows: Sequence[dict[str, Any]]) -> None:
    schema = pa.schema([(name, kind) for name, (kind, _) in columns.items()])
    found = [{name: row.get(name, value) for name, (_, value) in columns.items()} for row in rows]
    write_rows(context.table("questions", table), schema, found)


def write_with_options(context: Context, routes: Sequence[str]) -> None:
    """Write the routes whose questions have options."""
    path = context.table("distractors", WITH_OPTIONS)
    write_rows(path, pa.schema([("route_id", _text)]), [{"route_id": route} for route in routes])
