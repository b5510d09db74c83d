"""Large JSON arrays and objects read record by record, in memory bounded by the largest record."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pipeline.base.errors import InputError
from pipeline.base.files import DAMAGED, open_binary

_CHUNK = 1 << 20
_LARGEST_RECORD = 64 << 20
_NUMBER_MAY_GO_ON = 3
"""Cut within this many characters, `1.5` passes for `1` and `1e+5` for `1`: more is read first."""

_SPACE = " \t\r\n"


class _Window:
    """The unread part of a text stream; `text[position:]` is what has not been consumed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.stream = open_binary(path)
        self.decode = codecs.getincrementaldecoder("utf-8-sig")().decode
        self.text, self.position, self.ended = "", 0, False

    def more(self) -> bool:
        """Read on; return False at the end of the file."""
        try:
            chunk = self.stream.read(_CHUNK)
            added = self.decode(chunk, final=not chunk)
        except (UnicodeDecodeError, *DAMAGED) as fault:
            raise InputError(
                self.path,
                problem=f"the file is damaged or cut off ({fault})",
                remedy="Download or copy the file again.",
            ) from fault
        self.text, self.position = self.text[self.position :] + added, 0
        self.ended = not chunk
        return not self.ended

    def peek(self) -> str:
        """Return the next character that is no white space, without consuming it; "" at the end."""
        while True:
            text, at = self.text, self.position
            while at < len(text) and text[at] in _SPACE:
                at += 1
            self.position = at
            if at < len(text):
                return text[at]
            if not self.more():
                return ""


def iter_json_array(path: Path, *, expected: str) -> Iterator[tuple[int, Any]]:
    """Yield (index from 0, value) of a file that holds one JSON array, plain or gzip.

    Raises InputError, with the record's number, if the file is not JSON, ends early, or holds
    something else than an array; `expected` says in words what the file should have been.
    """
    window = _Window(path)
    with window.stream:
        _begin(window, "[", expected)
        count = 0
        for count in _parts(window, "]", "record"):
            yield count - 1, _decode(window, f"record {count}")
        _finish(window, f"record {count + 1}")


def iter_json_object(path: Path, *, expected: str) -> Iterator[tuple[str, Any]]:
    """Yield (key, value) of a file that holds one JSON object, plain or gzip; errors as for an array."""
    window = _Window(path)
    with window.stream:
        _begin(window, "{", expected)
        count = 0
        for count in _parts(window, "}", "record"):
            yield _key(window, f"record {count}"), _decode(window, f"record {count}")
        _finish(window, f"record {count + 1}")


def iter_json_lists(path: Path, *, expected: str) -> Iterator[tuple[str, int, Any]]:
    """Yield (key, index from 0, value) of the lists in one JSON object, in the order of the file.

    Members that are no lists are read over. Errors are those of `iter_json_array`; their place is the
    key with the number of the value in its list.
    """
    window = _Window(path)
    with window.stream:
        _begin(window, "{", expected)
        count = 0
        for count in _parts(window, "}", "member"):
            key = _key(window, f"member {count}")
            if window.peek() != "[":
                _decode(window, key)
                continue
            window.position += 1
            for number in _parts(window, "]", key):
                yield key, number - 1, _decode(window, f"{key} {number}")
        _finish(window, f"member {count + 1}")


def _begin(window: _Window, opening: str, expected: str) -> None:
    """Consume the character that the whole file begins with; InputError if it is another one."""
    first = window.peek()
    if first != opening:
        start = window.text[window.position :][:40]
        found = f"a file that begins with {start!r}" if first else "nothing"
        raise InputError(
            window.path, problem=f"expected {expected}, found {found}", remedy="Name a file of that form."
        )
    window.position += 1


def _parts(window: _Window, closing: str, what: str) -> Iterator[int]:
    """Yield 1, 2 ... with the window at each part in turn, then consume the closing character."""
    number = 1
    while (char := window.peek()) != closing:
        if char == "," and number > 1:
            window.position += 1
        elif char == "" or number > 1:
            raise _cut(window.path, f"{what} {number}")
        yield number
        number += 1
    window.position += 1


def _key(window: _Window, place: str) -> str:
    """Consume a key and its colon."""
    key = _decode(window, place)
    if not isinstance(key, str) or window.peek() != ":":
        raise _cut(window.path, place)
    window.position += 1
    return key


def _decode(window: _Window, place: str) -> Any:
    decoder = json.JSONDecoder()
    window.peek()
    while True:
        try:
            value, end = decoder.raw_decode(window.text, window.position)
        except json.JSONDecodeError as fault:
            if len(window.text) - window.position < _LARGEST_RECORD and window.more():
                continue
            raise _cut(window.path, place) from fault
        except (ValueError, RecursionError) as fault:
            # A number of thousands of digits, or lists within lists beyond Python's depth.
            raise _cut(window.path, place) from fault
        if not window.ended and len(window.text) - end < _NUMBER_MAY_GO_ON:
            window.more()
            continue
        window.position = end
        return value


def _finish(window: _Window, place: str) -> None:
    if window.peek():
        raise _cut(window.path, place)


def _cut(path: Path, place: str) -> InputError:
    return InputError(
        path,
        place=place,
        problem="the JSON is broken or cut off there",
        remedy="Download or copy the file again; the records before this one are sound.",
    )
