"""Records on their way into files: bytes are those of the columns, whatever the shards."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.dataset.assembly import _AT_A_TIME, Records, _texts_at, lines_at
from pipeline.dataset.records import write_records


def _records(first: int, last: int) -> Records:
    numbers = range(first, last)
    lines = pa.array([f'{{"question_id":"q{n}"}}\n' for n in numbers], pa.string())
    table = pa.table(
        {
            "question_id": pa.array([f"q{n}" for n in numbers], pa.string()),
            "answers": pa.array([["é", str(n)] for n in numbers], pa.list_(pa.string())),
        }
    )
    return Records(table, lines_at([lines], np.arange(len(numbers))))


def _texts(*texts: str) -> pa.StringArray:
    return pa.array(["before", *texts], pa.string()).slice(1)


def test_lines_side_by_side_are_one_piece_and_others_come_in_the_order_asked_for() -> None:
    lines = _texts("a\n", "bé\n", "", "d\n")
    found = {tuple(at): _texts_at(lines, np.array(at, np.int64)) for at in ([0, 1, 2, 3], [3, 0, 1], [])}
    assert [[bytes(piece).decode() for piece in pieces] for pieces in found.values()] == [
        ["a\nbé\nd\n"],
        ["d\n", "a\nbé\n"],
        [],
    ]


def test_lines_are_found_wherever_one_array_of_them_ends() -> None:
    texts = [f"{n}\n" for n in range(_AT_A_TIME + 2)]
    lines = [pa.array(texts[:_AT_A_TIME], pa.string()), pa.array(texts[_AT_A_TIME:], pa.string())]
    places = np.array([0, _AT_A_TIME - 1, _AT_A_TIME, _AT_A_TIME + 1])
    assert b"".join(lines_at(lines, places)).decode() == "".join(texts[place] for place in places)


def test_files_hold_the_same_bytes_wherever_the_shards_were_cut(tmp_path: Path) -> None:
    whole = write_records(tmp_path / "one", iter([{"U/train": _records(0, 9)}]))
    cut = [{"U/train": _records(0, 4)}, {"U/train": _records(4, 4)}, {"U/train": _records(4, 9)}]
    write_records(tmp_path / "two", iter(cut))
    for form in ("jsonl", "parquet"):
        one, two = (tmp_path / name / "U" / f"train.{form}" for name in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()
    assert pq.read_table(tmp_path / "one" / "U" / "train.parquet")["answers"][8].as_py() == ["é", "8"]
    assert whole[tmp_path / "one" / "U" / "train.jsonl"].rows == 9


def test_what_is_told_of_a_file_of_lines_is_true(tmp_path: Path) -> None:
    told = write_records(tmp_path, iter([{"B/test": _records(3, 5)}]))
    path = tmp_path / "B" / "test.jsonl"
    assert path.read_text() == '{"question_id":"q3"}\n{"question_id":"q4"}\n'
    assert told[path].sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
