"""A user's own facts beside another service, asked in batches."""

from __future__ import annotations

from pipeline.wikidata.embedded import EmbeddedEndpoint
from pipeline.wikidata.facts import Entity, Statement, with_minted_id
from pipeline.wikidata.fetch import fetch_entities, fetch_statements
from pipeline.wikidata.joined import JoinedEndpoint
from pipeline.wikidata.own_facts import OwnFacts
from pipeline.wikidata.rdf import entity_triples
from pipeline.wikidata.snapshot import Snapshot


def said(value: str, source: str) -> Statement:
    return with_minted_id(Statement("Q1", "P84", "item", value, source=source))


def test_both_are_asked_and_the_user_s_label_goes_before_the_other_s() -> None:
    base = EmbeddedEndpoint(
        Snapshot((said("Q2", "wikidata"),), (Entity("Q1", "their tower", "theirs"), Entity("Q2", "Ann")), {})
    )
    own = OwnFacts((said("Q3", "mine"),), tuple(entity_triples([Entity("Q1", "my tower")], "en")))
    joined = JoinedEndpoint(base, own)
    found = fetch_statements(joined, ["Q1"], {"P84": "item"})
    assert {(statement.value, statement.source) for statement in found} == {
        ("Q2", "wikidata"),
        ("Q3", "mine"),
    }
    names = fetch_entities(joined, ["Q1", "Q2"], ["en"])
    assert (names["Q1"].label, names["Q1"].description, names["Q2"].label) == ("my tower", "theirs", "Ann")
