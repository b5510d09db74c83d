"""Counts what checks find: in how many units, in how many questions, and the first few examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pipeline.quality.registry import Check, findings
from pipeline.quality.units import WORDS, Unit

EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class Found:
    """What a check found: in `found` of `checked` questions (or facts, images), `units` of them distinct."""

    check: Check
    checked: int
    found: int
    units: int
    examples: tuple[str, ...]

    @property
    def share(self) -> float:
        """The share of what was checked."""
        return self.found / self.checked if self.checked else 0.0

    @property
    def row(self) -> dict[str, Any]:
        """The finding as reports hold it."""
        return {
            "code": self.check.code,
            "finds": self.check.message,
            "of": WORDS[self.check.unit][1],
            "checked": self.checked,
            "found": self.found,
            "units": self.units,
            "share": round(self.share, 6),
            "examples": list(self.examples),
        }


@dataclass(slots=True)
class Tally:
    """Runs checks over units and counts; `limit` is the number of examples kept of each."""

    checks: Sequence[Check]
    limit: int = EXAMPLES
    _checked: Counter[type[Unit]] = field(default_factory=Counter)
    _found: Counter[str] = field(default_factory=Counter)
    _units: Counter[str] = field(default_factory=Counter)
    _examples: dict[str, list[str]] = field(default_factory=dict)

    def add(self, unit: Unit, *, times: int = 1, where: str = "") -> list[Check]:
        """Check a unit that stands for so many questions; return the checks that found something."""
        self._checked[type(unit)] += times
        return self._add(unit, self.checks, times, where)

    def add_part(self, unit: Unit, *, times: int = 1, where: str = "") -> list[Check]:
        """Check for errors a text that belongs to questions which are counted already."""
        return self._add(unit, [check for check in self.checks if check.is_error], times, where)

    def _add(self, unit: Unit, checks: Iterable[Check], times: int, where: str) -> list[Check]:
        found = []
        for check, what in findings(unit, checks):
            found.append(check)
            self._found[check.code] += times
            self._units[check.code] += 1
            shown = self._examples.setdefault(check.code, [])
            if len(shown) < self.limit:
                shown.append(f"{where}: {what}" if where else what)
        return found

    def found(self) -> Iterator[Found]:
        """Yield what each check found, by code; not those whose units never came."""
        for check in sorted(self.checks, key=lambda check: (check.code[1:], check.code)):
            if checked := self._checked[check.unit]:
                code = check.code
                examples = tuple(self._examples.get(code, ()))
                yield Found(check, checked, self._found[code], self._units[code], examples)
