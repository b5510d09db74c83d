"""The blind ceilings of a dataset: how far the baselines come on test, before and after balancing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from pipeline.dataset.blind.baselines import BASELINES, Baseline, Score, fit, predict, scores
from pipeline.dataset.layout import PARTS, SETS
from pipeline.dataset.markdown import table
from pipeline.relational.engine import Engine

Row = dict[str, Any]
MOST_QUESTIONS = {"train": 400_000, "test": 100_000}
"""Questions that baselines learn from and are asked; of more, so many are drawn."""

_PROPERTY = attrgetter("property_id", "property_label")


def ceilings(engine: Engine, out: Path, folder: Path) -> Row:
    """Return the figures of U and B of a dataset in `out`; `folder` is for tables between."""
    figures: Row = {}
    for which in SETS:
        files = {part: out / which / f"{part}.parquet" for part in PARTS}
        engine.register({"records": list(files.values())})
        tagged, questions = engine.rows("blind_tagged")[0]
        for part, path in files.items():
            _draw(engine, part, path)
        found = {baseline.name: measured(engine, baseline, folder) for baseline in BASELINES}
        figures[which] = {"questions": questions, "guessable": int(tagged or 0), "baselines": found}
    return figures


def _draw(engine: Engine, part: str, path: Path) -> None:
    """Make the table `part` of the records of a file, or of as many as MOST_QUESTIONS says, by their ids.

    Ids are hashes, so that the smallest ones are a fair draw.
    """
    engine.register({"records": path})
    most, rows = MOST_QUESTIONS[part], pq.read_metadata(path).num_rows
    share = 1.1 * most / max(1, rows)
    # As ids spread evenly, few need to be put in order; if too few are found so, all are.
    near = [f"{int(share * 16**12):012x}"] if share < 1 else []
    found = (engine.rows("blind_last_drawn", most=most, about=about) for about in (*near, ""))
    last = next(filter(None, found), None) if rows > most else None
    engine.create(part, f"blind_drawn_{part}", last=last[0][0] if last else "")


def measured(engine: Engine, baseline: Baseline, folder: Path) -> Row:
    """Return what a baseline reaches that learns on the table `train` and answers the table `test`."""
    fit(engine, baseline, folder)
    predict(engine, baseline)
    found = scores(engine)
    properties = [
        {"property_id": prop, "property_label": label, **_shares(list(group), baseline)}
        for (prop, label), group in groupby(found, key=_PROPERTY)
    ]
    return {**_shares(found, baseline), "properties": properties}


def _shares(found: Sequence[Score], baseline: Baseline) -> Row:
    """Return questions, chance and the shares that are right; `answer` only where the baseline gives one."""
    n = sum(score.questions for score in found)
    chance = sum(score.questions / score.options for score in found)
    shares = {"chance": chance, "choice": sum(score.choices_right for score in found)}
    if baseline.answers:
        shares["answer"] = sum(score.answers_right for score in found)
    return {"questions": n, **{name: round(value / max(1, n), 4) for name, value in shares.items()}}


def section(figures: Mapping[str, Row]) -> list[str]:
    """Return the ceilings as a section of the report."""
    lines = [
        "## Blind ceilings",
        "",
        "What can be had on test without a look at the image, learnt on train of the same set: U before "
        "balancing, B after. Options: the choice among them; answer: without options, right if it is one "
        "of the accepted forms. Chance is the mean of one in the number of options. Of more than "
        f"{MOST_QUESTIONS['test']:,} questions of test, or {MOST_QUESTIONS['train']:,} of train, so many "
        "are drawn.",
        "",
        *(f"- {baseline.name}: {baseline.what}" for baseline in BASELINES),
        "",
    ]
    lines += table(("", "U options", "B options", "U answer", "B answer"), _overall(figures))
    tagged = (
        f"{figures[which]['guessable']:,} of the {figures[which]['questions']:,} questions of {which}"
        for which in SETS
    )
    lines += [f"Tagged `guessable`: {' and '.join(tagged)}.", ""]
    for which in SETS:
        lines += [f"### Blind ceilings of {which} by property", ""]
        lines += table(_HEADER, _by_property(figures[which]["baselines"]))
    return lines


_GUESSING = tuple(baseline.name for baseline in BASELINES if baseline.answers)
_HEADER = (
    "property id", "property label", "questions", "chance",
    *(f"{baseline.name} (options)" for baseline in BASELINES),
    *(f"{name} (answer)" for name in _GUESSING),
)  # fmt: skip


def _overall(figures: Mapping[str, Row]) -> Iterable[Sequence[str]]:
    first = BASELINES[0].name
    yield "chance", *(_percent(figures[which]["baselines"][first], "chance") for which in SETS), "", ""
    for baseline in BASELINES:
        rows = [figures[which]["baselines"][baseline.name] for which in SETS]
        yield baseline.name, *(_percent(row, name) for name in ("choice", "answer") for row in rows)


def _by_property(found: Mapping[str, Row]) -> Iterable[Sequence[Any]]:
    by_name = {
        name: {row["property_id"]: row for row in figures["properties"]} for name, figures in found.items()
    }
    for row in found[BASELINES[0].name]["properties"]:
        prop = row["property_id"]
        choices = (_percent(by_name[b.name].get(prop, {}), "choice") for b in BASELINES)
        answers = (_percent(by_name[name].get(prop, {}), "answer") for name in _GUESSING)
        yield prop, row["property_label"], row["questions"], _percent(row, "chance"), *choices, *answers


def _percent(row: Row, name: str) -> str:
    return f"{row[name]:.1%}" if name in row else ""
