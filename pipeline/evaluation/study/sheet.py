"""The sheet that a rater fills in: a table of questions with empty cells for the verdicts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from pipeline.base.errors import InputError
from pipeline.base.files import read_tsv, write_tsv
from pipeline.evaluation.study.verdicts import SCALES, Verdict

SHOWN = (
    "question_id", "hops", "source", "image_id", "image_url", "thing", "question", "answer", "accepted",
    "options", "facts",
)  # fmt: skip
"""What a rater sees; the wording's id is not among it."""

DRAWN = ("property", "weight")
"""What the report needs of the draw beside hops and source; sheets of earlier versions lack it."""

COLUMNS = (*SHOWN, *DRAWN, *SCALES, "remark")


def write_sheet(path: Path, rows: Iterable[dict[str, object]]) -> int:
    """Write a sheet with empty verdicts; return the number of questions."""
    return write_tsv(path, COLUMNS, rows)


def read_verdicts(paths: Sequence[Path], *, weighted: bool = True) -> list[Verdict]:
    """Return the verdicts of filled-in sheets, in their order; all of weight 1 unless `weighted`.

    A sheet may be a part of one, and hold questions that another has too (of another rater), but none twice.
    InputError names the line of a verdict that is missing or not on its scale and of a weight that is none,
    a sheet given twice, one without a row, and one without weights where others have them.
    """
    for path, count in Counter(path.resolve() for path in paths).items():
        if count > 1:
            raise InputError(path, problem="is given twice", remedy="Give each rater's sheet once.")
    rows = {path: list(read_tsv(path, ("question_id", "hops", "source", *SCALES))) for path in paths}
    without = [path for path in paths if rows[path] and "weight" not in rows[path][0]]
    if weighted and 0 < len(without) < len(paths):
        raise InputError(
            without[0],
            problem="has no column weight, other sheets have",
            remedy="Give sheets of one draw, or --unweighted to count all questions alike.",
        )
    return [verdict for path in paths for verdict in _verdicts(path, rows[path], weighted=weighted)]


def _verdicts(path: Path, rows: Sequence[dict[str, str]], *, weighted: bool) -> Iterator[Verdict]:
    seen: set[str] = set()
    for number, row in enumerate(rows, start=2):
        marks = {scale: _mark(path, number, row, scale) for scale in SCALES}
        if row["question_id"] in seen:
            raise InputError(
                path,
                place=f"line {number}",
                problem=f"judges the question {row['question_id']} a second time",
                remedy="Give each rater a sheet of their own.",
            )
        seen.add(row["question_id"])
        weight = _weight(path, number, row) if weighted else 1.0
        yield Verdict(
            row["question_id"],
            row["hops"],
            row["source"],
            **marks,
            property=row.get("property", ""),
            weight=weight,
        )
    if not seen:
        raise InputError(path, problem="holds no verdict", remedy="Judge its questions, or leave it out.")


def _mark(path: Path, number: int, row: Mapping[str, str], scale: str) -> str:
    mark = row[scale].strip()
    if mark not in SCALES[scale]:
        raise InputError(
            path,
            place=f"line {number}, column {scale}",
            problem=f"expected {', '.join(SCALES[scale])}, found {row[scale]!r}",
            remedy="Fill in one of them.",
        )
    return mark


def _weight(path: Path, number: int, row: Mapping[str, str]) -> float:
    text = row.get("weight", "1")
    try:
        weight = float(text)
    except ValueError:
        weight = math.nan
    if not 0 < weight < math.inf:
        raise InputError(
            path,
            place=f"line {number}, column weight",
            problem=f"expected a number above 0, found {text!r}",
            remedy="Leave this column as `study sample` wrote it, or give --unweighted.",
        )
    return weight
