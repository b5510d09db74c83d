"""The report's totals counted anew from the records."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.base.errors import DatasetError, InputError
from pipeline.base.files import read_json
from pipeline.dataset.blind.ceilings import ceilings
from pipeline.dataset.counting import GROUPS
from pipeline.dataset.figures import balance_figure
from pipeline.dataset.layout import CONSISTENCY, SETS
from pipeline.dataset.report import markdown
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.relational.engine import Engine

Row = dict[str, Any]


@dataclass(slots=True)
class Totals:
    """What a set's records add up to; `full` is the number of wrong options that a question should have."""

    full: int
    images: set[str] = field(default_factory=set)
    answers: Counter[tuple[str, str]] = field(default_factory=Counter)
    domains: Counter[str] = field(default_factory=Counter)
    sums: Counter[str] = field(default_factory=Counter)
    groups: dict[str, dict[tuple[Any, ...], Counter[str]]] = field(
        default_factory=lambda: {name: defaultdict(Counter) for name in GROUPS}
    )

    def add(self, record: Record) -> None:
        """Count a record."""
        image, counted = record["image_id"], {**record, "rungs": _rungs(record)}
        self.images.add(image)
        self.answers[record["property_id"], record["answer"]] += 1
        self.domains.update(dict.fromkeys(record["domains"], 1))
        self.sums["questions"] += 1
        self.sums["full"] += record["n_distractors"] == self.full
        for name in ("question", "answer"):
            self.sums[f"{name} words"] += record[name].count(" ") + 1
        for name, fields in GROUPS.items():
            self.groups[name][tuple(counted[key] for key in fields)][image] += 1

    def content(self, domains: Iterable[str]) -> Row:
        """Return the totals as the report holds them, for the domains that it knows."""
        n = self.sums["questions"]
        return {
            "images": len(self.images),
            "questions": n,
            "questions_with_all_options": self.sums["full"],
            "different_answers": len({answer for _, answer in self.answers}),
            "mean_question_words": round(self.sums["question words"] / max(1, n), 2),
            "mean_answer_words": round(self.sums["answer words"] / max(1, n), 2),
            "domains": {name: self.domains[name] for name in domains},
            "domain_shares": {name: round(self.domains[name] / max(1, n), 4) for name in domains},
            **{name: self._table(name) for name in GROUPS},
        }

    def _table(self, name: str) -> list[Row]:
        return [
            {**dict(zip(GROUPS[name], key, strict=True)), "questions": images.total(), "images": len(images)}
            for key, images in sorted(self.groups[name].items())
        ]


def _rungs(record: Record) -> int:
    """Return how many questions of U ask for the ends of the record's edges, itself among them."""
    asked = [part["question_id"] for part in record["sub_questions"]]
    return len([question for question in asked if question is not None]) if asked else 1


def report_faults(
    dataset: Dataset, totals: Mapping[str, Totals], sets: Mapping[str, Counter[str]]
) -> Iterator[tuple[str, str]]:
    """Yield where the report's files are not what the dataset's other files give.

    `sets` counts the consistency sets of each part, and their wordings.
    """
    path = dataset.folder / "report.json"
    if not path.is_file():
        return
    try:
        report = read_json(path)
        yield from list(_compared(dataset.folder, report, totals))
        if report[CONSISTENCY] != [{"split": part, **counts} for part, counts in sorted(sets.items())]:
            yield path.name, "consistency is not what the sets give"
    except (InputError, LookupError, TypeError, ValueError, AttributeError) as fault:
        yield path.name, f"has not the form of a report ({type(fault).__name__}: {fault})"


def _compared(folder: Path, report: Row, totals: Mapping[str, Totals]) -> Iterator[tuple[str, str]]:
    for which in SETS:
        for name, value in totals[which].content(report["domain_names"]).items():
            if report[which].get(name) != value:
                yield "report.json", f"{which}: {name} is not what the records give"
    if report["blind"] != _ceilings(folder):
        yield "report.json", "blind is not what the records give"
    if sorted(_balance(report["balance"])) != sorted(_counted(totals)):
        yield "report.json", "balance is not what the records give"
    if _left_out(report) != _rejected(folder / "rejected.parquet"):
        yield "report.json", "left_out is not what rejected.parquet gives"
    texts = {"report.md": markdown(report), "balance.svg": balance_figure(report["balance"])}
    for name, text in texts.items():
        if (folder / name).is_file() and (folder / name).read_bytes() != text.encode():
            yield name, "is not what report.json gives"


def _ceilings(folder: Path) -> Row | None:
    """Return the blind ceilings measured anew; None if the Parquet files cannot be read as records."""
    try:
        with TemporaryDirectory() as scratch, Engine(Path(scratch)) as engine:
            return ceilings(engine, folder, Path(scratch))
    except duckdb.Error:
        return None


def _balance(rows: Iterable[Row]) -> Iterator[tuple[str, str, int, int]]:
    yield from ((row["property_id"], row["answer"], row["before"], row["after"]) for row in rows)


def _counted(totals: Mapping[str, Totals]) -> Iterator[tuple[str, str, int, int]]:
    for (prop, answer), before in totals["U"].answers.items():
        yield prop, answer, before, totals["B"].answers[prop, answer]


def _left_out(report: Row) -> Counter[tuple[str, str]]:
    return Counter({(row["stage"], row["code"]): row["n"] for row in report["left_out"]})


def _rejected(path: Path) -> Counter[tuple[str, str]]:
    if not path.is_file():
        return Counter()
    try:
        table = pq.read_table(path, columns=["stage", "code"])
    except (pa.ArrowException, OSError) as fault:
        raise DatasetError(f"{path}: is damaged: {fault}") from fault
    return Counter(zip(table["stage"].to_pylist(), table["code"].to_pylist(), strict=True))
