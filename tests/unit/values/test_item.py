"""Item and property ids, and items with their names."""

from __future__ import annotations

import dataclasses

import pytest

from pipeline.values import Item, is_item_id, is_property_id


@pytest.mark.parametrize("number", ["1", "42", "9", "10", "4115189", "123456789012"])
def test_letter_and_number_make_an_id(number: str) -> None:
    assert (is_item_id(f"Q{number}"), is_property_id(f"P{number}")) == (True, True)
    assert (is_item_id(f"P{number}"), is_property_id(f"Q{number}")) == (False, False)


@pytest.mark.parametrize(
    "end",
    [
        *("", "0", "042", "-1", "4x", "4 ", "4\n", "4.0", "4-2", "x", "Q4", "1\u0663"),
    ],
)
def test_anything_else_is_no_id(end: str) -> None:
    assert (is_item_id(f"Q{end}"), is_property_id(f"P{end}")) == (False, False)


@pytest.mark.parametrize("text", ["q42", " Q42", "wd:Q42", "http://www.wikidata.org/entity/Q42", "\nQ42"])
def test_id_stands_alone_and_in_capitals(text: str) -> None:
    assert (is_item_id(text), is_property_id(text.replace("Q", "P").replace("q", "p"))) == (False, False)


def test_item_reads_as_its_label() -> None:
    assert str(Item("Q243", "Eiffel Tower", ("La Tour",), "tower in Paris")) == "Eiffel Tower"


def test_items_are_equal_and_ordered_by_all_they_say() -> None:
    plain, named = Item("Q1", "a"), Item("Q1", "a", ("b",))
    assert plain == Item("Q1", "a", (), "")
    assert len({plain, Item("Q1", "a"), named}) == 2
    assert sorted([Item("Q2", "a"), named, plain]) == [plain, named, Item("Q2", "a")]


def test_item_cannot_be_changed() -> None:
    item = Item("Q1", "a")
    with pytest.raises(dataclasses.FrozenInstanceError):
        item.label = "b"  # type: ignore[misc]
