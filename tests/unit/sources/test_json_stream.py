"""Large JSON arrays, record by record, wherever the chunks end."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.base.errors import InputError
from pipeline.sources import json_stream
from pipeline.sources.json_stream import iter_json_array, iter_json_lists, iter_json_object

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=6)
    | st.just("é😀")
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
RECORDS = st.lists(st.dictionaries(st.text(max_size=4), VALUES, max_size=3), max_size=4)
FEW = settings(
    deadline=None,
    derandomize=True,
    max_examples=80,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def read(path: Path) -> list[tuple[int, Any]]:
    return list(iter_json_array(path, expected="a list of things"))


def in_chunks(path: Path, size: int) -> list[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_stream, "_CHUNK", size)
        return [value for _, value in read(path)]


def write(folder: Path, content: str | bytes) -> Path:
    path = folder / "things.json"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("[]", []),
        (" [ ] ", []),
        ('[{"a": 1}]', [{"a": 1}]),
        ('\r\n[\t{"a": 1} ,\n {"b": []}\n]\n', [{"a": 1}, {"b": []}]),
        ('[1, "two", null, true, [3], 4.5]', [1, "two", None, True, [3], 4.5]),
        ('\ufeff[{"é": "\\ud83d\\ude00]"}]', [{"é": "😀]"}]),
    ],
)
def test_values_are_numbered_from_zero(tmp_path: Path, text: str, values: list[Any]) -> None:
    path = write(tmp_path, text)
    assert read(path) == list(enumerate(values))
    path.write_bytes(gzip.compress(text.encode()))
    assert read(path) == list(enumerate(values))


@FEW
@given(
    records=RECORDS,
    chunk=st.integers(1, 40),
    ascii_only=st.booleans(),
    indent=st.sampled_from([None, 1]),
    packed=st.booleans(),
)
def test_records_survive_any_chunk_boundary(
    tmp_path: Path, records: list[Any], chunk: int, ascii_only: bool, indent: int | None, packed: bool
) -> None:
    content = json.dumps(records, ensure_ascii=ascii_only, indent=indent).encode()
    path = write(tmp_path, gzip.compress(content) if packed else content)
    assert in_chunks(path, chunk) == records


@pytest.mark.parametrize(
    "text",
    [
        "[12345,-67]",
        "[true,null,false]",
        pytest.param(
            "[1.25]",
        ),
        pytest.param(
            "[15e10]",
        ),
    ],
)
def test_bare_numbers_and_words_survive_every_chunk_boundary(tmp_path: Path, text: str) -> None:
    path = write(tmp_path, text)
    for size in range(1, len(text) + 2):
        assert in_chunks(path, size) == json.loads(text)


THREE = '[{"a": 1}, {"b": "é"}, {"c": [1, 2]}]'


@pytest.mark.parametrize("cut", range(1, len(THREE)))
@pytest.mark.parametrize("chunk", [1, 7, 1 << 20])
def test_file_cut_off_anywhere_gives_its_whole_records_and_the_number_of_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: int, chunk: int
) -> None:
    monkeypatch.setattr(json_stream, "_CHUNK", chunk)
    # The records end before these characters.
    whole = sum(end <= cut for end in (9, 21, 36))
    seen: list[Any] = []
    with pytest.raises(InputError) as caught:
        seen.extend(iter_json_array(write(tmp_path, THREE[:cut]), expected="things"))
    assert seen == list(enumerate(json.loads(THREE)))[:whole]
    assert caught.value.place == f"record {whole + 1}"
    assert caught.value.problem == "the JSON is broken or cut off there"


def test_records_before_a_broken_one_are_yielded(tmp_path: Path) -> None:
    values = iter_json_array(write(tmp_path, '[{"a": 1}, {"b": 2}, {"c": }, {"d": 4}]'), expected="things")
    assert [next(values), next(values)] == [(0, {"a": 1}), (1, {"b": 2})]
    with pytest.raises(InputError, match=r"things\.json, record 3: the JSON is broken or cut off there"):
        next(values)


@pytest.mark.parametrize("text", ["[1,]", "[,1]", "[1 2]", "[1,,2]", '[{"a": 1}{"b": 2}]', "[1}", "[x]"])
def test_array_with_a_fault_between_records_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match=r"record [12]: the JSON is broken"):
        read(write(tmp_path, text))


@pytest.mark.parametrize("rest", [" [2]", "x", ","])
def test_anything_after_the_array_is_refused_rather_than_lost(tmp_path: Path, rest: str) -> None:
    with pytest.raises(InputError):
        read(write(tmp_path, "[1]" + rest))


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", "found nothing"),
        (b" \n ", "found nothing"),
        (b'{"a": 1}', "found a file that begins with '{\"a\": 1}'"),
        (b"image_id,name\n1,cat", "found a file that begins with 'image_id,name"),
        (b"  <html>" + b"x" * 5000, "found a file that begins with '<html>" + "x" * 34 + "'"),
    ],
)
def test_file_that_holds_no_array_is_refused_with_name_expected_and_found(
    tmp_path: Path, content: bytes, found: str
) -> None:
    with pytest.raises(InputError) as caught:
        read(write(tmp_path, content))
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / 'things.json'}: expected a list of things, {found}")
    assert len(message) < len(str(tmp_path)) + 300


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(gzip.compress(b"[" + b'{"a": 1},' * 9000)[:-200], id="cut off"),
        pytest.param(gzip.compress(b'[{"a": 1}')[:-8] + b"\0" * 8, id="wrong check sum"),
        pytest.param(b"\x1f\x8bno gzip", id="no gzip"),
        pytest.param(b'[{"a": "\xff"}]', id="not UTF-8"),
        pytest.param(b'[{"a": "\xc3', id="cut off within a letter"),
    ],
)
def test_damaged_file_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(InputError, match=r"things\.json: the file is damaged or cut off") as caught:
        read(write(tmp_path, content))
    assert caught.value.path == tmp_path / "things.json"


@pytest.mark.parametrize("text", ["[" * 100_000, "[1" + "0" * 5000 + "]"], ids=["depth", "digits"])
def test_value_that_python_cannot_hold_is_refused_by_record(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match="record 1"):
        read(write(tmp_path, text))


def test_broken_record_ends_the_reading_once_it_is_larger_than_any_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, '["' + "x" * 10_000)
    monkeypatch.setattr(json_stream, "_CHUNK", 100)
    monkeypatch.setattr(json_stream, "_LARGEST_RECORD", 1000)
    taken: list[int] = []
    more = json_stream._Window.more

    def counted(window: json_stream._Window) -> bool:
        taken.append(1)
        return more(window)

    monkeypatch.setattr(json_stream._Window, "more", counted)
    with pytest.raises(InputError, match="record 1"):
        read(path)
    assert 10 <= len(taken) <= 12


def test_memory_is_bounded_by_a_chunk_and_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = json.dumps({"names": ["lamp"] * 200})
    path = write(tmp_path, "[" + ",".join([record] * 4000) + "]")
    assert path.stat().st_size > 6_000_000
    monkeypatch.setattr(json_stream, "_CHUNK", 1 << 16)
    tracemalloc.start()
    try:
        count = sum(1 for _ in iter_json_array(path, expected="things"))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 4000
    assert peak < 1_000_000


MEMBERS = st.dictionaries(st.text(max_size=4), VALUES, max_size=4)


@FEW
@given(members=MEMBERS, chunk=st.integers(1, 40), indent=st.sampled_from([None, 1]), packed=st.booleans())
def test_members_and_lists_of_an_object_survive_any_chunk_boundary(
    tmp_path: Path, members: dict[str, Any], chunk: int, indent: int | None, packed: bool
) -> None:
    content = json.dumps(members, indent=indent).encode()
    path = write(tmp_path, gzip.compress(content) if packed else content)
    lists = {key: values for key, values in members.items() if isinstance(values, list)}
    listed = [(key, place, value) for key in lists for place, value in enumerate(lists[key])]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_stream, "_CHUNK", chunk)
        assert list(iter_json_object(path, expected="things")) == list(members.items())
        assert list(iter_json_lists(path, expected="things")) == listed


OBJECT = '{"a": [1, {"b": "é"}], "c": {"d": 2}, "e": [3.5]}'


@pytest.mark.parametrize("cut", range(1, len(OBJECT)))
@pytest.mark.parametrize("read_all", [iter_json_object, iter_json_lists])
def test_object_cut_off_anywhere_is_refused_with_its_place(tmp_path: Path, cut: int, read_all: Any) -> None:
    with pytest.raises(InputError) as caught:
        list(read_all(write(tmp_path, OBJECT[:cut]), expected="things"))
    assert caught.value.place
    assert caught.value.problem == "the JSON is broken or cut off there"


def test_place_of_a_fault_is_the_list_and_the_number_in_it(tmp_path: Path) -> None:
    values = iter_json_lists(write(tmp_path, '{"a": [1], "b": [2, 3, x]}'), expected="things")
    assert [next(values), next(values), next(values)] == [("a", 0, 1), ("b", 0, 2), ("b", 1, 3)]
    with pytest.raises(InputError, match=r"things\.json, b 3: the JSON is broken or cut off there"):
        next(values)


@pytest.mark.parametrize(
    "text",
    ["{1: 2}", '{"a" 1}', '{"a": 1,}', '{,"a": 1}', '{"a": 1 "b": 2}', '{"a": 1]', '{"a": 1} x', '{"a": [1}'],
)
@pytest.mark.parametrize("read_all", [iter_json_object, iter_json_lists])
def test_object_with_a_fault_between_members_is_refused(tmp_path: Path, text: str, read_all: Any) -> None:
    with pytest.raises(InputError, match="the JSON is broken or cut off there"):
        list(read_all(write(tmp_path, text), expected="things"))


@pytest.mark.parametrize("read_all", [iter_json_object, iter_json_lists])
def test_file_that_holds_no_object_is_refused(tmp_path: Path, read_all: Any) -> None:
    with pytest.raises(InputError, match=r"expected things, found a file that begins with '\[1\]'"):
        list(read_all(write(tmp_path, "[1]"), expected="things"))
