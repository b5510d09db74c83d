"""Stage 4: the question bank from the facts, the templates and what the annotations speak of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any

from pipeline.bank.build import Bank, BankBuilder
from pipeline.bank.called import target_keys, target_names
from pipeline.bank.concepts import ConceptMaker
from pipeline.bank.giveaways import giveaway_rows
from pipeline.bank.routes import Router
from pipeline.bank.tables import SCHEMAS, bars
from pipeline.base.columns import write_rows
from pipeline.base.files import read_tsv
from pipeline.base.resources import resource_dir
from pipeline.dataset import vocabulary
from pipeline.dataset.answers import answers_of
from pipeline.dataset.borne import callable_names, name_forms, names_borne
from pipeline.dataset.checked import check_routes, is_fit
from pipeline.dataset.emptiness import require_routes
from pipeline.dataset.link import SYNSET_ID, kept_facts, read_links
from pipeline.dataset.settings import Settings
from pipeline.dataset.stages import Context, of_threads
from pipeline.dataset.vocabulary import domain_ids, library_of, property_ids
from pipeline.knowledge.contested import Contested, read_objections
from pipeline.knowledge.doubts import Doubts
from pipeline.knowledge.gone import Gone, read_gone
from pipeline.knowledge.graph import build_graph, facts_of, item_of
from pipeline.knowledge.kinds import Classes
from pipeline.knowledge.linking import read_reviews
from pipeline.knowledge.periods import Facts, read_periods
from pipeline.knowledge.wordnet import WordNet
from pipeline.language.landmarks import LandmarkNouns, read_heads
from pipeline.language.library import Library
from pipeline.language.packs import Property
from pipeline.language.render import wording_id
from pipeline.language.scene import Lexicon
from pipeline.relational.engine import Engine
from pipeline.sources.landmarks import LANDMARK_OBJECT
from pipeline.values import Item
from pipeline.wikidata.facts import Entity, Statement
from pipeline.wikidata.snapshot import Snapshot, last_year

Row = dict[str, Any]
COUNTRY = "country"


def run_bank(context: Context) -> None:
    """Write the bank's tables."""
    settings, folder = context.settings, context.folder("bank")
    library = library_of(settings)
    snapshot = kept_facts(context)
    wordnet = vocabulary.wordnet()
    with _scenes(context) as engine, ThreadPoolExecutor(1) as beside:
        landmarks = {key for (key,) in engine.rows("landmark_keys", landmark=LANDMARK_OBJECT)}
        keys = {key for (key,) in engine.rows("distinct_keys")}
        predicates = [raw for (raw,) in engine.rows("distinct_predicates")]
        # The engine looks for names while Python looks for routes.
        borne = beside.submit(
            names_borne, engine, folder / "scratch", keys | landmarks, library.names, wordnet
        )
        builder = bank_builder(snapshot, wordnet, library, settings)
        links = read_links(context)
        unlinked = sorted(keys - {found.key for found in links} - {""})
        bank = builder.build(links, frozenset(landmarks), unlinked)
        names = borne.result()
    check_routes(bank, library.grammar, folder / "answer_findings.parquet")
    bank.add("name_forms", name_forms(names, library))
    bank.add("callable_names", callable_names(names, library.names, builder))
    bank.add("target_keys", target_keys(keys - {""}, library.names, wordnet))
    bank.add("target_names", target_names(names, library.names))
    _add_predicates(bank, predicates, library.lexicon, {name.kind for name in library.names.values()})
    concepts, routes = (bank.tables.get(table, []) for table in ("concepts", "routes"))
    bank.add("giveaways", giveaway_rows(concepts, routes, library.giveaways))
    bank.add("wordings", _wordings(library.properties))
    bank.add("pools", pool_rows(builder, snapshot.statements, library.closed_sets[COUNTRY].items))
    vocabulary.wordnet.cache_clear()
    for table, schema in SCHEMAS.items():
        write_rows(folder / f"{table}.parquet", schema, bank.tables.get(table, []))
    counts = Counter({table: len(rows) for table, rows in bank.tables.items()})
    require_routes(context, linked=len(links), routes=counts["routes"])
    context.progress.note(f"{counts['routes']:,} routes, {counts['texts'] // 16:,} shapes")


def _scenes(context: Context) -> Engine:
    """Open an engine that knows what the images show."""
    threads, scratch = context.settings.workers, context.folder("bank") / "scratch"
    engine = Engine(scratch, threads=threads, memory=of_threads(context.settings.memory, threads))
    engine.register(
        {name: context.table("annotate", name) for name in ("objects", "names", "relations", "keys")}
    )
    return engine


def bank_builder(snapshot: Snapshot, wordnet: WordNet, library: Library, settings: Settings) -> BankBuilder:
    """Return what makes the bank from a snapshot; of the settings count what is asked, and the seed."""
    grammar = library.grammar
    entities = {entity.item: entity for entity in snapshot.entities}
    graph = build_graph(snapshot.statements, entities)
    classes = Classes(graph, library.kinds)
    facts = cache(partial(facts_of, graph))
    gone = Gone(
        classes,
        entities,
        grammar.gone,
        facts=facts,
        present=last_year(snapshot),
        reviewed=read_gone(resource_dir("data") / "reviewed" / "gone.tsv"),
    )
    properties = _asked(library, settings)
    landmark_nouns = LandmarkNouns(
        library.nouns("places"),
        read_heads(resource_dir("data") / "reviewed" / "landmark_heads.tsv"),
        grammar.landmarks,
        classes,
        entities,
    )
    return BankBuilder(
        Router(
            graph,
            classes,
            properties,
            library.successions,
            edges=max(settings.hops),
            is_gone=gone.holds,
            doubts=_doubts(snapshot, entities, classes, facts),
        ),
        properties,
        ConceptMaker(
            wordnet,
            classes,
            entities,
            _synsets_of(snapshot.statements, wordnet),
            _senses(),
        ),
        library.nouns("things"),
        landmark_nouns,
        answers_of(snapshot, library, classes=classes),
        entities,
        Counter((s.property, s.value) for s in snapshot.statements if s.kind == "item"),
        _typical(resource_dir("data") / "reviewed" / "typical_answers.tsv"),
        settings.seed,
        frozenset(path.name for path in settings.facts),
        library.shares,
        library.properties,
        settings.consistency_wordings,
        library.options,
    )


def _doubts(snapshot: Snapshot, entities: Mapping[str, Entity], classes: Classes, facts: Facts) -> Doubts:
    reviewed = resource_dir("data") / "reviewed"
    contested = Contested(
        read_objections(reviewed / "contested.tsv"), snapshot.statements, entities, classes.above
    )
    periods = read_periods(reviewed / "style_periods.tsv")
    return Doubts(contested, classes.kinds, entities, facts, periods)


def _senses() -> dict[str, str]:
    """Return the synsets that annotators use for another one -> that other one."""
    reviews = read_reviews(resource_dir("data") / "reviewed" / "synset_links.tsv")
    return {key: review.sense for key, review in reviews.items() if review.sense}


def _typical(path: Path) -> frozenset[tuple[str, str, str]]:
    rows = read_tsv(path, ["subject", "property", "value"])
    return frozenset((row["subject"], row["property"], row["value"]) for row in rows)


def _asked(library: Library, settings: Settings) -> dict[str, Property]:
    """Return the properties, with those that are not asked about as mere ways through."""
    domains = set(domain_ids(settings.domains, library)) or library.domains.keys()
    chosen = set(property_ids(settings.properties, library)) or library.properties.keys()
    return {
        prop: spec
        if prop in chosen and not domains.isdisjoint(spec.domains)
        else spec.model_copy(update={"main": (), "joint": {}})
        for prop, spec in library.properties.items()
    }


def _synsets_of(statements: Iterable[Statement], wordnet: WordNet) -> dict[str, tuple[str, ...]]:
    """Return item -> its synsets by P8814."""
    found: dict[str, list[str]] = {}
    for statement in statements:
        if statement.property == SYNSET_ID and (name := wordnet.by_wn31(statement.value)):
            found.setdefault(statement.subject, []).append(name)
    return {item: tuple(sorted(names)) for item, names in found.items()}


def _add_predicates(bank: Bank, raw: Sequence[str], lexicon: Lexicon, kinds: set[str]) -> None:
    """Add the lexicon's clauses, and which raw predicates lead to them."""
    found = {predicate: lexicon.find(predicate) for predicate in raw}
    bank.add("predicates", ({"raw": r, "predicate": name} for r, name in sorted(found.items()) if name))
    for form in lexicon.forms():
        bank.add("clause_forms", [{name: getattr(form, name) for name in form.__slots__}])
    for pair in lexicon.pairs(kinds):
        bank.add("clause_pairs", [{name: getattr(pair, name) for name in pair.__slots__}])
    for predicate in sorted(r for r, name in found.items() if not name):
        row = {"stage": "bank", "origin": predicate, "place": "", "code": "predicate_unusable"}
        bank.add("bank_rejected", [row | {"detail": lexicon.why_not(predicate)}])


def _wordings(properties: Mapping[str, Property]) -> Iterator[Row]:
    """Yield every wording, with its id and whether it asks, also about an edge before, or stands inside."""
    for prop, spec in sorted(properties.items()):
        joint = {f"joint:{before}": wordings for before, wordings in sorted(spec.joint.items())}
        for place, wordings in {"main": spec.main, "clause": spec.clause, **joint}.items():
            for text in dict.fromkeys(wording.text for wording in wordings):
                yield {
                    "wording_id": wording_id(text),
                    "property_id": prop,
                    "property_label": spec.label,
                    "answer_kind": spec.answer_kind,
                    "tolerance": "" if spec.tolerance is None else str(spec.tolerance),
                    "domains": list(spec.domains),
                    "place": place,
                    "text": text,
                }


def pool_rows(
    builder: BankBuilder, statements: Iterable[Statement], countries: Collection[str]
) -> Iterator[Row]:
    """Yield every value of every property, with the kinds at both ends: the pools of options.

    Of countries only those of today count: Constantinople is no option for a capital.
    """
    seen: set[tuple[str, str, str]] = set()
    for statement in statements:
        spec = builder.properties.get(statement.property)
        if spec is None or statement.kind != "item":
            continue
        subject_kind = builder.maker.classes.kind(statement.subject) or ""
        if subject_kind == COUNTRY and statement.subject not in countries:
            continue
        identity = statement.property, subject_kind, statement.value
        if identity in seen:
            continue
        seen.add(identity)
        value: Item = item_of(builder.entities[statement.value])
        text = builder.answers.text(value)
        if not is_fit(text, builder.answers.grammar):
            continue
        yield {
            "property_id": statement.property,
            "subject_kind": subject_kind,
            "value_kind": builder.router.value_kind(statement.property, statement),
            "item": statement.value,
            "answer": text.shown,
            "forms": bars(text.accepted),
        }
