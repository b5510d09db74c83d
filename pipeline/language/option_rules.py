"""What wrong options must not be, beside what the facts say (`options.toml`)."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Overlapping(_Strict):
    """Values none of which is a wrong option for another, and why; with `under`, for that one only."""

    items: tuple[str, ...]
    reason: str
    under: str = ""

    @property
    def groups(self) -> list[tuple[str, ...]]:
        """The sets of items that overlap with each other."""
        return [(self.under, item) for item in self.items] if self.under else [self.items]


class Among(_Strict):
    """The only values that are options for each other after routes that begin so, and why."""

    routes: tuple[str, ...]
    items: tuple[str, ...]
    reason: str


class OptionRules(_Strict):
    """What wrong options must not be, beside what the facts say."""

    firm_words: tuple[str, ...] = ()
    overlapping: dict[str, Overlapping] = {}
    among: dict[str, Among] = {}

    def with_more(self, other: OptionRules) -> OptionRules:
        """Return these rules with those of a later file."""
        words = tuple(dict.fromkeys((*self.firm_words, *other.firm_words)))
        return OptionRules(
            firm_words=words,
            overlapping=self.overlapping | other.overlapping,
            among=self.among | other.among,
        )

    def among_of(self, properties: str, item: str) -> str:
        """Return the name of the set from which the options beside an item come after a route, else none.

        `properties` is the route's, joined by slashes.
        """
        for name, entry in self.among.items():
            if item in entry.items and any(f"{properties}/".startswith(f"{r}/") for r in entry.routes):
                return name
        return ""
