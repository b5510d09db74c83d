"""The splits by name: each gives every question of U a part, or leaves it out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.base.columns import write_rows
from pipeline.base.errors import DatasetError, SettingsError
from pipeline.dataset.layout import PARTS
from pipeline.dataset.split import categorize
from pipeline.dataset.splits.held_out import Route, held_out
from pipeline.dataset.verification.loaded import Dataset
from pipeline.relational.engine import Engine

LEFT_OUT = "left_out"
"""Stands in the place of the part of a question that a split does not use."""

_BATCH = 10_000
_PATHS = pa.schema([("path", pa.string())])


VALIDATION, HELD_OUT = 0.1, 0.3
"""Shares, unless others are asked for: of train's photos, and of test's questions of several edges."""


@dataclass(frozen=True, slots=True)
class Shares:
    """What the splits are made by: the seed, and the shares of their parts, each from 0 to 1."""

    seed: int
    train: float
    min_answer: float
    validation: float = VALIDATION
    held_out: float = HELD_OUT


@dataclass(frozen=True, slots=True)
class Split:
    """A split by name; `assign(engine, shares, scratch)` makes the table `assigned` (question_id, split)."""

    name: str
    what: str
    parts: tuple[str, ...]
    assign: Callable[[Engine, Shares, Path], None]


def shares_of(dataset: Dataset, *, validation: float = VALIDATION, held_out: float = HELD_OUT) -> Shares:
    """Return the shares of a dataset's splits: seed and share of train are those it was built with."""
    settings = dataset.manifest["settings"]
    return Shares(
        int(settings["seed"]),
        float(settings["train_share"]),
        float(settings["min_answer_share"]),
        validation,
        held_out,
    )


def prepare(engine: Engine, folder: Path) -> None:
    """Make the tables that the splits and their report read, from a dataset's folder."""
    records = [folder / "U" / f"{part}.parquet" for part in PARTS]
    engine.register({"records": records, "images": folder / "snapshot" / "images.parquet"})
    engine.create("asked", "splits_asked")
    engine.create("answers", "splits_answers")


def _paper(engine: Engine, shares: Shares, scratch: Path) -> None:
    engine.create("assigned", "splits_paper")


def _validation(engine: Engine, shares: Shares, scratch: Path) -> None:
    engine.create("questions", "splits_questions")
    categorize(engine, shares.min_answer)
    engine.create("assigned", "splits_validation", seed=str(shares.seed), validation=shares.validation)


def _by_thing(engine: Engine, shares: Shares, scratch: Path, *, answers: bool) -> None:
    seed, train = str(shares.seed), shares.train
    engine.create("weighted", "splits_weighted_answers")
    engine.create("answer_parts", "splits_cut", seed=seed, train=train)
    engine.create("labelled", "splits_labelled", by_answers="yes" if answers else "no")
    engine.create("weighted", "splits_weighted_things")
    engine.create("cut", "splits_cut", seed=seed, train=train)
    engine.create("votes", "splits_thing_votes")
    engine.create("elected", "splits_elected", train=train)
    engine.create("things", "splits_things")
    engine.create("votes", "splits_photo_votes")
    engine.create("elected", "splits_elected", train=train)
    engine.create("assigned", "splits_by_thing")


def _by_route(engine: Engine, shares: Shares, scratch: Path) -> None:
    routes = [Route(path, int(train), int(test)) for path, train, test in engine.rows("splits_paths")]
    chosen = held_out(routes, share=shares.held_out, seed=shares.seed)
    write_rows(scratch / "held_out.parquet", _PATHS, ({"path": path} for path in chosen))
    engine.register({"held_out": scratch / "held_out.parquet"})
    engine.create("assigned", "splits_by_route")


SPLITS: Mapping[str, Split] = {
    split.name: split
    for split in (
        Split("paper", "as the dataset is: by photo and category of answers", PARTS, _paper),
        Split(
            "validation",
            "the paper's, with a part of train for validation",
            ("train", "validation", "test"),
            _validation,
        ),
        Split("entity", "no thing asked about in two parts", PARTS, partial(_by_thing, answers=False)),
        Split(
            "entity-answer",
            "no thing asked about and no answer that is an item in two parts",
            PARTS,
            partial(_by_thing, answers=True),
        ),
        Split(
            "route",
            "test joins two properties as train never does; control has the other questions of its images",
            ("train", "test", "control"),
            _by_route,
        ),
    )
}


def split_named(name: str) -> Split:
    """Return a split; SettingsError if there is none of that name."""
    if name not in SPLITS:
        raise SettingsError(f"split: there is no {name!r}; there are {', '.join(SPLITS)}")
    return SPLITS[name]


def write_parts(engine: Engine, path: Path) -> None:
    """Write the table `assigned` in the order of the dataset's records: train first, then by image."""
    engine.write_parquet(path, "splits_assigned", order="paper DESC, image_id, question_id")


def parts_in_order(dataset: Dataset, name: str, scratch: Path) -> Iterator[tuple[str, str]]:
    """Yield (question id, part or `LEFT_OUT`) for each question of U, in the order of its records."""
    split, path = split_named(name), scratch / "assigned.parquet"
    with Engine(scratch) as engine:
        prepare(engine, dataset.folder)
        split.assign(engine, shares_of(dataset), scratch)
        write_parts(engine, path)
    yield from read_parts(path, "split")


def read_parts(path: Path, column: str) -> Iterator[tuple[str, str]]:
    """Yield (question id, part) from a file, in its order."""
    for batch in pq.ParquetFile(path).iter_batches(_BATCH, columns=["question_id", column]):
        yield from zip(batch["question_id"].to_pylist(), batch[column].to_pylist(), strict=True)


def with_parts(
    records: Iterable[Mapping[str, Any]], parts: Iterator[tuple[str, str]]
) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Yield each record with its part; both come in the order of the dataset, and records may be some of U's.

    DatasetError if a record is none of U.
    """
    for record in records:
        wanted = record["question_id"]
        part = next((part for name, part in parts if name == wanted), None)
        if part is None:
            raise DatasetError(f"{wanted}: is no question of U, or the records are out of order")
        yield record, part
