"""Tells whether a build could run on a SPARQL service, by a few small queries about well-known items."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from pipeline.base.errors import EndpointError
from pipeline.values import is_item_id
from pipeline.wikidata import queries
from pipeline.wikidata.endpoint import Row
from pipeline.wikidata.live import LiveEndpoint
from pipeline.wikidata.queries import BatchQuery
from pipeline.wikidata.rdf import ENTITY

_TOWER, _WRITER, _ARTICLE, _HUMAN = "Q243", "Q42", "Q18507561", "Q5"
"""The Eiffel Tower, Douglas Adams, a scholarly article about Wikidata, and human."""

_SIZES = (25, 50, 100, 200, 400, 800)
_CATEGORY = "https://commons.wikimedia.org/wiki/Category:Eiffel_Tower"


@dataclass(frozen=True, slots=True)
class Probe:
    """One small query.

    `right` says whether the rows are what Wikidata has, `needed` whether no build can do without.
    """

    what: str
    query: BatchQuery
    values: Sequence[str]
    right: Callable[[Sequence[Row]], bool]
    needed: bool = True


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of a probe: `state` is ok, none or failed."""

    what: str
    state: str
    rows: int
    seconds: float
    needed: bool
    detail: str = ""

    @property
    def is_fault(self) -> bool:
        """Whether a build could not run for it."""
        return self.state == "failed" or (self.needed and self.state == "none")


def _claims(*properties: str) -> tuple[tuple[str, str], ...]:
    return (("claims", queries.claims(properties)),)


def _labels(*codes: str) -> BatchQuery:
    return BatchQuery("labels", (("languages", queries.languages(codes)),))


def _any(rows: Sequence[Row]) -> bool:
    return bool(rows)


def _bound(name: str) -> Callable[[Sequence[Row]], bool]:
    return lambda rows: any(name in row for row in rows)


def _is(item: str) -> Callable[[Sequence[Row]], bool]:
    return lambda rows: any(row["item"] == ENTITY + item for row in rows)


def _ranked(rows: Sequence[Row]) -> bool:
    return bool(rows) and all(row["rank"].endswith("Rank") for row in rows)


_TIMES = BatchQuery("times", _claims("P569", "P571"))
_AMOUNTS = BatchQuery("quantities", _claims("P2048"))
_CATEGORIES = BatchQuery("commons_categories")
PROBES = (
    Probe("statements", BatchQuery("statements", _claims("P31", "P84")), [_TOWER], _bound("value")),
    Probe("ranks", BatchQuery("statements", _claims("P17", "P31")), [_TOWER], _ranked),
    Probe("times with precision (psv)", _TIMES, [_TOWER, _WRITER], _bound("precision"), needed=False),
    Probe("quantities with unit (psv)", _AMOUNTS, [_TOWER], _bound("unit"), needed=False),
    Probe("labels (en or mul)", _labels("en", "mul"), [_TOWER, _HUMAN], _any),
    Probe("labels in mul", _labels("mul"), [_WRITER, _TOWER], _any, needed=False),
    Probe("items by name", BatchQuery("names"), ["lighthouse"], _any, needed=False),
    Probe("synsets (P8814)", BatchQuery("synsets"), ["02961779-n"], _is("Q1420"), needed=False),
    Probe("Commons categories (P373)", _CATEGORIES, ["Eiffel Tower"], _is(_TOWER), needed=False),
    Probe("links to Commons", BatchQuery("commons_sitelinks"), [_CATEGORY], _any, needed=False),
)
_ANY_REDIRECT = "SELECT ?item WHERE { ?item <http://www.w3.org/2002/07/owl#sameAs> ?target } LIMIT 1"


def _redirects(endpoint: LiveEndpoint) -> Probe:
    """Return the probe of redirects, about some merged item that the service itself names."""
    merged: list[str] = []
    with suppress(EndpointError):
        merged = [row["item"].removeprefix(ENTITY) for row in endpoint.select(_ANY_REDIRECT).rows]
    return Probe("redirects", BatchQuery("redirects"), list(filter(is_item_id, merged)), _any, needed=False)


def _probes(endpoint: LiveEndpoint) -> Iterator[Probe]:
    yield from PROBES
    yield _redirects(endpoint)


def probe(endpoint: LiveEndpoint) -> Iterator[Finding]:
    """Yield what comes of each probe; a service that refuses the first one is asked nothing more."""
    clock = endpoint.clock
    for one in _probes(endpoint):
        started = clock.now()
        try:
            rows = [row for answer in endpoint.ask(one.values, one.query) for row in answer.rows]
        except EndpointError as fault:
            yield Finding(one.what, "failed", 0, clock.now() - started, one.needed, str(fault))
            if endpoint.answered == 0:
                return
            continue
        state = "ok" if one.right(rows) else "none"
        yield Finding(one.what, state, len(rows), clock.now() - started, one.needed)


def graph_of(endpoint: LiveEndpoint) -> str:
    """Return which of Wikidata's graphs a service holds: main, scholarly, both, or unknown."""
    query = BatchQuery("statements", _claims("P31"))
    found = {
        row["subject"].removeprefix(ENTITY)
        for answer in endpoint.ask([_TOWER, _ARTICLE], query)
        for row in answer.rows
    }
    if found == {_TOWER, _ARTICLE}:
        return "both main and scholarly"
    return {frozenset({_TOWER}): "main", frozenset({_ARTICLE}): "scholarly"}.get(frozenset(found), "unknown")


def largest_batch(endpoint: LiveEndpoint) -> int:
    """Return the most items that a query of statements bore, of some sizes; 0 if none."""
    query = BatchQuery("statements", _claims("P31", "P279", "P361"))
    best, first = 0, 1
    for size in _SIZES:
        # Items not asked before: neither a cache of ours nor one of the service may answer.
        batch = [f"Q{number}" for number in range(first, first + size)]
        first += size
        if not endpoint.bears(batch, query):
            break
        best = size
    return best
