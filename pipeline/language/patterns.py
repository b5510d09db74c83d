"""Patterns of Jinja2: texts with variables in them, filled with the words that the variables stand for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from jinja2 import StrictUndefined, Template, meta, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

_environment = ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False)


@dataclass(frozen=True)
class Pattern:
    """A pattern as Jinja2 parsed it.

    Nearly all are texts and variables alone, whose `pieces` are joined: compiling a pattern takes longer than
    all that it is filled with.
    """

    source: str
    tree: nodes.Template

    @cached_property
    def variables(self) -> frozenset[str]:
        """The names of what it must be filled with."""
        if self._pieces is None:
            return frozenset(meta.find_undeclared_variables(self.tree))
        return frozenset(piece.name for piece in self._pieces if isinstance(piece, nodes.Name))

    def render(self, values: Mapping[str, str]) -> str:
        """Return it filled; an error of Jinja2 if it cannot be."""
        if self._pieces is None or not self.variables <= values.keys():
            return self._compiled.render(values)
        return "".join(
            values[piece.name] if isinstance(piece, nodes.Name) else piece.data for piece in self._pieces
        )

    @cached_property
    def _compiled(self) -> Template:
        return _environment.from_string(self.source)

    @cached_property
    def _pieces(self) -> list[nodes.Name | nodes.TemplateData] | None:
        """Its texts and variables in order; None if there is anything else in it."""
        outputs = [node for node in self.tree.body if isinstance(node, nodes.Output)]
        pieces = [piece for output in outputs for piece in output.nodes]
        plain = [piece for piece in pieces if isinstance(piece, nodes.Name | nodes.TemplateData)]
        return plain if len(outputs) == len(self.tree.body) and len(plain) == len(pieces) else None


@cache
def pattern(source: str) -> Pattern:
    """Return a text as a pattern; an error of Jinja2 if it is none."""
    return Pattern(source, _environment.parse(source))
