"""The templates folder as the stages use it: properties of a language, domains, closed sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rapidfuzz import process

from pipeline.base.errors import SettingsError
from pipeline.base.resources import resource_dir
from pipeline.language.packs import Property, pack_files, read_properties, read_toml


@cache
def load_properties(language: str) -> dict[str, Property]:
    """Return the properties that are asked about in a language: those with wordings that are not off."""
    found = read_properties(pack_files(resource_dir("templates"), language))
    return {prop: spec for prop, spec in found.items() if (spec.main or spec.clause) and not spec.off}


@cache
def load_domains() -> dict[str, dict[str, Any]]:
    """Return domain id -> its name and definition."""
    return read_toml(resource_dir("templates") / "domains.toml")


@dataclass(frozen=True, slots=True)
class ClosedSet:
    """The values that fixed answers are drawn from; `complete` if there can be no others."""

    items: tuple[str, ...]
    complete: bool


@cache
def load_closed_sets() -> dict[str, ClosedSet]:
    """Return the closed sets by name."""
    declared = read_toml(resource_dir("templates") / "closed_sets.toml")
    return {name: ClosedSet(tuple(entry["items"]), entry["complete"]) for name, entry in declared.items()}


@cache
def load_units() -> dict[str, str]:
    """Return a unit's item -> its id in CLDR."""
    return read_toml(resource_dir("templates") / "units.toml")


def domain_ids(names: Sequence[str]) -> list[str]:
    """Return the ids of domains given by id or name; SettingsError suggests the nearest to a misspelt one."""
    domains = load_domains()
    by_name = {str(entry["name"]).lower(): domain for domain, entry in domains.items()}
    known = {**by_name, **{domain: domain for domain in domains}}
    ids = []
    for name in names:
        wanted = name.strip().lower()
        if wanted not in known:
            nearest = process.extractOne(wanted, list(known))
            hint = f"; did you mean {nearest[0]!r}?" if nearest and nearest[1] > 60 else ""
            raise SettingsError(f"domains: there is no {name!r}{hint} Known: {', '.join(domains)}")
        ids.append(known[wanted])
    return sorted(set(ids))
