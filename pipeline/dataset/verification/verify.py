"""Runs all checks over a dataset and counts what they find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.base.hashing import digest
from pipeline.base.progress import Progress
from pipeline.dataset.layout import FILES, PARTS, SETS
from pipeline.dataset.verification.consistency import ConsistencyCheck
from pipeline.dataset.verification.facts import AnswerCheck, Replay, route_faults
from pipeline.dataset.verification.fields import FieldCheck
from pipeline.dataset.verification.files import file_faults
from pipeline.dataset.verification.ladders import LadderCheck, SubQuestionCheck
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.dataset.verification.options import OptionCheck, answer_form_faults
from pipeline.dataset.verification.scenes import Scenes, referent_faults
from pipeline.dataset.verification.sets import SetCheck, paired
from pipeline.dataset.verification.totals import Totals, report_faults
from pipeline.dataset.verification.weights import WeightCheck

_EXAMPLES = 5


@dataclass(slots=True)
class Findings:
    """What was checked and what was found: check -> how many faults, and the first few of them."""

    checked: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)

    def add(self, check: str, where: str, fault: str) -> None:
        """Count a fault."""
        self.faults[check] += 1
        shown = self.examples.setdefault(check, [])
        if len(shown) < _EXAMPLES:
            shown.append(f"{where}: {fault}")

    def all(self, faults: Iterable[tuple[str, str, str]]) -> None:
        """Count faults given as check, place and what it is."""
        for check, where, fault in faults:
            self.add(check, where, fault)


def verify(folder: Path, progress: Progress) -> Findings:
    """Check a dataset folder; DatasetError if it is none, or too damaged to be read."""
    dataset, findings = Dataset(folder), Findings()
    for where, fault in file_faults(dataset):
        findings.add("checksums", where, fault)
    findings.checked["checksums"] = len(FILES) + 1
    scenes = Scenes(dataset)
    checks = record_checks(dataset, scenes)
    ladders, consistency = LadderCheck(), ConsistencyCheck(dataset, scenes)
    checks["consistency"] = consistency.faults
    findings.checked["forms"] += len(PARTS)
    findings.all(consistency.forms())
    photos = {row["image_id"]: row["photo"] for row in dataset.table("images")}
    sets = SetCheck(photos)
    totals = {name: Totals(dataset.manifest["settings"]["distractors"]) for name in SETS}
    for which in SETS:
        for part in PARTS:
            for record in _records(dataset, which, part, findings, progress):
                findings.checked["order"] += 1
                findings.all(sets.faults(record, which, part))
                totals[which].add(record)
                if which == "U":
                    _check(record, checks, findings)
                    findings.all(ladders.faults(record) if record["route"] else ())
    findings.all(sets.repeated())
    findings.all(ladders.rest())
    findings.all(consistency.left())
    findings.checked["report"] = 1
    told = report_faults(dataset, totals, consistency.counts)
    findings.all(("report", where, fault) for where, fault in told)
    return findings


def record_checks(dataset: Dataset, scenes: Scenes) -> dict[str, Callable[[Record], Iterator[str]]]:
    """Return what is looked at in every record: name of the check -> its faults."""
    answers = AnswerCheck(dataset)
    return {
        "identity": lambda record: identity_faults(record, dataset.manifest["snapshot"]),
        "fields": FieldCheck(dataset).faults,
        "route": lambda record: route_faults(record, dataset),
        "answers": answers.faults,
        "answer form": answer_form_faults,
        "query": Replay(dataset).faults,
        "sub-questions": SubQuestionCheck(dataset, scenes, answers).faults,
        "weight": WeightCheck(dataset).faults,
        "referent": lambda record: referent_faults(record, scenes),
        "options": OptionCheck(dataset, answers).faults,
    }


def _records(
    dataset: Dataset, which: str, part: str, findings: Findings, progress: Progress
) -> Iterator[Record]:
    """Yield the records of a set and part, and count a fault if its two forms differ."""
    alike, path = True, f"{which}/{part}.jsonl"
    total = next((e.get("rows") or 0 for e in dataset.manifest["files"] if e["path"] == path), 0)
    for record, same in progress.track(paired(dataset, which, part), what=f"{which}/{part}", total=total):
        alike = alike and same
        if record:
            yield record
    findings.checked["forms"] += 1
    if not alike:
        findings.add("forms", f"{which}/{part}", "JSON lines and Parquet differ")


def _check(
    record: Record, checks: Mapping[str, Callable[[Record], Iterator[str]]], findings: Findings
) -> None:
    findings.checked.update(("split", "ladder"))
    if not record["route"]:
        findings.add("route", record["question_id"], "there is none")
        return
    for name, check in checks.items():
        findings.checked[name] += 1
        for fault in check(record):
            findings.add(name, record["question_id"], fault)


def identity_faults(record: Record, snapshot: str) -> Iterator[str]:
    """Yield a fault if the id is not the hash of what the question is about, or the facts are others."""
    path = dict.fromkeys((step["subject"], step["property"]) for step in record["route"])
    properties = "/".join(prop for _, prop in path)
    parts = (record["image_id"], record["object_id"], properties, record["clause"], record["template"])
    if digest(*parts)[:20] != record["question_id"]:
        yield "the id is not the hash of image, object, route, clause and template"
    if record["snapshot"] != snapshot:
        yield "the record is of another snapshot"
