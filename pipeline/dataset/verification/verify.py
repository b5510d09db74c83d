"""Runs all checks over a dataset and counts what they find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow.parquet as pq

from pipeline.base.hashing import digest, file_sha256
from pipeline.base.progress import Progress
from pipeline.dataset.verification.facts import Replay, answer_faults, replay_faults, route_faults
from pipeline.dataset.verification.loaded import PARTS, SETS, Dataset, Record
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
    """Check a dataset folder; DatasetError if it is none."""
    dataset = Dataset(folder)
    findings = Findings()
    _files(dataset, findings)
    _sets(dataset, findings)
    scenes, replay = Scenes(dataset), Replay(dataset)
    checks: dict[str, Callable[[Record], Iterator[str]]] = {
        "identity": identity_faults,
        "route": lambda record: route_faults(record, dataset),
        "answers": lambda record: answer_faults(record, dataset),
        "answer form": answer_form_faults,
        "query": lambda record: replay_faults(record, replay, dataset.statements),
        "referent": lambda record: referent_faults(record, scenes),
        "options": option_faults,
    }
    records = dataset.all_records
    for record in progress.track(records, what="records", total=len(records)):
        for name, check in checks.items():
            findings.checked[name] += 1
            for fault in check(record):
                findings.add(name, record["question_id"], fault)
    return findings


def identity_faults(record: Record) -> Iterator[str]:
    """Yield a fault if the id is not the hash of what the question is about."""
    last = record["route"][-1]["subject"], record["property_id"]
    properties = [s["property"] for s in record["route"] if (s["subject"], s["property"]) != last]
    path = "/".join([*properties, record["property_id"]])
    parts = (record["image_id"], record["object_id"], path, record["clause"], record["template"])
    if digest("|".join(parts))[:20] != record["question_id"]:
        yield "the id is not the hash of image, object, route, clause and template"


def _files(dataset: Dataset, findings: Findings) -> None:
    listed = {entry["path"]: entry for entry in dataset.manifest["files"]}
    present = {p.relative_to(dataset.folder).as_posix() for p in dataset.folder.rglob("*") if p.is_file()}
    for path in sorted(present - listed.keys() - {"manifest.json"}):
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
            for key in (record["image_id"], photos[record["image_id"]]):
                if part_of.setdefault(key, part) != part:
                    findings.add("split", key, "is in both parts")
    _members(dataset, findings)
    _forms(dataset, findings)


def _members(dataset: Dataset, findings: Findings) -> None:
    ids = {part: Counter(record["question_id"] for record in dataset.records["U", part]) for part in PARTS}
    for question, times in sum(ids.values(), Counter()).items():
        if times > 1:
            findings.add("identity", question, f"stands {times} times")
    for part in PARTS:
        for record in dataset.records["B", part]:
            if record["question_id"] not in ids[part]:
                findings.add("split", record["question_id"], "is in B, not in the same part of U")


def _forms(dataset: Dataset, findings: Findings) -> None:
    for name in SETS:
        for part in PARTS:
            findings.checked["forms"] += 1
            table = pq.read_table(dataset.folder / name / f"{part}.parquet")
            if table.to_pylist() != dataset.records[name, part]:
                findings.add("forms", f"{name}/{part}", "JSON lines and Parquet differ")
