"""What an endpoint said, kept as a snapshot that says the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.wikidata.embedded import EmbeddedEndpoint
from pipeline.wikidata.facts import Entity, Statement, with_minted_id
from pipeline.wikidata.fetch import fetch_entities, fetch_statements, follow_redirects, items_by_value
from pipeline.wikidata.queries import asked_for, claims, fill, items
from pipeline.wikidata.recording import RecordingEndpoint
from pipeline.wikidata.snapshot import Snapshot
from pipeline.wikidata.snapshot_tables import Reading

ARCHITECT = with_minted_id(Statement("Q243", "P84", "item", "Q1", source="live", retrieved_at="2026-07-01"))
OPENED = replace(
    with_minted_id(Statement("Q243", "P1619", "time", "1889-03-31T00:00:00Z", precision=11)), source="live"
)
HEIGHT = with_minted_id(Statement("Q243", "P2048", "quantity", "330", unit="Q11573", rank="deprecated"))
OWNER = with_minted_id(Statement("Q243", "P127", "unknown", ""))
SYNSET = replace(
    Statement("Q5638", "P8814", "string", "02927938-n", source="live"), statement_id="Q5638-real"
)
WORLD = Snapshot(
    tuple(sorted((ARCHITECT, OPENED, HEIGHT, OWNER, SYNSET))),
    (Entity("Q243", "Eiffel Tower", "tower", ("Tour Eiffel", "la dame")),),
    {"live": "2026-07-01"},
    further={"mul": (Entity("Q243", "Tour Eiffel"),), "de": (Entity("Q243", "Eiffelturm"),)},
    redirects={"Q9": "Q243"},
)
KINDS = {"P84": "item", "P1619": "time", "P2048": "quantity", "P127": "item"}


@pytest.fixture
def recorder() -> RecordingEndpoint:
    return RecordingEndpoint(EmbeddedEndpoint(WORLD))


def test_statements_of_every_rank_and_kind_are_kept_as_they_were_read(recorder: RecordingEndpoint) -> None:
    found = fetch_statements(recorder, ["Q243", "Q404"], KINDS)
    kept = recorder.snapshot("en", "here")
    assert kept.statements == tuple(sorted(found)) == tuple(sorted((ARCHITECT, OPENED, HEIGHT, OWNER)))
    assert kept.sources == {"live": "unknown", "": "unknown"}
    assert kept.origin == "here"


def test_what_was_asked_for_is_kept_whether_found_or_not(recorder: RecordingEndpoint) -> None:
    fetch_statements(recorder, ["Q243", "Q404"], KINDS)
    asked = tuple(sorted(KINDS))
    assert recorder.snapshot("en", "").readings == (Reading("Q243", asked), Reading("Q404", asked))


def test_names_are_kept_by_language(recorder: RecordingEndpoint) -> None:
    fetch_entities(recorder, ["Q243"], ["en", "mul"])
    kept = recorder.snapshot("en", "")
    assert kept.names == {"en": WORLD.entities, "mul": WORLD.further["mul"]}


def test_statements_found_by_their_value_keep_their_id(recorder: RecordingEndpoint) -> None:
    assert items_by_value(recorder, "synsets", ["02927938-n"]) == {"02927938-n": ("Q5638",)}
    assert recorder.snapshot("en", "").statements == (SYNSET,)
    fetch_statements(recorder, ["Q5638"], {"P8814": "string"})
    assert recorder.snapshot("en", "").statements == (SYNSET,)


def test_redirects_are_kept(recorder: RecordingEndpoint) -> None:
    follow_redirects(recorder, ["Q9", "Q243"])
    assert recorder.snapshot("en", "").redirects == {"Q9": "Q243"}


def test_the_kept_facts_answer_like_the_endpoint(recorder: RecordingEndpoint) -> None:
    found = fetch_statements(recorder, ["Q243"], KINDS)
    names = fetch_entities(recorder, ["Q243"], ["en", "mul"])
    again = EmbeddedEndpoint(recorder.snapshot("en", ""))
    assert sorted(fetch_statements(again, ["Q243"], KINDS)) == sorted(found)
    assert fetch_entities(again, ["Q243"], ["en", "mul"]) == names


def test_a_query_tells_whose_statements_it_asks_for() -> None:
    query = fill("times", subjects=items(["Q1", "Q22"]), claims=claims(["P571", "P1619"]))
    assert asked_for(query) == (["Q1", "Q22"], ("P1619", "P571"))
    assert asked_for(fill("redirects", items=items(["Q1"]))) == ([], ())
