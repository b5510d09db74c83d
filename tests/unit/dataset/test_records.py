"""Records on their way into files: bytes are those of the columns, whatever the shards."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.dataset.assembly import Records, _lines, texts_at
from pipeline.dataset.records import write_records


def _records(first: int, last: int, *, name: str = "U/train") -> Records:
    numbers = range(first, last)
    lines = pa.array([f'{{"question_id":"q{n}"}}\n' for n in numbers], pa.string())
    table = pa.table(
        {
            "question_id": pa.array([f"q{n}" for n in numbers], pa.string()),
            "answers": pa.array([["é", str(n)] for n in numbers], pa.list_(pa.string())),
        }
    )
    return Records({name: table}, [{name: texts_at(lines, np.arange(len(numbers)))}])


def _texts(*texts: str) -> pa.StringArray:
    return pa.array(["before", *texts], pa.string()).slice(1)


def test_texts_side_by_side_are_one_piece_and_others_come_in_the_order_asked_for() -> None:
    texts = _texts("a\n", "bé\n", "", "d\n")
    found = {tuple(at): texts_at(texts, np.array(at, np.int64)) for at in ([0, 1, 2, 3], [3, 0, 1], [])}
    assert [[bytes(piece).decode() for piece in pieces] for pieces in found.values()] == [
        ["a\nbé\nd\n"],
        ["d\n", "a\nbé\n"],
        [],
    ]


@pytest.mark.parametrize("at_a_time", [1, 2, 3, 100])
def test_lines_are_those_of_each_place_however_many_are_made_at_a_time(
    monkeypatch: pytest.MonkeyPatch, at_a_time: int
) -> None:
    monkeypatch.setattr("pipeline.dataset.assembly._AT_A_TIME", at_a_time)
    monkeypatch.setattr("pipeline.dataset.assembly._joined", lambda own, given: own["text"].combine_chunks())
    own = pa.table({"text": pa.array([f"{n}\n" for n in range(7)], pa.string())})
    places = {"U/train": np.array([0, 1, 3, 6]), "B/train": np.array([3]), "U/test": np.array([], np.int64)}
    found = dict.fromkeys(places, b"")
    for pieces in _lines(own, {}, places):
        for name, some in pieces.items():
            found[name] += b"".join(some)
    assert found == {"U/train": b"0\n1\n3\n6\n", "B/train": b"3\n", "U/test": b""}


def test_files_hold_the_same_bytes_wherever_the_shards_were_cut(tmp_path: Path) -> None:
    whole = write_records(tmp_path / "one", [_records(0, 9)])
    cut = [_records(0, 4), _records(4, 4), _records(4, 9)]
    write_records(tmp_path / "two", cut)
    for form in ("jsonl", "parquet"):
        one, two = (tmp_path / name / "U" / f"train.{form}" for name in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()
    assert pq.read_table(tmp_path / "one" / "U" / "train.parquet")["answers"][8].as_py() == ["é", "8"]
    assert whole[tmp_path / "one" / "U" / "train.jsonl"].rows == 9


def test_what_is_told_of_a_file_of_lines_is_true(tmp_path: Path) -> None:
    told = write_records(tmp_path, [_records(3, 5, name="B/test")])
    path = tmp_path / "B" / "test.jsonl"
    assert path.read_text() == '{"question_id":"q3"}\n{"question_id":"q4"}\n'
    assert told[path].sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
