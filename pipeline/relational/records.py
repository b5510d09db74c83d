"""The columns of a record in their order, what gives each of them, and how its line of JSON is put together.

What a route, a set of options, an image or a wording gives is the same for many records: it is turned into
JSON once. A line is made of such pieces and of those of the question's own, in the order of `LINE`.
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

OWN, SHOWN, WORDED, ROUTE, OPTIONS = "own", "shown", "worded", "route", "options"
"""What gives a column: the question itself, its image, its wording, its route, or its set of options."""

STEPS = "steps"
"""What gives sub-questions: the route's steps in the words of the wording, with ids of the question's own."""

RECORD = (
    ("question_id", OWN),
    *((name, SHOWN) for name in ("image_id", "source", "image_url", "width", "height")),
    ("question", WORDED),
    *((name, ROUTE) for name in ("answer", "answers", "answer_items", "answer_kind", "tolerance")),
    *((name, OPTIONS) for name in ("choices", "correct", "n_distractors")),
    *((name, WORDED) for name in ("hops", "has_scene_graph")),
    *((name, ROUTE) for name in ("property_id", "property_label")),
    *((name, WORDED) for name in ("entity_id", "entity_label", "noun")),
    ("domains", ROUTE),
    *((name, OWN) for name in ("object_id", "boxes")),
    ("route", ROUTE),
    ("sub_questions", STEPS),
    *((name, WORDED) for name in ("clause", "clause_predicate", "clause_role", "clause_object_id")),
    ("sparql", ROUTE),
    *((name, WORDED) for name in ("template", "variant", "snapshot", "tags")),
    *((name, OWN) for name in ("ladder_id", "weight")),
    ("split", SHOWN),
)
"""The columns of a record, each with what gives it."""

EDGES = 3
"""The most edges of a route, and so the most questions that a record's sub-questions name."""


def columns_of(giver: str) -> list[str]:
    """Return the columns that something gives, in the order of the record."""
    return [name for name, source in RECORD if source == giver]


def _runs() -> list[tuple[str, list[str]]]:
    return [(giver, [name for name, _ in run]) for giver, run in groupby(RECORD, key=itemgetter(1))]


def _route_piece(names: list[str]) -> str:
    return f"route_{names[0]}"


def _route_pieces() -> str:
    """Return SQL that makes the JSON of neighbouring columns of a route, each named by the first of them."""
    made = []
    for names in (names for giver, names in _runs() if giver == ROUTE):
        text = "CAST(to_json({" + ", ".join(f"'{name}': {name}" for name in names) + "}) AS VARCHAR)"
        made.append(f"',' || substr({text}, 2, length({text}) - 2) AS {_route_piece(names)}")
    return ",\n  ".join(made)


class _Line:
    """Puts the pieces of a line together: which holder each lies with, and the SQL that makes it."""

    def __init__(self) -> None:
        self.order: list[tuple[str, str]] = []
        self.made: dict[str, list[str]] = {OWN: [], SHOWN: [], WORDED: [], OPTIONS: []}
        self._before = "'{'"
        by_holder = groupby(_runs(), key=lambda run: WORDED if run[0] == STEPS else run[0])
        pieces = [(holder, list(runs)) for holder, runs in by_holder]
        for holder, runs in pieces:
            if holder == ROUTE:
                self.order += [(ROUTE, _route_piece(names)) for _, names in runs]
            else:
                self._add(holder, self._parts(runs) + (["'}'", "chr(10)"] if runs is pieces[-1][1] else []))

    def _parts(self, runs: list[tuple[str, list[str]]]) -> list[str]:
        """Return the parts of a holder's next piece; add those before it, if its columns need several."""
        parts: list[str] = []
        for giver, names in runs:
            if giver == STEPS:
                parts = self._cut([*parts, f"',\"{names[0]}\":['"])
            else:
                for name in names:
                    parts += [self._before, f"'\"{name}\":'", f"coalesce(to_json({name}), 'null')"]
                    self._before = "','"
        return parts

    def _cut(self, parts: list[str]) -> list[str]:
        """Add the pieces that end where a sub-question names a question; return what the next begins with.

        A clause's sub-question comes first and names none.
        """
        parts = [*parts, _PLACE, _FIRST]
        for edge in range(1, EDGES + 1):
            self._add(WORDED, parts if edge == 1 else [f"step_{edge}"])
            self.order.append((OWN, f"asks_{edge}"))
        return ["CASE WHEN hops = 1 THEN ']' ELSE '}]' END"]

    def _add(self, holder: str, parts: list[str]) -> None:
        piece = f"{holder}_{len(self.made[holder]) + 1}"
        self.made[holder].append(f"concat({', '.join(parts)}) AS {piece}")
        self.order.append((holder, piece))


_PLACE = """CASE WHEN has_scene_graph THEN concat(
    '{"edge":0,"property_id":"","question":', to_json(place_question), ',"answer":', to_json(place_answer),
    ',"answers":[', to_json(place_answer), '],"template":"","question_id":null},') END"""
_FIRST = """CASE WHEN hops > 1 THEN concat(
    first_asks, to_json(first_question), first_gives, to_json(first_template), ',"question_id":') END"""


def _step_pieces() -> str:
    """Return SQL for the JSON of a route's steps as sub-questions, up to the questions that they name.

    The first comes in two pieces, since its text and template are those of a wording.
    """
    first = [
        """concat('{"edge":1,"property_id":', to_json(steps[1].property_id), ',"question":') AS first_asks""",
        """concat(',"answer":', to_json(steps[1].answer), ',"answers":', to_json(steps[1].answers), """
        """',"template":') AS first_gives""",
    ]
    return ",\n  ".join([*first, *map(_step, range(2, EDGES + 1))])


def _step(edge: int) -> str:
    names = ("edge", "property_id", "question", "answer", "answers", "template")
    text = "to_json({" + ", ".join(f"'{name}': steps[{edge}].{name}" for name in names) + "})"
    begin = f"'}},' || substr({text}, 1, length({text}) - 1) || ',\"question_id\":'"
    return f"CASE WHEN edges >= {edge} THEN {begin} END AS step_{edge}"


def _asks(edge: int) -> str:
    """Return SQL for the JSON of the question that a sub-question names; nothing where there is none."""
    text = f"coalesce('\"' || question_{edge} || '\"', 'null')"
    return f"CASE WHEN {edge} <= parts THEN {text} ELSE '' END AS asks_{edge}"


_LINE = _Line()
LINE = tuple(_LINE.order)
"""The pieces of a line in their order: what holds it, and its name."""


RECORD_FRAGMENTS = {
    "route_pieces": _route_pieces(),
    **{f"{holder}_pieces": ",\n  ".join(made) for holder, made in _LINE.made.items()},
    "step_pieces": _step_pieces(),
    "asks_pieces": ", ".join(map(_asks, range(1, EDGES + 1))),
    **{f"{giver}_columns": ", ".join(columns_of(giver)) for giver in (OWN, SHOWN, WORDED, ROUTE, OPTIONS)},
    "record_columns": ", ".join(name for name, _ in RECORD),
}
"""Placeholders of the SQL files that make records."""
