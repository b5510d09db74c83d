"""Version 2 of snapshots: languages, redirects, pages and readings."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.base.errors import InputError
from pipeline.base.hashing import file_sha256
from pipeline.wikidata.embedded import EmbeddedEndpoint, snapshot_triples
from pipeline.wikidata.facts import Entity, Statement, with_minted_id
from pipeline.wikidata.fetch import fetch_entities, fetch_statements, follow_redirects
from pipeline.wikidata.queries import fill, iris
from pipeline.wikidata.snapshot import Snapshot, read_snapshot, snapshot_origin, write_snapshot
from pipeline.wikidata.snapshot_tables import Reading

PAGE = "https://commons.wikimedia.org/wiki/Category:Eiffel_Tower"
WHOLE = Snapshot(
    (with_minted_id(Statement("Q243", "P84", "item", "Q778243")),),
    (Entity("Q243", "Eiffel Tower", "tower"),),
    {},
    further={"de": (Entity("Q243", "Eiffelturm"),), "fr": (Entity("Q243", "tour Eiffel", "", ("la dame",)),)},
    redirects={"Q9": "Q243"},
    pages={PAGE: "Q243"},
    readings=(Reading("Q243", ("P31", "P84"), "2026-07-01"), Reading("Q5", ("P31",))),
    origin="https://example.org/sparql",
)


def rows(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().splitlines()[1:]


def test_every_table_is_read_back(tmp_path: Path) -> None:
    write_snapshot(tmp_path, WHOLE)
    read = read_snapshot(tmp_path)
    assert read == replace(WHOLE, readings=tuple(sorted(WHOLE.readings)))
    assert snapshot_origin(tmp_path) == "https://example.org/sparql"


def test_names_have_a_row_for_each_language(tmp_path: Path) -> None:
    write_snapshot(tmp_path, WHOLE)
    assert rows(tmp_path / "entities.tsv.gz") == [
        "Q243\tde\tEiffelturm\t\t",
        "Q243\ten\tEiffel Tower\ttower\t",
        "Q243\tfr\ttour Eiffel\t\tla dame",
    ]
    assert json.loads((tmp_path / "snapshot.json").read_text())["languages"] == ["de", "en", "fr"]


def test_readings_name_their_properties_by_key(tmp_path: Path) -> None:
    write_snapshot(tmp_path, WHOLE)
    sets = json.loads((tmp_path / "snapshot.json").read_text())["property_sets"]
    keys = {properties: key for key, properties in sets.items()}
    assert rows(tmp_path / "readings.tsv.gz") == [
        f"Q243\t{keys['P31 P84']}\t2026-07-01",
        f"Q5\t{keys['P31']}\tunknown",
    ]


def test_tables_without_rows_are_not_there(tmp_path: Path) -> None:
    write_snapshot(tmp_path, WHOLE)
    write_snapshot(tmp_path, replace(WHOLE, redirects={}, pages={}, readings=()))
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"statements.tsv.gz", "entities.tsv.gz", "snapshot.json"}


@pytest.mark.parametrize("name", ["redirects.tsv.gz", "pages.tsv.gz", "readings.tsv.gz"])
def test_a_further_table_that_vanished_is_named(tmp_path: Path, name: str) -> None:
    write_snapshot(tmp_path, WHOLE)
    (tmp_path / name).unlink()
    with pytest.raises(InputError, match="is missing"):
        read_snapshot(tmp_path)


def test_a_reading_of_unknown_properties_is_refused(tmp_path: Path) -> None:
    write_snapshot(tmp_path, WHOLE)
    table, description = tmp_path / "readings.tsv.gz", tmp_path / "snapshot.json"
    table.write_bytes(gzip.compress(b"subject\tproperty_set\tretrieved_at\nQ5\tffffffff\tunknown\n", mtime=0))
    content = json.loads(description.read_text())
    content["sha256"][table.name] = file_sha256(table)
    description.write_text(json.dumps(content))
    with pytest.raises(InputError, match=r"line 2: the property set 'ffffffff'"):
        read_snapshot(tmp_path)


def test_the_embedded_endpoint_knows_names_in_every_language() -> None:
    endpoint = EmbeddedEndpoint(WHOLE)
    labels = {code: fetch_entities(endpoint, ["Q243"], [code])["Q243"].label for code in ("en", "de", "fr")}
    assert labels == {"en": "Eiffel Tower", "de": "Eiffelturm", "fr": "tour Eiffel"}


def test_the_embedded_endpoint_knows_redirects_and_pages() -> None:
    endpoint = EmbeddedEndpoint(WHOLE)
    assert follow_redirects(endpoint, ["Q9", "Q243"]) == {"Q9": "Q243"}
    answer = endpoint.select(fill("commons_sitelinks", pages=iris([PAGE])))
    assert answer.rows == [{"page": PAGE, "item": "http://www.wikidata.org/entity/Q243"}]


def test_an_end_that_nobody_knows_is_no_literal_and_is_read_back() -> None:
    ended = with_minted_id(Statement("Q243", "P84", "item", "Q1", end="unknown"))
    lines = [line for line in snapshot_triples(Snapshot((ended,), (), {})) if "P582" in line]
    assert [line.split()[2].startswith("<http://www.wikidata.org/.well-known/genid/") for line in lines] == [
        True
    ]
    endpoint = EmbeddedEndpoint(Snapshot((ended,), (), {}))
    assert fetch_statements(endpoint, ["Q243"], {"P84": "item"}) == [ended]
