"""Reading what a SPARQL service sent: rows if it is complete, else what went wrong.

Services close a reply in many ways after they promised it: a Java stack trace after half the JSON, a
cut without any mark, an HTML page under status 200. Only a complete result may be used or cached.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from enum import Enum
from typing import Any

from pipeline.base.files import writable


class Fault(Enum):
    """What to do about a reply that is no result."""

    RETRY = "the service is busy or unreachable"
    SMALLER = "the query takes the service too long"
    BANNED = "the service has banned this client"
    AGENT = "the service wants to know who asks: set `contact` to an e-mail or web address of yours"
    FORM = "the reply is no SPARQL result in JSON"
    STOP = "the service refuses"


_TIMEOUTS = ("TimeoutException", "Query deadline is expired", "QueryTimeout")
_BANNED = re.compile(r"banned until\s+(\S+?)[,.]?(\s|$)")
_NO_AGENT = "Please set a user-agent"
_BUSY = (408, 429, 502, 503, 504)
_TOO_MUCH = (413, 500)


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


def variables_of(body: bytes) -> list[str]:
    """Return the variables that a complete result declares."""
    return [str(name) for name in json.loads(body)["head"]["vars"]]


def banned_until(body: bytes) -> str:
    """Return the moment until which a reply says this client is banned, as it is written; empty if none."""
    found = _BANNED.search(body[:4096].decode(errors="replace"))
    return found[1] if found else ""


def fault_of(status: int, body: bytes) -> Fault:
    """Return what a reply that is no result asks for, by its status and text."""
    text = body[-4096:].decode(errors="replace") + body[:4096].decode(errors="replace")
    if any(mark in text for mark in _TIMEOUTS):
        return Fault.SMALLER
    if status in (200, 403) and _NO_AGENT in text:
        return Fault.AGENT
    if status == 200:
        return _fault_of_page(body)
    if status == 403 and banned_until(body):
        return Fault.BANNED
    if status in _BUSY:
        return Fault.RETRY
    return Fault.SMALLER if status in _TOO_MUCH else Fault.STOP


def _fault_of_page(body: bytes) -> Fault:
    """Tell a result that was cut off from whole JSON of another form, and from any other text."""
    if body.lstrip()[:1] not in (b"{", b""):
        return Fault.FORM
    try:
        json.loads(body)
    except RecursionError:
        return Fault.FORM
    except ValueError:
        return Fault.SMALLER
    return Fault.FORM
