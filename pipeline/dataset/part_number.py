"""Which part of the images a build works on: number i of n, by the hash of the image's id."""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST_PARTS = 10_000
_FORM = re.compile(r"(\d{1,5})/(\d{1,5})")
_HASHES = 16**8
_AFTER_ALL = "g"
"""Comes after every hex digit."""


@dataclass(frozen=True, slots=True, order=True)
class PartNumber:
    """Part `number` (from 1) of `of` parts."""

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    @property
    def words(self) -> str:
        """How messages call it."""
        return f"part {self.number} of {self.of}"

    @property
    def bounds(self) -> tuple[str, str]:
        """The least first eight hex digits of an image's hash that are in the part, and what is above."""
        low, high = (_HASHES * place // self.of for place in (self.number - 1, self.number))
        return f"{low:08x}", f"{high:08x}" if self.number < self.of else _AFTER_ALL


def part_number(text: str) -> PartNumber:
    """Return the part that "2/8" names; ValueError if it names none."""
    found = _FORM.fullmatch(text.strip())
    if found and 1 <= int(found[1]) <= int(found[2]) <= MOST_PARTS:
        return PartNumber(int(found[1]), int(found[2]))
    raise ValueError(
        f"expected i/n such as 2/8, with i from 1 to n and n at most {MOST_PARTS:,}; got {text!r}"
    )
