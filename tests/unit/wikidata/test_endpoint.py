"""Batches of values for one query each."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.base.errors import EndpointError
from pipeline.wikidata.endpoint import BatchTooLargeError, batches


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("", []),
        ("a", ["a"]),
        ("abc", ["abc"]),
        ("abcd", ["abc", "d"]),
        ("abcdef", ["abc", "def"]),
        ("abcdefg", ["abc", "def", "g"]),
    ],
)
def test_batches_of_three_with_the_rest_last(values: str, expected: list[str]) -> None:
    assert list(batches(values, 3)) == expected


@settings(deadline=None, derandomize=True)
@given(st.lists(st.text()), st.integers(min_value=1, max_value=7))
def test_batches_joined_are_the_values_in_their_order(values: list[str], size: int) -> None:
    cut = list(batches(values, size))
    assert [value for batch in cut for value in batch] == values
    assert all(0 < len(batch) <= size for batch in cut)


def test_a_batch_that_is_too_large_is_an_endpoint_error() -> None:
    assert issubclass(BatchTooLargeError, EndpointError)
