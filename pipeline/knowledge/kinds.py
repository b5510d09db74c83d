"""Coarse kinds of things (person, country, building ...), found from class chains."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import networkx as nx
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pipeline.base.errors import TemplateError
from pipeline.wikidata.facts import Statement
from pipeline.wikidata.fetch import INSTANCE_OF, SUBCLASS_OF

AGENT = "agent"
"""A person or an organization, where it is not known which."""

THING = "thing"
"""The kind of what no class chain places."""

NOT = "!"
"""Stands before a kind that a condition excludes."""

_AGENTS = {"person", "organization"}


@dataclass(frozen=True, slots=True)
class Kinds:
    """The declared kinds in order of precedence.

    `items` and `synsets` map each root to its kind; `wider` maps a kind to all that it belongs to, itself
    included.
    """

    names: tuple[str, ...]
    items: Mapping[str, str]
    synsets: Mapping[str, str]
    wider: Mapping[str, frozenset[str]]
    _fitting: dict[tuple[str, tuple[str, ...]], bool] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def nearest(self, distance: Mapping[str, int], roots: Mapping[str, str]) -> str | None:
        """Return the kind of the nearest root in a closure (class -> distance); ties by precedence."""
        found = [(steps, self.names.index(roots[name])) for name, steps in distance.items() if name in roots]
        return self.names[min(found)[1]] if found else None

    def common(self, kinds: Iterable[str]) -> str:
        """Return the narrowest kind of all: an agent for persons and organizations, else a thing."""
        found = set(kinds)
        if len(found) == 1:
            return found.pop()
        wider = [self.wider.get(kind, frozenset((kind,))) for kind in found]
        shared = frozenset.intersection(*wider)
        if shared:
            return max(sorted(shared), key=lambda kind: len(self.wider.get(kind, ())))
        return AGENT if all(not kinds.isdisjoint({*_AGENTS, AGENT}) for kinds in wider) else THING

    def fits(self, kind: str, wanted: Collection[str]) -> bool:
        """Whether something of a kind meets a condition that names the kinds wanted (none: any kind).

        "!place" excludes a kind. An agent may be either a person or an organization, so it meets only a
        condition that allows both and excludes neither.
        """
        condition = kind, tuple(wanted)
        if condition not in self._fitting:
            self._fitting[condition] = self._fits(*condition)
        return self._fitting[condition]

    def _fits(self, kind: str, wanted: Collection[str]) -> bool:
        wider = {AGENT, *_AGENTS} if kind == AGENT else self.wider.get(kind, frozenset((kind,)))
        refused = {name[1:] for name in wanted if name.startswith(NOT)}
        allowed = {name for name in wanted if not name.startswith(NOT)}
        if not wider.isdisjoint(refused):
            return False
        if not allowed:
            return True
        if kind == AGENT:
            return AGENT in allowed or allowed >= _AGENTS
        return not wider.isdisjoint(allowed) or (AGENT in allowed and not wider.isdisjoint(_AGENTS))


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    wider: tuple[str, ...] = Field(default=(), alias="is")
    items: tuple[str, ...] = ()
    synsets: tuple[str, ...] = ()

    def added_to(self, earlier: _Entry) -> _Entry:
        """Return an earlier file's entry with this one's members."""
        values = {
            name: tuple(dict.fromkeys((*getattr(earlier, name), *getattr(self, name))))
            for name in ("wider", "items", "synsets")
        }
        return earlier.model_copy(update=values)


_Declared = TypeAdapter(dict[str, _Entry])


def read_kinds(*paths: Path) -> Kinds:
    """Read `kinds.toml` files; what a later one says of a kind is added to what is there.

    TemplateError if an entry is malformed or a root claimed by two kinds.
    """
    declared: dict[str, _Entry] = {}
    for path in paths:
        try:
            entries = _Declared.validate_python(tomllib.loads(path.read_text(encoding="utf-8")))
        except ValidationError as fault:
            first = fault.errors()[0]
            place = ".".join(map(str, first["loc"]))
            raise TemplateError(path, place=place, problem=first["msg"], remedy="Mend the entry.") from fault
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
            raise TemplateError(path, problem=str(fault), remedy="Mend the TOML.") from fault
        for kind, entry in entries.items():
            declared[kind] = entry.added_to(declared[kind]) if kind in declared else entry
    return _kinds(declared, paths[-1])


def _kinds(declared: Mapping[str, _Entry], path: Path) -> Kinds:
    for kind, entry in declared.items():
        for name in entry.wider:
            if name not in declared:
                raise TemplateError(
                    path,
                    place=kind,
                    problem=f"there is no kind {name!r}",
                    remedy="Declare it, or take it out.",
                )
    roots: dict[str, dict[str, str]] = {"items": {}, "synsets": {}}
    for kind, entry in declared.items():
        for which, table in roots.items():
            for root in getattr(entry, which):
                if root in table:
                    raise TemplateError(
                        path,
                        place=kind,
                        problem=f"{root} belongs to {table[root]} already",
                        remedy="Keep one.",
                    )
                table[root] = kind
    return Kinds(tuple(declared), roots["items"], roots["synsets"], _wider(declared))


def _wider(declared: Mapping[str, _Entry]) -> dict[str, frozenset[str]]:
    wider: dict[str, frozenset[str]] = {}
    for kind in declared:
        seen, frontier = {kind}, [kind]
        while frontier:
            above = [name for below in frontier for name in declared[below].wider]
            frontier = [name for name in above if name not in seen]
            seen.update(frontier)
        wider[kind] = frozenset(seen)
    return wider


class Classes:
    """Class chains over the fact graph, or over statements alone where no graph is needed."""

    def __init__(
        self, facts: nx.MultiDiGraph[str] | Iterable[Statement], kinds: Kinds, *, levels: int = 6
    ) -> None:
        self.kinds, self._levels = kinds, levels
        self._values: dict[str, dict[str, set[str]]] = {}
        if isinstance(facts, nx.MultiDiGraph):
            edges = ((item, data["property"], value) for item, value, data in facts.edges(data=True))
        else:
            edges = ((s.subject, s.property, s.value) for s in facts)
        for item, prop, value in edges:
            self._values.setdefault(prop, {}).setdefault(item, set()).add(value)
        self.above = cache(self._above)
        self.kind = cache(self._kind)

    def values(self, item: str, prop: str) -> list[str]:
        """Return the items that an item has as values of a property, sorted."""
        return self._step([item], prop)

    def _step(self, items: Iterable[str], prop: str) -> list[str]:
        values = self._values.get(prop, {})
        return sorted({value for item in items for value in values.get(item, ())})

    def _above(self, item: str) -> Mapping[str, int]:
        """Return every class of an item, itself included -> distance: instance of, then subclass of."""
        distance = {item: 0}
        frontier = sorted({*self._step([item], INSTANCE_OF), *self._step([item], SUBCLASS_OF)} - {item})
        for level in range(1, self._levels + 1):
            distance.update({name: level for name in frontier if name not in distance})
            above = self._step(frontier, SUBCLASS_OF)
            frontier = [name for name in dict.fromkeys(above) if name not in distance]
        return distance

    def _kind(self, item: str) -> str | None:
        """Return the kind of an item by its chain, or None."""
        return self.kinds.nearest(self.above(item), self.kinds.items)
