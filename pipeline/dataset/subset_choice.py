"""What part of a dataset is wanted: names as a user gives them, and the values that records have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pipeline.base.errors import SettingsError
from pipeline.dataset.subset_classes import ClassIndex, class_index
from pipeline.dataset.verification.loaded import Dataset
from pipeline.dataset.vocabulary import suggestion, wikidata_properties
from pipeline.relational.engine import Engine
from pipeline.values import is_property_id

FILTERS = (
    "sources", "domains", "properties", "classes", "hops", "clauses", "answer_kinds", "guessable",
    "max_images", "max_questions",
)  # fmt: skip
"""The filters in the order in which they are applied."""

_HOPS = {1, 2, 3}
_NEAR_OF_MANY = 70
"""Of thousands of labels, one that looks a little like any word is always found."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The part that is wanted; what is empty leaves all.

    Names may be given one by one, or several in one text, separated by commas.
    """

    sources: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    hops: tuple[int, ...] = ()
    clauses: Literal["with", "without", "any"] = "any"
    answer_kinds: tuple[str, ...] = ()
    guessable: Literal["with", "without", "any"] = "any"
    max_images: int | None = None
    max_questions: int | None = None


@dataclass(frozen=True, slots=True)
class Filters:
    """The choice as records have it: of each filter in force the values that pass.

    `shown` is what the manifest says: the same, with the classes named instead of the things in them.
    """

    values: Mapping[str, tuple[str, ...]]
    max_images: int | None = None
    max_questions: int | None = None
    shown: Mapping[str, Any] = field(default_factory=dict)


def resolve(choice: Choice, dataset: Dataset, engine: Engine) -> Filters:
    """Return the filters; SettingsError names what the dataset does not have, and what is near.

    `engine` has the records as the table `records`.
    """
    hops = sorted(set(choice.hops))
    if not set(hops) <= _HOPS:
        raise SettingsError(f"hops: expected 1, 2 or 3, found {', '.join(map(str, hops))}")
    shown: dict[str, Any] = {
        "sources": _picked("sources", choice.sources, _sources(engine)) if choice.sources else [],
        "domains": _picked("domains", choice.domains, _domains(dataset, engine)) if choice.domains else [],
        "properties": _properties(choice.properties, engine) if choice.properties else [],
        "classes": [],
        "hops": hops,
        "clauses": [] if choice.clauses == "any" else [choice.clauses],
        "answer_kinds": _picked("answer_kinds", choice.answer_kinds, _answer_kinds(engine))
        if choice.answer_kinds
        else [],
        "guessable": [] if choice.guessable == "any" else [choice.guessable],
    }
    values = {name: tuple(map(str, picked)) for name, picked in shown.items() if picked}
    if choice.classes:
        index = class_index(dataset, engine)
        shown["classes"] = _classes(choice.classes, index, dataset)
        values["classes"] = tuple(sorted(_things(index, shown["classes"])))
    shown |= {"max_images": choice.max_images, "max_questions": choice.max_questions}
    in_force = {name: shown[name] for name in FILTERS if shown[name]}
    return Filters(values, choice.max_images, choice.max_questions, in_force)


def _things(index: ClassIndex, names: Iterable[str]) -> set[str]:
    return {thing for name in names for thing in index.things(name)}


def _sources(engine: Engine) -> dict[str, str]:
    return {source.lower(): source for (source,) in engine.rows("subset_sources")}


def _answer_kinds(engine: Engine) -> dict[str, str]:
    return {kind: kind for (kind,) in engine.rows("subset_kinds")}


def _domains(dataset: Dataset, engine: Engine) -> dict[str, str]:
    """Return id and name of the domains that occur -> id."""
    ids = {domain for (domains,) in engine.rows("subset_domains") for domain in domains}
    names = {name.lower(): domain for domain, name in dataset.domain_names.items() if domain in ids}
    return {**names, **{domain.lower(): domain for domain in ids}}


def _properties(given: Sequence[str], engine: Engine) -> list[str]:
    """Return the ids of the properties asked about that are given by id or label."""
    labels = dict(engine.rows("subset_properties"))
    known = {**{label.lower(): prop for prop, label in labels.items()}, **{p.lower(): p for p in labels}}
    elsewhere = wikidata_properties()
    found = []
    for name in _names(given, known):
        prop = known.get(name.lower())
        if prop is None:
            spec = elsewhere.get(name.upper()) if is_property_id(name.upper()) else None
            label = spec.label if spec else name
            hint = suggestion(label.lower(), [text.lower() for text in labels.values()])
            also = f" ({label})" if spec else ""
            raise SettingsError(f"properties: no question asks about {name!r}{also}{hint}")
        found.append(prop)
    return sorted(set(found), key=lambda prop: int(prop[1:]))


def _classes(given: Sequence[str], index: ClassIndex, dataset: Dataset) -> list[str]:
    """Return the names of classes, items in upper case and words in lower case."""
    known = index.known
    found = set()
    for name in _names(given, known):
        if name.lower() not in known:
            entity = dataset.entities.get(name.upper())
            label, also = (entity.label, f" ({entity.label})") if entity else (name, "")
            hint = suggestion(label.lower(), index.words, near=_NEAR_OF_MANY)
            raise SettingsError(f"classes: no question is about a thing of the class {name!r}{also}{hint}")
        found.add(known[name.lower()])
    return sorted(found)


def _picked(filter_: str, given: Sequence[str], known: Mapping[str, str]) -> list[str]:
    """Return the values of the names given."""
    found = set()
    for name in _names(given, known):
        if name.lower() not in known:
            hint, listed = suggestion(name.lower(), known), ", ".join(sorted(set(known.values())))
            option = filter_.replace("_", "-")
            raise SettingsError(f"{option}: the dataset has no {name!r}{hint} It has: {listed}")
        found.add(known[name.lower()])
    return sorted(found)


def _names(given: Iterable[str], known: Mapping[str, str]) -> list[str]:
    """Return the names in texts that may hold several; a name that has a comma of its own stays whole."""
    names: list[str] = []
    for text in given:
        whole = text.strip()
        names += [whole] if whole.lower() in known else [n.strip() for n in whole.split(",") if n.strip()]
    return names
