"""The templates that the settings name, and what users call domains by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from rapidfuzz import process

from pipeline.base.errors import SettingsError
from pipeline.base.files import read_tsv
from pipeline.base.resources import resource_dir
from pipeline.dataset.settings import Settings
from pipeline.knowledge.wordnet import WordNet, read_wordnet
from pipeline.language.library import Library
from pipeline.language.lint.pack import Known

_MOST_SHOWN = 40

_NEAR = 60
"""Likeness, of 100, from which on a known name is suggested for a misspelt one."""


@cache
def wikidata_properties() -> dict[str, Known]:
    """Return Wikidata's properties, but for those that hold ids of other databases."""
    return _properties("properties.tsv")


@cache
def paper_properties() -> dict[str, Known]:
    """Return the properties of the ReasonVQA authors' code."""
    return _properties("reasonvqa.tsv")


@cache
def wordnet() -> WordNet:
    """Return WordNet's nouns."""
    return read_wordnet(resource_dir("data") / "wordnet" / "nouns.tsv.gz")


def _properties(name: str) -> dict[str, Known]:
    rows = read_tsv(resource_dir("data") / "wikidata" / name, ["property", "label", "datatype"])
    return {row["property"]: Known(row["label"], row["datatype"]) for row in rows}


@cache
def shipped_library(language: str) -> Library:
    """Return the shipped templates in a language."""
    return Library((resource_dir("templates"),), language)


def library_of(settings: Settings) -> Library:
    """Return the templates of a build: the shipped ones, and the user's packs laid over them."""
    shipped = shipped_library(settings.language)
    return (
        Library((*shipped.folders, *settings.templates), settings.language) if settings.templates else shipped
    )


def domain_ids(names: Sequence[str], library: Library) -> list[str]:
    """Return the ids of domains given by id or name; SettingsError suggests the nearest to a misspelt one."""
    known = {domain: domain for domain in library.domains}
    return chosen("domains", names, known, {entry.name: d for d, entry in library.domains.items()})


def property_ids(names: Sequence[str], library: Library) -> list[str]:
    """Return the ids of properties given by id or label; SettingsError suggests the nearest."""
    known = {prop: prop for prop in library.properties}
    return chosen("properties", names, known, {spec.label: p for p, spec in library.properties.items()})


def chosen(
    what: str, wanted: Iterable[str], known: Mapping[str, str], names: Mapping[str, str] | None = None
) -> list[str]:
    """Return the sorted values of `known` (and of `names`, other keys for them) under the keys wanted.

    Case and outer spaces do not count; SettingsError suggests the nearest key to one that is not known.
    """
    keys = {key.lower(): value for key, value in {**(names or {}), **known}.items()}
    found = set()
    for name in wanted:
        key = name.strip().lower()
        if key not in keys:
            hint = suggestion(key, keys)
            known_too = f" Known: {', '.join(known)}" if len(known) <= _MOST_SHOWN else ""
            raise SettingsError(f"{what}: there is no {name!r}{hint}{known_too}")
        found.add(keys[key])
    return sorted(found)


def suggestion(wanted: str, known: Iterable[str], *, near: int = _NEAR) -> str:
    """Return the question whether the nearest of the known names was meant; a full stop if none is near.

    `near` is the least similarity, of 100, by which a name may be a slip of another.
    """
    found = process.extractOne(wanted, sorted(known), score_cutoff=near)
    return f"; did you mean {found[0]!r}?" if found else "."
