"""JSON lines, plain and packed: every record with its line, and every fault too."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from pipeline.base.errors import InputError
from pipeline.base.json_lines import beginning, read_json_lines


@pytest.mark.parametrize("pack", [bytes, lambda content: gzip.compress(content, mtime=0)])
def test_records_come_with_their_lines_and_empty_ones_are_passed_over(tmp_path: Path, pack: type) -> None:
    path = tmp_path / "some.jsonl"
    path.write_bytes(pack('\ufeff{"a": 1}\r\n\n  \n[2]\n'.encode()))
    assert list(read_json_lines(path)) == [(1, {"a": 1}), (4, [2])]


@pytest.mark.parametrize("bad", ['{"a": 1', "no", "[" * 100_000])
def test_a_line_that_is_not_json_is_named(tmp_path: Path, bad: str) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(f"{{}}\n\n{bad}\n")
    with pytest.raises(InputError, match=r"some\.jsonl, line 3: is not JSON: ") as told:
        list(read_json_lines(path))
    assert (told.value.path, told.value.place) == (path, "line 3")


@pytest.mark.parametrize(
    ("content", "first"), [('{"a": 1}\n{', {"a": 1}), ('{\n"a": 1}', None), ("", None), (" \n[1]\n", [1])]
)
def test_a_file_is_known_by_its_first_line(tmp_path: Path, content: str, first: object) -> None:
    (tmp_path / "file").write_text(content)
    assert beginning(tmp_path / "file") == (content.lstrip(), first)
