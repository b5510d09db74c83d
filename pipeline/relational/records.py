"""The columns of a record in their order, and how its line of JSON is put together.

What a route or a set of options gives is the same for many records: it is turned into JSON once, and a line
is made of such pieces and of the record's own columns.
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

OWN, ROUTE, OPTIONS = "own", "route", "options"
"""What gives a column: the question itself, its route, or its set of options."""

RECORD = (
    *(
        (name, OWN)
        for name in ("question_id", "image_id", "source", "image_url", "width", "height", "question")
    ),
    *((name, ROUTE) for name in ("answer", "answers", "answer_items", "answer_kind", "tolerance")),
    *((name, OPTIONS) for name in ("choices", "correct", "n_distractors")),
    *((name, OWN) for name in ("hops", "has_scene_graph")),
    *((name, ROUTE) for name in ("property_id", "property_label")),
    *((name, OWN) for name in ("entity_id", "entity_label", "noun")),
    ("domains", ROUTE),
    *((name, OWN) for name in ("object_id", "boxes")),
    ("route", ROUTE),
    *(
        (name, OWN)
        for name in ("sub_questions", "clause", "clause_predicate", "clause_role", "clause_object_id")
    ),
    ("sparql", ROUTE),
    *((name, OWN) for name in ("template", "variant", "snapshot", "tags", "ladder_id", "weight", "split")),
)
"""The columns of a record, each with what gives it."""


def columns_of(giver: str) -> list[str]:
    """Return the columns that something gives, in the order of the record."""
    return [name for name, source in RECORD if source == giver]


def _runs() -> list[tuple[str, list[str]]]:
    return [(giver, [name for name, _ in run]) for giver, run in groupby(RECORD, key=itemgetter(1))]


def _pieces(giver: str) -> dict[str, list[str]]:
    """Return piece -> the neighbouring columns of which it holds the JSON, without braces."""
    return {f"{giver}_{names[0]}": names for source, names in _runs() if source == giver}


def _made(giver: str) -> str:
    """Return SQL that makes all pieces that something gives."""
    made = []
    for piece, names in _pieces(giver).items():
        text = "CAST(to_json({" + ", ".join(f"'{name}': {name}" for name in names) + "}) AS VARCHAR)"
        made.append(f"substr({text}, 2, length({text}) - 2) AS {piece}")
    return ",\n  ".join(made)


def _line() -> str:
    """Return SQL that joins pieces and own columns to a line of JSON."""
    parts: list[str] = []
    for giver, names in _runs():
        if giver == OWN:
            parts += [f"'\"{name}\":', coalesce(to_json({name}), 'null')" for name in names]
        else:
            parts.append(f"{giver}_{names[0]}")
    return "concat('{', " + ", ',', ".join(parts) + ", '}', chr(10))"


RECORD_FRAGMENTS = {
    "route_pieces": _made(ROUTE),
    "options_pieces": _made(OPTIONS),
    "route_columns": ", ".join(columns_of(ROUTE)),
    "options_columns": ", ".join(columns_of(OPTIONS)),
    "record_columns": ", ".join(name for name, _ in RECORD),
    "own_columns": ", ".join(columns_of(OWN)),
    "line": _line(),
}
"""Placeholders of the SQL files that make records."""
