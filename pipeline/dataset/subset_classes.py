"""Classes of the things that questions are about, by item, by label, and by the noun that questions use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

from pipeline.base.resources import resource_dir
from pipeline.dataset.verification.loaded import Dataset
from pipeline.knowledge.graph import build_graph
from pipeline.knowledge.kinds import Classes, read_kinds
from pipeline.relational.engine import Engine
from pipeline.wikidata.facts import Entity
from pipeline.wikidata.fetch import INSTANCE_OF, SUBCLASS_OF


@dataclass(frozen=True, slots=True)
class ClassIndex:
    """`members` of an item, the items `named` by a label, and what may be called by one of the `nouns`.

    Labels and nouns are in lower case.
    """

    members: Mapping[str, Set[str]]
    named: Mapping[str, Set[str]]
    nouns: Mapping[str, Set[str]]

    @property
    def words(self) -> Set[str]:
        """Every label and noun."""
        return self.named.keys() | self.nouns.keys()

    @property
    def known(self) -> dict[str, str]:
        """Every name that can be given, in lower case -> as it is."""
        return {word: word for word in self.words} | {item.lower(): item for item in self.members}

    def things(self, name: str) -> set[str]:
        """Return the things that are a class of this name, lie below it, or may be called so."""
        classes = {name, *self.named.get(name, ())}
        below = {thing for item in classes for thing in self.members.get(item, ())}
        return below | self.nouns.get(name, set())


def class_index(dataset: Dataset, engine: Engine) -> ClassIndex:
    """Return the index of a dataset whose records are the table `records`.

    A thing's classes are itself and what it is an instance or a subclass of, by the snapshot's facts.
    """
    things = {thing for thing, _ in engine.rows("subset_things")}
    chains = (s for s in dataset.snapshot.statements if s.property in (INSTANCE_OF, SUBCLASS_OF))
    kinds = read_kinds(resource_dir("templates") / "kinds.toml")
    classes = Classes(build_graph(chains, dataset.entities), kinds)
    members: defaultdict[str, set[str]] = defaultdict(set)
    for thing in things:
        for item in classes.above(thing):
            members[item].add(thing)
    reached = (entity for item, entity in dataset.entities.items() if item in members)
    return ClassIndex(dict(members), _named(reached), _nouns(dataset, things))


def _named(entities: Iterable[Entity]) -> dict[str, set[str]]:
    """Return label -> items in lower case; an alias counts where no item has it as its label."""
    labels: defaultdict[str, set[str]] = defaultdict(set)
    aliases: defaultdict[str, set[str]] = defaultdict(set)
    for entity in entities:
        labels[entity.label.lower()].add(entity.item)
        for alias in entity.aliases:
            aliases[alias.lower()].add(entity.item)
    found = {**aliases, **labels}
    found.pop("", None)
    return found


def _nouns(dataset: Dataset, things: Set[str]) -> dict[str, set[str]]:
    """Return noun -> the things that a question may call by it."""
    nouns = {row["noun_id"]: row["noun"].lower() for row in dataset.table("noun_forms")}
    found: defaultdict[str, set[str]] = defaultdict(set)
    for row in dataset.table("concepts"):
        if row["item"] in things and row["noun_id"] in nouns:
            found[nouns[row["noun_id"]]].add(row["item"])
    return dict(found)
