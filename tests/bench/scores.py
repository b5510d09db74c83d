"""Times of scoring a million predictions: `python -m tests.bench.scores [N]`."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

import click
import numpy as np

from pipeline.evaluation.measures import EXACT, OPEN, VQA, VQA_OF_FORMS, measured
from pipeline.evaluation.ood.gqa_ood import Asked, gqa_ood_split
from pipeline.evaluation.ood.scores import curve, gap
from pipeline.evaluation.ood.split_file import frozen
from pipeline.evaluation.questions import Questions, Target, axis, distinct
from pipeline.evaluation.summary.result import summarised
from pipeline.evaluation.texts.vqa import ANNOTATORS

T = TypeVar("T")
_MILLION = 1_000_000
_ANSWERS, _GROUPS, _PER_IMAGE = 5_000, 400, 6
_STEP = 7_919
"""A prime, by which numbers run through all answers without a source of random numbers."""


def _answer(number: int) -> str:
    return f"The answer {number * _STEP % _ANSWERS}" + ("." if number % 7 == 0 else "")


def _said(n: int) -> list[str]:
    """Return predictions of which half are right, and a third occur once only."""
    return [
        _answer(i) if i % 2 else f"{_answer(i + i % 3)} {i}" if i % 3 else _answer(i + 1) for i in range(n)
    ]


def _questions(targets: Iterator[Target], n: int) -> Questions:
    known, target_of = distinct(targets)
    hops = axis("hops", [str(i % 3 + 1) for i in range(n)])
    return Questions(
        [f"q{i}" for i in range(n)], known, target_of, [str(i // _PER_IMAGE) for i in range(n)], [hops]
    )


def _annotators(i: int) -> tuple[str, ...]:
    return tuple(_answer(i if (i + place) % 10 < 7 else i + place) for place in range(ANNOTATORS))


def _timed(what: str, work: Callable[[], T]) -> T:
    wall, used = time.perf_counter(), time.process_time()
    result = work()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    wall, used = time.perf_counter() - wall, time.process_time() - used
    click.echo(f"{what:52} {wall:6.1f} s, {used:6.1f} s of processor time, peak {peak:,} MB")
    return result


def _ood(questions: Questions, right: np.ndarray[tuple[int], np.dtype[np.float64]]) -> None:
    asked = [
        Asked(key, f"g{i % _GROUPS}", _answer(i * i % (1 + i % _GROUPS)))
        for i, key in enumerate(questions.ids)
    ]
    split = frozen(gqa_ood_split(asked))
    places = [place for place, key in enumerate(questions.ids) if key in split.parts]
    ids = [questions.ids[place] for place in places]
    gap(split, ids, right[places])
    curve(split, ids, right[places])


def run(n: int) -> None:
    """Print the times of scoring `n` predictions."""
    said = _said(n)
    ours = _questions((Target(_answer(i), (_answer(i), f"answer {i % 99}")) for i in range(n)), n)
    scores = _timed(
        "exact match, VQA accuracy of forms", lambda: measured([EXACT, *VQA_OF_FORMS], ours, said)
    )
    _timed("GQA-OOD: split, head, tail, gap, curve", lambda: _ood(ours, scores["exact_match"]))
    _timed("means by hops with errors and intervals", lambda: summarised({"model": dict(scores)}, ours))
    _timed("all measures of answers in free text", lambda: measured(OPEN, ours, said))
    annotated = _questions((Target(_answer(i), _annotators(i)) for i in range(n)), n)
    _timed("VQA accuracy, ten annotators", lambda: measured(VQA[:1], annotated, said))


if __name__ == "__main__":
    run(int(sys.argv[1]) if len(sys.argv) > 1 else _MILLION)
