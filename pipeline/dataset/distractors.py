"""Stage 6: options for every answer that is asked for, in sixteen versions of which each question has one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import pyarrow as pa

from pipeline.base.columns import read_rows, write_rows
from pipeline.base.hashing import digest
from pipeline.dataset.answers import answers_of
from pipeline.dataset.checked import check_options, write_option_findings
from pipeline.dataset.options import Candidate, Pool, arranged, draw_quantities, draw_texts, draw_times
from pipeline.dataset.settings import Settings
from pipeline.dataset.stages import Context
from pipeline.dataset.vocabulary import library_of
from pipeline.knowledge.kin import Kin
from pipeline.language.answers import MOST_DIGITS, Answers, AnswerText, normal_form
from pipeline.language.library import ClosedSet, Library
from pipeline.language.packs import Property
from pipeline.relational.engine import Engine
from pipeline.values import Item, Quantity, Time
from pipeline.wikidata.facts import Entity
from pipeline.wikidata.snapshot import Snapshot, last_year, read_snapshot

OPTION_SETS = "0123456789abcdef"
"""The versions; a question's is named by the first hex digit of a hash of its id."""

_text = pa.string()
OPTIONS = pa.schema(
    [
        ("option_key", _text),
        ("option_set", _text),
        ("choices", pa.list_(_text)),
        ("correct", pa.int32()),
        ("n_distractors", pa.int32()),
    ]
)
REJECTED = pa.schema([(name, _text) for name in ("stage", "origin", "place", "code", "detail")])
Row = dict[str, Any]
_EMPTY = Pool((), name="")
_ENOUGH = 1


def run_distractors(context: Context) -> None:
    """Write the options of the answers in use."""
    folder = context.folder("distractors")
    with Engine(folder / "scratch") as engine:
        engine.register({"questions": context.folder("questions") / "questions.parquet"})
        used = {route for (route,) in engine.rows("routes_in_use")}
    maker, grammar = _maker(context), library_of(context.settings).grammar
    rows: list[Row] = []
    found: list[Row] = []
    rejected: list[Row] = []
    routes = [route for route in read_rows(context.table("bank", "routes")) if route["route_id"] in used]
    for route in {route["option_key"]: route for route in routes}.values():
        drawn = list(maker.options(route))
        if not drawn or drawn[0]["n_distractors"] == 0:
            rejected.append(_rejected(route, "no_distractor" if drawn else "not_in_closed_set"))
            continue
        made, faults = check_options(route, drawn, grammar)
        rows += made
        found += faults if made else []
        if not made:
            rejected.append(_rejected(route, min(fault["code"] for fault in faults)))
    write_rows(folder / "options.parquet", OPTIONS, rows)
    write_rows(folder / "distractors_rejected.parquet", REJECTED, rejected)
    write_option_findings(folder / "judged_options.parquet", found)
    with Engine(folder / "scratch", threads=context.settings.workers) as engine:
        tables = {
            "options": folder / "options.parquet",
            "judged_options": folder / "judged_options.parquet",
            "routes": context.table("bank", "routes"),
        }
        engine.register({**tables, "questions": context.folder("questions") / "questions.parquet"})
        order = "image_id, question_id"
        engine.write_parquet(folder / "questions.parquet", "optional_questions", order=order)
        engine.register({"questions": folder / "questions.parquet"})
        order = "question_id, code, detail"
        seed = str(context.settings.seed)
        engine.write_parquet(folder / "findings.parquet", "option_findings", order=order, seed=seed)
    context.progress.note(
        f"options for {len(rows) // len(OPTION_SETS):,} answers, none for {len(rejected):,}"
    )


def _rejected(route: Row, code: str) -> Row:
    return {
        "stage": "distractors",
        "origin": route["item"],
        "place": route["properties"],
        "code": code,
        "detail": route["answer"],
    }


def _maker(context: Context) -> OptionMaker:
    settings = context.settings
    snapshot = read_snapshot(context.folder("fetch") / "snapshot")
    pools = read_rows(context.table("bank", "pools"))
    return option_maker(snapshot, pools, library_of(settings), settings)


def option_maker(
    snapshot: Snapshot, rows: Iterable[Row], library: Library, settings: Settings
) -> OptionMaker:
    """Return what makes options, from facts and the rows of the bank's pools."""
    entities = {entity.item: entity for entity in snapshot.entities}
    answers = answers_of(snapshot, library)
    pools: dict[tuple[str, ...], dict[str, Candidate]] = {}
    for row in rows:
        candidate = Candidate(row["answer"], tuple(row["forms"].strip("|").split("|")), row["item"])
        ends = row["property_id"], row["value_kind"]
        prop, kind = row["property_id"], row["subject_kind"]
        for key in (ends, (*ends, kind), (prop,), (prop, "", kind)):
            pools.setdefault(key, {})[candidate.item] = candidate
    return OptionMaker(
        library.properties,
        {key: Pool(found.values(), name=digest(*key)) for key, found in pools.items()},
        closed_pools(library.closed_sets, entities, answers),
        Kin(snapshot.statements),
        answers,
        settings.distractors,
        settings.seed,
        last_year(snapshot),
    )


def closed_pools(
    sets: Mapping[str, ClosedSet], entities: Mapping[str, Entity], answers: Answers
) -> dict[str, ClosedPool]:
    """Return the pool of each closed set, of its items that have a label."""
    found: dict[str, ClosedPool] = {}
    for name, declared in sets.items():
        named = [entities[item] for item in declared.items if item in entities and entities[item].label]
        texts = [answers.text(Item(e.item, e.label, e.aliases)) for e in named]
        pool = Pool((Candidate(t.shown, t.accepted, t.item) for t in texts), name=name)
        found[name] = ClosedPool(pool, frozenset(entity.item for entity in named), declared.complete)
    return found


class ClosedPool(NamedTuple):
    """A closed set as a pool: its items, and whether there can be no others."""

    pool: Pool
    items: frozenset[str]
    complete: bool


@dataclass(frozen=True, slots=True)
class OptionMaker:
    """Makes options.

    `pools` has the values of a property by (property, value kind), of one kind of subject by (property, value
    kind, subject kind), and both with any kind of value by (property,) and (property, "", subject kind).
    `present` is the year that no date may pass.
    """

    properties: Mapping[str, Property]
    pools: Mapping[tuple[str, ...], Pool]
    closed: Mapping[str, ClosedPool]
    kin: Kin
    answers: Answers
    n: int
    seed: int
    present: int

    def options(self, route: Row) -> Iterator[Row]:
        """Yield the versions of a route's options; nothing if its answer lies outside a complete set."""
        draw = self._drawer(route)
        if draw is None:
            return
        true_forms = {normal_form(form) for form in route["answers"]}
        for number, version in enumerate(OPTION_SETS):
            drawn = draw(key=route["option_key"], version=number)
            wrong = [text for text in drawn if normal_form(text) not in true_forms][: self.n]
            choices, correct = arranged(
                route["answer"], wrong, version=number, key=route["option_key"], seed=self.seed
            )
            yield {
                "option_key": route["option_key"],
                "option_set": version,
                "choices": choices,
                "correct": correct,
                "n_distractors": len(wrong),
            }

    def _drawer(self, route: Row) -> Any:
        """Return a function of `key` and `version` that gives the texts of wrong options."""
        match route["answer_kind"]:
            case "date":
                time = Time.parse(route["value"], route["precision"])
                return partial(self._times, time)
            case "number":
                exact = Quantity.parse(route["value"], route["unit"])
                return partial(self._quantities, exact.rounded(MOST_DIGITS))
        truths = [Candidate(t["label"], tuple(t["forms"]), t["item"]) for t in route["answer_items"]]
        pool = self._pool(route, truths)
        return partial(self._texts, pool, truths) if pool is not None else None

    def _pool(self, route: Row, truths: Sequence[Candidate]) -> Pool | None:
        name = self.properties[route["property_id"]].closed_set
        if name:
            closed = self.closed[name]
            if all(truth.item in closed.items for truth in truths):
                return closed.pool
            if closed.complete:
                return None
        ends = route["property_id"], route["value_kind"]
        # Values from things of the same kind (capitals of countries, not of counties) where there are enough.
        same = self.pools.get((*ends, route["subject_kind"]), _EMPTY)
        if self.properties[route["property_id"]].incomplete:
            siblings = self.pools.get((ends[0], "", route["subject_kind"]), _EMPTY)
            return self.pools.get((ends[0],), _EMPTY).without(siblings)
        return same if len(same) > _ENOUGH * self.n else self.pools.get(ends, _EMPTY)

    def _texts(self, pool: Pool, truths: Sequence[Candidate], *, key: str, version: int) -> list[str]:
        start = digest(self.seed, "distractors", key, version)
        return draw_texts(pool, truths, self.n, key=start, related=self.kin.related)

    def _times(self, truth: Time, *, key: str, version: int) -> list[str]:
        drawn = draw_times(truth, self.n, key=key, seed=self.seed, present=self.present, version=version)
        return [self._shown(self.answers.text(time)) for time in drawn]

    def _quantities(self, truth: Quantity, *, key: str, version: int) -> list[str]:
        drawn = draw_quantities(truth, self.n, key=key, seed=self.seed, version=version)
        return list(dict.fromkeys(self._shown(self.answers.text(quantity)) for quantity in drawn))

    @staticmethod
    def _shown(text: AnswerText) -> str:
        return text.shown
