"""Scene-graph clauses: relations between two things in an image as parts of a noun phrase.

A lexicon says of each predicate how it describes its subject ("the man riding the horse") and its
object ("the horse that the man is riding"); a table says of each name whether it is one thing, several,
or a mass, and of what kind it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import TemplateError as JinjaError
from pydantic import BaseModel, ConfigDict, ValidationError

from pipeline.base.errors import InputError, TemplateError
from pipeline.base.files import read_tsv
from pipeline.language.grammar import Grammar
from pipeline.language.packs import read_toml, validated
from pipeline.language.pairs import ClausePair, Pair, Role, Unlisted, expanded, product
from pipeline.language.patterns import pattern
from pipeline.language.render import SLOT, WordingError

NAME_COLUMNS = ("name", "number", "article", "synset", "kind", "target", "note")
NUMBERS = ("singular", "plural", "mass", "pair")
_BE = re.compile(r"^(?:is|are|was|were|be|being|been|to be) (?=.)")
_ARTICLE = re.compile(r"(?<=.) (?:a|an|the)$")


class Predicate(BaseModel):
    """One entry of the lexicon; a role without a clause cannot be asked about."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    variants: tuple[str, ...] = ()
    subject: str = ""
    object: str = ""
    subject_kinds: tuple[str, ...] = ()
    object_kinds: tuple[str, ...] = ()
    example: str = ""


@dataclass(frozen=True, slots=True, order=True)
class ClauseForm:
    """A clause around the other thing's noun phrase, for one role and number of it."""

    predicate: str
    role: Role
    number: str
    prefix: str
    suffix: str


@dataclass(frozen=True, slots=True, order=True)
class Name:
    """How an object's name behaves.

    `target` is whether it may stand in a clause, `definite` whether it takes "the" even where an image has
    several of it ("the sky"); `synset` is what it means, where the table says so.
    """

    name: str
    number: str
    kind: str
    target: bool
    definite: bool = False
    synset: str = ""

    @property
    def verb_number(self) -> str:
        """Which form of the verb agrees with it."""
        return "singular" if self.number in ("singular", "mass") else "plural"


class Lexicon:
    """The predicates by canonical name; `unusable` maps others to the reason.

    `pairs` holds, for the clauses that are listed, what they may describe by what.
    """

    def __init__(
        self,
        predicates: Mapping[str, Predicate],
        unusable: Mapping[str, str],
        grammar: Grammar,
        pairs: Mapping[tuple[str, Role], Sequence[ClausePair]] | None = None,
        unlisted: Unlisted = Unlisted(),  # noqa: B008 (frozen)
    ) -> None:
        self.predicates, self.unusable, self._grammar = predicates, unusable, grammar
        self.listed, self._unlisted = pairs or {}, unlisted
        self._canonical = {
            variant: name for name, entry in predicates.items() for variant in (name, *entry.variants)
        }
        self.find = cache(self._find)

    def _find(self, raw: str) -> str | None:
        """Return the canonical name of a predicate as annotators wrote it, or None."""
        return self._canonical.get(normalised(raw))

    def why_not(self, raw: str) -> str:
        """Return the reason for which a predicate has no clause."""
        return self.unusable.get(normalised(raw), "not in the lexicon")

    def forms(self) -> Iterator[ClauseForm]:
        """Yield every clause, for the other thing in the singular and the plural."""
        for name, entry in sorted(self.predicates.items()):
            for role, source, variable in (("subject", entry.subject, "o"), ("object", entry.object, "s")):
                for number, verbs in sorted(self._grammar.verbs.items()):
                    if source:
                        prefix, suffix = _around(source, {variable: SLOT, **verbs})
                        yield ClauseForm(name, role, number, prefix, suffix)  # type: ignore[arg-type]

    def pairs(self, kinds: Iterable[str]) -> Iterator[ClausePair]:
        """Yield what each clause may describe by what: as listed, else what its predicate's kinds allow."""
        known = sorted(kinds)
        for name, entry in sorted(self.predicates.items()):
            ends = entry.subject_kinds or known, entry.object_kinds or known
            for role, (own, other) in (("subject", ends), ("object", ends[::-1])):
                if (name, role) in self.listed:
                    yield from self.listed[name, role]  # type: ignore[index]
                elif getattr(entry, role):
                    yield from product(name, role, self._unlisted, own, other)  # type: ignore[arg-type]


def _around(source: str, values: Mapping[str, str]) -> tuple[str, str]:
    """Return what a clause has before and after its slot; WordingError unless it has one."""
    parts = pattern(source).render(values).split(SLOT)
    if len(parts) != 2:
        raise WordingError(f"expected {{{{ o }}}} or {{{{ s }}}} once, found {source!r}")
    return parts[0], parts[1]


def normalised(raw: str) -> str:
    """Return a predicate in the form that the lexicon lists: lower case, no leading be, no final article."""
    text = " ".join(unicodedata.normalize("NFC", raw).lower().split()).rstrip("., ")
    return _ARTICLE.sub("", _BE.sub("", text)).rstrip("., ")


def read_lexicon(paths: Sequence[Path], grammar: Grammar) -> Lexicon:
    """Read `LANGUAGE/lexicon/predicates.toml` files; TemplateError names the entry that is wrong.

    An entry of a later file replaces the one of its name, with its pairs, and takes its raw forms from
    wherever they were.
    """
    predicates: dict[str, Predicate] = {}
    unusable: dict[str, str] = {}
    pairs: dict[tuple[str, Role], tuple[ClausePair, ...]] = {}
    unlisted = Unlisted()
    for path in paths:
        content = validated(path, _File.model_validate, read_toml(path), remedy=_REMEDY)
        added = _predicates(path, content.predicate, grammar)
        reasons = {raw: group.reason for group in content.unusable for raw in group.variants}
        taken = {raw for entry in added.values() for raw in (entry.name, *entry.variants)}
        if both := sorted(reasons.keys() & taken):
            raise TemplateError(
                path, place="unusable", problem=f"{both[0]!r} is a usable predicate too", remedy="Keep one."
            )
        predicates = _without(predicates, taken | reasons.keys()) | added
        unusable = {raw: why for raw, why in unusable.items() if raw not in taken} | reasons
        pairs = {key: rows for key, rows in pairs.items() if key[0] not in added}
        pairs |= _pairs(path, content.pair, predicates)
        unlisted = content.unlisted or unlisted
    return Lexicon(predicates, unusable, grammar, pairs, unlisted)


def _pairs(
    path: Path, entries: Sequence[Pair], predicates: Mapping[str, Predicate]
) -> dict[tuple[str, Role], tuple[ClausePair, ...]]:
    """Return one file's pairs by clause; every clause they speak of must have words."""
    for entry in entries:
        for name in entry.predicates:
            if name not in predicates or not getattr(predicates[name], entry.role):
                problem = f"there is no clause of {name!r} for its {entry.role}"
                raise TemplateError(path, place="pair", problem=problem, remedy="Mend the entry.")
    return expanded(entries)


_REMEDY = "Compare with templates/en/lexicon/predicates.toml."


class _Unusable(BaseModel):
    model_config = ConfigDict(extra="forbid")

    variants: tuple[str, ...]
    reason: str


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    predicate: tuple[dict[str, Any], ...] = ()
    unusable: tuple[_Unusable, ...] = ()
    pair: tuple[Pair, ...] = ()
    unlisted: Unlisted | None = None


def _predicates(path: Path, entries: Iterable[dict[str, Any]], grammar: Grammar) -> dict[str, Predicate]:
    """Return one file's entries by name; no raw form may belong to two of them."""
    found: dict[str, Predicate] = {}
    owner: dict[str, str] = {}
    for entry in entries:
        place = f"predicate {entry.get('name')!r}"
        try:
            predicate = Predicate.model_validate(entry)
            list(Lexicon({predicate.name: predicate}, {}, grammar).forms())
        except ValidationError as fault:
            first = fault.errors()[0]
            problem = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
            raise TemplateError(path, place=place, problem=problem, remedy="Mend the entry.") from fault
        except (WordingError, JinjaError) as fault:
            raise TemplateError(path, place=place, problem=str(fault), remedy="Mend the entry.") from fault
        if predicate.name in found:
            raise TemplateError(path, place=place, problem="stands twice", remedy="Keep one.")
        for variant in (predicate.name, *predicate.variants):
            if owner.setdefault(variant, predicate.name) != predicate.name:
                raise TemplateError(
                    path,
                    place=place,
                    problem=f"{variant!r} belongs to {owner[variant]!r}",
                    remedy="Keep one.",
                )
        found[predicate.name] = predicate
    return found


def _without(predicates: Mapping[str, Predicate], taken: Set[str]) -> dict[str, Predicate]:
    """Return the predicates that are left when some raw forms are taken from them."""
    left = {name: entry for name, entry in predicates.items() if name not in taken}
    return {
        name: entry.model_copy(update={"variants": tuple(v for v in entry.variants if v not in taken)})
        for name, entry in left.items()
    }


def read_names(*paths: Path) -> dict[str, Name]:
    """Read `LANGUAGE/lexicon/names.tsv` files; a later one's rows replace those of the same name."""
    names: dict[str, Name] = {}
    rows = ((path, place) for path in paths for place in enumerate(read_tsv(path, NAME_COLUMNS), start=2))
    for source, (line, row) in rows:
        if row["number"] not in NUMBERS or row["target"] not in ("yes", "no"):
            raise InputError(
                source,
                place=f"line {line}, {row['name']}",
                problem=f"number {row['number']!r}, target {row['target']!r}",
                remedy=f"Numbers are {', '.join(NUMBERS)}; target is yes or no.",
            )
        target, definite = row["target"] == "yes", row["article"] != ""
        names[row["name"]] = Name(row["name"], row["number"], row["kind"], target, definite, row["synset"])
    return names
