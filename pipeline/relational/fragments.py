"""The expressions that fill the placeholders of the SQL files, in either dialect."""

from __future__ import annotations

from functools import cache

from pipeline.relational.dialects import Dialect
from pipeline.relational.records import RECORD_FRAGMENTS

_BOX = ("x", "y", "w", "h")


@cache
def fragments(dialect: Dialect) -> dict[str, str]:
    """Return the placeholders with what fills them."""
    return {
        "boxes": _boxes(dialect),
        "tags": _tags(dialect),
        "sub_questions": _sub_questions(dialect),
        "kept_sub_questions": _kept_sub_questions(dialect),
        "each_choice": dialect.rows_of("choices"),
        "each_sub_question": dialect.rows_of("sub_questions"),
        "each_answer_item": dialect.rows_of("answer_items"),
        "each_step": dialect.rows_of("route"),
        "each_wording": dialect.rows_of("wordings"),
        "words_of_answer": dialect.words_of("answer"),
        "words_of_question": dialect.words_of("question"),
        "small_noun": dialect.small("r.noun"),
        "small_phrase": dialect.small("r.noun_phrase"),
        "small_answer": dialect.small("answer"),
        "small_question": dialect.small("question"),
        "first_property": "split_part(r.properties, '/', 1)",
        "first_named": _named(dialect, 1),
        "second_named": _named(dialect, 2),
        "has_one_answer": f"{dialect.length('r.answer_items')} = 1",
        "rungs": _rungs(dialect),
        "number_of_wordings": dialect.length("wordings"),
        "listed_wordings": dialect.gathered(
            {"question": "w.question", "template": "w.template", "variant": "w.variant"}, "w.nth"
        ),
        "first_route": f"{dialect.item('r.steps', 1)}.route_id",
        "first_answers": f"{dialect.item('r.steps', 1)}.answers",
        "second_route": f"{dialect.item('r.steps', 2)}.route_id",
        **RECORD_FRAGMENTS,
    }


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


def _rungs(dialect: Dialect) -> str:
    named = dialect.those("sub_questions", "s", "s.question_id IS NOT NULL")
    return f"CASE WHEN hops = 1 THEN 1 ELSE {dialect.length(named)} END"


def _kept_sub_questions(dialect: Dialect) -> str:
    same = ("edge", "property_id", "question", "answer", "answers", "template")
    question = "CASE s.edge WHEN 1 THEN one.question_id WHEN 2 THEN two.question_id ELSE s.question_id END"
    fields = {name: f"s.{name}" for name in same} | {"question_id": question}
    return dialect.each("parent.sub_questions", "s", dialect.struct(fields))


def _sub_questions(dialect: Dialect) -> str:
    """Which thing is meant, where a clause says so, then each edge; a question of one hop has no parts.

    The questions that they name are the image's own.
    """
    clause = dialect.struct(
        {
            "edge": "0",
            "property_id": "''",
            "question": "n.place_before || q.clause || n.place_after",
            "answer": "q.object_id",
            "answers": dialect.listed("q.object_id"),
            "template": "''",
        }
    )
    this = "CASE WHEN t.of_kind THEN n.this_kind ELSE n.this END"
    edge = dialect.struct(
        {
            "edge": "s.edge",
            "property_id": "s.property_id",
            "question": "CASE WHEN s.edge > 1 THEN s.question WHEN t.prefix = '' "
            f"THEN upper(substr({this}, 1, 1)) || substr({this}, 2) || t.suffix "
            f"ELSE t.prefix || {this} || t.suffix END",
            "answer": "s.answer",
            "answers": "s.answers",
            "template": "CASE WHEN s.edge = 1 THEN t.template ELSE s.template END",
        }
    )
    parts = dialect.joined(
        f"CASE WHEN q.has_scene_graph THEN {dialect.listed(clause)} ELSE {dialect.listed()} END",
        dialect.each("r.steps", "s", edge),
    )
    return f"CASE WHEN q.hops = 1 THEN {dialect.listed()} ELSE {parts} END"
