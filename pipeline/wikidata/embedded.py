"""The embedded endpoint: a snapshot in an Oxigraph store, asked through rdflib."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pyoxigraph
from oxrdflib import OxigraphStore
from rdflib import Graph
from rdflib.graph import DATASET_DEFAULT_GRAPH_ID

from pipeline.wikidata.endpoint import Answer, batches
from pipeline.wikidata.facts import UNKNOWN, Statement
from pipeline.wikidata.queries import BatchQuery
from pipeline.wikidata.ranks import best_ranked
from pipeline.wikidata.rdf import (
    entity_triples,
    page_triples,
    property_triples,
    redirect_triples,
    statement_triples,
)
from pipeline.wikidata.snapshot import Snapshot, read_curated, read_snapshot


def snapshot_triples(snapshot: Snapshot) -> Iterable[str]:
    """Yield a snapshot as lines of N-Triples in Wikidata's terms."""
    # A property of which nothing is known is declared all the same: an unknown value may outrank known ones.
    kinds = {s.property: UNKNOWN for s in snapshot.statements}
    kinds |= {s.property: s.kind for s in snapshot.statements if s.kind != UNKNOWN}
    yield from property_triples(kinds)
    for language, names in sorted(snapshot.names.items()):
        yield from entity_triples(names, language)
    yield from redirect_triples(snapshot.redirects)
    yield from page_triples(snapshot.pages)
    best = {statement.statement_id for statement in best_ranked(snapshot.statements)[0]}
    yield from statement_triples(snapshot.statements, best)


def merge_curated(snapshot: Snapshot, curated: Iterable[Statement]) -> Snapshot:
    """Add curated statements to a snapshot, save those that it holds already from a source."""
    held = {(s.subject, s.property, s.value) for s in snapshot.statements}
    added = {s for s in curated if (s.subject, s.property, s.value) not in held}
    return replace(snapshot, statements=tuple(sorted({*snapshot.statements, *added})))


class EmbeddedEndpoint:
    """A snapshot that answers SPARQL in this process."""

    name = "embedded"
    batch_size = 2_000

    def __init__(self, snapshot: Snapshot, names: Iterable[str] = ()) -> None:
        """Load a snapshot, and lines of N-Triples with further names of items."""
        self.provenance: Mapping[str, tuple[str, str]] = {
            s.statement_id: (s.source, s.retrieved_at) for s in snapshot.statements
        }
        self.store = pyoxigraph.Store()
        triples = "".join((*snapshot_triples(snapshot), *names)).encode()
        self.store.bulk_load(io.BytesIO(triples), format=pyoxigraph.RdfFormat.N_TRIPLES)
        self._graph = Graph(store=OxigraphStore(store=self.store), identifier=DATASET_DEFAULT_GRAPH_ID)

    @classmethod
    def open(cls, folder: Path, curated: Iterable[Path] = ()) -> EmbeddedEndpoint:
        """Load a snapshot folder, and the reviewed tables of curated facts beside it."""
        return cls(merge_curated(read_snapshot(folder), read_curated(curated)))

    def select(self, query: str) -> Answer:
        """Run one SELECT query."""
        result = self._graph.query(query)
        names = [str(variable) for variable in result.vars or ()]
        rows = [
            {name: str(term) for name, term in zip(names, row, strict=True) if term is not None}  # type: ignore[arg-type]
            for row in result
        ]
        return Answer(rows, "unknown")

    def ask(self, values: Sequence[str], query: BatchQuery) -> Iterator[Answer]:
        """Yield the answers for all the values."""
        for batch in batches(values, self.batch_size):
            yield self.select(query.text(batch))
