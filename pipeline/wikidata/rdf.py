"""Statements and entities as N-Triples in Wikidata's own RDF terms.

The form is that of the live service (mediawiki.org/wiki/Wikibase/Indexing/RDF_Dump_Format), so that the
same queries run on both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlsplit

from pipeline.base.hashing import digest
from pipeline.wikidata.facts import UNKNOWN, Entity, Statement

WIKIBASE = "http://wikiba.se/ontology#"
ENTITY = "http://www.wikidata.org/entity/"
STATEMENT = ENTITY + "statement/"
PROP = "http://www.wikidata.org/prop/"
_VALUE = "http://www.wikidata.org/value/"
_TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
ALIAS = "http://www.w3.org/2004/02/skos/core#altLabel"
DESCRIPTION = "http://schema.org/description"
XSD = "http://www.w3.org/2001/XMLSchema#"
_SAME_AS = "http://www.w3.org/2002/07/owl#sameAs"
_SCHEMA = "http://schema.org/"
_SOME_VALUE = "http://www.wikidata.org/.well-known/genid/"
_GREGORIAN = f"<{ENTITY}Q1985727>"
_NO_UNIT = f"<{ENTITY}Q199>"

PROPERTY_TYPES = {
    "item": "WikibaseItem",
    "time": "Time",
    "quantity": "Quantity",
    "string": "String",
    "coordinate": "GlobeCoordinate",
}


def literal(text: str, *, language: str = "", datatype: str = "") -> str:
    """Return an N-Triples literal."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    suffix = f"@{language}" if language else f"^^<{datatype}>" if datatype else ""
    return f'"{escaped}"{suffix}'


def property_triples(kinds: Mapping[str, str]) -> Iterator[str]:
    """Yield the declarations of properties; `kinds` maps a property to the kind of its values, if known."""
    for prop, kind in sorted(kinds.items()):
        subject = f"<{ENTITY}{prop}>"
        yield f"{subject} {_TYPE} <{WIKIBASE}Property> .\n"
        if kind != UNKNOWN:
            yield f"{subject} <{WIKIBASE}propertyType> <{WIKIBASE}{PROPERTY_TYPES[kind]}> .\n"
        yield f"{subject} <{WIKIBASE}directClaim> <{PROP}direct/{prop}> .\n"
        yield f"{subject} <{WIKIBASE}claim> <{PROP}{prop}> .\n"
        yield f"{subject} <{WIKIBASE}statementProperty> <{PROP}statement/{prop}> .\n"
        yield f"{subject} <{WIKIBASE}statementValue> <{PROP}statement/value/{prop}> .\n"


def entity_triples(entities: Iterable[Entity], language: str) -> Iterator[str]:
    """Yield the labels, aliases and descriptions of entities."""
    for entity in entities:
        subject = f"<{ENTITY}{entity.item}>"
        if entity.label:
            yield f"{subject} <{LABEL}> {literal(entity.label, language=language)} .\n"
        if entity.description:
            yield f"{subject} <{DESCRIPTION}> {literal(entity.description, language=language)} .\n"
        for alias in entity.aliases:
            yield f"{subject} <{ALIAS}> {literal(alias, language=language)} .\n"


def redirect_triples(redirects: Mapping[str, str]) -> Iterator[str]:
    """Yield where merged items went."""
    for item, target in sorted(redirects.items()):
        yield f"<{ENTITY}{item}> <{_SAME_AS}> <{ENTITY}{target}> .\n"


def page_triples(pages: Mapping[str, str]) -> Iterator[str]:
    """Yield the items that pages of other sites are about."""
    for page, item in sorted(pages.items()):
        address = urlsplit(page)
        yield f"<{page}> {_TYPE} <{_SCHEMA}Article> .\n"
        yield f"<{page}> <{_SCHEMA}about> <{ENTITY}{item}> .\n"
        yield f"<{page}> <{_SCHEMA}isPartOf> <{address.scheme}://{address.netloc}/> .\n"


def statement_triples(statements: Iterable[Statement], best: set[str]) -> Iterator[str]:
    """Yield the full and the truthy form of statements; `best` holds the ids of those of best rank."""
    for statement in statements:
        subject, prop = f"<{ENTITY}{statement.subject}>", statement.property
        node = f"<{STATEMENT}{statement.statement_id}>"
        value = _value(statement)
        yield f"{subject} <{PROP}{prop}> {node} .\n"
        yield f"{node} <{WIKIBASE}rank> <{WIKIBASE}{statement.rank.capitalize()}Rank> .\n"
        if statement.statement_id in best:
            yield f"{node} {_TYPE} <{WIKIBASE}BestRank> .\n"
        if statement.end:
            yield f"{node} <{PROP}qualifier/P582> {_end(statement)} .\n"
        if statement.kind == UNKNOWN:
            continue
        yield f"{node} <{PROP}statement/{prop}> {value} .\n"
        if statement.statement_id in best:
            yield f"{subject} <{PROP}direct/{prop}> {value} .\n"
        yield from _value_node(statement, node, value)


def _end(statement: Statement) -> str:
    """Return an end time; one that nobody knows is a node without content, as in Wikidata's RDF."""
    if statement.end == "unknown":
        return f"<{_SOME_VALUE}{digest(statement.statement_id, 'P582')}>"
    return literal(statement.end, datatype=XSD + "dateTime")


def _value(statement: Statement) -> str:
    match statement.kind:
        case "item":
            return f"<{ENTITY}{statement.value}>"
        case "time":
            return literal(statement.value, datatype=XSD + "dateTime")
        case "quantity":
            return literal(statement.value, datatype=XSD + "decimal")
        case _:
            return literal(statement.value)


def _value_node(statement: Statement, node: str, value: str) -> Iterator[str]:
    if statement.kind not in ("time", "quantity"):
        return
    key = digest(statement.kind, statement.value, statement.unit, statement.precision)
    full = f"<{_VALUE}{key}>"
    yield f"{node} <{PROP}statement/value/{statement.property}> {full} .\n"
    if statement.kind == "time":
        yield f"{full} <{WIKIBASE}timeValue> {value} .\n"
        precision = literal(str(statement.precision), datatype=XSD + "integer")
        yield f"{full} <{WIKIBASE}timePrecision> {precision} .\n"
        yield f"{full} <{WIKIBASE}timeCalendarModel> {_GREGORIAN} .\n"
    else:
        unit = f"<{ENTITY}{statement.unit}>" if statement.unit else _NO_UNIT
        yield f"{full} <{WIKIBASE}quantityAmount> {value} .\n"
        yield f"{full} <{WIKIBASE}quantityUnit> {unit} .\n"
