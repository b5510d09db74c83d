"""Which values can stand beside which: the values of each property, sorted into pools of one kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pipeline.dataset.asked import Asked
from pipeline.dataset.likeness import Traits, is_firm
from pipeline.dataset.options import Candidate
from pipeline.dataset.value_pools import Value, ValuePool
from pipeline.knowledge.kinds import AGENT
from pipeline.knowledge.profiles import OF_A_LIFE, Profiles
from pipeline.language.answers import Answers
from pipeline.language.library import ClosedSet, Library
from pipeline.language.packs import Property
from pipeline.values import Item
from pipeline.wikidata.facts import Entity

Row = dict[str, Any]
PERSON, ORGANIZATION = "person", "organization"
CLOSED, ANY = "closed", ""
"""The pool of a closed set's members, and the one of a property whose values are of no one kind."""

_OF_AN_ERA = frozenset({PERSON, ORGANIZATION, "group", "work"})
"""Kinds whose values belong to a time; a country or a river is there at any."""


@dataclass(slots=True)
class _Found:
    """A value as it was found, before it is compared with anything."""

    candidate: Candidate
    kind: str
    subject_kinds: set[str] = field(default_factory=set)


class OptionValues:
    """Values by property: what their facts are, what pool they are in, and which of them are answers here.

    `rows` are those of the bank's pools, `asked` the answers that questions ask for.
    """

    def __init__(
        self,
        rows: Iterable[Row],
        asked: Iterable[Asked],
        library: Library,
        profiles: Profiles,
        closed: Mapping[str, Sequence[Candidate]],
    ) -> None:
        self._properties, self._kinds, self._profiles = library.properties, library.kinds, profiles
        self._frequent: dict[str, set[str]] = {}
        self._firm_words = frozenset(library.options.firm_words)
        self._among = {name: frozenset(entry.items) for name, entry in library.options.among.items()}
        self._sets = {name: frozenset(c.item for c in members) for name, members in closed.items()}
        self._found: dict[str, dict[str, _Found]] = {}
        self._answers: dict[str, set[str]] = {}
        for row in rows:
            forms = tuple(row["forms"].strip("|").split("|"))
            self._add(row, Candidate(row["answer"], forms, row["item"]))
        for entry in asked:
            self._add_answers(entry.route)
            if entry.inside and (item := entry.route["answer_items"][0]["item"]):
                self._frequent.setdefault(entry.route["property_id"], set()).add(item)
        for prop, spec in self._properties.items():
            for candidate in closed.get(spec.closed_set, ()):
                self._found.setdefault(prop, {}).setdefault(candidate.item, _Found(candidate, CLOSED))
        self._pools: dict[str, dict[tuple[str, bool], ValuePool]] = {}
        self._values: dict[tuple[str, str], Value] = {}

    def _add_answers(self, route: Row) -> None:
        for place, answer in enumerate(route["answer_items"]):
            if answer["item"]:
                self._add(route, Candidate(answer["label"], tuple(answer["forms"]), answer["item"]))
                if place == 0:
                    self._answers.setdefault(route["property_id"], set()).add(answer["item"])

    def _add(self, row: Row, candidate: Candidate) -> None:
        prop = row["property_id"]
        kind = self._kind(self._properties[prop], row["value_kind"], candidate)
        found = self._found.setdefault(prop, {}).setdefault(candidate.item, _Found(candidate, kind))
        found.subject_kinds.add(row["subject_kind"])

    def _kind(self, spec: Property, value_kind: str, candidate: Candidate) -> str:
        if candidate.item in self._sets.get(spec.closed_set, ()):
            return CLOSED
        if spec.incomplete:
            return ANY
        if value_kind == AGENT:
            return ORGANIZATION if is_firm(candidate.text, self._firm_words) else PERSON
        return ORGANIZATION if self._kinds.fits(value_kind, (ORGANIZATION,)) else value_kind

    def beside(self, route: Row) -> tuple[Value, list[Callable[[], list[Value]]]]:
        """Return a route's truth as a value, and what finds others near it: answers, then those only known.

        Of a property whose facts are incomplete, what things of the truth's kind have is left out: it may be
        true of this one as well, though nobody wrote it down.
        """
        prop, item = route["property_id"], route["answer_items"][0]["item"]
        truth = self._value(prop, item)
        if among := self._among.get(route["options_among"]):
            return truth, [lambda: [self._value(prop, n) for n in sorted(among & self._found[prop].keys())]]
        near = partial(self._near, truth, prop, route["subject_kind"])
        return truth, [partial(near, is_answer=True), partial(near, is_answer=False)]

    def _near(self, truth: Value, prop: str, subject_kind: str, *, is_answer: bool) -> list[Value]:
        kind = self._found[prop][truth.item].kind
        values = self._pools_of(prop)[kind, is_answer].near(truth)
        if self._properties[prop].incomplete:
            return [value for value in values if subject_kind not in value.traits.subject_kinds]
        return values

    def pool_of(self, route: Row) -> tuple[str, str, str]:
        """Return the property, the kind and the set that name the pool of a route's truth."""
        prop, item = route["property_id"], route["answer_items"][0]["item"]
        return prop, self._found[prop][item].kind, route["options_among"]

    def is_frequent(self, prop: str, item: str) -> bool:
        """Whether a value is an answer in the balanced set."""
        return item in self._frequent.get(prop, ())

    def _pools_of(self, prop: str) -> dict[tuple[str, bool], ValuePool]:
        if prop not in self._pools:
            sorted_values: dict[tuple[str, bool], list[Value]] = {}
            answers = self._answers.get(prop, set())
            for item, found in self._found[prop].items():
                for is_answer in (True, False):
                    sorted_values.setdefault((found.kind, is_answer), [])
                sorted_values[found.kind, item in answers].append(self._value(prop, item))
            self._pools[prop] = {
                key: ValuePool(values, self._frequent.get(prop, ())) for key, values in sorted_values.items()
            }
        return self._pools[prop]

    def _value(self, prop: str, item: str) -> Value:
        if (prop, item) not in self._values:
            found = self._found[prop][item]
            wider = self._kinds.wider.get(found.kind, frozenset((found.kind,)))
            traits = Traits(
                found.candidate.text,
                self._profiles.of(prop, item),
                frozenset(found.subject_kinds),
                prop in OF_A_LIFE or not _OF_AN_ERA.isdisjoint(wider),
            )
            self._values[prop, item] = Value(found.candidate, traits)
        return self._values[prop, item]


def closed_members(
    sets: Mapping[str, ClosedSet], entities: Mapping[str, Entity], answers: Answers
) -> dict[str, list[Candidate]]:
    """Return the members of each closed set that have a label."""
    found: dict[str, list[Candidate]] = {}
    for name, declared in sets.items():
        named = [entities[item] for item in declared.items if item in entities and entities[item].label]
        texts = [answers.text(Item(e.item, e.label, e.aliases)) for e in named]
        found[name] = [Candidate(text.shown, text.accepted, text.item) for text in texts]
    return found
