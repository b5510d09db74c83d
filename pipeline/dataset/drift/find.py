"""Finds how far a dataset has drifted from newer facts, question by question."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pipeline.base.errors import DatasetError, InputError, SettingsError
from pipeline.base.json_lines import read_json_lines
from pipeline.base.progress import Progress
from pipeline.dataset.answers import answers_of
from pipeline.dataset.drift.newer import Key, Newer, read_newer
from pipeline.dataset.drift.outcomes import KINDS, Comparison, Outcome, Question
from pipeline.dataset.layout import MANIFEST, PARTS
from pipeline.dataset.link import open_endpoint, shown_endpoint
from pipeline.dataset.settings import EMBEDDED, Settings
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.dataset.vocabulary import library_of
from pipeline.language.library import Library
from pipeline.wikidata.contact import require_contact
from pipeline.wikidata.snapshot import read_snapshot

UNTOUCHED = ("unchanged", "unread")
"""Kinds of outcome that leave a record as it is."""

_TAKEN_OVER = ("language", "hops", "seed", "distractors", "same_iou")


@dataclass(slots=True)
class Drift:
    """What became of the questions: outcomes by query, and how many questions of each property had which."""

    dataset: Dataset
    newer: Newer
    comparison: Comparison
    library: Library
    settings: Settings
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    labels: dict[str, str] = field(default_factory=dict)

    def of_kind(self, kind: str) -> int:
        """Return how many questions had an outcome."""
        return sum(number for (_, found), number in self.counts.items() if found == kind)

    @property
    def found(self) -> bool:
        """Whether newer facts say anything else than the dataset does."""
        return any(kind not in UNTOUCHED for _, kind in self.counts)

    def content(self) -> dict[str, Any]:
        """Return everything as JSON has it."""
        properties: dict[str, dict[str, int]] = {}
        for (prop, kind), number in sorted(self.counts.items()):
            properties.setdefault(prop, {})[kind] = number
        drifted = [
            {"question_id": record["question_id"], "property_id": record["property_id"], **asdict(outcome)}
            for record in records_of(self.dataset)
            if (outcome := self.outcomes[record["sparql"]]).kind not in UNTOUCHED
        ]
        return {
            "endpoint": shown_endpoint(self.settings),
            "questions": sum(self.counts.values()),
            "queries": len(self.outcomes),
            "kinds": {kind: self.of_kind(kind) for kind in KINDS},
            "properties": properties,
            "drifted": drifted,
        }


def drift_settings(dataset: Dataset, endpoint: str, **given: Any) -> Settings:
    """Return the settings of a dataset's build with another endpoint; DatasetError if it has none of use."""
    shown = dataset.manifest.get("settings", {})
    try:
        taken = {name: shown[name] for name in _TAKEN_OVER}
        work = dataset.folder.resolve().with_name(f"{dataset.folder.resolve().name}.replaying")
        settings = Settings.model_validate(
            {**taken, "endpoint": endpoint, "out": dataset.folder, "work": work, **given}
        )
    except (KeyError, ValidationError) as fault:
        raise DatasetError(f"{dataset.folder / MANIFEST}: its settings are unknown: {fault}") from fault
    if shown.get("templates") and not settings.templates:
        raise SettingsError(
            f"the dataset was built with template packs of its own ({', '.join(shown['templates'])}): "
            "name them with --templates"
        )
    return settings


def find_drift(dataset: Dataset, settings: Settings, progress: Progress) -> Drift:
    """Read newer facts from the settings' endpoint, and compare every question with them.

    Replies of a live endpoint lie in `settings.work_folder` until all is read; then that folder is removed.
    """
    if settings.is_live:
        require_contact(settings.contact)
    library = library_of(settings)
    questions = {record["sparql"]: Question.of(record) for record in records_of(dataset)}
    through = {edge[1] for question in questions.values() for edge in question.through}
    progress.stage("read", f"reads the facts anew from {shown_endpoint(settings)}")
    newer = read_newer(
        open_endpoint(settings),
        dataset.snapshot,
        library,
        progress,
        through=through,
        hops=max(settings.hops),
        asked=_asked(settings),
    )
    if settings.is_live:
        shutil.rmtree(settings.work_folder, ignore_errors=True)
    comparison = Comparison(dataset.snapshot, newer, answers_of(newer.snapshot, library))
    drift = Drift(dataset, newer, comparison, library, settings)
    progress.stage("replay", "replays every distinct query on them")
    tracked = progress.track(questions.items(), what="queries", total=len(questions))
    drift.outcomes = {sparql: comparison.outcome(question) for sparql, question in tracked}
    for record in records_of(dataset):
        drift.labels[record["property_id"]] = record["property_label"]
        drift.counts[record["property_id"], drift.outcomes[record["sparql"]].kind] += 1
    return drift


def _asked(settings: Settings) -> Collection[Key] | None:
    """Return what a snapshot was read for, beyond what it holds; None for a live endpoint."""
    if settings.is_live:
        return None
    if settings.endpoint == EMBEDDED:
        return ()
    readings = read_snapshot(Path(settings.endpoint)).readings
    return {(reading.subject, prop) for reading in readings for prop in reading.properties}


def records_of(dataset: Dataset) -> Iterator[Record]:
    """Yield the records of U, a line at a time."""
    for part in PARTS:
        try:
            for _, record in read_json_lines(dataset.path("U", part)):
                yield record
        except InputError as fault:
            raise DatasetError(f"{fault.path}, {fault.place}: is damaged: {fault.problem}") from fault
