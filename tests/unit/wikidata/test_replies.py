"""Telling a complete result from everything else that a SPARQL service sends."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.wikidata.replies import Fault, banned_until, fault_of, rows_of

JSON = "application/sparql-results+json"
LITERAL = {"type": "literal", "value": "Eiffel Tower", "xml:lang": "en"}
USER_AGENT_PAGE = (
    b"Please set a user-agent and respect our robot policy https://w.wiki/4wJS. "
    b"See also T400119."
)  # fmt: skip
JAVA = b"SPARQL-QUERY: queryStr=SELECT ?a\njava.util.concurrent.TimeoutException\n\tat java.util.concurrent"


def result(*bindings: object, names: object = ("a",)) -> bytes:
    return json.dumps({"head": {"vars": names}, "results": {"bindings": bindings}}).encode()


def test_a_complete_result_gives_its_rows_as_text() -> None:
    body = result({"a": LITERAL, "b": {"type": "uri", "value": "http://www.wikidata.org/entity/Q243"}})
    assert rows_of(body, JSON) == [{"a": "Eiffel Tower", "b": "http://www.wikidata.org/entity/Q243"}]


def test_no_rows_is_a_complete_result() -> None:
    assert rows_of(result(), JSON) == []


@pytest.mark.parametrize(
    "content_type",
    ["application/sparql-results+json; charset=utf-8", "application/json", "application/json;charset=UTF-8"],
)
def test_json_is_known_by_its_media_type_with_or_without_parameters(content_type: str) -> None:
    assert rows_of(result({"a": LITERAL}), content_type) == [{"a": "Eiffel Tower"}]


def test_a_media_type_is_known_in_capitals_too() -> None:
    assert rows_of(result({"a": LITERAL}), "Application/SPARQL-Results+JSON") == [{"a": "Eiffel Tower"}]


@pytest.mark.parametrize("content_type", ["text/html", "text/plain;charset=utf-8", ""])
def test_a_result_under_another_media_type_is_none(content_type: str) -> None:
    assert rows_of(result({"a": LITERAL}), content_type) is None


@pytest.mark.parametrize(
    "value",
    [
        {"type": "bnode", "value": "b0"},
        {"type": "uri", "value": "http://www.wikidata.org/.well-known/genid/8e2c3a1f"},
        {"type": "literal", "value": "http://www.wikidata.org/.well-known/genid/8e2c3a1f"},
    ],
)
def test_an_unknown_value_is_left_unbound(value: dict[str, str]) -> None:
    assert rows_of(result({"a": LITERAL, "b": value}), JSON) == [{"a": "Eiffel Tower"}]


def test_half_a_surrogate_pair_is_replaced_as_no_file_can_hold_it() -> None:
    assert rows_of(result({"a": LITERAL | {"value": "a\ud800b"}}), JSON) == [{"a": "a?b"}]


@settings(deadline=None, derandomize=True)
@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_text_comes_through_unaltered(text: str) -> None:
    rows = rows_of(result({"a": {"type": "literal", "value": text}}), JSON)
    assert rows == ([{}] if "/.well-known/genid/" in text else [{"a": text}])


@settings(deadline=None, derandomize=True)
@given(st.data())
def test_a_result_cut_anywhere_is_none(data: st.DataObject) -> None:
    body = result({"a": LITERAL}, {"a": {"type": "literal", "value": "Zürich"}})
    cut = data.draw(st.integers(min_value=0, max_value=len(body) - 1))
    assert rows_of(body[:cut], JSON) is None
    assert rows_of(body[:cut] + JAVA, JSON) is None


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b'"text"',
        b"{}",
        b'{"head": {"vars": ["a"]}}',
        b'{"results": {"bindings": []}}',
        b'{"head": {}, "boolean": true}',
        b'{"head": {"vars": ["a"]}, "results": null}',
        b'{"head": {"vars": "a"}, "results": {"bindings": []}}',
        b'{"head": {"vars": ["a"]}, "results": {"bindings": {}}}',
        b'{"head": {"vars": ["a"]}, "results": {"bindings": []}} trailing',
        b'{"head": {"vars": ["\xff"]}, "results": {"bindings": []}}',
        b"<html>Too Many Requests</html>",
        USER_AGENT_PAGE,
    ],
)
def test_what_is_no_result_is_none(body: bytes) -> None:
    assert rows_of(body, JSON) is None


@pytest.mark.parametrize(
    "binding", [1, None, ["a"], {"a": "text"}, {"a": {"type": "uri"}}, {"a": {"value": "x"}}]
)
def test_a_result_with_a_malformed_binding_is_none(binding: Any) -> None:
    assert rows_of(result(binding), JSON) is None


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_busy_and_gateway_replies_ask_for_another_try(status: int) -> None:
    assert fault_of(status, b"<html><title>Too Many Requests</title></html>") is Fault.RETRY


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (500, JAVA),
        (500, b"QueryTimeoutException: Query deadline is expired."),
        (500, b""),
        (200, b'{"head": {"vars": ["a"]}, "results": {"bindings": [{"a": {"type": "lit' + JAVA),
        (200, b' \n{"head": {"vars": ["a"]}, "results": {"bindings": ['),
        (504, b"Query deadline is expired"),
    ],
)
def test_a_query_that_took_too_long_asks_for_a_smaller_one(status: int, body: bytes) -> None:
    assert fault_of(status, body) is Fault.SMALLER


def test_a_time_out_is_seen_after_megabytes_of_rows_and_before_a_long_trace() -> None:
    assert fault_of(503, b"x" * 3_000_000 + JAVA) is Fault.SMALLER
    assert fault_of(503, JAVA + b"x" * 3_000_000) is Fault.SMALLER


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (403, b""),
        (400, b"MalformedQueryException"),
        (401, b""),
        (404, b""),
        (414, b"URI Too Long"),
        (501, b""),
    ],
)
def test_a_refusal_stops(status: int, body: bytes) -> None:
    assert fault_of(status, body) is Fault.STOP


@pytest.mark.parametrize("status", [200, 403])
def test_the_demand_for_an_agent_is_known_under_either_status(status: int) -> None:
    assert fault_of(status, USER_AGENT_PAGE) is Fault.AGENT


def test_a_ban_is_known_with_its_end() -> None:
    body = b"You have been banned until 2026-07-01T00:00:00Z, please respect throttling"
    assert fault_of(403, body) is Fault.BANNED
    assert banned_until(body) == "2026-07-01T00:00:00Z"
    assert banned_until(b"Forbidden") == ""


@pytest.mark.parametrize(
    "body",
    [
        b"<html>login</html>",
        b'{"head": {}, "boolean": true}',
        b'{"error": "no such graph"}',
        b'{"a":' + b"[" * 200_000 + b"]" * 200_000 + b"}",
    ],
    ids=["page", "ASK", "error", "deep"],
)
def test_a_whole_reply_of_another_form_under_200_is_no_time_out(body: bytes) -> None:
    assert rows_of(body, JSON) is None
    assert fault_of(200, body) is Fault.FORM


@pytest.mark.parametrize("body", [b"", b" \n"])
def test_a_reply_cut_before_its_first_byte_asks_for_a_smaller_one(body: bytes) -> None:
    assert fault_of(200, body) is Fault.SMALLER
