"""A user's own facts beside an endpoint: statements of both, the user's names first."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.base.progress import Progress
from pipeline.knowledge.rules import usable
from pipeline.wikidata.embedded import EmbeddedEndpoint
from pipeline.wikidata.facts import Entity, Statement, with_minted_id
from pipeline.wikidata.fetch import FetchPlan, fetch_entities, fetch_facts, fetch_statements
from pipeline.wikidata.joined import JoinedEndpoint
from pipeline.wikidata.own_facts import read_own_facts
from pipeline.wikidata.snapshot import Snapshot

LANGUAGES = ("en", "mul", "en-gb")
BASE = Snapshot(
    (
        with_minted_id(Statement("Q243", "P84", "item", "Q778243", source="old")),
        with_minted_id(Statement("Q243", "P571", "time", "1887-00-00T00:00:00Z", precision=9, source="old")),
        with_minted_id(Statement("Q7", "P19", "item", "Q90", source="old")),
    ),
    (
        Entity("Q243", "Eiffel Tower", "tower in Paris", ("Tour Eiffel",)),
        Entity("Q778243", "Stephen Sauvestre"),
        Entity("Q7", "an architect"),
        Entity("Q90", "Paris"),
    ),
    {"old": "2020"},
)


@pytest.fixture
def joined(tmp_path: Path) -> JoinedEndpoint:
    (tmp_path / "mine.ttl").write_text("""
@prefix wd: <http://www.wikidata.org/entity/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix p: <http://www.wikidata.org/prop/> .
@prefix ps: <http://www.wikidata.org/prop/statement/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix schema: <http://schema.org/> .
@prefix wikibase: <http://wikiba.se/ontology#> .
wd:Q243 wdt:P84 wd:Q7 ; wdt:P2048 330 ; rdfs:label "Iron Lady"@en-gb , "Eisenturm"@de ;
  skos:altLabel "the tower"@en ; schema:dateModified "2026-05-01" .
wd:Q7 rdfs:label "My Architect" .
wd:Q90 schema:description "city of light"@en ; p:P17 [ ps:P17 [] ; wikibase:rank wikibase:PreferredRank ] .
""")
    kinds = {"P84": "item", "P2048": "quantity"}
    return JoinedEndpoint(EmbeddedEndpoint(BASE), read_own_facts([tmp_path / "mine.ttl"], kinds))


def test_statements_of_both_come_each_with_its_source_and_date(joined: JoinedEndpoint) -> None:
    kinds = {"P84": "item", "P571": "time", "P2048": "quantity"}
    found = fetch_statements(joined, ["Q243"], kinds)
    assert sorted((s.property, s.value, s.source, s.retrieved_at) for s in found) == [
        ("P2048", "330", "mine.ttl", "2026-05-01"),
        ("P571", "1887-00-00T00:00:00Z", "old", "unknown"),
        ("P84", "Q7", "mine.ttl", "2026-05-01"),
        ("P84", "Q778243", "old", "unknown"),
    ]


def test_the_users_label_and_description_win_and_other_names_add_up(joined: JoinedEndpoint) -> None:
    entities = fetch_entities(joined, ["Q243", "Q7", "Q90", "Q778243"], LANGUAGES)
    assert entities == {
        "Q243": Entity("Q243", "Iron Lady", "tower in Paris", ("Tour Eiffel", "the tower")),
        "Q7": Entity("Q7", "My Architect"),
        "Q90": Entity("Q90", "Paris", "city of light"),
        "Q778243": Entity("Q778243", "Stephen Sauvestre"),
    }


def test_a_label_in_no_language_asked_for_leaves_the_endpoints(joined: JoinedEndpoint) -> None:
    assert fetch_entities(joined, ["Q243"], ["en", "mul"])["Q243"].label == "Eiffel Tower"


def test_routes_lead_from_the_users_facts_on_to_the_endpoints(joined: JoinedEndpoint) -> None:
    plan = FetchPlan({"P84": "item", "P19": "item"}, frozenset({"P84"}), languages=LANGUAGES)
    facts = fetch_facts(joined, ["Q243"], plan, Progress(quiet=True))
    assert ("Q7", "P19", "Q90") in {(s.subject, s.property, s.value) for s in facts.statements.values()}


def test_an_unknown_value_of_the_user_outranks_a_known_one() -> None:
    unknown = with_minted_id(Statement("Q243", "P84", "unknown", "", rank="preferred", source="mine.ttl"))
    own = EmbeddedEndpoint(Snapshot((unknown,), (), {}))
    found = fetch_statements(own, ["Q243"], {"P84": "item"})
    assert [(s.kind, s.rank) for s in found] == [("unknown", "preferred")]
    kept, dropped = usable([*found, BASE.statements[0]], {"Q778243": Entity("Q778243", "S.")})
    assert kept == []
    assert {d.code for d in dropped} == {"unknown_value", "not_preferred"}


def test_name_and_provenance_are_those_of_the_endpoint_and_both(joined: JoinedEndpoint) -> None:
    assert joined.name == "embedded"
    assert {source for source, _ in joined.provenance.values()} == {"old", "mine.ttl"}
