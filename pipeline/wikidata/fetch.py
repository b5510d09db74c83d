"""Fetches facts level by level: the linked items, the items their statements lead to, and so on.

Every query asks for many subjects at once (VALUES); how many is the endpoint's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pipeline.base.errors import EndpointError
from pipeline.base.progress import Progress
from pipeline.values import clean_label, is_item_id, label_fault
from pipeline.wikidata import queries
from pipeline.wikidata.endpoint import Answer, Endpoint, Row
from pipeline.wikidata.facts import UNKNOWN, Entity, Statement
from pipeline.wikidata.queries import BatchQuery
from pipeline.wikidata.rdf import ENTITY, STATEMENT

INSTANCE_OF, SUBCLASS_OF = "P31", "P279"
_CLASSES = (INSTANCE_OF, SUBCLASS_OF)
_QUERY_OF_KIND = {"item": "statements", "string": "statements", "time": "times", "quantity": "quantities"}


@dataclass(frozen=True, slots=True)
class FetchPlan:
    """What to fetch.

    `kinds` maps each property to ask for to the kind of its values; `through` are those that a route
    may pass through; `hops` is the number of edges of the longest route; `class_levels` how far class
    chains are followed; `languages` the label languages in order of preference.
    """

    kinds: Mapping[str, str]
    through: frozenset[str]
    hops: int = 3
    class_levels: int = 5
    languages: Sequence[str] = ("en", "mul", "en-gb", "en-us")


@dataclass(slots=True)
class Facts:
    """What was fetched, unfiltered: statements by id, and the entities that they name."""

    statements: dict[str, Statement] = field(default_factory=dict)
    entities: dict[str, Entity] = field(default_factory=dict)


def fetch_facts(endpoint: Endpoint, roots: Iterable[str], plan: FetchPlan, progress: Progress) -> Facts:
    """Return all facts that routes from the roots can use, with the classes and labels of their items."""
    facts = Facts()
    done: set[str] = set()
    frontier = set(roots)
    kinds = {**dict.fromkeys(_CLASSES, "item"), **plan.kinds}
    for level in range(plan.hops):
        found = fetch_statements(endpoint, sorted(frontier), kinds)
        facts.statements.update({s.statement_id: s for s in found})
        done |= frontier
        progress.note(f"level {level}: {len(frontier):,} items, {len(found):,} statements")
        frontier = {s.value for s in found if s.kind == "item" and s.property in plan.through} - done
    fetch_classes(endpoint, facts, done, plan.class_levels)
    named = {s.value for s in facts.statements.values() if s.kind == "item"}
    units = {s.unit for s in facts.statements.values() if s.unit}
    wanted = sorted(filter(is_item_id, done | named | units))
    facts.entities = fetch_entities(endpoint, wanted, plan.languages)
    progress.note(f"in all {len(facts.statements):,} statements, {len(facts.entities):,} named items")
    return facts


def fetch_classes(endpoint: Endpoint, facts: Facts, done: set[str], levels: int) -> None:
    """Add the classes of the items not asked yet, then the classes of those, level by level."""
    frontier = {s.value for s in facts.statements.values() if s.kind == "item"} - done
    for _ in range(levels):
        found = fetch_statements(endpoint, sorted(frontier), dict.fromkeys(_CLASSES, "item"))
        facts.statements.update({s.statement_id: s for s in found})
        done |= frontier
        frontier = {s.value for s in found} - done


def fetch_statements(
    endpoint: Endpoint, subjects: Sequence[str], kinds: Mapping[str, str]
) -> list[Statement]:
    """Return the statements of the subjects with these properties, a query for each kind of value.

    A statement that comes in several rows, because it has several end times, is taken with the first.
    """
    found: dict[str, Statement] = {}
    for name in sorted(set(_QUERY_OF_KIND.values())):
        wanted = sorted(prop for prop, kind in kinds.items() if _QUERY_OF_KIND.get(kind) == name)
        if not wanted:
            continue
        query = BatchQuery(name, (("claims", queries.claims(wanted)),))
        for answer in endpoint.ask(subjects, query):
            for statement in statements_in(endpoint, answer):
                earlier = found.setdefault(statement.statement_id, statement)
                if earlier is not statement:
                    found[statement.statement_id] = min(earlier, statement)
    return list(found.values())


def statements_in(endpoint: Endpoint, answer: Answer) -> Iterator[Statement]:
    """Yield the statements that rows of `statements`, `times` or `quantities` speak of."""
    for row in answer.rows:
        identity = row["statement"].removeprefix(STATEMENT)
        source, retrieved_at = endpoint.provenance.get(identity, (endpoint.name, answer.retrieved_at))
        kind, value = _kind(row), row.get("value", "")
        unit = row.get("unit", "").removeprefix(ENTITY)
        yield Statement(
            row["subject"].removeprefix(ENTITY),
            row["property"].removeprefix(ENTITY),
            kind,
            value.removeprefix(ENTITY) if kind == "item" else value,
            unit="" if unit == "Q199" else unit,
            precision=_precision(row),
            rank=row["rank"].rpartition("#")[2].removesuffix("Rank").lower(),
            end=row.get("end", ""),
            statement_id=identity,
            source=source,
            retrieved_at=retrieved_at,
        )


def _kind(row: Row) -> str:
    """Return the kind of a row's value: times come with a precision, amounts with a unit."""
    if "value" not in row:
        return UNKNOWN
    return "time" if "precision" in row else "quantity" if "unit" in row else row.get("kind", UNKNOWN)


def _precision(row: Row) -> int:
    code = row.get("precision", "0")
    if not code.isdecimal():
        raise EndpointError(f"the time of statement {row['statement']} has the precision {code!r}")
    return int(code)


def fetch_entities(endpoint: Endpoint, wanted: Sequence[str], preferred: Sequence[str]) -> dict[str, Entity]:
    """Return the entities with their best label by language; those without one have an empty label."""
    order = {language: place for place, language in enumerate(preferred)}
    labels: dict[str, tuple[int, str]] = {}
    descriptions: dict[str, tuple[int, str]] = {}
    aliases: dict[str, set[str]] = {}
    query = BatchQuery("labels", (("languages", queries.languages(preferred)),))
    for answer in endpoint.ask(wanted, query):
        for row in answer.rows:
            item, text = row["item"].removeprefix(ENTITY), clean_label(row["text"])
            if row["role"] == "alias":
                aliases.setdefault(item, set()).add(text)
                continue
            best = labels if row["role"] == "label" else descriptions
            if row["role"] == "label" and label_fault(text) in ("no_label", "label_is_id"):
                continue
            found = order.get(row["language"], len(order)), text
            best[item] = min(best.get(item, (len(order), "")), found)
    return {
        item: Entity(
            item,
            labels.get(item, (0, ""))[1],
            descriptions.get(item, (0, ""))[1],
            tuple(sorted(filter(None, aliases.get(item, set())))),
        )
        for item in wanted
    }


def follow_redirects(endpoint: Endpoint, items: Sequence[str]) -> dict[str, str]:
    """Return old id -> id that it was merged into in the end, for those of the items that were."""
    targets: dict[str, str] = {}
    asked: set[str] = set()
    frontier = sorted(set(items))
    while frontier:
        asked |= set(frontier)
        for answer in endpoint.ask(frontier, BatchQuery("redirects")):
            for row in answer.rows:
                targets[row["item"].removeprefix(ENTITY)] = row["target"].removeprefix(ENTITY)
        frontier = sorted({targets[item] for item in frontier if item in targets} - asked)
    return {item: _end_of(item, targets) for item in items if item in targets}


def _end_of(item: str, targets: Mapping[str, str]) -> str:
    seen = {item}
    while item in targets and targets[item] not in seen:
        item = targets[item]
        seen.add(item)
    return item


def items_by_value(endpoint: Endpoint, query: str, values: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return value -> items, by `synsets` or `commons_categories`; deprecated statements do not count."""
    found: dict[str, set[str]] = {}
    for answer in endpoint.ask(values, BatchQuery(query)):
        for row in answer.rows:
            if not row["rank"].endswith("DeprecatedRank"):
                found.setdefault(row["value"], set()).add(row["item"].removeprefix(ENTITY))
    return {value: tuple(sorted(items)) for value, items in found.items()}


def items_by_name(endpoint: Endpoint, names: Sequence[str]) -> dict[tuple[str, str], set[str]]:
    """Return (name, "label" or "alias") -> the items called exactly so, in English or in every language."""
    found: dict[tuple[str, str], set[str]] = {}
    for answer in endpoint.ask(names, BatchQuery("names")):
        for row in answer.rows:
            found.setdefault((row["value"], row["role"]), set()).add(row["item"].removeprefix(ENTITY))
    return {key: set(filter(is_item_id, items)) for key, items in found.items()}
