"""Wikidata items with their names."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ITEM = re.compile(r"Q[1-9][0-9]*")
_PROPERTY = re.compile(r"P[1-9][0-9]*")


def is_item_id(text: str) -> bool:
    """Whether the text is an item id such as Q42."""
    return bool(_ITEM.fullmatch(text))


def is_property_id(text: str) -> bool:
    """Whether the text is a property id such as P31."""
    return bool(_PROPERTY.fullmatch(text))


@dataclass(frozen=True, slots=True, order=True)
class Item:
    """An item id with its label, other names and description in one language (empty where none)."""

    item: str
    label: str
    aliases: tuple[str, ...] = ()
    description: str = ""

    def __str__(self) -> str:
        return self.label
