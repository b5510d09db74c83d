"""The expressions that fill the placeholders of the SQL files, in either dialect."""

from __future__ import annotations

from functools import cache

from pipeline.relational.dialects import Dialect
from pipeline.relational.records import RECORD_FRAGMENTS

_BOX = ("x", "y", "w", "h")
_AHEAD = "2 * (t.x - g.x) + t.w - g.w"
"""How far the middle of the thing `t` is to the right of that of `g`, in halves of pixels."""
_IS_CLEAR = (
    "greatest(t.x, g.x) - least(t.x + t.w, g.x + g.w) BETWEEN 0 AND greatest(t.w, g.w) "
    "AND 2 * (least(t.y + t.h, g.y + g.h) - greatest(t.y, g.y)) >= least(t.h, g.h)"
)
"""Whether two boxes stand beside each other: apart, not far, and for the most part level."""


@cache
def fragments(dialect: Dialect) -> dict[str, str]:
    """Return the placeholders with what fills them."""
    return {
        "boxes": _boxes(dialect),
        "tags": _tags(dialect),
        "kept_sub_questions": _kept_sub_questions(dialect),
        "each_choice": dialect.rows_of("choices"),
        "each_sub_question": dialect.rows_of("sub_questions"),
        "each_answer_item": dialect.rows_of("answer_items"),
        "each_step": dialect.rows_of("route"),
        "each_wording": dialect.rows_of("wordings"),
        "words_of_answer": dialect.words_of("answer"),
        "words_of_question": dialect.words_of("question"),
        "shows_answer": _shows_answer(dialect),
        "ahead": _AHEAD,
        "side": f"CASE WHEN {_AHEAD} < 0 THEN 'to the left of' ELSE 'to the right of' END",
        "is_clear": _IS_CLEAR,
        "in_words": "CASE WHEN q.own_question = '' THEN w.question ELSE q.own_question END",
        "plain_question": _plain_text("t"),
        "own_text": _plain_text("o"),
        "clause_question": "CASE WHEN t.of_kind THEN n.pointing ELSE '' END || "
        + _text("t", "n.noun_phrase", "n.kind_phrase"),
        "small_noun": dialect.small("r.noun"),
        "small_phrase": dialect.small("r.noun_phrase"),
        "small_answer": dialect.small("answer"),
        "first_property": "split_part(r.properties, '/', 1)",
        "first_named": _named(dialect, 1),
        "second_named": _named(dialect, 2),
        "has_one_answer": f"{dialect.length('r.answer_items')} = 1",
        "number_of_wordings": dialect.length("wordings"),
        "listed_wordings": dialect.gathered(
            {"question": "w.question", "template": "w.template", "variant": "w.variant"}, "w.nth"
        ),
        "first_route": f"{dialect.item('r.steps', 1)}.route_id",
        "first_answers": f"{dialect.item('r.steps', 1)}.answers",
        "second_route": f"{dialect.item('r.steps', 2)}.route_id",
        **RECORD_FRAGMENTS,
    }


def _text(text: str, phrase: str, kind_phrase: str) -> str:
    """A text about a thing, by the phrase for it or, where the text needs one, by that for its kind."""
    said = f"CASE WHEN {text}.of_kind THEN {kind_phrase} ELSE {phrase} END"
    return (
        f"CASE WHEN {text}.prefix = '' THEN upper(substr({said}, 1, 1)) || substr({said}, 2) "
        f"ELSE {text}.prefix || {said} END || {text}.suffix"
    )


def _plain_text(text: str) -> str:
    return _text(text, "n.this", "n.this_kind")


def _shows_answer(dialect: Dialect) -> str:
    """Whether a question has its answer's words; where it lacks the first, words need not be told apart."""
    return (
        f"CASE WHEN position(said_first IN {dialect.small('question')}) = 0 THEN FALSE "
        f"ELSE position(' ' || said || ' ' IN ' ' || {dialect.words_of('question')} || ' ') > 0 END"
    )


def _boxes(dialect: Dialect) -> str:
    """One box of the thing asked about, and one of the thing in the clause; none where there are no boxes."""
    referent = dialect.struct(
        {"object_id": "q.object_id", "role": "'referent'", **{name: f"q.{name}" for name in _BOX}}
    )
    clause = dialect.struct(
        {"object_id": "q.target_id", "role": "'clause'", **{name: f"q.target_{name}" for name in _BOX}}
    )
    return (
        f"CASE WHEN q.x IS NULL THEN {dialect.listed()} "
        f"WHEN q.target_x IS NULL THEN {dialect.listed(referent)} ELSE {dialect.listed(referent, clause)} END"
    )


def _tags(dialect: Dialect) -> str:
    none = dialect.listed()
    noun, area, guessable = map(dialect.listed, ("n.noun_tag", "'area:' || q.area", "'guessable'"))
    needed, extra = map(dialect.listed, ("'clause:needed'", "'clause:extra'"))
    return dialect.joined(
        "r.fact_tags",
        noun,
        f"CASE WHEN q.area = '' THEN {none} ELSE {area} END",
        f"CASE WHEN NOT q.has_scene_graph THEN {none} WHEN q.selects THEN {needed} ELSE {extra} END",
        f"CASE WHEN q.is_guessable THEN {guessable} ELSE {none} END",
    )


def _named(dialect: Dialect, nth: int) -> str:
    """The nth sub-question that may name another question: those after the one about the clause."""
    after_clause, first = (dialect.item("parent.sub_questions", nth + more) for more in (1, 0))
    return f"CASE WHEN parent.has_scene_graph THEN {after_clause}.question_id ELSE {first}.question_id END"


def _kept_sub_questions(dialect: Dialect) -> str:
    same = ("edge", "property_id", "question", "answer", "answers", "template")
    question = "CASE s.edge WHEN 1 THEN one.question_id WHEN 2 THEN two.question_id ELSE s.question_id END"
    fields = {name: f"s.{name}" for name in same} | {"question_id": question}
    return dialect.each("parent.sub_questions", "s", dialect.struct(fields))
