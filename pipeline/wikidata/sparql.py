"""Queries as rdflib's parser reads them: what one of any origin is, and which variables a row has."""

from __future__ import annotations

from functools import cache, lru_cache

from pyparsing import ParseException
from rdflib.plugins.sparql.algebra import translateQuery
from rdflib.plugins.sparql.parser import parseQuery

from pipeline.base.errors import EndpointError
from pipeline.wikidata.queries import bare, template_of

_SELECT = "SelectQuery"


@lru_cache(maxsize=256)
def checked(query: str) -> str:
    """Return a query of any origin without its comments; EndpointError if it is no SELECT of SPARQL 1.1."""
    text = bare(query)
    try:
        kind = parseQuery(text)[1].name
    except ParseException as fault:
        raise EndpointError(f"this is no SPARQL query: {fault}") from fault
    if kind != _SELECT:
        raise EndpointError(f"only SELECT queries are sent, this is a {kind}")
    return text


@cache
def selected_by(name: str) -> tuple[str, ...]:
    """Return the variables that `queries/NAME.rq` selects; ValueError if it is no SELECT query."""
    template = template_of(name)
    trial = template.substitute(dict.fromkeys(template.get_identifiers(), "<http://example.org/x>"))
    parsed = parseQuery(trial)
    if parsed[1].name != _SELECT:
        raise ValueError(f"queries/{name}.rq is no SELECT query")
    return tuple(map(str, translateQuery(parsed).algebra["PV"]))
