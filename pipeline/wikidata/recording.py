"""An endpoint that keeps what another one says, so that the same queries can be answered from a snapshot."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pipeline.values import clean_label, label_fault
from pipeline.wikidata.endpoint import Answer, Endpoint, Row
from pipeline.wikidata.facts import Entity, Statement, source_dates, with_minted_id
from pipeline.wikidata.fetch import statements_in
from pipeline.wikidata.queries import BatchQuery, asked_for
from pipeline.wikidata.rdf import ENTITY, STATEMENT
from pipeline.wikidata.snapshot import Snapshot
from pipeline.wikidata.snapshot_tables import Reading

_BY_VALUE = re.compile(r"\bps:(P\d+) \?value\b")


class RecordingEndpoint:
    """Asks another endpoint, and keeps every row it gives: statements of any rank, names in any language.

    Of a statement with several rows the first is kept, and of several labels in one language the first, as
    fetching does.
    """

    def __init__(self, base: Endpoint) -> None:
        self._base = base
        self.name = base.name
        self.provenance: Mapping[str, tuple[str, str]] = base.provenance
        self._statements: dict[str, Statement] = {}
        self._by_value: dict[str, Statement] = {}
        self._names: dict[tuple[str, str, str], set[str]] = {}
        self._redirects: dict[str, str] = {}
        self._pages: dict[str, str] = {}
        self._readings: set[Reading] = set()
        self._keepers: Mapping[str, Callable[[str, Answer], None]] = {
            "subject": self._keep_statements,
            "role": self._keep_names,
            "target": self._keep_redirects,
            "page": self._keep_pages,
            "value": self._keep_by_value,
        }

    def select(self, query: str) -> Answer:
        """Run one SELECT query and keep the answer."""
        answer = self._base.select(query)
        self._keep(query, answer)
        self._keep_readings(query, [answer])
        return answer

    def ask(self, values: Sequence[str], query: BatchQuery) -> Iterator[Answer]:
        """Yield the answers for all the values, and keep them."""
        text, answers = query.text(values), list(self._base.ask(values, query))
        for answer in answers:
            self._keep(text, answer)
        self._keep_readings(text, answers)
        yield from answers

    def _keep(self, query: str, answer: Answer) -> None:
        if answer.rows:
            kind = next(name for name in self._keepers if name in answer.rows[0])
            self._keepers[kind](query, answer)

    def _keep_readings(self, query: str, answers: Sequence[Answer]) -> None:
        """Keep what was asked for, with the date of the answer that tells of it, else with the last date."""
        subjects, properties = asked_for(query)
        last = max((answer.retrieved_at for answer in answers), default="unknown")
        told = {
            row["subject"].removeprefix(ENTITY): answer.retrieved_at
            for answer in answers
            for row in answer.rows
            if "subject" in row
        }
        self._readings.update(Reading(s, properties, told.get(s, last)) for s in subjects)

    def snapshot(self, language: str, origin: str) -> Snapshot:
        """Return all that was kept; `language` is the main one, `origin` names the endpoint."""
        statements = {**self._by_value, **self._statements}
        names = _by_language(self._names)
        return Snapshot(
            tuple(sorted(statements.values())),
            names.pop(language, ()),
            source_dates(statements.values()),
            language,
            names,
            dict(self._redirects),
            dict(self._pages),
            tuple(sorted(_joined(self._readings, statements.values()))),
            origin,
        )

    def _keep_statements(self, query: str, answer: Answer) -> None:
        for statement in statements_in(self, answer):
            earlier = self._statements.setdefault(statement.statement_id, statement)
            self._statements[statement.statement_id] = min(earlier, statement)

    def _keep_by_value(self, query: str, answer: Answer) -> None:
        found = _BY_VALUE.search(query)
        for row in answer.rows if found else ():
            statement = self._bare_statement(row, found[1] if found else "", answer.retrieved_at)
            self._by_value[statement.statement_id] = statement

    def _bare_statement(self, row: Row, prop: str, retrieved_at: str) -> Statement:
        rank = row["rank"].rpartition("#")[2].removesuffix("Rank").lower()
        identity = row["statement"].removeprefix(STATEMENT)
        source, date = self.provenance.get(identity, (self.name, retrieved_at))
        statement = Statement(
            row["item"].removeprefix(ENTITY),
            prop,
            "string",
            row["value"],
            rank=rank,
            statement_id=identity,
            source=source,
            retrieved_at=date,
        )
        return statement if identity else with_minted_id(statement)

    def _keep_names(self, query: str, answer: Answer) -> None:
        for row in answer.rows:
            text, role = clean_label(row["text"]), row["role"]
            if text and not (role == "label" and label_fault(text) in ("no_label", "label_is_id")):
                key = row["language"], row["item"].removeprefix(ENTITY), role
                self._names.setdefault(key, set()).add(text)

    def _keep_redirects(self, query: str, answer: Answer) -> None:
        for row in answer.rows:
            self._redirects[row["item"].removeprefix(ENTITY)] = row["target"].removeprefix(ENTITY)

    def _keep_pages(self, query: str, answer: Answer) -> None:
        for row in answer.rows:
            self._pages[row["page"]] = row["item"].removeprefix(ENTITY)


def _by_language(names: Mapping[tuple[str, str, str], set[str]]) -> dict[str, tuple[Entity, ...]]:
    """Return language -> names, from (language, item, role) -> texts."""
    found: dict[str, list[Entity]] = {}
    for language, item in sorted({key[:2] for key in names}):
        label, description = (
            min(names.get((language, item, role), {""})) for role in ("label", "description")
        )
        aliases = tuple(sorted(names.get((language, item, "alias"), ())))
        found.setdefault(language, []).append(Entity(item, label, description, aliases))
    return {language: tuple(entities) for language, entities in found.items()}


def _joined(readings: Iterable[Reading], statements: Iterable[Statement]) -> list[Reading]:
    """Return one reading for each subject and date, of all properties that were asked for."""
    properties: dict[tuple[str, str], set[str]] = {}
    for reading in readings:
        properties.setdefault((reading.subject, reading.retrieved_at), set()).update(reading.properties)
    joined = {key: tuple(sorted(found)) for key, found in properties.items()}
    return [Reading(subject, found, date) for (subject, date), found in joined.items()]
