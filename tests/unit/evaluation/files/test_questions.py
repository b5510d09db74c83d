"""Questions of a dataset, read from its Parquet files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.base.columns import write_rows
from pipeline.base.errors import DatasetError
from pipeline.base.files import write_json
from pipeline.evaluation.files.questions import lists, read_dataset

_texts = pa.list_(pa.string())
_SCHEMA = pa.schema(
    [
        *((n, pa.string()) for n in ("question_id", "image_id", "source", "answer", "answer_kind")),
        *((n, pa.string()) for n in ("property_id", "property_label", "noun")),
        *((n, _texts) for n in ("answers", "choices", "domains")),
        ("tolerance", pa.struct([("low", pa.string()), ("high", pa.string())])),
        ("correct", pa.int32()),
        ("hops", pa.int32()),
        ("has_scene_graph", pa.bool_()),
    ]
)

_MANIFEST = {
    "format": "1",
    "snapshot": "s",
    "settings": {
        "language": "en", "same_iou": 0.6, "distractors": 3, "per_image": 6, "max_repeats": 300,
        "consistency_wordings": 8, "blind": {"share": 0.8, "support": 5},
    },
    "units": {},
    "files": [{"path": "B/test.parquet", "bytes": 1, "sha256": "0"}],
    "content_sha256": "0",
}  # fmt: skip


def _record(number: int, **more: Any) -> dict[str, Any]:
    return {
        "question_id": f"q{number}", "image_id": f"i{number // 2}", "source": "visual_genome",
        "answer": "Spain", "answer_kind": "fixed", "property_id": "P17", "property_label": "country",
        "noun": "church",
        "answers": ["Spain"], "choices": ["Peru", "Spain"], "domains": ["places"], "tolerance": None,
        "correct": 1, "hops": 1, "has_scene_graph": False, **more,
    }  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_json(tmp_path / "manifest.json", _MANIFEST)
    rows = [
        _record(0),
        _record(1, hops=2, domains=["places", "arts"], has_scene_graph=True),
        _record(
            2, answer="3 m", answers=["3 m", "3 meters"], answer_kind="number",
            tolerance={"low": "2.9", "high": "3.1"}, domains=[],
        ),
    ]  # fmt: skip
    write_rows(tmp_path / "B" / "test.parquet", _SCHEMA, rows)
    return tmp_path


def test_targets_have_what_counts_as_right(folder: Path) -> None:
    found = read_dataset(folder, "B", "test")
    assert (found.ids, found.images) == (["q0", "q1", "q2"], ["i0", "i0", "i1"])
    assert len(found.targets) == 2
    number = found.target(2)
    assert (number.answers, number.low, number.high) == (("3 m", "3 meters"), "2.9", "3.1")
    assert (found.target(0).low, found.target(0).choices, found.target(0).correct) == (
        "",
        ("Peru", "Spain"),
        1,
    )


def test_questions_are_grouped_by_what_the_record_says(folder: Path) -> None:
    axes = {one.name: dict(one.groups()) for one in read_dataset(folder, "B", "test").axes}
    groups = {by: {name: places.tolist() for name, places in found.items()} for by, found in axes.items()}
    assert groups["hops"] == {"1": [0, 2], "2": [1]}
    assert groups["scene graph"] == {"with": [1], "without": [0, 2]}
    assert groups["domain"] == {"arts": [1], "places": [0, 1]}
    assert groups["property"] == {"P17 country": [0, 1, 2]}
    assert list(groups) == [
        "hops", "scene graph", "source", "domain", "answer kind", "property", "head and tail",
    ]  # fmt: skip


def test_questions_need_not_be_grouped(folder: Path) -> None:
    assert read_dataset(folder, "B", "test", more=("hops",), grouped=False).axes == []


def test_a_missing_column_is_named(folder: Path) -> None:
    path = folder / "B" / "test.parquet"
    pq.write_table(pq.read_table(path).drop_columns(["noun"]), path)
    with pytest.raises(DatasetError, match="has no column noun"):
        read_dataset(folder, "B", "test")


def test_a_damaged_file_is_named(folder: Path) -> None:
    (folder / "B" / "test.parquet").write_bytes(b"PAR1")
    with pytest.raises(DatasetError, match=r"test\.parquet: is damaged"):
        read_dataset(folder, "B", "test")


def test_lists_of_a_part_of_a_column_are_its_own() -> None:
    column = pa.chunked_array([[["a", "b"], []], [["b"]]], type=_texts)
    assert lists(column) == [("a", "b"), (), ("b",)]
    assert lists(column.slice(1)) == [(), ("b",)]


def test_a_set_without_questions_is_told(folder: Path) -> None:
    write_rows(folder / "B" / "test.parquet", _SCHEMA, [])
    with pytest.raises(DatasetError, match=r"B has no questions in test\n"):
        read_dataset(folder, "B", "test")


def test_an_empty_column_has_no_lists() -> None:
    assert lists(pa.chunked_array([], type=_texts)) == []
