"""What a set is counted by, over files whose row groups end anywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.dataset.counting import SetCounts, count_set

Row = dict[str, Any]
_PART = pa.struct([("edge", pa.int32()), ("question_id", pa.string())])
SCHEMA = pa.schema(
    [(name, pa.string()) for name in ("image_id", "source", "question", "answer", "answer_kind")]
    + [(name, pa.string()) for name in ("property_id", "property_label", "split")]
    + [("n_distractors", pa.int32()), ("hops", pa.int32()), ("has_scene_graph", pa.bool_())]
    + [("domains", pa.list_(pa.field("element", pa.string())))]
    + [("sub_questions", pa.list_(pa.field("element", _PART)))]
)


def record(image: str, prop: str = "P17", *, hops: int = 1, asks: tuple[str | None, ...] = ()) -> Row:
    parts = [{"edge": edge, "question_id": question} for edge, question in enumerate(asks, 1)]
    return {
        "image_id": image,
        "source": "VG",
        "question": "Where is this?",
        "answer": "New York",
        "answer_kind": "item",
        "property_id": prop,
        "property_label": f"label of {prop}",
        "split": "train",
        "n_distractors": 3,
        "hops": hops,
        "has_scene_graph": False,
        "domains": ["places"] if prop == "P17" else [],
        "sub_questions": parts,
    }


def counted(folder: Path, *files: list[Row], rows: int) -> SetCounts:
    """Return the counts of files with row groups of so many rows."""
    paths = [folder / f"{number}.parquet" for number in range(len(files))]
    for path, records in zip(paths, files, strict=True):
        pq.write_table(pa.Table.from_pylist(records, SCHEMA), path, row_group_size=rows)
    return count_set(paths)


@pytest.mark.parametrize("rows", [1, 2, 3, 100])
def test_an_image_is_counted_once_wherever_row_groups_end(tmp_path: Path, rows: int) -> None:
    one = [*(record("a") for _ in range(4)), record("a", "P84"), record("b", "P84"), record("b", "P84")]
    found = counted(tmp_path, one, [record("c", "P84"), record("c")], rows=rows)
    assert found.images == 3
    by_property = found.groups["properties"]
    first, second = ("P17", "label of P17"), ("P84", "label of P84")
    assert by_property.questions == {first: 5, second: 4}
    assert by_property.images == {first: 2, second: 3}
    assert found.groups["split"].images == {("train",): 3}


def test_words_options_answers_and_domains_are_those_of_all_questions(tmp_path: Path) -> None:
    found = counted(tmp_path, [record("a"), record("b", "P84")], [record("c")], rows=1)
    assert (found.question_words, found.answer_words) == (9, 6)
    assert found.options == {3: 3}
    assert found.answers == {"New York"}
    assert found.domains == {"places": 2}


def test_rungs_are_the_sub_questions_that_name_a_question(tmp_path: Path) -> None:
    records = [
        record("a"),
        record("a", hops=2, asks=("q1", "q2")),
        record("b", hops=3, asks=("q1", None, "q3")),
    ]
    rungs = counted(tmp_path, records, rows=2).groups["ladders"].questions
    assert rungs == {(1, False, 1): 1, (2, False, 2): 1, (3, False, 2): 1}


def test_a_set_may_be_empty(tmp_path: Path) -> None:
    found = counted(tmp_path, [], rows=1)
    assert (found.images, found.groups["hops"].questions) == (0, {})
