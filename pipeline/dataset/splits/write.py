"""Writes the splits of a dataset as one table, and a report of what crosses their parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from pipeline.base.files import atomic_path, write_json, write_text
from pipeline.base.progress import Progress
from pipeline.dataset.export import require_folder
from pipeline.dataset.markdown import table
from pipeline.dataset.splits.assign import LEFT_OUT, SPLITS, Shares, Split, prepare, write_parts
from pipeline.dataset.subset_folders import work_folder
from pipeline.relational.engine import Engine

TABLE, REPORT = "splits.parquet", "splits"
KINDS = (
    "photo",
    "thing",
    "answer item",
    "answer text",
    "item on the way",
    "route",
    "two properties",
    "template",
    "thing and route",
    "question and answer",
)
"""What may be in two parts of a split."""


@dataclass(frozen=True, slots=True)
class Part:
    """The size of a part."""

    split: str
    part: str
    questions: int
    photos: int
    things: int


@dataclass(frozen=True, slots=True)
class Crossing:
    """How many units of a kind in part `of` are in part `also_in` too, and how many questions have one."""

    split: str
    kind: str
    of: str
    also_in: str
    units: int
    questions: int


def write_splits(
    folder: Path, out: Path, names: Sequence[str], shares: Shares, progress: Progress
) -> tuple[list[Part], list[Crossing]]:
    """Write `splits.parquet` (question_id, and a column for each split), `splits.md` and `splits.json`.

    DatasetError if `out` lies in a dataset, which holds nothing else.
    """
    require_folder(out)
    sizes: list[Part] = []
    crossings: list[Crossing] = []
    with work_folder(out) as work, Engine(work / "scratch", threads=2) as engine:
        prepare(engine, folder)
        engine.create("between_items", "splits_between")
        for name in names:
            split = SPLITS[name]
            progress.note(f"split {name}")
            split.assign(engine, shares, work)
            write_parts(engine, work / f"{name}.parquet")
            found = list(_sizes(engine, split))
            sizes += found
            crossings += _crossings(engine, split, found)
        _join(work, out / TABLE, names)
    content = {"shares": asdict(shares), "sizes": [asdict(s) for s in sizes]}
    write_json(out / f"{REPORT}.json", content | {"crossings": [asdict(c) for c in crossings]})
    write_text(out / f"{REPORT}.md", "\n".join(_page(names, sizes, crossings)))
    return sizes, crossings


def _sizes(engine: Engine, split: Split) -> Iterator[Part]:
    counts = {row[0]: row[1:] for row in engine.rows("splits_sizes")}
    for part in (*split.parts, LEFT_OUT):
        if part in counts or part != LEFT_OUT:
            yield Part(split.name, part, *counts.get(part, (0, 0, 0)))


def _crossings(engine: Engine, split: Split, sizes: Iterable[Part]) -> Iterator[Crossing]:
    """Yield what crosses, for each kind and two parts; nothing found is said too."""
    parts = [size.part for size in sizes if size.part != LEFT_OUT]
    for kind in KINDS:
        engine.create("units", "splits_units", kind=kind)
        found = {(also, of): counts for also, of, *counts in engine.rows("splits_crossings")}
        for also_in, of in permutations(parts, 2):
            units, questions = found.get((also_in, of), (0, 0))
            yield Crossing(split.name, kind, of, also_in, units, questions)


def _join(work: Path, path: Path, names: Sequence[str]) -> None:
    tables = {name: pq.read_table(work / f"{name}.parquet") for name in names}
    first = next(iter(tables.values()))
    joined = first.select(["question_id"])
    for name, found in tables.items():
        joined = joined.append_column(name, found["split"])
    with atomic_path(path) as temporary:
        pq.write_table(joined, temporary, compression="zstd")


def _page(names: Sequence[str], sizes: Sequence[Part], crossings: Sequence[Crossing]) -> Iterator[str]:
    yield "# Splits"
    yield ""
    for name in names:
        yield f"## {name}"
        yield ""
        yield f"{SPLITS[name].what[0].upper()}{SPLITS[name].what[1:]}."
        yield ""
        own = [size for size in sizes if size.split == name]
        yield from table(
            ("part", "questions", "photos", "things"),
            ((size.part, size.questions, size.photos, size.things) for size in own),
        )
        total = {size.part: size.questions for size in own}
        shown = [c for c in crossings if c.split == name and c.also_in == "train"]
        yield from table(("of", "in train too", "units", "questions", "share"), _rows(shown, total))


def _rows(crossings: Iterable[Crossing], total: dict[str, int]) -> Iterator[tuple[Any, ...]]:
    for c in crossings:
        share = f"{c.questions / total[c.of]:.1%}" if total[c.of] else ""
        yield c.of, c.kind, c.units, c.questions, share
