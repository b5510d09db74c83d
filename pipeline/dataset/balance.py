"""Stage 9: answers of each property made more even, so that the most frequent one is no safe guess."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from math import ceil
from operator import itemgetter
from pathlib import Path
from typing import Any

import pyarrow as pa

from pipeline.base.columns import write_rows
from pipeline.dataset.setting_groups import Balance
from pipeline.dataset.smoothing import smooth_counts
from pipeline.dataset.stages import Context
from pipeline.relational.engine import SqlEngine

TARGETS = pa.schema(
    [("round", pa.int64()), ("property_id", pa.string()), ("answer", pa.string()), ("target", pa.int64())]
)
DISTRIBUTION = pa.schema(
    [
        ("property_id", pa.string()),
        ("answer", pa.string()),
        ("before", pa.int64()),
        ("after", pa.int64()),
    ]
)
_FLOAT_ERROR = 1e-9
"""1.16 x 25 is a little more than 29 in floats, and no reason to keep 30."""

Count = tuple[str, str, int]
"""(property, answer, how often), the answers of a property in descending order of frequency."""


def run_balance(context: Context) -> None:
    """Write the ids of the questions that B keeps, and each answer's frequency before and after."""
    settings, folder = context.settings, context.folder("balance")
    with context.engine("balance", joins_as_written=True) as engine:
        engine.register({"questions": context.table("blind", "questions")})
        rows = balance_answers(engine, folder, settings.balance, settings.seed)
        engine.write_nearly(folder / "kept.parquet", "balance_kept", order="image_id, question_id")
    write_rows(folder / "distribution.parquet", DISTRIBUTION, rows)
    before, after = (sum(row[when] for row in rows) for when in ("before", "after"))
    context.progress.note(f"{after:,} of {before:,} questions kept")


def balance_answers(engine: SqlEngine, folder: Path, balance: Balance, seed: int) -> list[dict[str, Any]]:
    """Balance the table `questions` into a table `balanced`; return each answer's frequency before and after.

    The questions left out are written to `folder` as balance_rejected.parquet.
    """
    for table in ("balance_answers", "balance_images"):
        engine.create(table, table)
    before: list[Count] = engine.rows("answer_counts")
    rounds = list(_goals(before, balance))
    rows = [(number, *count) for number, goal in enumerate(rounds) for count in goal]
    path = folder / "targets.parquet"
    write_rows(path, TARGETS, [dict(zip(TARGETS.names, row, strict=True)) for row in rows])
    engine.register({"targets": path})
    for table in ("goals", "told"):
        engine.create(table, f"balance_{table}")
    engine.create("balancing", "balance_start")
    for number in range(balance.rounds):
        if number:
            engine.create("balancing", "balance_counted")
        last = number == balance.rounds - 1
        engine.create("classes", "balance_classes", round=number)
        engine.create("balanced" if last else "balancing", "balance_round", seed=str(seed))
    order = "origin, place"
    engine.write_nearly(folder / "balance_rejected.parquet", "balance_rejected", order=order)
    after = {(prop, answer): n for prop, answer, n in rounds[-1]}
    return [
        {"property_id": prop, "answer": answer, "before": n, "after": after.get((prop, answer), 0)}
        for prop, answer, n in before
    ]


def expected_counts(counts: Mapping[tuple[str, str], int], balance: Balance) -> dict[tuple[str, str], int]:
    """Return how many questions of each (property, answer) balancing will keep; of the others none."""
    rounds = _goals(((prop, answer, n) for (prop, answer), n in counts.items()), balance)
    return {(prop, answer): n for prop, answer, n in list(rounds)[-1]}


def _goals(counts: Iterable[Count], balance: Balance) -> Iterator[list[Count]]:
    """Yield how many questions of each answer every round keeps."""
    left = sorted(counts, key=_by_frequency)
    for number in range(balance.rounds):
        left = sorted(targets(left, balance, number), key=_by_frequency)
        yield left


def _by_frequency(count: Count) -> tuple[str, int, str]:
    prop, answer, n = count
    return prop, -n, answer


def targets(counts: Iterable[Count], balance: Balance, number: int) -> Iterable[Count]:
    """Yield the most questions that each answer may have after a round (numbered from 0).

    Only the `top_answers` most frequent answers of a property are kept, none of a property with fewer than
    `least_answers`. Each round is flatter: the ratios allowed between neighbours come closer to one by the
    factor `flatten`. Counts are rounded up.
    """
    nearer = balance.flatten**number
    gamma, gup = 1 + (balance.gamma - 1) * nearer, balance.gup * nearer
    highest = 1 + (balance.max_gamma - 1) * nearer
    for prop, group in groupby(counts, key=itemgetter(0)):
        top = list(group)[: balance.top_answers]
        if len(top) < min(balance.least_answers, balance.top_answers):
            continue
        smoothed = smooth_counts([n for *_, n in top], balance.b, gamma, gup, highest)
        for (_, answer, n), target in zip(top, smoothed, strict=True):
            yield prop, answer, min(n, ceil(target - _FLOAT_ERROR))
