"""The embedded endpoint: a snapshot in an Oxigraph store."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pyoxigraph

from pipeline.base.errors import EndpointError
from pipeline.wikidata.endpoint import Answer, batches
from pipeline.wikidata.facts import Entity, Statement
from pipeline.wikidata.held import HeldStatements
from pipeline.wikidata.queries import BatchQuery
from pipeline.wikidata.ranks import best_ranked
from pipeline.wikidata.rdf import (
    entity_triples,
    page_triples,
    property_triples,
    redirect_triples,
    statement_triples,
)
from pipeline.wikidata.snapshot import Snapshot, read_beside_statements, read_curated
from pipeline.wikidata.snapshot_tables import STATEMENTS, Cells, statement_rows

_OF_SUBJECTS = frozenset({"statements", "times", "quantities"})
_BY_VALUE = {"synsets": "P8814", "commons_categories": "P373"}
"""Queries for the items that have one of the values asked for, with the property that they name."""

_LOADED = frozenset({"redirects", "commons_sitelinks"})
"""Queries for merged items and pages, which are loaded from the beginning."""


def snapshot_triples(snapshot: Snapshot) -> Iterable[str]:
    """Yield a snapshot as lines of N-Triples in Wikidata's terms."""
    held = HeldStatements()
    held.add(snapshot.statements)
    yield from _general_triples(snapshot, held.kinds)
    for language, names in sorted(snapshot.names.items()):
        yield from entity_triples(names, language)
    yield from _ranked_triples(snapshot.statements)


def _general_triples(snapshot: Snapshot, kinds: Mapping[str, str]) -> Iterator[str]:
    """Yield what a snapshot says of properties, merged items and pages."""
    yield from property_triples(kinds)
    yield from redirect_triples(snapshot.redirects)
    yield from page_triples(snapshot.pages)


def _ranked_triples(statements: Collection[Statement]) -> Iterator[str]:
    """Yield statements; all of a subject are needed to tell which are of best rank."""
    best = {statement.statement_id for statement in best_ranked(statements)[0]}
    yield from statement_triples(statements, best)


def unheld(curated: Iterable[Statement], held: Iterable[tuple[str, str, str]]) -> list[Statement]:
    """Return curated statements, save those whose subject, property and value a source gives already."""
    keys = {s: (s.subject, s.property, s.value) for s in curated}
    known = set(keys.values()).intersection(held)
    return sorted(s for s, key in keys.items() if key not in known)


class EmbeddedEndpoint:
    """A snapshot that answers SPARQL in this process.

    A query for many values reads into the store what is said of these, if it is not there yet: a build asks
    about a third of the shipped snapshot.
    """

    name = "embedded"
    batch_size = 2_000

    def __init__(self, snapshot: Snapshot, names: Iterable[str] = (), rows: Iterable[Cells] = ()) -> None:
        """Take a snapshot, lines of N-Triples with further names of items, and rows of further statements.

        The provenance of a row's statement is known when it has been asked for.
        """
        self._provenance: dict[str, tuple[str, str]] = {}
        self.provenance: Mapping[str, tuple[str, str]] = self._provenance
        self._store = pyoxigraph.Store()
        self._held = HeldStatements(snapshot.sources, indexed=_BY_VALUE.values())
        self._held.add_rows(rows)
        self._held.add(snapshot.statements)
        self._note_provenance(snapshot.statements)
        self._without_truthy: list[Statement] = []
        self._names: dict[str, list[tuple[str, Entity]]] = {}
        for language, entities in snapshot.names.items():
            for entity in entities:
                self._names.setdefault(entity.item, []).append((language, entity))
        self._load("".join((*_general_triples(snapshot, self._held.kinds), *names)))

    @classmethod
    def open(cls, folder: Path, curated: Iterable[Path] = ()) -> EmbeddedEndpoint:
        """Take a snapshot folder, and the reviewed tables of curated facts beside it."""
        snapshot, rows = read_beside_statements(folder), statement_rows(folder / STATEMENTS)
        held = ((subject, prop, value) for subject, prop, _, value, *_ in rows)
        added = unheld(read_curated(curated), held)
        return cls(replace(snapshot, statements=tuple(added)), rows=rows)

    def _note_provenance(self, statements: Iterable[Statement]) -> None:
        self._provenance |= {s.statement_id: (s.source, s.retrieved_at) for s in statements}

    @property
    def store(self) -> pyoxigraph.Store:
        """The store, with all that the snapshot says."""
        self._load(self._rest())
        return self._store

    def _load(self, triples: str) -> None:
        if triples:
            self._store.load(triples.encode(), format=pyoxigraph.RdfFormat.N_TRIPLES)

    def _unloaded(self, values: Sequence[str], query: BatchQuery) -> str:
        """Return the triples that a query about values can find and that are not in the store yet.

        All that are not, where that cannot be told.
        """
        if query.name in _OF_SUBJECTS:
            return self._statements_of(values)
        if query.name in _BY_VALUE:
            return self._statements_of(self._held.subjects(_BY_VALUE[query.name], values))
        if query.name == "labels":
            return self._names_of(values)
        return "" if query.name in _LOADED else self._rest()

    def _statements_of(self, subjects: Iterable[str]) -> str:
        """Return what is said of subjects, each once, in the full form, which is what queries ask about."""
        found = self._held.take(subjects)
        self._note_provenance(found)
        self._without_truthy += found
        return "".join(statement_triples(found, best=set()))

    def _names_of(self, items: Iterable[str]) -> str:
        named = (pair for item in items for pair in self._names.pop(item, ()))
        return "".join(line for language, entity in named for line in entity_triples([entity], language))

    def _rest(self) -> str:
        rest = self._held.take_all()
        self._note_provenance(rest)
        statements = "".join(_ranked_triples((*self._without_truthy, *rest)))
        self._without_truthy.clear()
        return self._names_of(list(self._names)) + statements

    def select(self, query: str) -> Answer:
        """Run one SELECT query."""
        return self._answer(self._rest(), query)

    def _answer(self, triples: str, query: str) -> Answer:
        self._load(triples)
        return self._select(query)

    def _select(self, query: str) -> Answer:
        found = self._store.query(query)
        if not isinstance(found, pyoxigraph.QuerySolutions):
            raise EndpointError("only SELECT queries are answered")
        names = [variable.value for variable in found.variables]
        rows = [
            {name: term.value for name, term in zip(names, row, strict=True) if term is not None}
            for row in found
        ]
        return Answer(rows, "unknown")

    def ask(self, values: Sequence[str], query: BatchQuery) -> Iterator[Answer]:
        """Yield the answers for all the values.

        Oxigraph loads and looks for some of them while Python takes the answers for those before.
        """
        waiting: deque[Future[Answer]] = deque()
        with ThreadPoolExecutor(1) as beside:
            for batch in batches(values, self.batch_size):
                triples = self._unloaded(batch, query)
                waiting.append(beside.submit(self._answer, triples, query.text(batch)))
                if len(waiting) > 1:
                    yield waiting.popleft().result()
            yield from (answer.result() for answer in waiting)
