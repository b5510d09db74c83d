"""Routes of one to three edges from a linked item to an answer.

Every edge but the last leads to exactly one item; the last may have several values, all of them true
answers. A route visits no item twice, and the registry says which property may follow which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import networkx as nx

from pipeline.knowledge import doubts
from pipeline.knowledge.doubts import Doubts
from pipeline.knowledge.graph import facts_of
from pipeline.knowledge.kinds import AGENT, THING, Classes
from pipeline.language.packs import Property, Wording
from pipeline.values import Precision, Time
from pipeline.wikidata.facts import Statement

_COARSE = frozenset(p.word for p in (Precision.DECADE, Precision.CENTURY, Precision.MILLENNIUM))

_IMPLYING = ("person", "organization")

REASONS = {
    "too_many_answers": "more true answers than a question may have",
    "conflicting_values": "the facts give several dates or amounts",
    "no_wording": "no template fits this subject and these values",
    "vague_value": "where a thing is may be answered by its town or its country, and the value is neither",
    "leads_back": "an answer is something that the route has passed",
    "direct_fact": "an answer is a fact about the thing itself, so that the detour adds nothing",
    **doubts.REASONS,
}


@dataclass(frozen=True, slots=True, order=True)
class Step:
    """One edge as templates see it: kinds at both ends, and what conditions may ask about."""

    property: str
    subject_kind: str
    value_kind: str
    many: bool = False
    precision: str = ""
    gone: bool = False
    unit: str = ""
    direct: bool = True


@dataclass(frozen=True, slots=True)
class Route:
    """A path from `item`: for each edge its step, and the statements it rests on.

    All statements of one edge share their subject and property; only the last edge has more than one.
    """

    item: str
    steps: tuple[Step, ...]
    statements: tuple[tuple[Statement, ...], ...]

    @property
    def properties(self) -> tuple[str, ...]:
        """The properties along the route."""
        return tuple(step.property for step in self.steps)


@dataclass(frozen=True, slots=True, order=True)
class Refused:
    """A route that was not taken: where it ended, and why (a key of REASONS)."""

    item: str
    properties: tuple[str, ...]
    code: str


@dataclass(frozen=True, slots=True)
class _Edge:
    """What leads on from a subject: its step and statements.

    `is_asked` is whether a route may end here, `code` why none does all the same, wherever it comes from;
    `leads_on` is whether one may pass.
    """

    step: Step
    statements: tuple[Statement, ...]
    is_asked: bool
    code: str
    leads_on: bool


class Router:
    """Finds routes.

    `properties` is the registry with its wordings, `successions` says which property may follow which (a key
    "P84/P17" what may follow P17 after P84), `is_gone` whether an item is no more, and `doubts`
    which facts are not used.
    """

    def __init__(
        self,
        graph: nx.MultiDiGraph[str],
        classes: Classes,
        properties: Mapping[str, Property],
        successions: Mapping[str, frozenset[str]],
        *,
        edges: int,
        is_gone: Callable[[str], bool],
        doubts: Doubts | None = None,
    ) -> None:
        self._doubts = doubts
        self._graph, self._classes, self._properties, self._edges = graph, classes, properties, edges
        self._successions, self.is_gone = successions, is_gone
        self._implied_by = {
            prop: kind
            for kind in _IMPLYING
            for prop, spec in properties.items()
            if {kind} == set(spec.subject) - {AGENT}
        }
        self._facts = cache(self._facts_of)
        self._edges_from = cache(self._found_edges)
        self._direct_values = cache(self._values_of)
        self._is_worded = cache(self._has_wording)
        self._item_kind = cache(self._kind_of_item)

    def routes(self, item: str, kind: str) -> Iterator[Route | Refused]:
        """Yield the routes from an item of that kind, shorter ones first on each path."""
        yield from self._extend(Route(item, (), ()), item, kind, {item})

    def _extend(self, start: Route, subject: str, kind: str, visited: set[str]) -> Iterator[Route | Refused]:
        for edge in self._edges_from(subject, kind, start.properties[-2:]):
            route = Route(start.item, (*start.steps, edge.step), (*start.statements, edge.statements))
            if edge.is_asked:
                yield self._ended(route, edge, visited)
            target = edge.statements[0].value
            if edge.leads_on and len(route.steps) < self._edges and target not in visited:
                yield from self._extend(route, target, edge.step.value_kind, visited | {target})

    def _found_edges(self, subject: str, kind: str, path: tuple[str, ...]) -> list[_Edge]:
        """Return the edges that may follow a path whose last properties are these."""
        gone = self.is_gone(subject)
        edges = []
        for prop, statements in self._facts(subject).items():
            if self._may_follow(prop, path, kind):
                step, spec = (
                    self._step(prop, kind, statements, gone=gone, direct=not path),
                    self._properties[prop],
                )
                is_asked = bool(spec.main or spec.joint)
                code = self._unfit(step, statements) if is_asked else ""
                edges.append(_Edge(step, statements, is_asked, code, self._passes(step, statements)))
        return edges

    def _facts_of(self, subject: str) -> dict[str, tuple[Statement, ...]]:
        found = facts_of(self._graph, subject)
        return {prop: _distinct(values) for prop, values in found.items() if prop in self._properties}

    def _may_follow(self, prop: str, path: Sequence[str], kind: str) -> bool:
        """Whether a property may follow a path; what is said of its last two edges counts most."""
        spec = self._properties[prop]
        if spec.volatile or not self._classes.kinds.fits(kind, spec.subject):
            return False
        if not path:
            return spec.first
        then = self._successions.get("/".join(path[-2:]))
        if then is None:
            then = self._successions.get(path[-1], frozenset())
        return prop in then or path[-1] in spec.after

    def _step(
        self, prop: str, kind: str, statements: tuple[Statement, ...], *, gone: bool, direct: bool
    ) -> Step:
        first = statements[0]
        precision = Time.parse(first.value, first.precision).precision if first.kind == "time" else None
        return Step(
            prop,
            kind,
            self._classes.kinds.common(self.value_kind(prop, s) for s in statements),
            many=len(statements) > 1,
            precision=Precision(precision).word if precision else "",
            gone=gone,
            unit=first.unit,
            direct=direct,
        )

    def value_kind(self, prop: str, statement: Statement) -> str:
        """Return the kind of a value: by its classes, by what else is said of it, or as registered."""
        if statement.kind != "item":
            return statement.kind
        return self._item_kind(prop, statement.value)

    def _kind_of_item(self, prop: str, item: str) -> str:
        declared = self._properties[prop].value
        by_class = self._classes.kind(item)
        if by_class is not None:
            return by_class
        implied = {self._implied_by[p] for p in self._facts(item) if p in self._implied_by}
        return implied.pop() if len(implied) == 1 and declared in (*_IMPLYING, AGENT, THING) else declared

    def _ended(self, route: Route, edge: _Edge, visited: set[str]) -> Route | Refused:
        """Return a route that ends with an edge, or why it may not."""
        code = edge.code or self._idle(route, edge.statements, visited)
        if not code and not self._is_worded(route.steps[-2:]):
            code = "no_wording"
        return Refused(route.item, route.properties, code) if code else route

    def _unfit(self, step: Step, statements: tuple[Statement, ...]) -> str:
        """Return why no route may end with these statements, wherever it comes from."""
        spec = self._properties[step.property]
        if len(statements) > spec.most_answers:
            return "too_many_answers" if spec.answer_kind in ("text", "fixed") else "conflicting_values"
        return "vague_value" if step.value_kind in spec.vague else self._doubt(step, statements)

    def _has_wording(self, ends: tuple[Step, ...]) -> bool:
        """Whether anything may ask about the last of these edges, or about both at once."""
        return any(wordings_of(ends, self._properties, self.applies))

    def _doubt(self, step: Step, statements: tuple[Statement, ...]) -> str:
        if self._doubts is None:
            return ""
        return self._doubts.ending(statements, step.subject_kind, direct=step.direct)

    def _idle(self, route: Route, statements: tuple[Statement, ...], visited: set[str]) -> str:
        """Return why a route is no way to its answer: it has been there, or there is a shorter way."""
        values = {statement.value for statement in statements}
        if not values.isdisjoint(visited):
            return "leads_back"
        is_detour = len(route.steps) > 1 and not values.isdisjoint(self._direct_values(route.item))
        return "direct_fact" if is_detour else ""

    def _values_of(self, item: str) -> frozenset[str]:
        """Return the items that facts join an item to."""
        return frozenset(s.value for facts in self._facts(item).values() for s in facts if s.kind == "item")

    def _passes(self, step: Step, statements: tuple[Statement, ...]) -> bool:
        """Whether a route may go on through this edge: one item, with a clause for it."""
        if len(statements) > 1 or statements[0].kind != "item":
            return False
        if self._doubts is not None and self._doubts.passing(statements):
            return False
        return any(self.applies(wording, step) for wording in self._properties[step.property].clause)

    def applies(self, wording: Wording, step: Step) -> bool:
        """Whether all conditions of a wording hold for an edge."""
        kinds = self._classes.kinds
        return (
            kinds.fits(step.subject_kind, wording.subject)
            and kinds.fits(step.value_kind, wording.value)
            and wording.many in (None, step.many)
            and wording.gone in (None, step.gone)
            and wording.direct in (None, step.direct)
            and (not wording.precision or step.precision in wording.precision)
            and (not wording.unit or step.unit in wording.unit)
        )


def wordings_of(
    steps: Sequence[Step], properties: Mapping[str, Property], applies: Callable[[Wording, Step], bool]
) -> tuple[list[str], list[str]]:
    """Return what may ask about a route's end: wordings of its last two edges at once, and of the last.

    "In which country was she born?" asks at once for the country of the birthplace. Where no more than a
    decade or century is known, that is what is asked for: "when" might be answered by a year.
    """
    last = steps[-1]
    spec, joint = properties[last.property], []
    if len(steps) > 1:
        before = steps[-2]
        whole = replace(last, subject_kind=before.subject_kind, gone=before.gone, direct=before.direct)
        joint = [w.text for w in spec.joint.get(before.property, ()) if applies(w, whole)]
    main = [w for w in spec.main if applies(w, last)]
    named = [w for w in main if w.precision] if last.precision in _COARSE else []
    return joint, [w.text for w in named or main]


def _distinct(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    """Return one statement for each value: a couple that married twice is one couple."""
    values: dict[tuple[str, str, int], Statement] = {}
    for statement in statements:
        values.setdefault((statement.value, statement.unit, statement.precision), statement)
    return tuple(values.values())
