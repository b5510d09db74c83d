"""Blind baselines: learnt on the table `train`, they answer the table `test` without a look at an image.

    fit(engine, baseline, folder)    # makes the tables `votes` and `asked`
    predict(engine, baseline)        # makes the table `guesses`: question_id, answer, choice
    guesses(engine)                  # what was guessed
    scores(engine)                   # how much of it is right

Both tables have the records' columns. `answer` is the guess without options, empty if there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from pipeline.base.columns import write_rows
from pipeline.dataset.blind.neighbours import neighbours
from pipeline.relational.engine import Engine

MOST_TEXTS = {"train": 20_000, "test": 5_000}
"""Texts of train that are learnt, and of test that are asked, by the nearest neighbour: a sample of these
sizes, drawn by hash, if there are more, so that it takes no longer for millions of questions."""

NEIGHBOURS = 10
_NEIGHBOURS = pa.schema([("text", pa.string()), ("neighbour", pa.string()), ("place", pa.int64())])


_NEVER = -1e18
"""Weight of an option without a vote: below all others."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """A baseline; `answers` is whether it guesses without options too."""

    name: str
    what: str
    answers: bool
    fit: Callable[[Engine, Path], None]


@dataclass(frozen=True, slots=True)
class Score:
    """How many guesses are right about a property, among questions with one number of options."""

    property_id: str
    property_label: str
    options: int
    questions: int
    answers_right: int
    choices_right: int


def fit(engine: Engine, baseline: Baseline, folder: Path) -> None:
    """Learn `votes` (key, answer, weight) of `train`; `asked` has each question of `test` and its key.

    `folder` is for tables between.
    """
    baseline.fit(engine, folder)


def predict(engine: Engine, baseline: Baseline) -> None:
    """Make the table `guesses`: of each question asked, the answer and the option with most votes."""
    unseen = _NEVER if baseline.answers else _overall(engine)
    engine.create("guesses", "blind_guesses", unseen=unseen, answers=baseline.answers)


def guesses(engine: Engine) -> dict[str, tuple[str, str]]:
    """Return question id -> answer and choice, in the order of ids; for results that fit into memory."""
    return {question: (answer, choice) for question, answer, choice in engine.rows("blind_every_guess")}


def scores(engine: Engine) -> list[Score]:
    """Return how many of `guesses` are right; an answer is if it is one of the accepted forms."""
    return [Score(prop, label, *map(int, counts)) for prop, label, *counts in engine.rows("blind_scores")]


def _fit_options(engine: Engine, folder: Path) -> None:
    engine.create("votes", "blind_option_votes", unseen=_overall(engine))
    engine.create("asked", "blind_option_asked")


def _overall(engine: Engine) -> float:
    """Return the share of the options in train that are true."""
    questions, options = engine.rows("blind_shown")[0]
    return int(questions) / max(1, int(options))


def _fit_majority(engine: Engine, folder: Path) -> None:
    engine.create("votes", "blind_majority_votes")
    engine.create("asked", "blind_majority_asked")


def _fit_neighbours(engine: Engine, folder: Path) -> None:
    learnt, asked = (
        [text for (text,) in engine.rows("blind_texts", part=part, most=most)]
        for part, most in MOST_TEXTS.items()
    )
    rows = (
        dict(zip(_NEIGHBOURS.names, found, strict=True)) for found in neighbours(learnt, asked, NEIGHBOURS)
    )
    path = folder / "neighbours.parquet"
    write_rows(path, _NEIGHBOURS, rows)
    engine.register({"neighbours": path})
    engine.create("votes", "blind_neighbour_votes")
    engine.create("asked", "blind_neighbour_asked")


BASELINES = (
    Baseline("options", "the option most often true where train shows it", False, _fit_options),
    Baseline("majority", "the most frequent answer to the property and noun in train", True, _fit_majority),
    Baseline(
        "neighbours",
        "the answer to the nearest question in train; of the options, that of the nearest that gives one",
        True,
        _fit_neighbours,
    ),
)
"""All baselines, by what they look at: only the options, only the question."""
