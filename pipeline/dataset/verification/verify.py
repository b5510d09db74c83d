"""Runs all checks over a dataset and counts what they find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow.parquet as pq

from pipeline.base.hashing import digest, file_sha256
from pipeline.base.progress import Progress
from pipeline.dataset.layout import MANIFEST, PARTS, SETS
from pipeline.dataset.verification.facts import AnswerCheck, Replay, route_faults
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.dataset.verification.options import answer_form_faults, option_faults
from pipeline.dataset.verification.scenes import Scenes, referent_faults

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


def verify(folder: Path, progress: Progress) -> Findings:
    """Check a dataset folder; DatasetError if it is none, or too damaged to be read."""
    dataset = Dataset(folder)
    findings = Findings()
    _files(dataset, findings)
    _sets(dataset, findings)
    scenes, replay, answers = Scenes(dataset), Replay(dataset), AnswerCheck(dataset)
    checks: dict[str, Callable[[Record], Iterator[str]]] = {
        "identity": lambda record: identity_faults(record, dataset.manifest["snapshot"]),
        "route": lambda record: route_faults(record, dataset),
        "answers": answers.faults,
        "answer form": answer_form_faults,
        "query": replay.faults,
        "referent": lambda record: referent_faults(record, scenes),
        "options": lambda record: option_faults(record, answers.answers),
    }
    records = dataset.all_records
    for record in progress.track(records, what="records", total=len(records)):
        if not record["route"]:
            findings.add("route", record["question_id"], "there is none")
            continue
        for name, check in checks.items():
            findings.checked[name] += 1
            for fault in check(record):
                findings.add(name, record["question_id"], fault)
    return findings


def identity_faults(record: Record, snapshot: str) -> Iterator[str]:
    """Yield a fault if the id is not the hash of what the question is about, or the facts are others."""
    path = dict.fromkeys((step["subject"], step["property"]) for step in record["route"])
    properties = "/".join(prop for _, prop in path)
    parts = (record["image_id"], record["object_id"], properties, record["clause"], record["template"])
    if digest(*parts)[:20] != record["question_id"]:
        yield "the id is not the hash of image, object, route, clause and template"
    if record["snapshot"] != snapshot:
        yield "the record is of another snapshot"


def _files(dataset: Dataset, findings: Findings) -> None:
    listed = {entry["path"]: entry for entry in dataset.manifest["files"]}
    present = {p.relative_to(dataset.folder).as_posix() for p in dataset.folder.rglob("*") if p.is_file()}
    for path in sorted(present - listed.keys() - {MANIFEST}):
        findings.add("checksums", path, "is not in the manifest")
    for path, entry in listed.items():
        findings.checked["checksums"] += 1
        file = dataset.folder / path
        if not file.is_file():
            findings.add("checksums", path, "is missing")
        elif file_sha256(file) != entry["sha256"]:
            findings.add("checksums", path, "differs from the manifest's checksum")


def _sets(dataset: Dataset, findings: Findings) -> None:
    """Check that parts are disjoint by image and photo, that B is a part of U, and that both forms agree."""
    photos = {row["image_id"]: row["photo"] for row in dataset.table("images")}
    part_of: dict[str, str] = {}
    for part in PARTS:
        for record in dataset.records["U", part]:
            findings.checked["split"] += 1
            if record["split"] != part:
                findings.add("split", record["question_id"], "stands in the other part's file")
            for key in (record["image_id"], photos.get(record["image_id"], "")):
                if part_of.setdefault(key, part) != part:
                    findings.add("split", key, "is in both parts")
    _members(dataset, findings)
    _forms(dataset, findings)


def _members(dataset: Dataset, findings: Findings) -> None:
    """Check that no id stands twice, and that every record of B is the one that U has."""
    times = Counter(record["question_id"] for record in dataset.all_records)
    for question, count in times.items():
        if count > 1:
            findings.add("identity", question, f"stands {count} times")
    for part in PARTS:
        known = {record["question_id"]: record for record in dataset.records["U", part]}
        for record in dataset.records["B", part]:
            twin = known.get(record["question_id"])
            if twin is None:
                findings.add("split", record["question_id"], "is in B, not in the same part of U")
            elif twin != record:
                findings.add("split", record["question_id"], "is in B otherwise than in U")


def _forms(dataset: Dataset, findings: Findings) -> None:
    for name in SETS:
        for part in PARTS:
            findings.checked["forms"] += 1
            table = pq.read_table(dataset.present(dataset.folder / name / f"{part}.parquet"))
            if table.to_pylist() != dataset.records[name, part]:
                findings.add("forms", f"{name}/{part}", "JSON lines and Parquet differ")
