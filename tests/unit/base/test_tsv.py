"""Tab-separated tables of `pipeline.base.files`."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.base.errors import InputError
from pipeline.base.files import read_columns, read_tsv, write_tsv

CELLS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


def test_rows_are_read_by_the_names_of_the_header(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("b\ta\textra\n1\t2\t3\n\t\t\n")
    rows = list(read_tsv(tmp_path / "a.tsv", ["a", "b"]))
    assert rows == [{"b": "1", "a": "2", "extra": "3"}, {"b": "", "a": "", "extra": ""}]


def test_quotes_and_backslashes_are_text(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text('a\tb\n"x\t\\t"\n')
    assert list(read_tsv(tmp_path / "a.tsv", ["a"])) == [{"a": '"x', "b": '\\t"'}]


def test_packed_table_with_byte_order_mark_and_windows_line_ends_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_bytes(gzip.compress(b"\xef\xbb\xbfa\tb\r\n1\t2\r\n"))
    assert list(read_tsv(tmp_path / "a.tsv", ["a", "b"])) == [{"a": "1", "b": "2"}]


def test_header_alone_is_a_table_without_rows(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("a\tb\n")
    assert list(read_tsv(tmp_path / "a.tsv", ["a", "b"])) == []


@pytest.mark.parametrize(
    ("content", "found"), [("", "found ''"), ("a\tc\n1\t2\n", "found 'a, c'"), ("a,b\n", "found 'a,b'")]
)
def test_table_without_a_column_is_refused_with_what_was_expected_and_found(
    tmp_path: Path, content: str, found: str
) -> None:
    (tmp_path / "a.tsv").write_text(content)
    with pytest.raises(InputError) as caught:
        list(read_tsv(tmp_path / "a.tsv", ["a", "b"]))
    message = str(caught.value)
    assert "a.tsv, line 1: expected the columns a, b, " in message
    assert found in message


def test_message_about_a_file_of_one_long_line_stays_short(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("x" * 1_000_000)
    with pytest.raises(InputError) as caught:
        list(read_tsv(tmp_path / "a.tsv", ["a"]))
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize(("line", "cells"), [("1", 1), ("1\t2\t3", 3), ("", 1)])
def test_row_of_another_length_is_refused_with_its_line(tmp_path: Path, line: str, cells: int) -> None:
    (tmp_path / "a.tsv").write_text(f"a\tb\n1\t2\n{line}\n")
    rows = read_tsv(tmp_path / "a.tsv", ["a"])
    assert next(rows) == {"a": "1", "b": "2"}
    with pytest.raises(InputError, match=rf"a\.tsv, line 3: has {cells} cells, the header has 2"):
        next(rows)


def test_table_is_written_with_the_columns_named_and_counts_its_rows(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [{"b": 2, "a": "é", "unasked": "x"}, {"a": None, "b": '"'}, {}]
    assert write_tsv(tmp_path / "a.tsv", ["a", "b"], iter(rows)) == 3
    assert (tmp_path / "a.tsv").read_bytes() == 'a\tb\né\t2\n\t"\n\t\n'.encode()


def test_tabs_and_line_ends_in_a_cell_become_spaces(tmp_path: Path) -> None:
    write_tsv(tmp_path / "a.tsv", ["a", "b"], [{"a": "1\t2", "b": "x\r\ny"}])
    assert (tmp_path / "a.tsv").read_text() == "a\tb\n1 2\tx  y\n"


def test_false_and_zero_are_not_empty(tmp_path: Path) -> None:
    write_tsv(tmp_path / "a.tsv", ["a", "b"], [{"a": 0, "b": False}])
    assert (tmp_path / "a.tsv").read_text() == "a\tb\n0\tFalse\n"


def test_packed_table_is_equal_byte_for_byte_from_run_to_run(tmp_path: Path) -> None:
    rows = [{"a": number} for number in range(100)]
    for name in ("a.tsv.gz", "b.tsv.gz"):
        write_tsv(tmp_path / name, ["a"], rows)
    packed = (tmp_path / "a.tsv.gz").read_bytes()
    assert packed == (tmp_path / "b.tsv.gz").read_bytes()
    assert gzip.decompress(packed).decode().split() == ["a", *map(str, range(100))]


def test_table_of_one_column_may_have_an_empty_cell(tmp_path: Path) -> None:
    assert write_tsv(tmp_path / "a.tsv", ["a"], [{"a": ""}]) == 1
    assert (tmp_path / "a.tsv").read_text() == "a\n\n"


@settings(
    deadline=None,
    derandomize=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(rows=st.lists(st.tuples(CELLS, CELLS), max_size=5), name=st.sampled_from(["a.tsv", "a.tsv.gz"]))
def test_what_is_written_is_read_back(tmp_path: Path, rows: list[tuple[str, str]], name: str) -> None:
    path = tmp_path / name
    write_tsv(path, ["a", "b"], [{"a": first, "b": second} for first, second in rows])
    spaced = str.maketrans("\t\r\n", "   ")
    expected = [(first.translate(spaced), second.translate(spaced)) for first, second in rows]
    assert [(row["a"], row["b"]) for row in read_tsv(path, ["a", "b"])] == expected


def test_chosen_columns_come_in_the_order_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("b\ta\textra\n1\t2\t3\n\t\t\n")
    assert list(read_columns(tmp_path / "a.tsv", ["a", "b"])) == [("2", "1"), ("", "")]


def test_chosen_columns_of_a_row_of_another_length_are_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("a\tb\n1\t2\n1\n")
    with pytest.raises(InputError, match="line 3: has 1 cells, the header has 2"):
        list(read_columns(tmp_path / "a.tsv", ["a", "b"]))
