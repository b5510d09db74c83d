"""The states in which a property may be asked about, and which of its wordings are right in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from pipeline.bank.routes import Router, Step
from pipeline.knowledge.kinds import NOT
from pipeline.language.packs import Property

_LITERALS = {"Time": "time", "Quantity": "quantity"}
_PRECISIONS = ("day", "month", "year", "decade", "century")
_ENDING = frozenset(
    {"person", "agent", "organization", "group", "building", "structure", "place", "settlement", "region"}
    | {"country", "event", "work", "artwork", "vehicle", "award", "position", "religion"}
)
"""Kinds of things that end: die, are demolished, dissolved or taken out of service."""


def structure(text: str) -> str:
    """Return a wording so that those that differ by "what" or "which" only are one."""
    return re.sub(r"\b(what|which)\b", "wh", re.sub(r"\{\{.*?\}\}", "X", text).lower())


def states(prop: str, spec: Property, kind: str, datatype: str) -> Iterator[Step]:
    """Yield the states of a property for one kind of subject."""
    precisions = _PRECISIONS if spec.answer_kind == "date" else ("",)
    many = (False, True) if spec.most_answers > 1 else (False,)
    gone = (False, True) if kind in _ENDING else (False,)
    for value, several, precision, ended in product(_values(spec, datatype), many, precisions, gone):
        yield Step(prop, kind, value, many=several, precision=precision, gone=ended)


def _values(spec: Property, datatype: str) -> list[str]:
    if datatype != "Item":
        return [_LITERALS.get(datatype, "string")]
    named = {kind for wording in spec.main for kind in wording.value if not kind.startswith(NOT)}
    return sorted({spec.value, *named} | ({"person", "organization"} if spec.value == "agent" else set()))


def right(router: Router, spec: Property, state: Step) -> set[str]:
    """Return the different wordings that apply in a state."""
    return {structure(wording.text) for wording in spec.main if router.applies(wording, state)}
