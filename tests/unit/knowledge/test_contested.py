"""Objections of the reviewed table: which statements they hit, and that the table itself is sound."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from pipeline.base.errors import InputError
from pipeline.base.resources import resource_dir
from pipeline.knowledge.contested import Contested, Objection, read_objections
from pipeline.wikidata.facts import Entity, Statement

TABLE = resource_dir("data") / "reviewed" / "contested.tsv"
CASTLE, EDINBURGH, SCOTLAND, KINGDOM = "Q1", "Q23436", "Q22", "Q145"


def contested(*objections: Objection, description: str = "", facts: Iterable[Statement] = ()) -> Contested:
    return Contested(objections, facts, {CASTLE: Entity(CASTLE, "castle", description)})


WITHIN = Objection("P17", "within", SCOTLAND, "Scotland", "contested")
LIES = Statement(CASTLE, "P17", "item", KINGDOM)


@pytest.mark.parametrize(
    ("description", "code"),
    [
        ("castle in Scotland", "contested"),
        ("castle in Edinburgh, Scotland, UK", "contested"),
        ("castle in England", ""),
        ("castle in New South Scotland", ""),
        ("castle in Scotland City", ""),
        ("", ""),
    ],
)
def test_description_tells_that_a_thing_lies_within(description: str, code: str) -> None:
    assert contested(WITHIN, description=description).code(LIES) == code


def test_facts_tell_over_several_levels_that_a_thing_lies_within() -> None:
    facts = (Statement(CASTLE, "P276", "item", EDINBURGH), Statement(EDINBURGH, "P131", "item", SCOTLAND))
    assert contested(WITHIN, facts=facts).code(LIES) == "contested"
    assert contested(WITHIN, facts=facts[:1]).code(LIES) == ""


def test_subject_and_value_are_told_apart() -> None:
    capital = Statement("Q801", "P36", "item", "Q1218")
    assert contested(Objection("P36", "item", "Q801", "Israel", "contested")).code(capital) == "contested"
    assert contested(Objection("P36", "value", "Q801", "Israel", "contested")).code(capital) == ""
    assert (
        contested(Objection("P36", "value", "Q1218", "Jerusalem", "unfit_value")).code(capital)
        == "unfit_value"
    )
    assert contested(Objection("P17", "item", "Q801", "Israel", "contested")).code(capital) == ""


def test_table_holds_what_common_knowledge_disputes() -> None:
    found = {(o.property, o.scope, o.item) for o in read_objections(TABLE)}
    assert {("P37", "item", "Q30"), ("P17", "within", "Q7835"), ("P149", "value", "Q930314")} <= found


def test_row_of_an_unknown_scope_is_named(tmp_path: Path) -> None:
    path = tmp_path / "contested.tsv"
    path.write_text("property\tscope\titem\tlabel\tcode\treason\nP17\tnear\tQ22\tScotland\tcontested\tx\n")
    with pytest.raises(InputError, match="P17 Q22"):
        read_objections(path)
