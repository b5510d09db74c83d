"""Newer facts for the tiny dataset, made by editing those it was built from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pipeline.base.progress import Progress
from pipeline.dataset.drift.find import Drift, drift_settings, find_drift
from pipeline.dataset.drift.outcomes import Outcome
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.wikidata.facts import Entity, Statement
from pipeline.wikidata.snapshot import Snapshot, write_snapshot
from pipeline.wikidata.snapshot_tables import Reading

from ..verification.world import small_snapshot

QUIET = Progress(quiet=True)
MOTORCYCLE, DOG, TOWER, GERMANY, FRANCE = "Q34493", "Q144", "Q243", "Q183", "Q142"
MADE_IN, INVENTED, PREGNANT, CAPITAL = "P495", "P575", "P3063", "P36"
READ = "2027-03-01"

Edit = Callable[[Statement], Iterable[Statement]]


def later(edit: Edit = lambda s: [s], **more: Any) -> Snapshot:
    """Return the facts read later, each statement replaced by what the edit makes of it."""
    small = small_snapshot()
    edited = (
        replace(new, statement_id=f"{new.subject}-{n}-{new.property}", source="later", retrieved_at=READ)
        for statement in small.statements
        for n, new in enumerate(edit(statement))
    )
    asked = tuple(sorted({s.property for s in small.statements}))
    readings = tuple(
        Reading(subject, asked, READ) for subject in sorted({s.subject for s in small.statements})
    )
    made = replace(small, statements=tuple(sorted(edited)), sources={"later": READ}, readings=readings)
    return replace(made, **more)


def where(subject: str, prop: str, *instead: Callable[[Statement], Statement]) -> Edit:
    """Return an edit that replaces one statement by what the functions make of it."""

    def edit(statement: Statement) -> Iterable[Statement]:
        if (statement.subject, statement.property) != (subject, prop):
            return [statement]
        return [change(statement) for change in instead]

    return edit


def same(statement: Statement) -> Statement:
    return statement


def valued(value: str, **more: Any) -> Callable[[Statement], Statement]:
    """Return a change of a statement's value."""
    return lambda statement: replace(statement, value=value, **more)


def renamed(item: str, label: str, *aliases: str) -> tuple[Entity, ...]:
    """Return the names with one changed or added."""
    others = [entity for entity in small_snapshot().entities if entity.item != item]
    return tuple(sorted((*others, Entity(item, label, "", aliases))))


def moved(old: str, new: str) -> Snapshot:
    """Return the facts after one item was merged into another."""

    def edit(statement: Statement) -> Iterable[Statement]:
        yield replace(
            statement,
            subject=new if statement.subject == old else statement.subject,
            value=new if statement.value == old else statement.value,
        )

    label = {entity.item: entity.label for entity in small_snapshot().entities}[old]
    entities = tuple(e for e in renamed(new, label) if e.item != old)
    facts = later(edit, entities=entities, redirects={old: new})
    readings = tuple(replace(r, subject=new if r.subject == old else r.subject) for r in facts.readings)
    return replace(facts, readings=readings)


@dataclass(frozen=True)
class Replayed:
    """The tiny dataset compared with newer facts."""

    drift: Drift
    facts: Path

    def outcomes(self, prop: str, entity: str = "") -> dict[str, Outcome]:
        """Return properties of the route, joined -> outcome, of the questions that ask for a property."""
        return {
            path_of(record): self.drift.outcomes[record["sparql"]]
            for record in self.drift.dataset.of_set("U")
            if record["property_id"] == prop and entity in ("", record["entity_id"])
        }

    def kinds(self) -> dict[str, str]:
        """Return thing and path -> kind of outcome, of those that are not unchanged."""
        return {
            f"{record['entity_id']} {path_of(record)}": outcome.kind
            for record in self.drift.dataset.of_set("U")
            if (outcome := self.drift.outcomes[record["sparql"]]).kind != "unchanged"
        }


def path_of(record: Record) -> str:
    return "/".join(dict.fromkeys(step["property"] for step in record["route"]))


def replay(dataset: Path, folder: Path, facts: Snapshot) -> Replayed:
    """Write newer facts and compare a dataset with them."""
    write_snapshot(folder / "later", facts)
    loaded = Dataset(dataset)
    drift = find_drift(loaded, drift_settings(loaded, str(folder / "later")), QUIET)
    return Replayed(drift, folder / "later")
