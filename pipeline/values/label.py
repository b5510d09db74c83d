"""A name in a language, and what makes a name unusable."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_IDENTIFIER = re.compile(r"^[QPL]\d+$")
_SPACES = re.compile(r"\s+")
_ASCII_SCRIPT = "LATIN"
"""The script of all letters of ASCII."""


@dataclass(frozen=True, slots=True, order=True)
class Label:
    """A text and the language code it is written in (`mul` for names common to many languages)."""

    text: str
    language: str

    def __str__(self) -> str:
        return self.text


def clean_label(text: str) -> str:
    """Return the text in NFC, without invisible format characters, white space reduced to single spaces."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    visible = "".join(char for char in text if unicodedata.category(char) != "Cf")
    return _SPACES.sub(" ", unicodedata.normalize("NFC", visible)).strip()


def label_fault(text: str, *, script: str = "LATIN") -> str | None:
    """Return why a label cannot be shown ("no_label", "label_is_id", "label_other_script"), or None.

    `script` is the first word of the Unicode names of the letters that may occur.
    """
    if not any(char.isalnum() for char in text):
        return "no_label"
    if _IDENTIFIER.match(text):
        return "label_is_id"
    if text.isascii() and script == _ASCII_SCRIPT:
        return None
    letters = [char for char in text if unicodedata.category(char) in ("Lu", "Ll", "Lo", "Lt")]
    if any(not unicodedata.name(char, "").startswith((script, "FEMININE", "MASCULINE")) for char in letters):
        return "label_other_script"
    return None
