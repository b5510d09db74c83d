"""Findings with codes, and the registry of checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipeline.language.lint.pack import Pack


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """What is wrong, and where; a code that begins with E is an error, with W a warning."""

    path: Path
    line: int
    code: str
    place: str
    message: str

    @property
    def is_error(self) -> bool:
        """Whether it makes the pack unfit."""
        return self.code.startswith("E")

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.code} {self.place}: {self.message}"


Check = Callable[["Pack"], Iterable[Finding]]
CHECKS: dict[str, Check] = {}
"""Code -> its check; the docstring of a check says what it finds."""


def check(code: str) -> Callable[[Check], Check]:
    """Register a check under its code."""

    def register(function: Check) -> Check:
        CHECKS[code] = function
        return function

    return register


def explained() -> Iterator[tuple[str, str]]:
    """Yield every code with what it stands for."""
    for code, function in sorted(CHECKS.items()):
        yield code, (function.__doc__ or "").strip().partition("\n")[0]
