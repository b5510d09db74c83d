"""The project's SPARQL, read from `queries/*.rq`, filled in and checked before it is sent anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from string import Template

from rdflib.plugins.sparql.parser import parseQuery

from pipeline.base.resources import resource_dir
from pipeline.values import is_item_id, is_property_id
from pipeline.wikidata.rdf import ENTITY, PROP, literal

_COMMENT = re.compile(r"^\s*#.*$", re.MULTILINE)
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


def fill(name: str, **parts: str) -> str:
    """Return `queries/NAME.rq` with its placeholders filled and its comments removed.

    Comments go because SPARQLWrapper takes words in them for the kind of the query.
    """
    return _COMMENT.sub("", _template(name).substitute(parts)).strip() + "\n"


def asked_for(query: str) -> tuple[list[str], tuple[str, ...]]:
    """Return the subjects and the sorted properties whose statements a filled query asks for."""
    subjects, properties = _SUBJECTS.search(query), _CLAIMS.search(query)
    if not subjects or not properties:
        return [], ()
    return _LAST_PART.findall(subjects[1]), tuple(sorted(_LAST_PART.findall(properties[1])))


@cache
def _template(name: str) -> Template:
    text = (resource_dir("queries") / f"{name}.rq").read_text(encoding="utf-8")
    template = Template(text)
    trial = dict.fromkeys(template.get_identifiers(), "<http://example.org/x>")
    if parseQuery(template.substitute(trial))[1].name != "SelectQuery":
        raise ValueError(f"queries/{name}.rq is no SELECT query")
    return template
