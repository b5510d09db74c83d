"""Records of a few questions, as tables of the engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from pipeline.base.columns import write_rows
from pipeline.relational.engine import Engine

Row = dict[str, Any]
_texts = pa.list_(pa.string())
RECORD = pa.schema(
    [
        *((n, pa.string()) for n in ("question_id", "property_id", "property_label", "noun", "question")),
        ("answer", pa.string()),
        ("answers", _texts),
        ("choices", _texts),
        ("n_distractors", pa.int32()),
        ("tags", _texts),
    ]
)


def record(
    number: int,
    answer: str,
    *,
    prop: str = "P17",
    noun: str = "church",
    question: str = "Where is this church?",
    wrong: Sequence[str] = ("Laos", "Togo", "Peru"),
    also: Sequence[str] = (),
    tags: Sequence[str] = (),
) -> Row:
    """Return a record."""
    return {
        "question_id": f"q{number}",
        "property_id": prop,
        "property_label": prop.lower(),
        "noun": noun,
        "question": question,
        "answer": answer,
        "answers": [answer, *also],
        "choices": [*wrong, answer],
        "n_distractors": len(wrong),
        "tags": list(tags),
    }


def register(engine: Engine, folder: Path, train: Iterable[Row], test: Iterable[Row]) -> None:
    """Make the tables `train` and `test`."""
    for name, rows in (("train", train), ("test", test)):
        write_rows(folder / f"{name}.parquet", RECORD, rows)
        engine.register({name: folder / f"{name}.parquet"})
