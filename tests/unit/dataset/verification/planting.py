"""Copies of the tiny dataset with one fault planted, everything else left sound."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.base.files import write_json, write_text
from pipeline.base.hashing import file_sha256
from pipeline.base.progress import Progress
from pipeline.dataset.blind.ceilings import ceilings
from pipeline.dataset.figures import balance_figure
from pipeline.dataset.layout import content_sum
from pipeline.dataset.release import count_rows
from pipeline.dataset.report import markdown
from pipeline.dataset.verification.totals import Totals
from pipeline.dataset.verification.verify import Findings, verify
from pipeline.relational.engine import Engine

Row = dict[str, Any]
SETS, PARTS = ("U", "B"), ("train", "test")


@dataclass
class Copy:
    """A dataset folder of its own, to be spoiled."""

    folder: Path

    @classmethod
    def of(cls, dataset: Path, folder: Path) -> Copy:
        """Copy a dataset."""
        shutil.copytree(dataset, folder)
        return cls(folder)

    def records(self, which: str, part: str) -> list[Row]:
        """Return the records of a set and part."""
        with (self.folder / which / f"{part}.jsonl").open(encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]

    def write(self, which: str, part: str, records: list[Row]) -> None:
        """Write the records of a set and part in both forms."""
        path = self.folder / which / f"{part}.jsonl"
        lines = [json.dumps(record, ensure_ascii=False) + "\n" for record in records]
        path.write_text("".join(lines), encoding="utf-8")
        self._parquet(path.with_suffix(".parquet"), records)

    @staticmethod
    def _parquet(path: Path, rows: list[Row]) -> None:
        schema = pq.read_schema(path)
        pq.write_table(pa.Table.from_pylist(rows, schema=schema), path)

    def change(self, prop: str, spoil: Callable[[Row], None], *, clause: bool = False) -> str:
        """Spoil one record, wherever it stands, and return its id; the first about `prop` in train."""
        chosen = self.record(prop, clause=clause)["question_id"]
        for which in SETS:
            for part in PARTS:
                records = self.records(which, part)
                for record in records:
                    if record["question_id"] == chosen:
                        spoil(record)
                self.write(which, part, records)
        return str(chosen)

    def record(self, prop: str, *, clause: bool = False) -> Row:
        """Return the first record about a property in the train part of B."""
        fitting = (
            r
            for r in self.records("B", "train")
            if r["property_id"] == prop and r["has_scene_graph"] == clause
        )
        return next(fitting)

    def change_table(self, name: str, spoil: Callable[[list[Row]], None]) -> None:
        """Spoil a table that goes with the snapshot."""
        path = self.folder / "snapshot" / f"{name}.parquet"
        rows: list[Row] = pq.read_table(path).to_pylist()
        spoil(rows)
        self._parquet(path, rows)

    def seal(self) -> None:
        """Write the sizes and checksums of the files as they are now into the manifest."""
        path = self.folder / "manifest.json"
        manifest = json.loads(path.read_text(encoding="utf-8"))
        for entry in manifest["files"]:
            file = self.folder / entry["path"]
            if file.is_file():
                rows = count_rows(file)
                entry |= {"bytes": file.stat().st_size, "sha256": file_sha256(file)}
                entry |= {} if rows is None else {"rows": rows}
        manifest["content_sha256"] = content_sum(manifest)
        path.write_text(json.dumps(manifest), encoding="utf-8")

    def retell(self) -> None:
        """Write the report anew from the records as they are now."""
        path = self.folder / "report.json"
        report = json.loads(path.read_text(encoding="utf-8"))
        totals = {which: Totals(full=3) for which in SETS}
        for which, total in totals.items():
            for record in (r for part in PARTS for r in self.records(which, part)):
                total.add(record)
            report[which] = total.content(report["domain_names"])
        report["consistency"] = [row for part in sorted(PARTS) if (row := self._sets(part))]
        with Engine(self.folder.parent / "scratch") as engine:
            report["blind"] = ceilings(engine, self.folder, self.folder.parent / "scratch")
        kept = totals["B"].answers
        report["balance"] = [
            {"property_id": prop, "answer": answer, "before": n, "after": kept[prop, answer]}
            for (prop, answer), n in sorted(totals["U"].answers.items())
        ]
        write_json(path, report)
        write_text(self.folder / "report.md", markdown(report))
        write_text(self.folder / "balance.svg", balance_figure(report["balance"]))

    def _sets(self, part: str) -> Row | None:
        rows = self.records("consistency", part)
        return (
            {"split": part, "sets": len(rows), "wordings": sum(len(row["wordings"]) for row in rows)}
            if rows
            else None
        )

    def found(self, *, seal: bool = True, retell: bool = True) -> Findings:
        """Verify the dataset, after what tells of its content was made to fit it."""
        if seal and retell:
            self.retell()
        if seal:
            self.seal()
        findings = verify(self.folder, Progress(quiet=True))
        assert set(findings.faults) <= set(findings.checked)
        return findings

    def faults(self) -> dict[str, int]:
        """Return how many faults each check finds."""
        return dict(self.found().faults)
