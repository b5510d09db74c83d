"""Tables of landmark images read in columns: what the reader in Python says of them."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from pipeline.relational.landmarks import read_landmarks
from pipeline.sources.landmarks import CommonsTable
from pipeline.sources.tables import SCHEMAS, RecordTables

Rows = dict[str, list[tuple[object, ...]]]
ITEMS = ["Q1", "Q2", " Q2 ", "Q30", "Q3", "P31", "", "Q0", "Q\u0661", "Eiffel Tower"]
FILES = [
    *(
        "a.jpg",
        "A b.jpg",
        "A%20b.jpg",
        " A b.jpg ",
        "A_b.jpg",
        "b%20.jpg",
        "%20b.jpg",
        "a%2520.jpg",
        "a%%20.jpg",
    ),
    *(
        "caf\u00e9.jpg",
        "caf%C3%A9.jpg",
        "caf%E9.jpg",
        "100%.jpg",
        "a/b.jpg",
        "(1),'2'.jpg",
        "a+b&c=d.jpg",
        "",
        " ",
    ),
    *("NULL", '"a.jpg', '"a b".jpg', "\u200ba.jpg", "\x1fa.jpg", "a\u0085b.jpg", "\U0001f3f0.jpg", "z" * 300),
]


def _table(path: Path, lines: list[str], header: str = "item\timage_file") -> Path:
    path.write_text("\n".join([header, *lines]) + "\n", encoding="utf-8", newline="")
    return path


def _in_python(path: Path, folder: Path) -> tuple[Rows, int]:
    with RecordTables(folder) as tables:
        count = tables.add(CommonsTable(path).records(), 3)
    return _sorted({name: [folder / f"{name}.parquet"] for name in SCHEMAS}), count


def _in_columns(path: Path, folder: Path) -> tuple[Rows, int]:
    bulk = read_landmarks(CommonsTable(path), folder / "bulk", 3)
    assert bulk is not None
    with RecordTables(folder) as tables:
        count = tables.add(bulk.others, 3)
    read = {name: [folder / f"{name}.parquet"] for name in SCHEMAS}
    for name, written in bulk.tables.items():
        read[name].append(written)
    return _sorted(read), count + bulk.rows


def _sorted(tables: dict[str, list[Path]]) -> Rows:
    return {
        name: sorted(
            (tuple(row.values()) for path in paths for row in pq.read_table(path).to_pylist()), key=repr
        )
        for name, paths in tables.items()
    }


@pytest.mark.parametrize("seed", range(5))
def test_rows_at_random_are_read_alike(tmp_path: Path, seed: int) -> None:
    draw = random.Random(seed)
    lines = [f"{draw.choice(ITEMS)}\t{draw.choice(FILES)}" for _ in range(400)]
    lines += ["", "Q1", "Q1\ta.jpg\tmore", "\t", "\t\t", "Q5 a.jpg"]
    draw.shuffle(lines)
    path = _table(tmp_path / "landmarks.tsv", lines)
    assert _in_columns(path, tmp_path / "columns") == _in_python(path, tmp_path / "python")


@pytest.mark.parametrize("lines", [[], [""], ["Q1"], ["Q1\ta.jpg"], ["Q1\ta.jpg"] * 3, ["P1\ta.jpg"]])
def test_few_rows_are_read_alike(tmp_path: Path, lines: list[str]) -> None:
    path = _table(tmp_path / "landmarks.tsv", lines)
    assert _in_columns(path, tmp_path / "columns") == _in_python(path, tmp_path / "python")


def test_further_columns_and_another_order_are_read_alike(tmp_path: Path) -> None:
    path = _table(tmp_path / "l.tsv", ["x\ta.jpg\tQ1\ty", "x\tb.jpg\tQ1"], "a\timage_file\titem\tb")
    assert _in_columns(path, tmp_path / "columns") == _in_python(path, tmp_path / "python")


def test_a_packed_table_with_a_byte_order_mark_is_read_alike(tmp_path: Path) -> None:
    plain = _table(tmp_path / "l.tsv", ["Q1\ta.jpg", "Q2\tb.jpg"], "\ufeffitem\timage_file")
    packed = tmp_path / "packed.tsv"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    for path in (plain, packed):
        assert _in_columns(path, tmp_path / "columns") == _in_python(path, tmp_path / "python")


def test_rows_beyond_one_piece_are_read_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.relational.landmarks._AT_A_TIME", 7)
    path = _table(tmp_path / "l.tsv", [f"Q{n % 9 + 1}\t{n % 40}.jpg" for n in range(100)])
    assert _in_columns(path, tmp_path / "columns") == _in_python(path, tmp_path / "python")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"item\tfile\nQ1\ta.jpg\n",
        b"item\timage_file\r\nQ1\ta.jpg\r\n",
        b"item\timage_file\titem\nQ1\ta.jpg\tQ2\n",
        b"item\timage_file\nQ1\ta\xe9.jpg\n",
        b"item\timage_file\tmore\nQ1\ta.jpg\t\xe9\n",
        gzip.compress(b"item\timage_file\nQ1\ta.jpg\n")[:-9],
    ],
    ids=[
        "empty",
        "without a column",
        "with returns",
        "column twice",
        "not UTF-8",
        "not UTF-8 beside",
        "cut off",
    ],
)
def test_a_table_that_may_be_unsound_is_left_to_the_reader_in_python(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "l.tsv").write_bytes(content)
    assert read_landmarks(CommonsTable(tmp_path / "l.tsv"), tmp_path / "bulk", 0) is None
