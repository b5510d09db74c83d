"""The embedded endpoint: a snapshot in an Oxigraph store, asked through rdflib."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pyoxigraph
from oxrdflib import OxigraphStore
from rdflib import BNode, Graph, Literal, URIRef, Variable
from rdflib.graph import DATASET_DEFAULT_GRAPH_ID
from rdflib.plugins.sparql.sparql import Query
from rdflib.query import Result
from rdflib.term import Identifier

from pipeline.wikidata.endpoint import Answer, batches
from pipeline.wikidata.facts import UNKNOWN, Entity, Statement
from pipeline.wikidata.queries import BatchQuery
from pipeline.wikidata.ranks import best_ranked
from pipeline.wikidata.rdf import (
    XSD,
    entity_triples,
    page_triples,
    property_triples,
    redirect_triples,
    statement_triples,
)
from pipeline.wikidata.snapshot import Snapshot, read_curated, read_snapshot

_TEXT = pyoxigraph.NamedNode(XSD + "string")
_OF_SUBJECTS = frozenset({"statements", "times", "quantities"})
_BY_VALUE = {"synsets": "P8814", "commons_categories": "P373"}
"""Queries for the items that have one of the values asked for, with the property that they name."""

_LOADED = frozenset({"redirects", "commons_sitelinks"})
"""Queries for merged items and pages, which are loaded from the beginning."""


def snapshot_triples(snapshot: Snapshot) -> Iterable[str]:
    """Yield a snapshot as lines of N-Triples in Wikidata's terms."""
    yield from _general_triples(snapshot)
    for language, names in sorted(snapshot.names.items()):
        yield from entity_triples(names, language)
    yield from _ranked_triples(snapshot.statements)


def _general_triples(snapshot: Snapshot) -> Iterator[str]:
    """Yield what a snapshot says of properties, merged items and pages."""
    # A property of which nothing is known is declared all the same: an unknown value may outrank known ones.
    kinds = {s.property: UNKNOWN for s in snapshot.statements}
    kinds |= {s.property: s.kind for s in snapshot.statements if s.kind != UNKNOWN}
    yield from property_triples(kinds)
    yield from redirect_triples(snapshot.redirects)
    yield from page_triples(snapshot.pages)


def _ranked_triples(statements: Collection[Statement]) -> Iterator[str]:
    """Yield statements; all of a subject are needed to tell which are of best rank."""
    best = {statement.statement_id for statement in best_ranked(statements)[0]}
    yield from statement_triples(statements, best)


def merge_curated(snapshot: Snapshot, curated: Iterable[Statement]) -> Snapshot:
    """Add curated statements to a snapshot, save those that it holds already from a source."""
    held = {(s.subject, s.property, s.value) for s in snapshot.statements}
    added = {s for s in curated if (s.subject, s.property, s.value) not in held}
    return replace(snapshot, statements=tuple(sorted((*snapshot.statements, *sorted(added)))))


class _Store(OxigraphStore):
    """A store of rdflib that makes each term of a result once: properties, ranks and languages come again."""

    def query(
        self,
        query: Query | str,
        initNs: Mapping[str, Any],  # noqa: N803
        initBindings: Mapping[str, Identifier],  # noqa: N803
        queryGraph: str,  # noqa: N803
        **kwargs: object,
    ) -> Result:
        """Run a query; SELECT without bindings over the default graph is what a build asks."""
        if not isinstance(query, str) or initBindings or queryGraph != DATASET_DEFAULT_GRAPH_ID:
            return super().query(query, initNs, initBindings, queryGraph, **kwargs)
        found = self._inner.query(query, prefixes=dict(initNs))
        if not isinstance(found, pyoxigraph.QuerySolutions):
            return super().query(query, initNs, initBindings, queryGraph, **kwargs)
        term = cache(_term)
        result = Result("SELECT")
        result.vars = [Variable(variable.value) for variable in found.variables]
        result.bindings = [
            {name: term(value) for name, value in zip(result.vars, row, strict=True) if value is not None}
            for row in found
        ]
        return result


def _term(term: pyoxigraph.NamedNode | pyoxigraph.Literal | pyoxigraph.BlankNode) -> Identifier:
    """Return a term as rdflib has it; texts without language and type stay so."""
    if isinstance(term, pyoxigraph.NamedNode):
        return URIRef(term.value)
    if isinstance(term, pyoxigraph.BlankNode):
        return BNode(term.value)
    if term.language:
        return Literal(term.value, lang=term.language)
    return (
        Literal(term.value) if term.datatype == _TEXT else Literal(term.value, datatype=term.datatype.value)
    )


class EmbeddedEndpoint:
    """A snapshot that answers SPARQL in this process.

    A query for many values reads into the store what is said of these, if it is not there yet: a build asks
    about a third of the shipped snapshot.
    """

    name = "embedded"
    batch_size = 2_000

    def __init__(self, snapshot: Snapshot, names: Iterable[str] = ()) -> None:
        """Take a snapshot, and lines of N-Triples with further names of items."""
        self.provenance: Mapping[str, tuple[str, str]] = {
            s.statement_id: (s.source, s.retrieved_at) for s in snapshot.statements
        }
        self._store = pyoxigraph.Store()
        self._graph = Graph(store=_Store(store=self._store), identifier=DATASET_DEFAULT_GRAPH_ID)
        self._statements: dict[str, list[Statement]] = {}
        self._without_truthy: list[Statement] = []
        self._names: dict[str, list[tuple[str, Entity]]] = {}
        self._subjects: dict[tuple[str, str], set[str]] = {}
        for statement in snapshot.statements:
            self._statements.setdefault(statement.subject, []).append(statement)
            if statement.property in _BY_VALUE.values():
                self._subjects.setdefault((statement.property, statement.value), set()).add(statement.subject)
        for language, entities in snapshot.names.items():
            for entity in entities:
                self._names.setdefault(entity.item, []).append((language, entity))
        self._load((*_general_triples(snapshot), *names))

    @classmethod
    def open(cls, folder: Path, curated: Iterable[Path] = ()) -> EmbeddedEndpoint:
        """Take a snapshot folder, and the reviewed tables of curated facts beside it."""
        return cls(merge_curated(read_snapshot(folder), read_curated(curated)))

    @property
    def store(self) -> pyoxigraph.Store:
        """The store, with all that the snapshot says."""
        self._load_all()
        return self._store

    def _load_all(self) -> None:
        self._load_names(list(self._names))
        if self._statements or self._without_truthy:
            rest = (s for statements in self._statements.values() for s in statements)
            self._load(_ranked_triples((*self._without_truthy, *rest)))
            self._without_truthy.clear()
            self._statements.clear()

    def _load(self, triples: Iterable[str]) -> None:
        lines = "".join(triples).encode()
        if lines:
            self._store.load(lines, format=pyoxigraph.RdfFormat.N_TRIPLES)

    def _load_statements(self, subjects: Iterable[str]) -> None:
        """Load what is said of subjects, each once, in the full form, which is what is asked for by value."""
        found = [s for item in subjects for s in self._statements.pop(item, ())]
        self._load(statement_triples(found, best=set()))
        self._without_truthy += found

    def _load_names(self, items: Iterable[str]) -> None:
        named = (pair for item in items for pair in self._names.pop(item, ()))
        self._load(line for language, entity in named for line in entity_triples([entity], language))

    def _load_for(self, values: Sequence[str], query: BatchQuery) -> None:
        """Load what a query about values can find; everything, where that cannot be told."""
        if query.name in _OF_SUBJECTS:
            self._load_statements(values)
        elif query.name in _BY_VALUE:
            prop = _BY_VALUE[query.name]
            self._load_statements(sorted({s for v in values for s in self._subjects.get((prop, v), ())}))
        elif query.name == "labels":
            self._load_names(values)
        elif query.name not in _LOADED:
            self._load_all()

    def select(self, query: str) -> Answer:
        """Run one SELECT query."""
        self._load_all()
        return self._select(query)

    def _select(self, query: str) -> Answer:
        result = self._graph.query(query)
        names = {variable: str(variable) for variable in result.vars or ()}
        rows = [{names[variable]: str(term) for variable, term in row.items()} for row in result.bindings]
        return Answer(rows, "unknown")

    def ask(self, values: Sequence[str], query: BatchQuery) -> Iterator[Answer]:
        """Yield the answers for all the values."""
        for batch in batches(values, self.batch_size):
            self._load_for(batch, query)
            yield self._select(query.text(batch))
