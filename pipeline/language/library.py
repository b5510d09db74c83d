"""The templates of a build: the shipped folder, and packs of one's own laid over it, in one language.

A pack is a folder of the same form as the shipped one:

    PACK/*.toml                 properties with their wordings, whatever the file is called
    PACK/properties/*.toml      the same, without a language
    PACK/LANGUAGE/*.toml        the same, for one language
    PACK/LANGUAGE/lexicon/      predicates.toml, names.tsv, nouns/things.toml, nouns/places.toml
    PACK/domains.toml, kinds.toml, routes.toml, closed_sets.toml, giveaways.toml, options.toml, units.toml

Each file is laid over the one of the same name in the folders before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

from pipeline.base.errors import TemplateError
from pipeline.knowledge.kinds import AGENT, THING, Kinds, read_kinds
from pipeline.language.grammar import Grammar, read_grammar
from pipeline.language.nouns import Nouns, read_nouns
from pipeline.language.option_rules import OptionRules
from pipeline.language.packs import (
    Property,
    T,
    languages,
    line_of,
    read_properties,
    read_shares,
    read_successions,
    read_toml,
    validated,
)
from pipeline.language.scene import Lexicon, Name, read_lexicon, read_names

SPECIAL = ("closed_sets", "domains", "giveaways", "kinds", "options", "routes", "unasked", "units")
"""Files at the top of a pack that hold no properties."""

NOUN_FILES = ("things", "places")
LITERALS = ("string", "time", "quantity")
"""What conditions call the kinds of values that are no items."""

LEXICON = ("grammar.toml", "predicates.toml", "names.tsv", *(f"nouns/{name}.toml" for name in NOUN_FILES))
"""Files of LANGUAGE/lexicon; a grammar counts only for a language that is not shipped."""


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Domain(_Strict):
    """A domain of questions: what it is called, what belongs to it, and questions of it."""

    name: str
    definition: str
    examples: tuple[str, ...] = ()


class ClosedSet(_Strict):
    """The values that fixed answers are drawn from; `complete` if there can be no others."""

    items: tuple[str, ...]
    complete: bool


class Unasked(_Strict):
    """A property that no question is made of, with the reason."""

    label: str
    reason: str


_Domains = TypeAdapter(dict[str, Domain])
_ClosedSets = TypeAdapter(dict[str, ClosedSet])
_Unasked = TypeAdapter(dict[str, Unasked])
_Units = TypeAdapter(dict[str, str])
_Giveaways = TypeAdapter(dict[str, dict[str, tuple[str, ...]]])


@dataclass(frozen=True)
class Library:
    """Everything that templates say; read when first asked for.

    `folders` begins with the shipped templates; TemplateError names file, place and remedy of a fault.
    """

    folders: tuple[Path, ...]
    language: str

    @property
    def packs(self) -> tuple[Path, ...]:
        """The folders of one's own."""
        return self.folders[1:]

    def check(self) -> None:
        """Read every file; TemplateError if one is faulty."""
        for name in (
            "properties",
            "domains",
            "closed_sets",
            "options",
            "unasked",
            "units",
            "giveaways",
            "kinds",
            "successions",
            "shares",
            "lexicon",
            "names",
        ):
            getattr(self, name)
        for scope in NOUN_FILES:
            self.nouns(scope)
        for prop, spec in self.entries.items():
            for what, names, known in (
                ("domain", spec.domains, self.domains.keys()),
                ("kind", spec.kinds, self.known_kinds),
                ("closed set", filter(None, (spec.closed_set,)), self.closed_sets.keys()),
            ):
                if unknown := sorted(set(names) - known):
                    self._refuse(prop, f"there is no {what} {unknown[0]!r}")

    def _refuse(self, prop: str, problem: str) -> None:
        """Raise TemplateError at the last file that speaks of a property."""
        path = [path for path in self.property_files if prop in read_toml(path)][-1]
        place = f"{prop} (line {line_of(path, prop)})"
        remedy = "`reasonvqa templates lint` names the line, and templates/README.md what there is."
        raise TemplateError(path, place=place, problem=problem, remedy=remedy)

    @cached_property
    def entries(self) -> dict[str, Property]:
        """Every property that a file describes, those included that are off or have no wording."""
        return read_properties(self.property_files)

    @cached_property
    def properties(self) -> dict[str, Property]:
        """The properties that can be asked about."""
        return {p: spec for p, spec in self.entries.items() if (spec.main or spec.clause) and not spec.off}

    @cached_property
    def property_files(self) -> list[Path]:
        """The files that hold properties, in the order in which they are laid over each other."""
        files = [path for folder in self.folders for path in _pack_files(folder, self.language)]
        if not any(path.parent.name == self.language for path in files):
            raise TemplateError(
                self.folders[0] / self.language,
                problem="has no templates",
                remedy=f"Languages: {', '.join(languages(self.folders[0]))}.",
            )
        for pack in self.packs:
            if not any(path.suffix in (".toml", ".tsv") for path in pack.rglob("*.t*")):
                raise TemplateError(
                    pack,
                    problem="holds no TOML or TSV file, so it is no pack of templates",
                    remedy="Name a folder as `reasonvqa templates new` makes it.",
                )
        return files

    @cached_property
    def domains(self) -> dict[str, Domain]:
        """Domain id -> its name and definition."""
        return _merged(self._files("domains.toml"), _Domains)

    @cached_property
    def closed_sets(self) -> dict[str, ClosedSet]:
        """The closed sets by name."""
        return _merged(self._files("closed_sets.toml"), _ClosedSets)

    @cached_property
    def options(self) -> OptionRules:
        """What wrong options must not be; of several files all counts."""
        rules = OptionRules()
        for path in self._files("options.toml"):
            remedy = "templates/README.md explains each file."
            rules = rules.with_more(
                validated(path, OptionRules.model_validate, read_toml(path), remedy=remedy)
            )
        return rules

    @cached_property
    def unasked(self) -> dict[str, Unasked]:
        """The properties that no question is made of."""
        return _merged(self._files("unasked.toml"), _Unasked)

    @cached_property
    def units(self) -> dict[str, str]:
        """A unit's item -> its id in CLDR."""
        return _merged(self._files("units.toml"), _Units)

    @cached_property
    def own_units(self) -> dict[str, str]:
        """The units that the packs add to the shipped ones."""
        return _merged(self._files("units.toml", self.packs), _Units)

    @cached_property
    def giveaways(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Noun, with its file -> property -> items that the noun gives away as answers."""
        return _merged(self._files("giveaways.toml"), _Giveaways)

    @cached_property
    def kinds(self) -> Kinds:
        """The kinds of things."""
        return read_kinds(*self._files("kinds.toml"))

    @property
    def known_kinds(self) -> set[str]:
        """Every kind that a property or a condition may name."""
        return {*self.kinds.names, AGENT, THING, *LITERALS}

    @cached_property
    def successions(self) -> Mapping[str, frozenset[str]]:
        """Property -> what may be asked of its value."""
        return read_successions(*self._files("routes.toml"))

    @cached_property
    def shares(self) -> Mapping[str, float]:
        """Beginning of a route -> the share of the things with such a route that are asked about it."""
        return read_shares(*self._files("routes.toml"))

    @cached_property
    def grammar(self) -> Grammar:
        """The grammar of the language, which is the shipped one's."""
        return read_grammar(self._lexicon("grammar.toml")[0])

    def nouns(self, scope: str) -> Nouns:
        """Return the class nouns of `things` or `places`."""
        return read_nouns(self._lexicon(f"nouns/{scope}.toml"), self.grammar)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The scene-graph predicates."""
        return read_lexicon(self._lexicon("predicates.toml"), self.grammar)

    @cached_property
    def names(self) -> dict[str, Name]:
        """How the names of objects behave."""
        return read_names(*self._lexicon("names.tsv"))

    def _lexicon(self, name: str) -> list[Path]:
        return self._files(f"{self.language}/lexicon/{name}")

    def _files(self, name: str, folders: Sequence[Path] | None = None) -> list[Path]:
        chosen = self.folders if folders is None else folders
        return [folder / name for folder in chosen if (folder / name).is_file()]


def _pack_files(folder: Path, language: str) -> list[Path]:
    """Return the property files of one folder: those without a language first."""
    top = [path for path in sorted(folder.glob("*.toml")) if path.stem not in SPECIAL]
    return [
        *top,
        *sorted((folder / "properties").glob("*.toml")),
        *sorted((folder / language).glob("*.toml")),
    ]


def _merged(files: Sequence[Path], form: TypeAdapter[dict[str, T]]) -> dict[str, T]:
    """Return the entries of several files, of the last one that has each."""
    merged: dict[str, T] = {}
    for path in files:
        remedy = "templates/README.md explains each file."
        merged |= validated(path, form.validate_python, read_toml(path), remedy=remedy)
    return merged
