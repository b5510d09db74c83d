"""Facts are fetched about values that a route may pass through, and about no others."""

from __future__ import annotations

from pipeline.dataset.link import passed_through
from pipeline.language.packs import Property


def prop(**fields: object) -> Property:
    return Property.model_validate({"label": "x", "answer_kind": "text", "domains": ["places"], **fields})


def test_a_clause_alone_fetches_nothing_further() -> None:
    clause = {"clause": ["the thing of {{ x }}"]}
    properties = {
        "P84": prop(**clause),
        "P103": prop(**clause),
        "P30": prop(**clause),
        "P101": prop(**clause),
        "P19": prop(),
        "P425": prop(after=["P101"]),
    }
    successions = {
        "P84": frozenset({"P19"}),
        "P30": frozenset[str](),
        "P19": frozenset({"P84"}),
        "P7": frozenset({"P84"}),
    }
    assert passed_through(properties, successions) == {"P84", "P101"}
