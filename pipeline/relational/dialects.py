"""How DuckDB and Spark write what they do not write alike; nothing else in the project knows of it.

The files in `sql/` are in the dialect that both share. What differs is a placeholder in them, filled here:
each expression is written once, in terms of the few things that a dialect spells in a way of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

Parameter = int | float | str


class Dialect(ABC):
    """The spelling of literals, structs, lists and what is done with them."""

    def literal(self, value: Parameter) -> str:
        """Return a value as SQL text."""
        return self.quoted(value) if isinstance(value, str) else repr(value)

    @abstractmethod
    def quoted(self, text: str) -> str:
        """Return a text as a literal."""

    @abstractmethod
    def struct(self, fields: Mapping[str, str]) -> str:
        """Return a struct of expressions."""

    @abstractmethod
    def listed(self, *items: str) -> str:
        """Return a list of expressions."""

    @abstractmethod
    def joined(self, *lists: str) -> str:
        """Return several lists as one; none of them may be null."""

    @abstractmethod
    def item(self, items: str, place: int) -> str:
        """Return an item of a list by its place, from 1; null beyond its end."""

    @abstractmethod
    def length(self, items: str) -> str:
        """Return the number of items of a list, which may not be null."""

    @abstractmethod
    def each(self, items: str, name: str, expression: str) -> str:
        """Return the list of an expression's values for each item, which it calls `name`."""

    @abstractmethod
    def rows_of(self, items: str) -> str:
        """Return what gives a row for each item of a list."""

    @abstractmethod
    def small(self, text: str) -> str:
        """Return a text in small letters, of each letter one, whatever stands beside it."""

    @abstractmethod
    def words_of(self, text: str) -> str:
        """Return a text in small letters, with a space for whatever is neither letter nor digit."""

    @abstractmethod
    def gathered(self, fields: Mapping[str, str], order: str) -> str:
        """Return the structs of a group's rows as a list, in the order of a column of numbers."""


class _DuckDB(Dialect):
    def quoted(self, text: str) -> str:
        return "'" + text.replace("'", "''") + "'"

    def struct(self, fields: Mapping[str, str]) -> str:
        return "{" + ", ".join(f"'{name}': {value}" for name, value in fields.items()) + "}"

    def listed(self, *items: str) -> str:
        return f"[{', '.join(items)}]"

    def joined(self, *lists: str) -> str:
        return f"list_concat({', '.join(lists)})"

    def item(self, items: str, place: int) -> str:
        return f"{items}[{place}]"

    def length(self, items: str) -> str:
        return f"len({items})"

    def each(self, items: str, name: str, expression: str) -> str:
        return f"list_transform({items}, lambda {name}: {expression})"

    def rows_of(self, items: str) -> str:
        return f"unnest({items})"

    def small(self, text: str) -> str:
        return f"lower({text})"

    def words_of(self, text: str) -> str:
        return rf"regexp_replace({self.small(text)}, '[^\p{{L}}\p{{N}}]+', ' ', 'g')"

    def gathered(self, fields: Mapping[str, str], order: str) -> str:
        return f"list({self.struct(fields)} ORDER BY {order})"


class _Spark(Dialect):
    def quoted(self, text: str) -> str:
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    def struct(self, fields: Mapping[str, str]) -> str:
        return "named_struct(" + ", ".join(f"'{name}', {value}" for name, value in fields.items()) + ")"

    def listed(self, *items: str) -> str:
        return f"array({', '.join(items)})"

    def joined(self, *lists: str) -> str:
        return f"concat({', '.join(lists)})"

    def item(self, items: str, place: int) -> str:
        return f"get({items}, {place - 1})"

    def length(self, items: str) -> str:
        return f"size({items})"

    def each(self, items: str, name: str, expression: str) -> str:
        return f"transform({items}, {name} -> {expression})"

    def rows_of(self, items: str) -> str:
        return f"explode({items})"

    def small(self, text: str) -> str:
        # Spark has two small letters for the first of these, and for the second another at the end of a word.
        return f"lower(translate({text}, 'İΣ', 'iσ'))"

    def words_of(self, text: str) -> str:
        return rf"regexp_replace({self.small(text)}, '[^\\p{{L}}\\p{{N}}]+', ' ')"

    def gathered(self, fields: Mapping[str, str], order: str) -> str:
        ordered = self.struct({"nth": order, **fields})
        named = {name: f"one.{name}" for name in fields}
        return self.each(f"array_sort(collect_list({ordered}))", "one", self.struct(named))


DUCKDB: Dialect = _DuckDB()
SPARK: Dialect = _Spark()
