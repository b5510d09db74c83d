"""Questions as the stages leave them, for stages behind: drawn, none of them left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from pipeline.base.columns import write_rows
from pipeline.dataset.kept import WITH_OPTIONS
from pipeline.dataset.stages import Context

_text = pa.string()
_NEEDED = {
    "question_id": (_text, ""),
    "question": (_text, ""),
    "answer": (_text, ""),
    "route_id": (_text, "r"),
    "possible": (pa.int64(), 1),
    "asked_share": (pa.float64(), 1.0),
}
"""What telling which questions go on needs of them, with values of those of which nothing else is asked."""


def write_drawn(context: Context, schema: pa.Schema, rows: Sequence[dict[str, Any]]) -> None:
    """Write questions that all have options."""
    more = {name: entry for name, entry in _NEEDED.items() if name not in schema.names}
    for name, (kind, _) in more.items():
        schema = schema.append(pa.field(name, kind))
    defaults = {name: value for name, (_, value) in more.items()}
    folder = context.folder("questions")
    write_rows(folder / "drawn" / "00000.parquet", schema, [defaults | row for row in rows])
    left_out = {
        "unsound": [("question_id", _text)],
        "repeated": [("question_id", _text), ("question", _text), ("answer", _text)],
        "repeats": [("question", _text), ("answer", _text), ("repeats", pa.int64())],
    }
    for table, columns in left_out.items():
        write_rows(folder / f"{table}.parquet", pa.schema(columns), [])
    write_with_options(context, sorted({row.get("route_id", "r") for row in rows}))


def write_with_options(context: Context, routes: Sequence[str]) -> None:
    """Write the routes whose questions have options."""
    path = context.table("distractors", WITH_OPTIONS)
    write_rows(path, pa.schema([("route_id", _text)]), [{"route_id": route} for route in routes])
