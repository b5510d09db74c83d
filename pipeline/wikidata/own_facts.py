"""Facts of a user's own: RDF files in Wikidata's terms, of whole statements or of plain `wdt:` triples.

Whole statements are as in Wikidata's RDF (`p:`, `ps:`, `psv:`, `wikibase:rank`, `pq:P582`). A `wdt:` triple
that no statement of the files repeats is a statement of its own, of normal rank, its kind that of the term:
an item, a time (`xsd:gYear`, `gYearMonth`, `date`, `dateTime`), a number without unit, or a text.
`schema:dateModified` of an item is the date at which its facts were read. Files are read into memory.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn, TypeAlias

import pyoxigraph as ox

from pipeline.base.errors import InputError
from pipeline.base.files import open_binary, require_readable
from pipeline.values import Precision, Quantity, Time, is_item_id, is_property_id
from pipeline.wikidata.facts import RANKS, Statement, with_minted_id
from pipeline.wikidata.rdf import ALIAS, DESCRIPTION, ENTITY, LABEL, PROP, STATEMENT, WIKIBASE, XSD

FORMATS = {
    ".ttl": ox.RdfFormat.TURTLE,
    ".nt": ox.RdfFormat.N_TRIPLES,
    ".rdf": ox.RdfFormat.RDF_XML,
    ".jsonld": ox.RdfFormat.JSON_LD,
}
_NAMES = (LABEL, ALIAS, DESCRIPTION)
_MODIFIED = "http://schema.org/dateModified"
_DIRECT, _HOLDS, _ENDED = PROP + "direct/", PROP + "statement/", PROP + "qualifier/P582"
_PRECISIONS = {
    "gYear": Precision.YEAR, "gYearMonth": Precision.MONTH, "date": Precision.DAY, "dateTime": Precision.DAY,
}  # fmt: skip
_NUMBERS = ("decimal", "integer", "int", "long", "double", "float", "nonNegativeInteger", "positiveInteger")
_DATE = re.compile(r"(-?\d{4,16})(?:-(\d\d))?(?:-(\d\d))?(?:T.*|Z)?")
_REMEDY = "docs/domain.md shows the form."

Terms: TypeAlias = Mapping[str, list[object]]
"""Predicate -> the objects of one subject under it."""


@dataclass(frozen=True, slots=True)
class OwnFacts:
    """The statements of a user's files, and the names of items as lines of N-Triples."""

    statements: tuple[Statement, ...]
    names: tuple[str, ...]


def read_own_facts(paths: Sequence[Path]) -> OwnFacts:
    """Read RDF files; InputError names the file and what in it is no RDF or no statement."""
    statements: set[Statement] = set()
    names: set[str] = set()
    for path in paths:
        graph = _graph(path)
        found = set(_Reader(path, graph).statements())
        if not found:
            raise InputError(path, problem="holds no statement in Wikidata's terms", remedy=_REMEDY)
        statements |= found
        names |= _names(graph)
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
        raise InputError(path, problem=f"cannot be read as RDF: {fault}", remedy="Mend that line.") from fault
    except OSError as fault:
        raise InputError(path, problem=f"cannot be read ({fault})", remedy="Name a readable file.") from fault
    return {subject: dict(terms) for subject, terms in graph.items()}


def _iri(term: object) -> str:
    return str(getattr(term, "value", term))


def _names(graph: Mapping[str, Terms]) -> set[str]:
    """Return labels, aliases and descriptions of items."""
    return {
        f"<{subject}> <{predicate}> {name} .\n"
        for subject, terms in graph.items()
        if is_item_id(subject.removeprefix(ENTITY))
        for predicate in _NAMES
        for name in terms.get(predicate, ())
        if isinstance(name, ox.Literal) and name.language
    }


@dataclass(frozen=True, slots=True)
class _Reader:
    """Makes statements of one file's triples."""

    path: Path
    graph: Mapping[str, Terms]

    def statements(self) -> Iterator[Statement]:
        """Yield the whole statements, then the plain triples that they do not say."""
        for subject, terms in self.graph.items():
            said: set[tuple[str, str]] = set()
            for predicate, nodes in terms.items():
                prop = predicate.removeprefix(PROP)
                if predicate.startswith(PROP) and is_property_id(prop):
                    for node in nodes:
                        statement = self._whole(subject, prop, _iri(node))
                        said.add((prop, statement.value))
                        yield statement
            for predicate, values in terms.items():
                if predicate.startswith(_DIRECT):
                    prop = predicate.removeprefix(_DIRECT)
                    for value in values:
                        statement = self._plain(subject, prop, value)
                        if (prop, statement.value) not in said:
                            yield statement

    def _whole(self, subject: str, prop: str, node: str) -> Statement:
        terms = self.graph.get(node, {})
        rank = _iri(next(iter(terms.get(WIKIBASE + "rank", ())), "NormalRank"))
        rank = rank.removeprefix(WIKIBASE).removesuffix("Rank").lower()
        if rank not in RANKS:
            self._refuse(subject, f"rank {rank!r}")
        ends = [_iri(end) if isinstance(end, ox.Literal) else "unknown" for end in terms.get(_ENDED, ())]
        value = next(iter(terms.get(_HOLDS + prop, ())), None)
        full = self.graph.get(_iri(next(iter(terms.get(f"{_HOLDS}value/{prop}", ())), "")), {})
        statement = self._statement(subject, prop, value, full, rank=rank, end=min(ends, default=""))
        identity = node.removeprefix(STATEMENT) if node.startswith(STATEMENT) else ""
        return replace(statement, statement_id=identity) if identity else statement

    def _plain(self, subject: str, prop: str, value: object) -> Statement:
        return self._statement(subject, prop, value, {})

    def _statement(
        self, subject: str, prop: str, value: object, full: Terms, *, rank: str = "normal", end: str = ""
    ) -> Statement:
        item = subject.removeprefix(ENTITY)
        if not is_item_id(item) or not is_property_id(prop):
            self._refuse(subject, f"{item!r} with {prop!r} is no item with a property")
        kind, text, unit, precision = self._value(subject, value, full)
        dates = [_iri(date)[:10] for date in self.graph.get(subject, {}).get(_MODIFIED, ())]
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
                retrieved_at=max(dates, default="unknown"),
            )
        )

    def _value(self, subject: str, value: object, full: Terms) -> tuple[str, str, str, int]:
        """Return kind, text, unit and precision of a value; `full` is its node, empty if it has none."""
        if isinstance(value, ox.NamedNode):
            item = value.value.removeprefix(ENTITY)
            return ("item", item, "", 0) if is_item_id(item) else ("string", value.value, "", 0)
        if not isinstance(value, ox.Literal):
            return "unknown", "", "", 0
        datatype = value.datatype.value.removeprefix(XSD)
        try:
            if datatype in _PRECISIONS:
                stated = next(iter(full.get(WIKIBASE + "timePrecision", ())), None)
                precision = int(_iri(stated)) if stated else _PRECISIONS[datatype]
                return "time", _time(value.value, precision), "", precision
            if datatype in _NUMBERS:
                unit = _iri(next(iter(full.get(WIKIBASE + "quantityUnit", ())), "")).removeprefix(ENTITY)
                return "quantity", value.value, Quantity.parse(value.value, unit).unit, 0
        except ValueError as fault:
            self._refuse(subject, str(fault))
        return ("coordinate" if datatype.endswith("wktLiteral") else "string"), value.value, "", 0

    def _refuse(self, subject: str, problem: str) -> NoReturn:
        raise InputError(self.path, place=f"<{subject}>", problem=problem, remedy=_REMEDY)


def _time(text: str, precision: int) -> str:
    """Return a date of any XSD type as the lexical form of a time; ValueError if it is none."""
    match = _DATE.fullmatch(text)
    if not match:
        raise ValueError(f"not a time: {text!r}")
    year, month, day = match.groups(default="00")
    return Time.parse(f"{year}-{month}-{day}T00:00:00Z", precision).lexical
