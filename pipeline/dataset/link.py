"""Stages 2 and 3: links of the annotated things to Wikidata, and the facts that routes from them need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

import pyarrow as pa

from pipeline.base.columns import read_rows, write_rows
from pipeline.base.files import read_json, write_json
from pipeline.base.progress import Progress
from pipeline.base.resources import resource_dir
from pipeline.dataset.checked import write_fact_findings
from pipeline.dataset.emptiness import require_links
from pipeline.dataset.settings import EMBEDDED, Settings
from pipeline.dataset.stages import Context
from pipeline.dataset.vocabulary import library_of, wikidata_properties, wordnet
from pipeline.knowledge.linking import Link, Links, link, read_reviews
from pipeline.knowledge.rules import redirected, usable
from pipeline.language.library import Library
from pipeline.language.packs import Property
from pipeline.quality.every import chosen
from pipeline.quality.sound import sound_facts
from pipeline.quality.tally import Tally
from pipeline.relational.engine import Engine
from pipeline.values import is_item_id
from pipeline.wikidata.embedded import EmbeddedEndpoint
from pipeline.wikidata.endpoint import Endpoint
from pipeline.wikidata.facts import Entity
from pipeline.wikidata.fetch import Facts, FetchPlan, fetch_entities, fetch_facts, follow_redirects
from pipeline.wikidata.joined import JoinedEndpoint
from pipeline.wikidata.own_facts import read_own_facts
from pipeline.wikidata.snapshot import Snapshot, read_snapshot, snapshot_hash, snapshot_origin, write_snapshot

_text = pa.string()
UNLINKED = pa.schema([("key", _text), ("code", _text), ("detail", _text), ("objects", pa.int64())])
LINKS = pa.schema([("key", _text), ("item", _text), ("evidence", _text), ("objects", pa.int64())])
REJECTED = pa.schema([(name, _text) for name in ("stage", "origin", "place", "code", "detail")])
SYNSET_ID = "P8814"
_ENDPOINT = "endpoint.json"


def curated_tables() -> list[Path]:
    """Return the reviewed tables of facts that the embedded endpoint adds."""
    return sorted((resource_dir("data") / "reviewed").glob("everyday_facts_*.tsv"))


def open_endpoint(settings: Settings, progress: Progress | None = None) -> Endpoint:
    """Return the endpoint that the settings name, with the user's own facts beside it."""
    return with_own_facts(_named_endpoint(settings, progress), settings)


def with_own_facts(endpoint: Endpoint, settings: Settings) -> Endpoint:
    """Return an endpoint with the facts of the user's own files beside it."""
    if not settings.facts:
        return endpoint
    kinds = _wikidata_kinds() | _datatypes(library_of(settings).properties)
    return JoinedEndpoint(endpoint, read_own_facts(settings.facts, kinds))


def _named_endpoint(settings: Settings, progress: Progress | None) -> Endpoint:
    """Return the endpoint itself; curated facts go with the embedded one only."""
    if settings.endpoint == EMBEDDED:
        return _embedded(resource_dir("data") / "snapshot", tuple(curated_tables()))
    if not settings.is_live:
        return _embedded(Path(settings.endpoint), ())
    # What requests are sent with takes long to load, and most builds send none.
    from pipeline.dataset.live import live_endpoint

    return live_endpoint(settings, progress)


@lru_cache(maxsize=1)
def _embedded(folder: Path, curated: tuple[Path, ...]) -> EmbeddedEndpoint:
    """Return a loaded snapshot; linking and fetching share it."""
    return EmbeddedEndpoint.open(folder, curated)


def shown_endpoint(settings: Settings) -> str:
    """Return the endpoint as the manifest names it: a URL whole, of a snapshot what it was read from.

    A snapshot that says nothing of that is named by its folder.
    """
    if settings.is_live or settings.endpoint == EMBEDDED:
        return settings.endpoint
    folder = Path(settings.endpoint)
    return snapshot_origin(folder) or folder.name


def endpoint_name(context: Context) -> str:
    """Return what `shown_endpoint` said when the facts were fetched."""
    return str(read_json(context.folder("fetch") / _ENDPOINT)["endpoint"])


def endpoint_inputs(settings: Settings) -> Iterable[Path]:
    """Return the files that the endpoint reads."""
    if settings.endpoint == EMBEDDED:
        return [resource_dir("data") / "snapshot", resource_dir("data") / "reviewed", *settings.facts]
    return settings.facts if settings.is_live else [Path(settings.endpoint), *settings.facts]


def linked(context: Context, endpoint: Endpoint) -> tuple[Links, Mapping[str, int]]:
    """Return the links of every key that the objects bear, and how many objects bear each."""
    with Engine(context.folder("link") / "scratch") as engine:
        engine.register({"objects": context.table("annotate", "objects")})
        counts: dict[str, int] = dict(engine.rows("count_keys"))
    counts.pop("", None)
    data = resource_dir("data")
    links = link(
        sorted(counts),
        endpoint,
        wordnet(),
        read_reviews(data / "reviewed" / "synset_links.tsv"),
        by_name=context.settings.is_live,
    )
    return links, counts


def run_link(context: Context, endpoint: Endpoint | None = None) -> None:
    """Link every key that the objects bear; write links and what stayed unlinked.

    The endpoint is that of the settings if none is given.
    """
    folder = context.folder("link")
    links, counts = linked(context, endpoint or open_endpoint(context.settings, context.progress))
    write_rows(folder / "links.parquet", LINKS, [_link_row(found, counts) for found in links.linked])
    rest = [
        {"key": u.key, "code": u.code, "detail": u.detail, "objects": counts[u.key]} for u in links.unlinked
    ]
    write_rows(folder / "unlinked.parquet", UNLINKED, rest)
    write_rows(
        folder / "link_rejected.parquet",
        REJECTED,
        [
            {
                "stage": "link",
                "origin": u.key,
                "place": f"{counts[u.key]} objects",
                "code": u.code,
                "detail": u.detail,
            }
            for u in links.unlinked
        ],
    )
    require_links(context, keys=len(counts), linked=len(links.linked))
    context.progress.note(f"{len(links.linked):,} of {len(counts):,} keys linked")


def _link_row(found: Link, counts: Mapping[str, int]) -> dict[str, object]:
    return {"key": found.key, "item": found.item, "evidence": found.evidence, "objects": counts[found.key]}


def read_links(context: Context) -> list[Link]:
    """Return the links that the link stage wrote."""
    rows = read_rows(context.table("link", "links"), ["key", "item", "evidence"])
    return [Link(row["key"], row["item"], row["evidence"]) for row in rows]


def fetched(
    settings: Settings, endpoint: Endpoint, roots: Iterable[str], library: Library, progress: Progress
) -> Facts:
    """Return the facts that routes from the roots need, level by level, and the members of closed sets."""
    labels = library.grammar.labels
    plan = FetchPlan(
        kinds={**_datatypes(library.properties), SYNSET_ID: "string"},
        through=passed_through(library.properties, library.successions),
        hops=max(settings.hops),
        languages=labels,
    )
    facts = fetch_facts(endpoint, roots, plan, progress)
    _follow(endpoint, facts, labels)
    closed = {item for fixed in library.closed_sets.values() for item in fixed.items} - facts.entities.keys()
    facts.entities.update(fetch_entities(endpoint, sorted(closed), labels))
    return facts


def run_fetch(context: Context, endpoint: Endpoint | None = None) -> None:
    """Fetch the facts, keep those that hold, and write them as a snapshot.

    The endpoint is that of the settings if none is given.
    """
    settings, folder = context.settings, context.folder("fetch")
    library = library_of(settings)
    grammar = library.grammar
    facts = fetched(
        settings,
        endpoint or open_endpoint(settings, context.progress),
        {found.item for found in read_links(context)},
        library,
        context.progress,
    )
    write_json(folder / _ENDPOINT, {"endpoint": shown_endpoint(settings)})
    _embedded.cache_clear()
    kept, dropped = usable(
        facts.statements.values(), facts.entities, script=grammar.script, units=library.units
    )
    tally = Tally(chosen(select=("E1", "W1")))
    kept, unsound = sound_facts(kept, tally)
    dropped += unsound
    write_fact_findings(folder / "findings.parquet", tally.found())
    sources = {statement.source: statement.retrieved_at for statement in kept}
    entities = tuple(sorted(facts.entities.values()))
    write_snapshot(folder / "snapshot", Snapshot(tuple(kept), entities, sources, settings.language))
    rows = (
        {
            "stage": "fetch",
            "origin": d.statement.subject,
            "place": f"{d.statement.property} {d.statement.statement_id}",
            "code": d.code,
            "detail": d.statement.value,
        }
        for d in dropped
    )
    write_rows(folder / "fetch_rejected.parquet", REJECTED, rows)
    context.progress.note(f"{len(kept):,} statements kept, {len(dropped):,} dropped")


def kept_facts(context: Context) -> Snapshot:
    """Return the facts that the stage `fetch` kept; the stages after it share them in memory."""
    folder = context.folder("fetch") / "snapshot"
    return _kept_facts(folder, snapshot_hash(folder))


@lru_cache(maxsize=1)
def _kept_facts(folder: Path, identity: str) -> Snapshot:
    return read_snapshot(folder)


def forget_facts() -> None:
    """Free the memory of `kept_facts`."""
    _kept_facts.cache_clear()


def passed_through(
    properties: Mapping[str, Property], successions: Mapping[str, frozenset[str]]
) -> frozenset[str]:
    """Return the properties that routes pass through: with a clause, and something that may follow."""
    followed = {path.split("/")[-1] for path, then in successions.items() if then}
    followed.update(earlier for spec in properties.values() for earlier in spec.after)
    return frozenset(prop for prop in followed & properties.keys() if properties[prop].clause)


def _datatypes(properties: Mapping[str, Property]) -> dict[str, str]:
    """Return property -> kind of its values, as Wikidata has it; of others as their answers are."""
    known = _wikidata_kinds()
    told = {"date": "time", "number": "quantity"}
    return {prop: known.get(prop, told.get(spec.answer_kind, "string")) for prop, spec in properties.items()}


def _wikidata_kinds() -> dict[str, str]:
    kinds = {"Item": "item", "Time": "time", "Quantity": "quantity"}
    return {prop: kinds.get(entry.datatype, "string") for prop, entry in wikidata_properties().items()}


def _follow(endpoint: Endpoint, facts: Facts, languages: tuple[str, ...]) -> None:
    """Replace values that have no label because they were merged into another item."""
    unnamed = sorted(item for item, entity in facts.entities.items() if not entity.label and is_item_id(item))
    targets = follow_redirects(endpoint, unnamed)
    if targets:
        facts.statements = {s.statement_id: s for s in redirected(facts.statements.values(), targets)}
        found: dict[str, Entity] = fetch_entities(endpoint, sorted(set(targets.values())), languages)
        facts.entities.update(found)
