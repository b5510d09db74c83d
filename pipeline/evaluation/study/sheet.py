"""The sheet that a rater fills in: a table of questions with empty cells for the verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pipeline.base.errors import InputError
from pipeline.base.files import read_tsv, write_tsv
from pipeline.evaluation.study.verdicts import SCALES, Verdict

SHOWN = (
    "question_id", "hops", "source", "image_id", "image_url", "thing", "question", "answer", "accepted",
    "options", "facts",
)  # fmt: skip
"""What a rater sees; the wording's id and the property are not among it."""

COLUMNS = (*SHOWN, *SCALES, "remark")


def write_sheet(path: Path, rows: Iterable[dict[str, object]]) -> int:
    """Write a sheet with empty verdicts; return the number of questions."""
    return write_tsv(path, COLUMNS, rows)


def read_verdicts(paths: Sequence[Path]) -> list[Verdict]:
    """Return the verdicts of filled-in sheets, in their order.

    A sheet may be a part of one, and hold questions that another has too (of another rater), but none twice.
    InputError names the line of a verdict that is missing or not on its scale, a sheet given twice, and
    one without a row.
    """
    for path, count in Counter(path.resolve() for path in paths).items():
        if count > 1:
            raise InputError(path, problem="is given twice", remedy="Give each rater's sheet once.")
    return [verdict for path in paths for verdict in _verdicts(path)]


def _verdicts(path: Path) -> Iterator[Verdict]:
    seen: Counter[str] = Counter()
    for number, row in enumerate(read_tsv(path, ("question_id", "hops", "source", *SCALES)), start=2):
        for scale, values in SCALES.items():
            if row[scale].strip() not in values:
                raise InputError(
                    path,
                    place=f"line {number}, column {scale}",
                    problem=f"expected {', '.join(values)}, found {row[scale]!r}",
                    remedy="Fill in one of them.",
                )
        seen[row["question_id"]] += 1
        if seen[row["question_id"]] > 1:
            raise InputError(
                path,
                place=f"line {number}",
                problem=f"judges the question {row['question_id']} a second time",
                remedy="Give each rater a sheet of their own.",
            )
        marks = {scale: row[scale].strip() for scale in SCALES}
        yield Verdict(row["question_id"], row["hops"], row["source"], **marks)
    if not seen:
        raise InputError(path, problem="holds no verdict", remedy="Judge its questions, or leave it out.")
