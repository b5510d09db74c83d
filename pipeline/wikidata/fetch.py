"""Fetches facts level by level: the linked items, the items their statements lead to, and so on.

Every query asks for many subjects at once (VALUES); a batch that the service cannot finish is halved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pipeline.base.errors import EndpointError
from pipeline.base.progress import Progress
from pipeline.values import clean_label, is_item_id, label_fault
from pipeline.wikidata import queries
from pipeline.wikidata.endpoint import Answer, BatchTooLargeError, Endpoint, Row, batches
from pipeline.wikidata.facts import UNKNOWN, Entity, Statement
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


def ask(
    endpoint: Endpoint,
    values: Sequence[str],
    query: Callable[[Sequence[str]], str],
    *,
    binds: Sequence[str] = (),
) -> Iterator[Answer]:
    """Yield the answers for all the values, asked in batches that shrink where they must.

    Raises EndpointError if even a single value is too much, or a row does not bind the variables in `binds`.
    """
    for batch in batches(values, endpoint.batch_size):
        for answer in _ask_batch(endpoint, batch, query):
            _require_bound(endpoint, answer, binds)
            yield answer


def _require_bound(endpoint: Endpoint, answer: Answer, binds: Sequence[str]) -> None:
    for row in answer.rows:
        if missing := [name for name in binds if name not in row]:
            raise EndpointError(
                f"{endpoint.name}: a row of its answer binds {', '.join(sorted(row)) or 'nothing'}, and not "
                f"{', '.join(missing)}, which the query asks for\n"
                "  Name a SPARQL service of Wikidata's form, and delete the http folder in the work folder."
            )


def _ask_batch(
    endpoint: Endpoint, batch: Sequence[str], query: Callable[[Sequence[str]], str]
) -> Iterator[Answer]:
    try:
        yield endpoint.select(query(batch))
    except BatchTooLargeError:
        if len(batch) == 1:
            raise
        half = len(batch) // 2
        yield from _ask_batch(endpoint, batch[:half], query)
        yield from _ask_batch(endpoint, batch[half:], query)


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
    """Add the classes of the values that are not among `done`, then the classes of those, level by level."""
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
        claims = queries.claims(wanted)
        for answer in ask(
            endpoint,
            subjects,
            lambda batch, name=name, claims=claims: queries.fill(  # type: ignore[misc]
                name, subjects=queries.items(batch), claims=claims
            ),
            binds=("subject", "property", "statement", "rank"),
        ):
            for statement in statements_in(endpoint, answer):
                earlier = found.setdefault(statement.statement_id, statement)
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
            precision=_whole(row.get("precision", "0"), endpoint),
            rank=row["rank"].rpartition("#")[2].removesuffix("Rank").lower(),
            end=row.get("end", ""),
            statement_id=identity,
            source=source,
            retrieved_at=retrieved_at,
        )


def _whole(text: str, endpoint: Endpoint) -> int:
    try:
        return int(text)
    except ValueError as fault:
        raise EndpointError(f"{endpoint.name}: a precision is {text[:40]!r}, no whole number") from fault


def _kind(row: Row) -> str:
    """Return the kind of a row's value: times come with a precision, amounts with a unit."""
    if "value" not in row:
        return UNKNOWN
    return "time" if "precision" in row else "quantity" if "unit" in row else row.get("kind", UNKNOWN)


def fetch_entities(endpoint: Endpoint, wanted: Sequence[str], preferred: Sequence[str]) -> dict[str, Entity]:
    """Return the entities with their best label by language; those without one have an empty label."""
    order = {language: place for place, language in enumerate(preferred)}
    labels: dict[str, tuple[int, str]] = {}
    descriptions: dict[str, tuple[int, str]] = {}
    aliases: dict[str, set[str]] = {}
    for answer in ask(
        endpoint,
        wanted,
        lambda batch: queries.fill(
            "labels", items=queries.items(batch), languages=queries.languages(preferred)
        ),
        binds=("item", "role", "text", "language"),
    ):
        for row in answer.rows:
            item, text = row["item"].removeprefix(ENTITY), clean_label(row["text"])
            if row["role"] == "alias":
                aliases.setdefault(item, set()).add(text)
                continue
            best = labels if row["role"] == "label" else descriptions
            if row["role"] == "label" and label_fault(text) in ("no_label", "label_is_id"):
                continue
            place = order.get(row["language"], len(order))
            best[item] = min(best.get(item, (len(order), "")), (place, text))
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
        for answer in ask(
            endpoint,
            frontier,
            lambda batch: queries.fill("redirects", items=queries.items(batch)),
            binds=("item", "target"),
        ):
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
    for answer in ask(
        endpoint,
        values,
        lambda batch: queries.fill(query, values=queries.strings(batch)),
        binds=("value", "item", "rank"),
    ):
        for row in answer.rows:
            if not row["rank"].endswith("DeprecatedRank"):
                found.setdefault(row["value"], set()).add(row["item"].removeprefix(ENTITY))
    return {value: tuple(sorted(items)) for value, items in found.items()}
