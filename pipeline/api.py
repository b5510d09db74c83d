"""The functions for programs (docs/api.md): build a dataset, load its questions, score answers to them.

Their names, parameters and results stay as they are within a minor version.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.base.errors import DatasetError, SettingsError
from pipeline.base.progress import Progress
from pipeline.dataset.build import build as run_build
from pipeline.dataset.layout import CONSISTENCY, MANIFEST, PARTS, SETS, part_files
from pipeline.dataset.publication.write import SPLITS_TABLE
from pipeline.dataset.settings import load_settings
from pipeline.dataset.splits.assign import parts_in_order, read_parts, split_named, with_parts
from pipeline.dataset.verification.loaded import Dataset
from pipeline.evaluation.files.predictions import ANSWER_FIELDS, CHOICE_FIELDS, read_predictions
from pipeline.evaluation.files.questions import read_dataset
from pipeline.evaluation.measures import CHOICE, OPEN, VQA_OF_FORMS
from pipeline.evaluation.run import model_of, scored_by_model
from pipeline.evaluation.summary.estimate import Estimate
from pipeline.evaluation.summary.result import summarised

__all__ = ["build", "load", "score"]

Record = dict[str, Any]
_BATCH = 2_000
_MEASURES = {"open": list(OPEN), "choice": list(CHOICE), "vqa": list(VQA_OF_FORMS)}


def build(out: Path | str, *, config: Path | str | None = None, quiet: bool = True, **settings: Any) -> Path:
    """Build a dataset into the folder `out`, and return it; the sample's without any settings.

    `settings` are those of docs/dataset.md, over those of the TOML file `config`. What is up to date is not
    built again. Raises SettingsError, InputError, EndpointError, EmptyBuildError or BusyError.
    """
    path = Path(config) if config is not None else None
    chosen = load_settings(path, {"out": Path(out), **settings})
    run_build(chosen, Progress(quiet=quiet))
    return chosen.out


def load(
    folder: Path | str, which: str = "B", part: str = "test", *, split: str = "paper"
) -> Iterator[Record]:
    """Yield the records of a dataset or of a release, in their order.

    `which` is "U", "B" or "consistency"; `part` is one of the parts of `split`, a split by name
    (docs/splits.md). Raises SettingsError if there is no such set, split or part, DatasetError if the folder
    holds no dataset, is damaged, or is a release that was made without splits.
    """
    if which not in (*SETS, CONSISTENCY):
        raise SettingsError(f"which: there is no {which!r}; there are {', '.join((*SETS, CONSISTENCY))}")
    parts = split_named(split).parts
    if part not in parts:
        raise SettingsError(f"part: the split {split!r} has no {part!r}, but {', '.join(parts)}")
    place = Path(folder)
    if not (place / MANIFEST).is_file():
        raise DatasetError(f"{place}: is no dataset: it has no {MANIFEST}")
    return _records(place, which, part, split)


def score(
    folder: Path | str,
    predictions: Path | str | Mapping[str, str],
    which: str = "B",
    part: str = "test",
    *,
    kind: Literal["open", "choice", "vqa"] = "open",
    partial: bool = False,
) -> dict[str, dict[str, float | int]]:
    """Return measure -> {"score": per cent, "error": standard error, "n": questions} of a model's answers.

    `folder` holds a dataset or a release, `predictions` are question id -> answer, or a file of them
    (docs/evaluation.md); `kind` as in `reasonvqa score`. Raises InputError for ids that are missing, doubled
    or unknown, which `partial` allows.
    """
    asked = read_dataset(Path(folder), which, part)
    if isinstance(predictions, Mapping):
        path, rows = Path("predictions"), list(predictions.items())
    else:
        path = Path(predictions)
        rows = read_predictions(path, CHOICE_FIELDS if kind == "choice" else ANSWER_FIELDS)
    model = model_of(path.stem, path, rows, asked.ids, partial=partial)
    scores = scored_by_model([model], asked, _MEASURES[kind])
    overall = summarised(scores, asked, also_by=()).table("all")
    return {row.measure: _percent(row.estimate) for row in overall}


def _percent(found: Estimate) -> dict[str, float | int]:
    error = float("nan") if found.se is None else 100 * found.se
    return {"score": 100 * found.mean, "error": error, "n": found.n}


def _records(folder: Path, which: str, part: str, split: str) -> Iterator[Record]:
    if split == "paper":
        yield from _rows(folder, which, part)
        return
    every = chain.from_iterable(_rows(folder, which, own) for own in PARTS)
    with TemporaryDirectory() as scratch:
        parts = _parts(folder, split, Path(scratch))
        if which == CONSISTENCY:
            # Sets are few, and in an order of their own.
            sets = list(every)
            asked = {row["question_id"] for row in sets}
            known = {name: own for name, own in parts if name in asked}
            yield from (row for row in sets if known[row["question_id"]] == part)
            return
        yield from (dict(row) for row, own in with_parts(every, parts) if own == part)


def _rows(folder: Path, which: str, part: str) -> Iterator[Record]:
    for path in part_files(folder, which, part):
        try:
            for batch in pq.ParquetFile(path).iter_batches(_BATCH):
                yield from batch.to_pylist()
        except (pa.ArrowException, OSError) as fault:
            raise DatasetError(f"{path}: cannot be read: {fault}") from fault


def _parts(folder: Path, split: str, scratch: Path) -> Iterator[tuple[str, str]]:
    """Return the part that a split gives each question: as a release has it, else computed."""
    table = folder / SPLITS_TABLE
    if table.is_file():
        return read_parts(table, split)
    if not (folder / "snapshot" / "images.parquet").is_file():
        raise DatasetError(
            f"{folder}: has no {SPLITS_TABLE}\n  Make the release with --splits, or load from the dataset."
        )
    return parts_in_order(Dataset(folder), split, scratch)
