"""Names in a language, cleaned and judged."""

from __future__ import annotations

import dataclasses
import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.values import Label, clean_label, label_fault


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Eiffel Tower", "Eiffel Tower"),
        ("  Eiffel \t\n Tower ", "Eiffel Tower"),
        ("Eiffel\u00a0Tower", "Eiffel Tower"),
        ("Cafe\u0301", "Caf\u00e9"),
        ("\u200eLondon\u200f", "London"),
        ("\ufeffRome", "Rome"),
        ("co\u00adoperate", "cooperate"),
        ("a \u200b b", "a b"),
        ("", ""),
        (" \u200b ", ""),
    ],
)
def test_label_is_composed_and_single_spaced_without_invisible_characters(text: str, clean: str) -> None:
    assert clean_label(text) == clean


@settings(deadline=None, derandomize=True, max_examples=200)
@given(st.text())
def test_clean_label_has_no_format_character_and_no_white_space_to_spare(text: str) -> None:
    clean = clean_label(text)
    assert not [char for char in clean if unicodedata.category(char) == "Cf"]
    assert clean == clean.strip()
    assert re.search(r"\s\s|[^\S ]", clean) is None


def test_label_is_composed_even_across_an_invisible_character() -> None:
    assert clean_label("Cafe\u200d\u0301") == "Caf\u00e9"


@pytest.mark.parametrize("text", ["", " ", "\u2014", "?!", "\u00b0", "()"])
def test_label_without_letter_or_digit_is_none(text: str) -> None:
    assert label_fault(text) == "no_label"


@pytest.mark.parametrize("text", ["Q42", "P31", "L1", "Q0", "Q042"])
def test_label_that_is_an_identifier_is_told(text: str) -> None:
    assert label_fault(text) == "label_is_id"


@pytest.mark.parametrize("text", ["Q", "Q42 a", "q42", "E42", "Q4a2", "The Q42"])
def test_label_that_only_resembles_an_identifier_can_be_shown(text: str) -> None:
    assert label_fault(text) is None


@pytest.mark.parametrize(
    "text", ["東京", "Москва", "Αθήνα", "القاهرة", "Tokyo 東京", "Tokyo\u0430", "\u02bbω", "\u2126"]
)
def test_letters_of_another_script_are_told(text: str) -> None:
    assert label_fault(text) == "label_other_script"


@pytest.mark.parametrize(
    "text",
    [
        *("Eiffel Tower", "Łódź", "Þingvellir", "Đặng", "ǅ", "1889", "24 (film)", "5 °C"),
        *("\u02bbIolani", "2\u00aa Guerra", "1\u00ba", "Cafe\u0301", "a\u2019b", "x\u0302"),
    ],
)
def test_latin_letters_with_digits_marks_and_signs_can_be_shown(text: str) -> None:
    assert label_fault(text) is None


def test_script_that_may_occur_can_be_another() -> None:
    assert label_fault("Москва", script="CYRILLIC") is None
    assert label_fault("Moscow", script="CYRILLIC") == "label_other_script"


def test_label_reads_as_its_text_and_is_ordered_by_it() -> None:
    assert str(Label("Rome", "en")) == "Rome"
    assert sorted([Label("b", "de"), Label("a", "fr"), Label("a", "en")]) == [
        Label("a", "en"),
        Label("a", "fr"),
        Label("b", "de"),
    ]


def test_label_cannot_be_changed_and_equal_ones_are_one() -> None:
    label = Label("Rome", "en")
    with pytest.raises(dataclasses.FrozenInstanceError):
        label.text = "Roma"  # type: ignore[misc]
    assert len({label, Label("Rome", "en"), Label("Rome", "de")}) == 2
