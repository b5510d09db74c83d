"""The project's SPARQL, read from `queries/*.rq` and filled in with what was checked before."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from string import Template

from pipeline.base.errors import EndpointError
from pipeline.base.hashing import digest
from pipeline.base.resources import resource_dir
from pipeline.values import is_item_id, is_property_id
from pipeline.wikidata.rdf import ENTITY, PROP, literal

# Texts and IRIs may hold the sign of a comment: they are matched first, and kept.
_COMMENT = re.compile(
    r"""("{3}.*?"{3}|'{3}.*?'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|<[^<>\s]*>)|#[^\n]*""", re.DOTALL
)
_LANGUAGE = re.compile(r"[a-z]{2,8}(-[a-z0-9]{1,8})*")
_SUBJECTS = re.compile(r"VALUES \?subject \{([^}]*)\}")
_CLAIMS = re.compile(r"\?claim IN \(([^)]*)\)")
_LAST_PART = re.compile(r"([QP]\d+)>")
_UNSAFE_IRI = re.compile(r"[\x00-\x20<>\"{}|\\^`]")


def items(ids: Iterable[str]) -> str:
    """Return item ids as IRIs for a VALUES block; ValueError for anything else."""
    return " ".join(f"<{ENTITY}{_checked(item, is_item_id(item))}>" for item in ids)


def claims(properties: Iterable[str]) -> str:
    """Return property ids as claim IRIs for a FILTER IN."""
    return ", ".join(f"<{PROP}{_checked(prop, is_property_id(prop))}>" for prop in properties)


def strings(values: Iterable[str]) -> str:
    """Return texts as literals for a VALUES block."""
    return " ".join(map(literal, values))


def names(values: Iterable[str]) -> str:
    """Return texts as literals in English and in every language (`mul`) for a VALUES block."""
    return " ".join(literal(value, language=code) for value in values for code in ("en", "mul"))


def languages(codes: Iterable[str]) -> str:
    """Return language codes as literals for a FILTER IN."""
    return ", ".join(literal(_checked(code, bool(_LANGUAGE.fullmatch(code)))) for code in codes)


def iris(addresses: Iterable[str]) -> str:
    """Return full IRIs for a VALUES block."""
    return " ".join(f"<{_checked(iri, not _UNSAFE_IRI.search(iri))}>" for iri in addresses)


def _checked(text: str, valid: bool) -> str:
    if not valid:
        raise ValueError(f"cannot stand in a query: {text!r}")
    return text


@dataclass(frozen=True, slots=True)
class _Form:
    """How a query takes its values, and which variables no row may lack; the first one names the value."""

    placeholder: str
    write: Callable[[Iterable[str]], str]
    bound: tuple[str, ...]


_STATEMENT = _Form("subjects", items, ("subject", "property", "statement", "rank"))
_FORMS: Mapping[str, _Form] = {
    "statements": _STATEMENT,
    "times": _STATEMENT,
    "quantities": _STATEMENT,
    "labels": _Form("items", items, ("item", "role", "text", "language")),
    "names": _Form("names", names, ("value", "role", "item")),
    "redirects": _Form("items", items, ("item", "target")),
    "synsets": _Form("values", strings, ("value", "item", "rank")),
    "commons_categories": _Form("values", strings, ("value", "item", "rank")),
    "commons_sitelinks": _Form("pages", iris, ("page", "item")),
}
KINDS = tuple(_FORMS)
"""The names of all queries."""


@dataclass(frozen=True, slots=True)
class BatchQuery:
    """The query `queries/NAME.rq`, to be asked about many values at once.

    `fixed` fills the placeholders that stay the same from batch to batch. Items are named by their ids.
    """

    name: str
    fixed: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        """A hash of all of the query but the values."""
        return digest(self.text(()))

    def text(self, values: Iterable[str]) -> str:
        """Return the query about these values."""
        form = _FORMS[self.name]
        return fill(self.name, **{form.placeholder: form.write(values), **dict(self.fixed)})

    def by_value(
        self, rows: Iterable[Mapping[str, str]], values: Sequence[str]
    ) -> dict[str, list[Mapping[str, str]]]:
        """Return value -> its rows, for all the values.

        Raises EndpointError for a row that lacks what every row has, or is about something else.
        """
        found: dict[str, list[Mapping[str, str]]] = {value: [] for value in values}
        form = _FORMS[self.name]
        for row in rows:
            if missing := [name for name in form.bound if name not in row]:
                raise EndpointError(f"a row of the query {self.name} has no ?{missing[0]}")
            value = row[form.bound[0]]
            own = found.get(value.removeprefix(ENTITY) if form.write is items else value)
            if own is None:
                raise EndpointError(f"a row of the query {self.name} is about {value!r}, which was not asked")
            own.append(row)
        return found


def fill(name: str, **parts: str) -> str:
    """Return `queries/NAME.rq` with its placeholders filled and its comments removed.

    Comments go because SPARQLWrapper takes words in them for the kind of the query.
    """
    return bare(template_of(name).substitute(parts)) + "\n"


def bare(query: str) -> str:
    """Return a query without its comments."""
    return _COMMENT.sub(lambda found: found[1] or "", query).strip()


def asked_for(query: str) -> tuple[list[str], tuple[str, ...]]:
    """Return the subjects and the sorted properties whose statements a filled query asks for."""
    subjects, properties = _SUBJECTS.search(query), _CLAIMS.search(query)
    if not subjects or not properties:
        return [], ()
    return _LAST_PART.findall(subjects[1]), tuple(sorted(_LAST_PART.findall(properties[1])))


@cache
def template_of(name: str) -> Template:
    """Return `queries/NAME.rq`."""
    return Template((resource_dir("queries") / f"{name}.rq").read_text(encoding="utf-8"))
