"""Facts of a user's own: RDF files in Wikidata's terms, of whole statements or of plain `wdt:` triples.

Whole statements are as in Wikidata's RDF (`p:`, `ps:`, `psv:`, `wikibase:rank`, `pq:P582`). A `wdt:` triple
that no statement of the files repeats is a statement of its own, of normal rank, its kind that of the term:
an item, a time (`xsd:gYear`, `gYearMonth`, `date`, `dateTime`; year 0000 is 1 BCE), a number without unit,
or a text. `schema:dateModified` of an item, or of a page that is `schema:about` it, is the date at which its
facts were read. Names without a language count for every language. Files are read into memory.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn, TypeAlias
from xml.parsers import expat

import pyoxigraph as ox

from pipeline.base.errors import InputError
from pipeline.base.files import DAMAGED, open_binary, require_readable
from pipeline.values import Precision, Quantity, Time, is_item_id, is_property_id
from pipeline.wikidata.facts import RANKS, UNKNOWN, Statement, with_minted_id
from pipeline.wikidata.rdf import ALIAS, DESCRIPTION, ENTITY, LABEL, PROP, STATEMENT, WIKIBASE, XSD

FORMATS = {
    ".ttl": ox.RdfFormat.TURTLE,
    ".nt": ox.RdfFormat.N_TRIPLES,
    ".rdf": ox.RdfFormat.RDF_XML,
    ".jsonld": ox.RdfFormat.JSON_LD,
}
_ANY = "mul"
"""Wikidata's code for names that are the same in many languages."""

_NAMES = (LABEL, ALIAS, DESCRIPTION)
_MODIFIED, _ABOUT = "http://schema.org/dateModified", "http://schema.org/about"
_WRONG_IRI = "https://www.wikidata.org/"
_WRITTEN = {"item": "wd:Q42", "time": '"1889"^^xsd:gYear', "quantity": '"330.5"^^xsd:decimal'}
"""Kind of value -> an example of how Turtle writes it."""

_DIRECT, _HOLDS, _ENDED = PROP + "direct/", PROP + "statement/", PROP + "qualifier/P582"
_PRECISIONS = {
    "gYear": Precision.YEAR, "gYearMonth": Precision.MONTH, "date": Precision.DAY, "dateTime": Precision.DAY,
}  # fmt: skip
_NUMBERS = ("decimal", "integer", "int", "long", "double", "float", "nonNegativeInteger", "positiveInteger")
_DATE = re.compile(r"(-?\d{4,16})(?:-(\d\d))?(?:-(\d\d))?(?:T[\d:.]+)?(?:Z|[+-]\d\d:\d\d)?")
_REMEDY = "docs/domain.md shows the form."

Terms: TypeAlias = Mapping[str, list[object]]
"""Predicate -> the objects of one subject under it."""


@dataclass(frozen=True, slots=True)
class OwnFacts:
    """The statements of a user's files, and the names of items as lines of N-Triples."""

    statements: tuple[Statement, ...]
    names: tuple[str, ...]


def read_own_facts(paths: Sequence[Path], kinds: Mapping[str, str]) -> OwnFacts:
    """Read RDF files; InputError names the file and what in it is no RDF or no statement.

    `kinds` maps properties to the kind of their values; a value of another kind is refused.
    """
    statements: set[Statement] = set()
    names: set[str] = set()
    for path in paths:
        graph = _graph(path)
        found, named = set(_Reader(path, graph, kinds, _dates(graph)).statements()), _names(graph)
        if not found and not named:
            raise InputError(path, problem="holds no statement in Wikidata's terms", remedy=_advice(graph))
        statements |= found
        names |= named
    return OwnFacts(tuple(sorted(statements)), tuple(sorted(names)))


def _graph(path: Path) -> dict[str, Terms]:
    suffix = Path(path.name.removesuffix(".gz")).suffix.lower()
    if suffix not in FORMATS:
        raise InputError(
            path, problem="is of no known RDF form", remedy=f"Name a file that ends in {', '.join(FORMATS)}."
        )
    require_readable(path)
    if path.is_dir():
        raise InputError(path, problem="is a folder", remedy="Name the RDF files in it.")
    graph: defaultdict[str, defaultdict[str, list[object]]] = defaultdict(lambda: defaultdict(list))
    try:
        with open_binary(path) as stream:
            for quad in ox.parse(stream, format=FORMATS[suffix]):
                graph[_iri(quad.subject)][quad.predicate.value].append(quad.object)
    except (SyntaxError, ValueError) as fault:
        line = "" if getattr(fault, "lineno", None) or suffix != ".rdf" else _xml_line(path)
        raise InputError(
            path, problem=f"cannot be read as RDF: {fault}{line}", remedy="Mend it there."
        ) from fault
    except (OSError, *DAMAGED) as fault:
        raise InputError(path, problem=f"cannot be read ({fault})", remedy="Name a readable file.") from fault
    return {subject: dict(terms) for subject, terms in graph.items()}


def _iri(term: object) -> str:
    return str(getattr(term, "value", term))


def _xml_line(path: Path) -> str:
    """Return where XML stops being well-formed, which the reader of RDF does not tell; empty if nowhere."""
    parser = expat.ParserCreate()
    try:
        with open_binary(path) as stream:
            parser.ParseFile(stream)
    except expat.ExpatError as fault:
        return f" (line {fault.lineno})"
    return ""


def _advice(graph: Mapping[str, Terms]) -> str:
    predicates = {predicate for terms in graph.values() for predicate in terms}
    if any(iri.startswith(_WRONG_IRI) for iri in {*graph, *predicates}):
        return "Wikidata's own IRIs begin with http://, not with https://."
    return _REMEDY


def _dates(graph: Mapping[str, Terms]) -> dict[str, str]:
    """Return item -> date of the latest reading of its facts."""
    dates: dict[str, str] = {}
    for subject, terms in graph.items():
        for term in terms.get(_MODIFIED, ()):
            for item in (subject, *map(_iri, terms.get(_ABOUT, ()))):
                dates[item] = max(dates.get(item, ""), _iri(term)[:10])
    return dates


def _names(graph: Mapping[str, Terms]) -> set[str]:
    """Return labels, aliases and descriptions of items."""
    return {
        f"<{subject}> <{predicate}> {name if name.language else ox.Literal(name.value, language=_ANY)} .\n"
        for subject, terms in graph.items()
        if is_item_id(subject.removeprefix(ENTITY))
        for predicate in _NAMES
        for name in terms.get(predicate, ())
        if isinstance(name, ox.Literal)
    }


@dataclass(frozen=True, slots=True)
class _Reader:
    """Makes statements of one file's triples."""

    path: Path
    graph: Mapping[str, Terms]
    kinds: Mapping[str, str]
    dates: Mapping[str, str]

    def statements(self) -> Iterator[Statement]:
        """Yield the whole statements, then the plain triples that they do not say."""
        for subject, terms in self.graph.items():
            said: set[tuple[str, str]] = set()
            for predicate, nodes in terms.items():
                prop = predicate.removeprefix(PROP)
                for node in nodes if predicate.startswith(PROP) and is_property_id(prop) else ():
                    said.add((prop, _said(self._held(_iri(node), prop)[0])))
                    yield self._whole(subject, prop, _iri(node))
            for predicate, values in terms.items():
                prop = predicate.removeprefix(_DIRECT)
                for value in values if predicate.startswith(_DIRECT) else ():
                    if (prop, _said(value)) not in said:
                        yield self._statement(subject, prop, value, {})

    def _held(self, node: str, prop: str) -> tuple[object, Terms]:
        """Return the value that a statement holds, None for an unknown one, and the value's node."""
        terms = self.graph.get(node, {})
        full = self.graph.get(_iri(_first(terms, f"{_HOLDS}value/{prop}", "")), {})
        amount = _first(full, WIKIBASE + "timeValue", _first(full, WIKIBASE + "quantityAmount", None))
        return _first(terms, _HOLDS + prop, amount), full

    def _whole(self, subject: str, prop: str, node: str) -> Statement:
        terms = self.graph.get(node, {})
        if not terms or is_item_id(node.removeprefix(ENTITY)):
            self._refuse(subject, f"p:{prop} leads to {node}, no statement; values stand after wdt:")
        rank = _iri(_first(terms, WIKIBASE + "rank", "NormalRank"))
        rank = rank.removeprefix(WIKIBASE).removesuffix("Rank").lower()
        if rank not in RANKS:
            self._refuse(subject, f"rank {rank!r}")
        ends = [_iri(end) if isinstance(end, ox.Literal) else "unknown" for end in terms.get(_ENDED, ())]
        value, full = self._held(node, prop)
        statement = self._statement(subject, prop, value, full, rank=rank, end=min(ends, default=""))
        identity = node.removeprefix(STATEMENT) if node.startswith(STATEMENT) else ""
        return replace(statement, statement_id=identity) if identity else statement

    def _statement(
        self, subject: str, prop: str, value: object, full: Terms, *, rank: str = "normal", end: str = ""
    ) -> Statement:
        item = subject.removeprefix(ENTITY)
        if not is_item_id(item) or not is_property_id(prop):
            self._refuse(subject, f"{item!r} with {prop!r} is no item with a property")
        kind, text, unit, precision = self._value(subject, value, full)
        expected = self.kinds.get(prop, kind)
        if expected != kind and expected in _WRITTEN and kind != UNKNOWN:
            self._refuse(
                subject,
                f"{prop} has values of kind {expected}, such as {_WRITTEN[expected]}; found {_iri(value)!r}",
            )
        return with_minted_id(
            Statement(
                item,
                prop,
                kind,
                text,
                unit=unit,
                precision=precision,
                rank=rank,
                end=end,
                source=self.path.name,
                retrieved_at=self.dates.get(subject, "unknown"),
            )
        )

    def _value(self, subject: str, value: object, full: Terms) -> tuple[str, str, str, int]:
        """Return kind, text, unit and precision of a value; `full` is its node, empty if it has none."""
        if isinstance(value, ox.NamedNode):
            item = value.value.removeprefix(ENTITY)
            return ("item", item, "", 0) if is_item_id(item) else ("string", value.value, "", 0)
        if not isinstance(value, ox.Literal):
            return UNKNOWN, "", "", 0
        datatype = value.datatype.value.removeprefix(XSD)
        try:
            if datatype in _PRECISIONS:
                precision = int(_iri(_first(full, WIKIBASE + "timePrecision", _PRECISIONS[datatype])))
                return "time", _time(value.value, precision), "", precision
            if datatype in _NUMBERS:
                unit = _iri(_first(full, WIKIBASE + "quantityUnit", "")).removeprefix(ENTITY)
                amount = Quantity.parse(value.value, unit)
                if amount.unit and not is_item_id(amount.unit):
                    raise ValueError(f"the unit {unit!r} is no item")
                return "quantity", value.value, amount.unit, 0
        except ValueError as fault:
            self._refuse(subject, str(fault))
        return ("coordinate" if datatype.endswith("wktLiteral") else "string"), value.value, "", 0

    def _refuse(self, subject: str, problem: str) -> NoReturn:
        raise InputError(self.path, place=f"<{subject}>", problem=problem, remedy=_REMEDY)


def _first(terms: Terms, predicate: str, default: object) -> object:
    return next(iter(terms.get(predicate, ())), default)


def _said(value: object) -> str:
    """Return a value as two triples that say the same have it in common; all unknown ones are alike."""
    return str(value) if isinstance(value, ox.NamedNode | ox.Literal) else ""


def _time(text: str, precision: int) -> str:
    """Return a date of any XSD type as the lexical form of a time; ValueError if it is none.

    What is coarser than a millennium stays as it is: it holds, but nothing is asked about it.
    """
    match = _DATE.fullmatch(text)
    if not match:
        raise ValueError(f"not a time: {text!r}")
    if precision < Precision.MILLENNIUM:
        return text
    year, month, day = match.groups(default="00")
    return Time.parse(f"{year}-{month}-{day}T00:00:00Z", precision).lexical
