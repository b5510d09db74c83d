from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial
from pathlib import Path

import pytest

from pipeline.base.errors import InputError
from pipeline.base.files import write_tsv
from pipeline.base.resources import resource_dir
from pipeline.knowledge.gone import Gone, read_gone
from pipeline.knowledge.graph import build_graph, facts_of
from pipeline.knowledge.kinds import Classes, Kinds
from pipeline.wikidata.facts import Entity, Statement
from pipeline.wikidata.snapshot import read_snapshot

TOWER, RUIN, ANNE = "Q1", "Q2", "Q3"
WORDS = ("demolished", "razed", "destroyed")


def gone(
    facts: Iterable[Statement] = (),
    description: str = "",
    reviewed: Collection[str] = (),
    *,
    item: str = TOWER,
) -> bool:
    entities = {
        TOWER: Entity(TOWER, "tower", description),
        "Q41176": Entity("Q41176", "building", ""),
        RUIN: Entity(RUIN, "destroyed building or structure", "building that has been destroyed"),
    }
    graph = build_graph(facts, entities)
    classes = Classes(graph, Kinds((), {}, {}, {}))
    return Gone(
        classes, entities, WORDS, facts=partial(facts_of, graph), present=2026, reviewed=reviewed
    ).holds(item)


@pytest.mark.parametrize(
    ("description", "expected"),
    [("demolished tower in Paris", True), ("tower", False), ("tower on the site of a razed castle", False)],
)
def test_what_is_described_as_gone_is_gone(description: str, expected: bool) -> None:
    assert gone(description=description) == expected


def test_what_is_classed_as_destroyed_is_gone() -> None:
    assert gone([Statement(TOWER, "P31", "item", RUIN)])
    assert not gone([Statement(TOWER, "P31", "item", "Q41176")])


@pytest.mark.parametrize("prop", ["P570", "P576", "P582", "P730", "P3999"])
def test_what_has_an_end_is_gone(prop: str) -> None:
    assert gone([Statement(TOWER, prop, "time", "1931-05-01T00:00:00Z", precision=9)])


@pytest.mark.parametrize(("born", "expected"), [("1850", True), ("1950", False)])
def test_who_was_born_long_ago_is_dead(born: str, expected: bool) -> None:
    birth = Statement(ANNE, "P569", "time", f"{born}-01-01T00:00:00Z", precision=9)
    assert gone([birth], item=ANNE) == expected


def test_what_reviewers_know_to_be_gone_is_gone() -> None:
    assert gone(reviewed=[TOWER])
    assert not gone(reviewed=[RUIN])


def test_reviewed_things_bear_the_labels_of_their_items() -> None:
    path = resource_dir("data") / "reviewed" / "gone.tsv"
    labels = {e.item: e.label for e in read_snapshot(resource_dir("data") / "snapshot").entities}
    listed = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    assert listed
    assert {item: label for item, label, _ in listed} == {item: labels[item] for item, *_ in listed}
    assert read_gone(path) == {item for item, *_ in listed}


def test_reviewed_row_without_an_item_is_named(tmp_path: Path) -> None:
    path = tmp_path / "gone.tsv"
    write_tsv(path, ["item", "label", "reason"], [{"item": "tower", "label": "Some Tower"}])
    with pytest.raises(InputError, match="'tower' is no item"):
        read_gone(path)
