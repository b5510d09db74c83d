"""Reading what a SPARQL service sent: rows if it is complete, else what went wrong.

Services close a reply in many ways after they promised it: a Java stack trace after half the JSON, a
cut without any mark, an HTML page under status 200. Only a complete result may be used or cached.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum
from typing import Any

from pipeline.base.files import writable


class Fault(Enum):
    """What to do about a reply that is no result."""

    RETRY = "the service is busy or unreachable"
    SMALLER = "the query takes the service too long"
    STOP = "the service refuses"


_TIMEOUTS = ("TimeoutException", "Query deadline is expired", "QueryTimeout")


def rows_of(body: bytes, content_type: str) -> list[dict[str, str]] | None:
    """Return the rows of a complete SPARQL 1.1 JSON result, or None if it is anything else.

    Blank nodes and Wikidata's "unknown value" are left unbound.
    """
    if "json" not in content_type.lower():
        return None
    try:
        content = json.loads(body)
        names, bindings = content["head"]["vars"], content["results"]["bindings"]
        if not isinstance(names, list) or not isinstance(bindings, list):
            return None
        return [_row(binding) for binding in bindings]
    except (ValueError, RecursionError, AttributeError, KeyError, TypeError):
        # No JSON, or numbers and lists beyond what Python reads; or JSON of another form.
        return None


def _row(binding: Mapping[str, Any]) -> dict[str, str]:
    return {
        name: writable(str(term["value"]))
        for name, term in binding.items()
        if term["type"] != "bnode" and "/.well-known/genid/" not in term["value"]
    }


def fault_of(status: int, body: bytes) -> Fault:
    """Return what a reply that is no result asks for, by its status and text."""
    text = body[-4096:].decode(errors="replace") + body[:4096].decode(errors="replace")
    if any(mark in text for mark in _TIMEOUTS):
        return Fault.SMALLER
    if status == 200:
        # Either cut off within the rows, or a page of text such as the demand for a User-Agent.
        return Fault.SMALLER if body.lstrip()[:1] in (b"{", b"") else Fault.STOP
    if status in (429, 502, 503, 504):
        return Fault.RETRY
    return Fault.SMALLER if status == 500 else Fault.STOP
