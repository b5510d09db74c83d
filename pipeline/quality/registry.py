"""The registry of checks: code, what it looks at, what it means."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from pipeline.base.errors import SettingsError
from pipeline.quality.units import Unit

U = TypeVar("U")
GROUPS = {"1": "Facts", "2": "Questions and answers", "3": "Options", "4": "Sets and parts"}
"""First digit of a code -> what its checks are about."""


@dataclass(frozen=True, slots=True)
class Check:
    """A check: `find(unit)` says what is found in it, nothing if it is sound.

    One of options is `hereditary` if options in which it finds nothing stay sound when wrong ones are taken
    out, in whatever order they stand.
    """

    code: str
    unit: type[Unit]
    find: Callable[[Any], str | None]
    hereditary: bool = False

    @property
    def is_error(self) -> bool:
        """Whether what it finds is left out of a build."""
        return self.code.startswith("E")

    @property
    def message(self) -> str:
        """What it finds, in a sentence: the docstring of its function."""
        return " ".join((self.find.__doc__ or "").split())

    @property
    def group(self) -> str:
        """What it is about."""
        return GROUPS[self.code[1]]


CHECKS: dict[str, Check] = {}
"""Code -> check; codes that begin with E are errors, those with W warnings."""


def check(
    code: str, unit: type[U], *, hereditary: bool = False
) -> Callable[[Callable[[U], str | None]], Callable[[U], str | None]]:
    """Register a function under its code as a check of one sort of unit."""

    def register(function: Callable[[U], str | None]) -> Callable[[U], str | None]:
        if code in CHECKS:
            raise ValueError(f"{code} is taken")
        CHECKS[code] = Check(code, unit, function, hereditary)  # type: ignore[arg-type]
        return function

    return register


def chosen(
    select: Collection[str] = (), ignore: Collection[str] = (), *, errors_only: bool = False
) -> list[Check]:
    """Return the checks whose codes begin with any of `select` and none of `ignore`, by code.

    SettingsError names what is the beginning of no code.
    """
    for given in (*select, *ignore):
        if not any(code.startswith(given) for code in CHECKS):
            raise SettingsError(
                f"check: no code begins with {given!r}\n  `reasonvqa check --codes` lists them."
            )
    wanted, left = tuple(select) or ("",), tuple(ignore)
    return [
        check
        for code, check in sorted(CHECKS.items())
        if code.startswith(wanted) and not (left and code.startswith(left))
        if check.is_error or not errors_only
    ]


def findings(unit: Unit, checks: Iterable[Check]) -> Iterator[tuple[Check, str]]:
    """Yield the checks that find something in a unit, with what they find."""
    kind = type(unit)
    for each in checks:
        if each.unit is kind and (found := each.find(unit)) is not None:
            yield each, found
