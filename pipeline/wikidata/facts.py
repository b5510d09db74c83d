"""Statements and entities as the rest of the project holds them."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass, fields, replace
from operator import attrgetter

from pipeline.base.hashing import digest

CURATED = "curated"
"""The source of statements that the project's reviewers wrote down; it is part of their ids too."""

UNKNOWN = "unknown"
"""The kind of a statement whose value nobody knows, or that says there is none."""

KINDS = ("item", "time", "quantity", "string", "coordinate", UNKNOWN)
RANKS = ("preferred", "normal", "deprecated")


@dataclass(frozen=True, slots=True, order=True)
class Statement:
    """One statement of Wikidata.

    `kind` is one of KINDS; `value` is an item id, a lexical `xsd:dateTime`, a decimal number or the text.
    `unit` (quantities) is an item id, empty for counts; `precision` (times) is Wikidata's code, else 0. `end`
    is the lexical end time, "unknown" where only that it ended is stated, empty where nothing is.
    `retrieved_at` is the date (YYYY-MM-DD, a shorter form of it, or "unknown") at which it was read.
    """

    subject: str
    property: str
    kind: str
    value: str
    unit: str = ""
    precision: int = 0
    rank: str = "normal"
    end: str = ""
    statement_id: str = ""
    source: str = ""
    retrieved_at: str = "unknown"


IN_ORDER = attrgetter(*(field.name for field in fields(Statement)))
"""What statements are ordered by, as a key for `sorted`: quicker for many than comparing them themselves."""


@dataclass(frozen=True, slots=True, order=True)
class Entity:
    """An item's names in one language, cleaned; the label is empty where the item has no usable one."""

    item: str
    label: str
    description: str = ""
    aliases: tuple[str, ...] = ()


def with_minted_id(statement: Statement) -> Statement:
    """Give a statement without id one made from its subject, property and value.

    The id says what it is: `Q42-minted-...`, or `Q42-curated-...` for a curated fact; Wikidata's own ids
    have neither word.
    """
    s = statement
    return replace(s, statement_id=minted_id(s.subject, s.property, s.value, s.unit, s.precision, s.source))


def minted_id(subject: str, prop: str, value: str, unit: str, precision: int, source: str) -> str:
    """Return the id that `with_minted_id` gives a statement."""
    word = CURATED if source == CURATED else "minted"
    return f"{subject}-{word}-{digest(subject, prop, value, unit, precision)[:16]}"


def source_dates(statements: Iterable[Statement]) -> dict[str, str]:
    """Return source -> the last date at which a statement of it was read."""
    return {s.source: s.retrieved_at for s in sorted(statements, key=lambda s: (s.retrieved_at, s))}


def fact_tags(sources: Set[str], own: Set[str]) -> list[str]:
    """Return the tags of what facts of these sources rest on beside Wikidata: reviewers, the user's files."""
    found = {"curated": CURATED in sources, "own": not own.isdisjoint(sources)}
    return [f"facts:{name}" for name, rests in found.items() if rests] or ["facts:wikidata"]
