"""Stage 6: options for every answer that is asked for, in sixteen versions of which each question has one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import pyarrow as pa

from pipeline.base.columns import read_rows, write_rows
from pipeline.dataset.answers import answers_of
from pipeline.dataset.asked import Asked, by_property, divided, read_asked
from pipeline.dataset.checked import check_options, write_option_findings
from pipeline.dataset.kept import WITH_OPTIONS
from pipeline.dataset.link import REJECTED, forget_facts, kept_facts
from pipeline.dataset.literal_options import LiteralOptions
from pipeline.dataset.option_values import OptionValues, closed_members
from pipeline.dataset.options import Candidate, arranged
from pipeline.dataset.settings import Settings
from pipeline.dataset.stages import Context
from pipeline.dataset.text_options import TextOptions
from pipeline.dataset.vocabulary import library_of
from pipeline.knowledge.kin import Kin
from pipeline.knowledge.profiles import Profiles
from pipeline.language.answers import Answers, normal_form
from pipeline.language.library import ClosedSet, Library
from pipeline.language.packs import Property
from pipeline.wikidata.snapshot import Snapshot, last_year

OPTION_SETS = "0123456789abcdef"
"""The versions; a question's is named by the first hex digit of a hash of its id."""

_text = pa.string()
OPTIONS = pa.schema(
    [
        ("option_key", _text),
        ("option_set", _text),
        ("balanced", pa.bool_()),
        ("choices", pa.list_(_text)),
        ("correct", pa.int32()),
        ("n_distractors", pa.int32()),
    ]
)
Row = dict[str, Any]
_LITERALS = ("date", "number")


def run_distractors(context: Context) -> None:
    """Write the options of the answers in use."""
    folder = context.folder("distractors")
    grammar = library_of(context.settings).grammar
    rows: list[Row] = []
    found: list[Row] = []
    rejected: list[Row] = []
    asked, makers = _asked_and_makers(context, rejected)
    for entry in asked:
        maker = makers[entry.property_id]
        drawn = list(maker.options(entry.route))
        if not drawn or drawn[0]["n_distractors"] == 0:
            outside = bool(maker.properties[entry.route["property_id"]].closed_set) and not drawn
            rejected.append(_rejected(entry.route, "not_in_closed_set" if outside else "no_distractor"))
            continue
        made, faults = check_options(entry.route, drawn, grammar)
        rows += made
        found += faults if made else []
        if not made:
            rejected.append(_rejected(entry.route, min(fault["code"] for fault in faults)))
    write_rows(folder / "options.parquet", OPTIONS, rows)
    write_rows(folder / "distractors_rejected.parquet", REJECTED, rejected)
    write_option_findings(folder / "judged_options.parquet", found)
    with context.engine("distractors") as engine:
        tables = {
            "options": folder / "options.parquet",
            "routes": context.table("bank", "routes"),
        }
        engine.register(tables)
        engine.write_parquet(folder / f"{WITH_OPTIONS}.parquet", "optional_routes", order="route_id")
    context.progress.note(f"options for {len(asked):,} answers, none for {len(rejected):,}")


def _asked_and_makers(context: Context, rejected: list[Row]) -> tuple[list[Asked], Mapping[str, OptionMaker]]:
    """Return the answers asked for, without those that give themselves away, and what makes options.

    As the others' chances depend on what is left, they are worked out anew: for the properties of which
    answers were left out. Options of a property depend on the answers to that property alone.
    """
    settings = context.settings
    with ThreadPoolExecutor(1) as beside:
        counted = beside.submit(read_asked, context)
        known = Known.of(kept_facts(context), library_of(settings))
        forget_facts()
        pools = read_rows(context.table("bank", "pools"))
        asked = counted.result()
    maker = option_maker(known, pools, settings, asked)
    told = maker.given_away(asked)
    before = by_property(asked)
    if not told:
        return asked, dict.fromkeys(before, maker)
    rejected += (_rejected(e.route, "gives_itself_away") for e in asked if e.route["option_key"] in told)
    left = divided((e for e in asked if e.route["option_key"] not in told), settings.balance)
    after = by_property(left)
    changed = {prop for prop, entries in after.items() if entries != before[prop]}
    anew = [row for row in pools if row["property_id"] in changed]
    second = option_maker(known, anew, settings, [e for prop in sorted(changed) for e in after[prop]])
    return left, {prop: second if prop in changed else maker for prop in after}


def _rejected(route: Row, code: str) -> Row:
    return {
        "stage": "distractors",
        "origin": route["item"],
        "place": route["properties"],
        "code": code,
        "detail": route["answer"],
    }


@dataclass(frozen=True, slots=True)
class Known:
    """What facts tell about options, whatever is asked; `present` is their last year."""

    library: Library
    answers: Answers
    closed: Mapping[str, Sequence[Candidate]]
    profiles: Profiles
    kin: Kin
    present: int

    @classmethod
    def of(cls, snapshot: Snapshot, library: Library) -> Known:
        """Return what the facts of a snapshot tell."""
        entities = {entity.item: entity for entity in snapshot.entities}
        answers = answers_of(snapshot, library)
        overlapping = [group for entry in library.options.overlapping.values() for group in entry.groups]
        return cls(
            library,
            answers,
            closed_members(library.closed_sets, entities, answers),
            Profiles(snapshot.statements),
            Kin(snapshot.statements, overlapping),
            last_year(snapshot),
        )


def option_maker(
    known: Known, rows: Iterable[Row], settings: Settings, asked: Sequence[Asked] = ()
) -> OptionMaker:
    """Return what makes options, from facts, the rows of the bank's pools and the answers asked for."""
    library, n, seed = known.library, settings.distractors, settings.seed
    values = OptionValues(rows, asked, library, known.profiles, known.closed)
    maker = OptionMaker(
        library.properties,
        library.closed_sets,
        {name: frozenset(member.item for member in members) for name, members in known.closed.items()},
        TextOptions(values, known.kin, n, seed),
        LiteralOptions(known.answers, n, seed, known.present),
        known.answers,
        n,
        seed,
    )
    maker.calibrate(asked)
    return maker


@dataclass(frozen=True, slots=True)
class OptionMaker:
    """Makes options.

    `members` has the items of the closed sets.
    """

    properties: Mapping[str, Property]
    closed: Mapping[str, ClosedSet]
    members: Mapping[str, frozenset[str]]
    texts: TextOptions
    literals: LiteralOptions
    answers: Answers
    n: int
    seed: int

    def options(self, route: Row) -> Iterator[Row]:
        """Yield the versions of a route's options, for questions outside and inside the balanced set.

        Nothing if its answer lies outside a complete set.
        """
        if route["answer_kind"] not in _LITERALS and not self.has_texts(route):
            return
        true_forms = {normal_form(form) for form in route["answers"]}
        for balanced in (False, True):
            for number, drawn in enumerate(self._drawn(route, balanced)):
                wrong = [text for text in drawn if normal_form(text) not in true_forms][: self.n]
                choices, correct = arranged(
                    route["answer"], wrong, version=number, key=route["option_key"], seed=self.seed
                )
                yield {
                    "option_key": route["option_key"],
                    "option_set": OPTION_SETS[number],
                    "balanced": balanced,
                    "choices": choices,
                    "correct": correct,
                    "n_distractors": len(wrong),
                }

    def calibrate(self, asked: Sequence[Asked]) -> None:
        """Set how often each value is drawn, from the answers that questions ask for."""
        self.texts.calibrate(entry for entry in asked if self.has_texts(entry.route))
        self.literals.calibrate(entry for entry in asked if entry.route["answer_kind"] in _LITERALS)

    def given_away(self, asked: Iterable[Asked]) -> set[str]:
        """Return the option keys of answers that are nearly always the truth where they are shown.

        Dates and amounts have others drawn beside them, so that none of them must go.
        """
        given = cache(self.texts.given_away)
        routes = (entry.route for entry in asked if entry.route["answer_kind"] not in _LITERALS)
        return {
            route["option_key"]
            for route in routes
            if route["answer_items"][0]["item"] in given(self.texts.group_of(route))
        }

    def has_texts(self, route: Row) -> bool:
        """Whether a route's answers are items that may have others beside them."""
        if route["answer_kind"] in _LITERALS or not route["answer_items"][0]["item"]:
            return False
        name = self.properties[route["property_id"]].closed_set
        if not name or not self.closed[name].complete:
            return True
        return all(answer["item"] in self.members[name] for answer in route["answer_items"])

    def _drawn(self, route: Row, balanced: bool) -> list[list[str]]:
        """Return the texts of wrong options, for each version."""
        if route["answer_kind"] in _LITERALS:
            return self.literals.drawn(route, len(OPTION_SETS), inside=balanced)
        return self.texts.drawn(route, len(OPTION_SETS), inside=balanced)
