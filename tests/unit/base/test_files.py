"""Files read and written whole, or not at all."""

from __future__ import annotations

import errno
import gc
import gzip
import os
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pipeline.base.errors import InputError
from pipeline.base.files import (
    WriteThrough,
    atomic_path,
    half_written,
    open_binary,
    read_json,
    read_lines,
    write_bytes,
    write_json,
    write_maybe_gzip,
    write_text,
)

CUT = gzip.compress(b"one\ntwo\n", mtime=0)[:-9]


def entries(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_file_appears_only_when_the_block_has_ended(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "a.txt"
    with atomic_path(path) as temporary:
        temporary.write_text("new")
        assert not path.exists()
        assert temporary.parent == path.parent
    assert path.read_text() == "new"
    assert entries(path.parent) == ["a.txt"]


def test_failed_block_leaves_the_old_file_and_no_rest(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt), atomic_path(path) as temporary:
        temporary.write_text("half")
        raise KeyboardInterrupt
    assert path.read_text() == "old"
    assert entries(tmp_path) == ["a.txt"]


def test_files_that_killed_processes_left_half_written_are_found(tmp_path: Path) -> None:
    left = tmp_path / "deep" / ".a.parquet.123.part"
    with atomic_path(tmp_path / "deep" / "a.parquet") as temporary:
        temporary.write_text("half")
        assert half_written(tmp_path) == [temporary]
    left.write_text("half")
    for name in ("b.part", ".part", ".c.part", "a.parquet.123.part"):
        (tmp_path / name).write_text("mine")
    assert half_written(tmp_path) == [left]
    assert half_written(tmp_path / "not there") == []


def test_written_file_replaces_an_older_one(tmp_path: Path) -> None:
    write_bytes(tmp_path / "a", b"long old content")
    write_bytes(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"new"


def test_text_is_utf8_with_its_line_ends_as_given(tmp_path: Path) -> None:
    write_text(tmp_path / "a", "é\r\nb\n")
    assert (tmp_path / "a").read_bytes() == b"\xc3\xa9\r\nb\n"


def test_json_is_indented_in_the_order_given_with_letters_as_they_are(tmp_path: Path) -> None:
    write_json(tmp_path / "a.json", {"b": "é", "a": [1, None]})
    expected = '{\n  "b": "é",\n  "a": [\n    1,\n    null\n  ]\n}\n'
    assert (tmp_path / "a.json").read_bytes() == expected.encode()


@pytest.mark.parametrize("content", [{"a": ["é", 1.5, None, True]}, [], 0, ""])
def test_json_is_read_back_plain_or_packed(tmp_path: Path, content: Any) -> None:
    write_json(tmp_path / "a.json", content)
    (tmp_path / "b.json").write_bytes(gzip.compress((tmp_path / "a.json").read_bytes()))
    assert read_json(tmp_path / "a.json") == read_json(tmp_path / "b.json") == content


def test_json_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"\xef\xbb\xbf[1]")
    assert read_json(tmp_path / "a.json") == [1]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b'{"a": 1,\n "b"', id="cut off"),
        pytest.param(b'["\xff"]', id="not UTF-8"),
        pytest.param(CUT, id="gzip cut off"),
        pytest.param(b"\x1f\x8bnot gzip at all", id="not gzip"),
        pytest.param(
            b"[1" + b"0" * 5000 + b"]",
            id="number of 5,001 digits",
        ),
        pytest.param(
            b"[" * 100_000,
            id="brackets without end",
        ),
    ],
)
def test_file_that_is_no_json_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.json").write_bytes(content)
    with pytest.raises(InputError, match=r"a\.json: is not JSON: ") as caught:
        read_json(tmp_path / "a.json")
    assert caught.value.path == tmp_path / "a.json"


def test_place_of_a_json_fault_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"a": 1,\n b}')
    with pytest.raises(InputError, match="line 2 column 2"):
        read_json(tmp_path / "a.json")


@pytest.mark.parametrize("content", [b"", b"a", b"\x1f", b"plain text"])
def test_plain_file_is_opened_from_its_first_byte_whatever_its_name(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.gz").write_bytes(content)
    with open_binary(tmp_path / "a.gz") as stream:
        assert stream.read() == content


def test_packed_file_is_unpacked_whatever_its_name(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(gzip.compress(b"first ") + gzip.compress(b"second"))
    with open_binary(tmp_path / "a.txt") as stream:
        assert stream.read() == b"first second"


@pytest.mark.parametrize("content", [b"text", gzip.compress(b"text")], ids=["plain", "packed"])
def test_no_file_stays_open_under_a_closed_stream(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a").write_bytes(content)
    with warnings.catch_warnings(record=True, category=ResourceWarning) as told:
        warnings.simplefilter("always")
        with open_binary(tmp_path / "a") as stream:
            assert stream.read() == b"text"
        del stream
        gc.collect()
    assert [str(warning.message) for warning in told if str(tmp_path) in str(warning.message)] == []


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"", []),
        (b"one", [(1, "one")]),
        (b"one\n", [(1, "one")]),
        (b"one\n\nthree\n", [(1, "one"), (2, ""), (3, "three")]),
        (b"one\r\ntwo\r\n", [(1, "one"), (2, "two")]),
        (b"\xef\xbb\xbfone\n\xef\xbb\xbftwo", [(1, "one"), (2, "\ufefftwo")]),
        ("a\u2028b\x85c\x0bd\n".encode(), [(1, "a\u2028b\x85c\x0bd")]),
        (b" kept \t\n", [(1, " kept \t")]),
    ],
)
def test_lines_are_numbered_from_one_without_their_ends(
    tmp_path: Path, content: bytes, lines: list[tuple[int, str]]
) -> None:
    (tmp_path / "plain").write_bytes(content)
    (tmp_path / "packed").write_bytes(gzip.compress(content))
    assert list(read_lines(tmp_path / "plain")) == lines
    assert list(read_lines(tmp_path / "packed")) == lines


def test_line_longer_than_any_buffer_comes_whole(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("é" * 300_000 + "\nb")
    assert [(number, len(line)) for number, line in read_lines(tmp_path / "a")] == [(1, 300_000), (2, 1)]


def test_text_in_another_encoding_is_refused_by_name_and_place(tmp_path: Path) -> None:
    good = b"line\n" * 50_000
    (tmp_path / "a.tsv").write_bytes(good + b"caf\xe9\n")
    lines = read_lines(tmp_path / "a.tsv")
    with pytest.raises(InputError, match=r"a\.tsv, after line \d+: is not UTF-8 text") as caught:
        for number, text in lines:
            assert (text, number <= 50_000) == ("line", True)
    place = int(caught.value.place.removeprefix("after line "))
    assert 0 < place <= 50_000


@pytest.mark.parametrize(
    ("content", "sound"),
    [(CUT, [(1, "one"), (2, "two")]), (b"\x1f\x8bno gzip", [])],
    ids=["cut off", "damaged from the start"],
)
def test_damaged_packed_text_is_refused_after_its_sound_lines(
    tmp_path: Path, content: bytes, sound: list[tuple[int, str]]
) -> None:
    (tmp_path / "a.gz").write_bytes(content)
    seen: list[tuple[int, str]] = []
    with pytest.raises(InputError, match=r"a\.gz, .*: the gzip data is damaged") as caught:
        seen.extend(read_lines(tmp_path / "a.gz"))
    assert caught.value.place == (f"after line {len(sound)}" if sound else "at its beginning")
    assert seen == sound


def test_bytes_are_packed_only_under_a_name_that_says_so(tmp_path: Path) -> None:
    write_maybe_gzip(tmp_path / "a.tsv", b"text")
    write_maybe_gzip(tmp_path / "a.tsv.gz", b"text")
    assert (tmp_path / "a.tsv").read_bytes() == b"text"
    packed = (tmp_path / "a.tsv.gz").read_bytes()
    assert gzip.decompress(packed) == b"text"
    # RFC 1952: bytes 4 to 7 hold the time of change; zero means none, so runs agree.
    assert packed[4:8] == b"\0\0\0\0"


def test_the_fault_of_a_full_disk_names_the_file_that_was_written(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"out\.json") as told, atomic_path(tmp_path / "out.json"):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert told.value.errno == errno.ENOSPC
    assert list(tmp_path.iterdir()) == []


def test_pieces_are_written_through_one_behind_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipeline.base.files._KEPT", 1_000)
    pieces = [memoryview(bytes([n % 251]) * (n % 97)) for n in range(2_000)]
    with WriteThrough(tmp_path / "out") as stream:
        for first in range(0, 2_000, 700):
            stream.write(pieces[first : first + 700])
    assert (tmp_path / "out").read_bytes() == b"".join(pieces)


def test_what_the_system_takes_in_part_is_written_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = os.writev

    def some(stream: int, pieces: Sequence[memoryview]) -> int:
        return whole(stream, [pieces[0], pieces[1][:2]])

    monkeypatch.setattr(os, "writev", some)
    with WriteThrough(tmp_path / "out") as stream:
        stream.write([memoryview(text) for text in (b"one", b"three", b"", b"five")])
    assert (tmp_path / "out").read_bytes() == b"onethreefive"
