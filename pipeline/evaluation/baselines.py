"""Predictions without a look at the image, and the most that can be reached, to be scored like a model's."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.base.files import write_text
from pipeline.dataset.blind.baselines import BASELINES, Baseline, fit, guesses, predict
from pipeline.dataset.layout import PARTS, part_files
from pipeline.evaluation.files.questions import lists, require_questions
from pipeline.relational.engine import Engine

Files = Mapping[str, Sequence[Path]]
"""Part -> its Parquet files."""

MOST_FREQUENT, UPPER_BOUND = "most-frequent", "upper-bound"
NAMES = {
    MOST_FREQUENT: "the most frequent answer in train, to every question",
    **{baseline.name: baseline.what for baseline in BASELINES},
    UPPER_BOUND: "the true answer if train has it, else the most frequent: the best of train's answers",
}
"""Name -> what it answers; all but the last learn what they can without the image."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A question's answer in free text and the option chosen.

    "" is an answer to what train never asked; None stands where the baseline was not asked.
    """

    question_id: str
    answer: str | None
    choice: str | None


def baseline_guesses(folder: Path, which: str, name: str, vocabulary: int | None = None) -> list[Guess]:
    """Return a baseline's guesses for the test part of a set, in the order of its records.

    `folder` holds a dataset or a release; `vocabulary` limits the upper bound to so many of train's most
    frequent answers. KeyError for another name, DatasetError if a part is missing or has no questions.
    """
    files = {part: part_files(folder, which, part) for part in PARTS}
    for part, paths in files.items():
        require_questions(folder, which, part, sum(pq.read_metadata(path).num_rows for path in paths))
    known = {baseline.name: baseline for baseline in BASELINES}
    if name in known:
        return list(_blind(files, known[name]))
    return list({MOST_FREQUENT: _most_frequent, UPPER_BOUND: _upper_bound}[name](files, vocabulary))


def _read(paths: Sequence[Path], columns: list[str]) -> pa.Table:
    return pa.concat_tables(pq.read_table(path, columns=columns) for path in paths)


def _blind(files: Files, baseline: Baseline) -> Iterator[Guess]:
    with TemporaryDirectory() as scratch, Engine(Path(scratch)) as engine:
        engine.register(files)
        fit(engine, baseline, Path(scratch))
        predict(engine, baseline)
        found = guesses(engine)
    for key in _read(files["test"], ["question_id"])["question_id"].to_pylist():
        answer, choice = found.get(key, (None, None))
        yield Guess(key, answer if baseline.answers else None, choice)


def _frequent(files: Files) -> list[str]:
    """Return train's answers, the most frequent first, equally frequent ones in their order as text."""
    answers = Counter(_read(files["train"], ["answer"])["answer"].to_pylist())
    return sorted(answers, key=lambda answer: (-answers[answer], answer))


def _most_frequent(files: Files, vocabulary: int | None) -> Iterator[Guess]:
    ranked = _frequent(files)
    rank = {answer: place for place, answer in enumerate(ranked)}
    table = _read(files["test"], ["question_id", "choices"])
    for key, choices in zip(table["question_id"].to_pylist(), lists(table["choices"]), strict=True):
        yield Guess(key, ranked[0], min(choices, key=lambda choice: rank.get(choice, len(rank))))


def _upper_bound(files: Files, vocabulary: int | None) -> Iterator[Guess]:
    ranked = _frequent(files)
    known = set(ranked[:vocabulary])
    table = _read(files["test"], ["question_id", "answer", "answers", "choices", "correct"])
    rows: Iterator[tuple[Any, ...]] = zip(
        *(table[name].to_pylist() for name in ("question_id", "answer", "correct")),
        lists(table["answers"]),
        lists(table["choices"]),
        strict=True,
    )
    for key, answer, correct, forms, choices in rows:
        reachable = next((form for form in (answer, *forms) if form in known), ranked[0])
        yield Guess(key, reachable, choices[correct])


def write_guesses(path: Path, found: list[Guess]) -> None:
    """Write guesses as JSON lines with `question_id`, `answer` and `choice`."""
    lines = (
        json.dumps(
            {"question_id": guess.question_id, "answer": guess.answer, "choice": guess.choice},
            ensure_ascii=False,
        )
        for guess in found
    )
    write_text(path, "".join(f"{line}\n" for line in lines))
