"""Builds the bank: concepts and their nouns, routes with answers, texts, and the lexicon as tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from pipeline.bank.concepts import ConceptMaker, callable_rows
from pipeline.bank.routes import Refused, Route, Router
from pipeline.bank.sparql import route_query
from pipeline.bank.sub_questions import SubQuestions, route_id
from pipeline.bank.tables import bars
from pipeline.bank.texts import Paraphrase, ShapeText, shape_id, texts_of, wordings_of_shape
from pipeline.base.hashing import digest, hex_bound, share_below
from pipeline.knowledge.graph import Value, value_of
from pipeline.knowledge.kinds import THING
from pipeline.knowledge.linking import Link
from pipeline.language.answers import Answers, AnswerText
from pipeline.language.landmarks import LandmarkNouns
from pipeline.language.nouns import Concept, Nouns
from pipeline.language.option_rules import OptionRules
from pipeline.language.packs import Property, share_of
from pipeline.values import Quantity, Time, accepted_range
from pipeline.wikidata.facts import Entity, Statement, fact_tags

Row = dict[str, Any]


@dataclass(slots=True)
class Bank:
    """The rich tables, by name (`pipeline.bank.tables.SCHEMAS`)."""

    tables: dict[str, list[Row]] = field(default_factory=dict)

    def add(self, table: str, rows: Iterable[Row]) -> None:
        """Add rows to a table."""
        self.tables.setdefault(table, []).extend(rows)


@dataclass(frozen=True, slots=True)
class _Ending:
    """What routes with the same last statements have in common.

    `whole` is the answer shown with all forms of all answers, `ends` tells the values, `row` has columns.
    """

    texts: Sequence[AnswerText]
    whole: AnswerText
    ends: Sequence[str]
    row: Row


@dataclass(frozen=True, slots=True)
class BankBuilder:
    """Everything the bank is made from.

    `shares` says of how many of the things with a route each is asked (`routes.toml`).
    `common` counts how often a property has a value; `typical` holds (subject, property, value) that people
    would name first where several values are true. `own` are the sources of the user's facts, `spoken` the
    properties with all wordings, also of those not asked about, and `most_wordings` is how many of a question
    are kept for consistency sets.
    """

    router: Router
    properties: Mapping[str, Property]
    maker: ConceptMaker
    nouns: Nouns
    landmark_nouns: LandmarkNouns
    answers: Answers
    entities: Mapping[str, Entity]
    common: Mapping[tuple[str, str], int]
    typical: frozenset[tuple[str, str, str]]
    seed: int
    own: frozenset[str] = frozenset()
    shares: Mapping[str, float] = field(default_factory=dict)
    spoken: Mapping[str, Property] = field(default_factory=dict)
    most_wordings: int = 8
    option_rules: OptionRules = field(default_factory=OptionRules)
    sub_questions: SubQuestions = field(init=False)
    _endings: dict[tuple[Statement, ...], _Ending] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        spoken, answers = self.spoken or self.properties, self.answers
        made = SubQuestions(spoken, self.router.applies, answers, answers.grammar, self.entities, self.seed)
        object.__setattr__(self, "sub_questions", made)

    def build(self, links: Sequence[Link], landmarks: frozenset[str], unlinked: Sequence[str]) -> Bank:
        """Return the bank for the links; `landmarks` are the keys that stand for a whole image."""
        bank = Bank()
        routes: dict[str, list[Route]] = {}
        for link in links:
            is_landmark = link.key in landmarks
            named, concept, kind = self._named(link, is_landmark)
            if not named:
                code = "unasked_noun" if is_landmark and self.landmark_nouns.noun(link.item) else "no_noun"
                bank.add("bank_rejected", [_rejected(link.key, "", code, link.item)])
            elif (identity := f"{link.item}:{kind}") not in routes:
                routes[identity] = self._routes(bank, link.item, kind)
            bank.add("concepts", self._concept_rows(link, named, f"{link.item}:{kind}"))
            fitting = {*map(self.nouns.key, self.nouns.distances(concept)), *(noun for noun, _ in named)}
            bank.add("callable_keys", ({"key": link.key, "noun_id": noun} for noun in sorted(fitting)))
        bank.add("callable_keys", callable_rows(map(self.maker.unlinked, unlinked), self.nouns))
        for nouns in (self.nouns, self.landmark_nouns.nouns):
            bank.add("noun_forms", (_noun_row(nouns, noun_id) for noun_id in nouns.nouns))
        self._add_routes(bank, routes)
        return bank

    def _named(self, link: Link, is_landmark: bool) -> tuple[list[tuple[str, str]], Concept, str]:
        """Return a link's nouns with their evidence, in order of preference, its concept and its kind."""
        concept = self.maker.concept(link)
        if not is_landmark:
            nouns = self.nouns.choose(concept)
            kind = self.maker.kind(concept, self.nouns.nouns[nouns[0]].kind) if nouns else THING
            return [(self.nouns.key(noun), "class") for noun in nouns], concept, kind
        found = self.landmark_nouns.noun(link.item)
        nouns_of = self.landmark_nouns.nouns
        if found is None or nouns_of.nouns[found[0]].unasked:
            return [], concept, THING
        noun, evidence = found
        return [(nouns_of.key(noun), evidence)], concept, nouns_of.nouns[noun].kind

    def _concept_rows(self, link: Link, named: Sequence[tuple[str, str]], identity: str) -> Iterator[Row]:
        entity = self.entities.get(link.item)
        for rank, (noun, evidence) in enumerate(named):
            yield {
                "key": link.key,
                "item": link.item,
                "concept_id": identity,
                "label": entity.label if entity else "",
                "noun_id": noun,
                "noun_rank": rank,
                "evidence": evidence,
            }

    def _routes(self, bank: Bank, item: str, kind: str) -> list[Route]:
        kept: list[Route] = []
        for found in self.router.routes(item, kind):
            if isinstance(found, Refused):
                bank.add("bank_rejected", [_rejected(item, "/".join(found.properties), found.code)])
            else:
                kept.append(found)
        return kept

    def route_row(self, route: Route, identity: str) -> Row:
        """Return a route of the concept `identity` as a row: its answers in words, its edges, its query."""
        last, spec = route.steps[-1], self.properties[route.steps[-1].property]
        ending, properties = self._ending(route.statements[-1]), route.properties
        path, first = "/".join(properties), route.statements[-1][0]
        among = self.option_rules.among_of(path, ending.texts[0].item)
        return {
            "route_id": route_id(identity, properties),
            "item": route.item,
            "concept_id": identity,
            "shape_id": shape_id(route.steps),
            "first_shape": shape_id(route.steps[:1]),
            "edges": len(route.steps),
            "properties": path,
            "asked_below": (bound := hex_bound(share_of(properties, self.shares))),
            "asked_share": share_below(bound),
            "property_id": last.property,
            "property_label": spec.label,
            # Routes that end in the same answers, and show the same one, share their options.
            "option_key": digest(
                last.property,
                last.subject_kind,
                last.value_kind,
                ending.texts[0].shown,
                *ending.ends,
                *filter(None, [among]),
            )[:16],
            "options_among": among,
            **ending.row,
            "answer_kind": spec.answer_kind,
            "subject_kind": last.subject_kind,
            "value_kind": last.value_kind,
            "domains": list(spec.domains),
            "route": [_edge(statement) for edge in route.statements for statement in edge],
            "steps": self.sub_questions.steps(route, identity, ending.whole),
            "sparql": route_query(route.item, properties, first.kind),
            "fact_tags": fact_tags({s.source for edge in route.statements for s in edge}, self.own),
        }

    def _ending(self, statements: tuple[Statement, ...]) -> _Ending:
        """Return what routes that end with these statements have in common."""
        if statements not in self._endings:
            self._endings[statements] = self._ended(statements)
        return self._endings[statements]

    def _ended(self, statements: tuple[Statement, ...]) -> _Ending:
        texts, first = self._answers(statements), statements[0]
        forms = tuple(dict.fromkeys(form for text in texts for form in text.accepted))
        row = {
            "answer": texts[0].shown,
            "forms": bars(forms),
            "answers": list(forms),
            "answer_items": [
                {"item": text.item, "label": text.shown, "forms": list(text.accepted)} for text in texts
            ],
            "tolerance": tolerance_of(
                value_of(first, self.entities), self.properties[first.property].tolerance
            ),
            "value": first.value,
            "precision": first.precision,
            "unit": first.unit,
        }
        ends = sorted({digest(s.value, s.unit, s.precision) for s in statements})
        return _Ending(texts, replace(texts[0], accepted=forms), ends, row)

    def _answers(self, statements: Sequence[Statement]) -> list[AnswerText]:
        """Return the true answers, one for each different text.

        First comes the typical one, if a reviewer named it; then those most common in the facts.
        """
        texts = {(text := self.answers.text(value_of(s, self.entities))).shown: text for s in statements}
        subject, prop = statements[0].subject, statements[0].property
        return sorted(
            texts.values(),
            key=lambda text: (
                (subject, prop, text.item) not in self.typical,
                -self.common.get((prop, text.item), 0),
                text.shown,
            ),
        )

    def _add_routes(self, bank: Bank, routes: Mapping[str, Sequence[Route]]) -> None:
        """Add the routes that can be put into words, and the words, also of their first edges."""
        texts: dict[str, list[ShapeText]] = {}
        firsts: dict[str, list[ShapeText]] = {}
        for identity, group in routes.items():
            for route in group:
                if code := self._unspoken(bank, texts, route):
                    path = "/".join(route.properties)
                    bank.add("bank_rejected", [_rejected(route.item, path, code)])
                    continue
                row = self.route_row(route, identity)
                bank.add("routes", [row])
                if row["first_shape"] not in firsts:
                    firsts[row["first_shape"]] = self._first_texts(route)
        bank.add("texts", (_row(text) for group in (firsts | texts).values() for text in group))

    def _unspoken(self, bank: Bank, texts: dict[str, list[ShapeText]], route: Route) -> str:
        """Put a route into words if its shape is new; return why that cannot be done."""
        if not self.sub_questions.can_ask(route):
            return "no_sub_question"
        shape, applies = shape_id(route.steps), self.router.applies
        if shape not in texts:
            texts[shape] = texts_of(route, self.properties, applies, seed=self.seed)
            most = self.most_wordings
            ways = wordings_of_shape(route, self.properties, applies, seed=self.seed, most=most)
            bank.add("paraphrases", map(_row, ways))
        return "" if texts[shape] else "repetitive_wording"

    def _first_texts(self, route: Route) -> list[ShapeText]:
        first = replace(route, steps=route.steps[:1])
        return texts_of(first, self.sub_questions.properties, self.router.applies, seed=self.seed)


def _row(text: ShapeText | Paraphrase) -> Row:
    return {name: getattr(text, name) for name in text.__slots__}


def tolerance_of(value: Value, share: Decimal | None) -> Row | None:
    """Return the range of what counts as right, None for what is no amount and no date."""
    if not isinstance(value, Quantity | Time):
        return None
    low, high = accepted_range(value, share)
    return {"low": low, "high": high}


def _edge(statement: Statement) -> Row:
    return {
        "subject": statement.subject,
        "property": statement.property,
        "object": statement.value,
        "statement": statement.statement_id,
    }


def _noun_row(nouns: Nouns, noun_id: str) -> Row:
    before, after = nouns.with_clause(noun_id)
    pointing_before, pointing_after = nouns.pointing(noun_id)
    place_before, place_after = nouns.place(noun_id)
    return {
        "noun_id": nouns.key(noun_id),
        "noun": nouns.nouns[noun_id].singular,
        "this": nouns.this(noun_id),
        "before_clause": before,
        "after_clause": after,
        "this_kind": nouns.this_kind(noun_id),
        "pointing_before": pointing_before,
        "pointing_after": pointing_after,
        "place_before": place_before,
        "place_after": place_after,
    }


def _rejected(origin: str, place: str, code: str, detail: str = "") -> Row:
    return {"stage": "bank", "origin": origin, "place": place, "code": code, "detail": detail}
