"""The project's own snapshot and reviewed tables: real items under their names, in good form."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from itertools import chain
from pathlib import Path

import pytest

from pipeline.base.files import read_tsv
from pipeline.base.hashing import digest
from pipeline.knowledge.linking import link, read_reviews
from pipeline.knowledge.rules import usable
from pipeline.knowledge.wordnet import WordNet, read_wordnet
from pipeline.sample.wikidata import SOURCE_DATES
from pipeline.values import Quantity, Time, is_item_id, label_fault
from pipeline.wikidata.embedded import EmbeddedEndpoint
from pipeline.wikidata.facts import Entity, Statement
from pipeline.wikidata.fetch import fetch_entities, fetch_statements
from pipeline.wikidata.snapshot import Snapshot, read_curated, read_snapshot

Rows = list[dict[str, str]]
FACTS = [
    "everyday_facts_living.tsv",
    "everyday_facts_made.tsv",
    "everyday_facts_geography.tsv",
    "everyday_facts_styles.tsv",
]
TABLES = [
    *FACTS,
    "aliases.tsv",
    "contested.tsv",
    "deprecated_statements.tsv",
    "gone.tsv",
    "landmark_heads.tsv",
    "rejected_facts.tsv",
    "style_periods.tsv",
    "synset_links.tsv",
    "typical_answers.tsv",
]
SUBJECTS = [*FACTS, "deprecated_statements.tsv", "rejected_facts.tsv", "typical_answers.tsv"]
NAMED = [
    *((table, end, f"{end}_label") for table in SUBJECTS for end in ("subject", "value")),
    ("aliases.tsv", "item", "label"),
    ("gone.tsv", "item", "label"),
    ("style_periods.tsv", "item", "label"),
    ("synset_links.tsv", "item", "item_label"),
]
DATATYPES = {"Item": "item", "Time": "time", "Quantity": "quantity"}


@pytest.fixture(scope="module")
def snapshot(data: Path) -> Snapshot:
    return read_snapshot(data / "snapshot")


@pytest.fixture(scope="module")
def entities(snapshot: Snapshot) -> Mapping[str, Entity]:
    return {entity.item: entity for entity in snapshot.entities}


@pytest.fixture(scope="module")
def curated(data: Path) -> list[Statement]:
    return list(read_curated(data / "reviewed" / name for name in FACTS))


@pytest.fixture(scope="module")
def endpoint(data: Path) -> EmbeddedEndpoint:
    return EmbeddedEndpoint.open(data / "snapshot", (data / "reviewed" / name for name in FACTS))


@pytest.fixture(scope="module")
def wordnet(data: Path) -> WordNet:
    return read_wordnet(data / "wordnet" / "nouns.tsv.gz")


@pytest.fixture(scope="module")
def tables(data: Path) -> Mapping[str, Rows]:
    return {name: list(read_tsv(data / "reviewed" / name, [])) for name in TABLES}


def rows_of(tables: Mapping[str, Rows], names: list[str]) -> Rows:
    return list(chain.from_iterable(tables[name] for name in names))


class TestEveryTable:
    def test_all_tables_are_known_to_these_tests(self, data: Path) -> None:
        assert sorted(path.name for path in (data / "reviewed").iterdir()) == sorted(TABLES)

    @pytest.mark.parametrize("name", TABLES)
    def test_lines_are_clean(self, data: Path, name: str) -> None:
        text = (data / "reviewed" / name).read_bytes().decode()
        assert text.endswith("\n")
        assert "\r" not in text
        assert text == unicodedata.normalize("NFC", text)
        cells = [cell for line in text.splitlines() for cell in line.split("\t")]
        assert [cell for cell in cells if cell != cell.strip() or "  " in cell] == []

    @pytest.mark.parametrize("name", TABLES)
    def test_no_row_stands_twice(self, tables: Mapping[str, Rows], name: str) -> None:
        rows = Counter(tuple(row.values()) for row in tables[name])
        assert [row for row, times in rows.items() if times > 1] == []
        assert rows.total() > 20

    @pytest.mark.parametrize("name", TABLES)
    def test_rows_are_sorted(self, tables: Mapping[str, Rows], name: str) -> None:
        rows = [tuple(row.values()) for row in tables[name]]
        assert rows == sorted(rows)

    @pytest.mark.parametrize(("name", "column", "label"), NAMED)
    def test_each_item_bears_the_label_that_the_snapshot_gives_it(
        self, tables: Mapping[str, Rows], entities: Mapping[str, Entity], name: str, column: str, label: str
    ) -> None:
        items = [row for row in tables[name] if is_item_id(row[column])]
        assert items
        held = {row[column]: entities.get(row[column], Entity(row[column], "")).label for row in items}
        wrong = {(item, row[label], held[item]) for row in items if row[label] != held[item := row[column]]}
        assert wrong == set()


TEMPERATURES = {"P2101", "P2102"}


class TestFacts:
    def test_each_property_bears_its_label_and_holds_values_of_this_kind(
        self, data: Path, tables: Mapping[str, Rows]
    ) -> None:
        properties = {
            row["property"]: (row["label"], DATATYPES.get(row["datatype"]))
            for row in read_tsv(data / "wikidata" / "properties.tsv", ["property", "label", "datatype"])
        }
        stated = {(row["property"], row["property_label"], row["kind"]) for row in rows_of(tables, FACTS)}
        assert {(prop, *properties.get(prop, (None, None))) for prop, _, _ in stated} == stated

    def test_no_fact_is_stated_twice_in_either_table(self, tables: Mapping[str, Rows]) -> None:
        stated = Counter((r["subject"], r["property"], r["value"]) for r in rows_of(tables, FACTS))
        assert [fact for fact, times in stated.items() if times > 1] == []

    def test_subjects_are_items_and_values_are_what_their_kind_says(self, tables: Mapping[str, Rows]) -> None:
        rows = rows_of(tables, FACTS)
        assert [row for row in rows if not is_item_id(row["subject"])] == []
        assert [row for row in rows if (row["kind"] == "item") != is_item_id(row["value"])] == []
        assert [row for row in rows if (row["kind"] == "item") != (row["unit_or_precision"] == "")] == []

    def test_times_are_well_formed_and_as_exact_as_they_say(self, tables: Mapping[str, Rows]) -> None:
        times = [row for row in rows_of(tables, FACTS) if row["kind"] == "time"]
        assert times
        for row in times:
            assert re.fullmatch(r"-?\d{4,}-\d\d-\d\d", row["value"]), row
            assert Time.parse(row["value"], int(row["unit_or_precision"])).precision == int(
                row["unit_or_precision"]
            ), row

    def test_quantities_are_numbers_with_a_named_unit_or_one(
        self, tables: Mapping[str, Rows], entities: Mapping[str, Entity]
    ) -> None:
        quantities = [row for row in rows_of(tables, FACTS) if row["kind"] == "quantity"]
        assert quantities
        for row in quantities:
            amount = Quantity.parse(row["value"], row["unit_or_precision"]).amount
            assert amount > 0 or row["property"] in TEMPERATURES, row
            unit = row["unit_or_precision"]
            assert unit == "1" or label_fault(entities[unit].label) is None, row

    def test_each_fact_has_a_sentence_of_evidence(self, tables: Mapping[str, Rows]) -> None:
        sentence = re.compile(r"^[A-Z0-9].+ .+\.$")
        assert [row for row in rows_of(tables, FACTS) if not sentence.match(row["evidence"])] == []

    def test_every_curated_fact_may_be_used(
        self, curated: list[Statement], entities: Mapping[str, Entity]
    ) -> None:
        assert usable(curated, entities)[1] == []

    def test_no_curated_fact_was_found_wrong(
        self, tables: Mapping[str, Rows], curated: list[Statement]
    ) -> None:
        rows = rows_of(tables, ["deprecated_statements.tsv", "rejected_facts.tsv"])
        wrong = {(r["subject"], r["property"], r["value"]) for r in rows}
        assert [row for row in rows if len(row["reason"].split()) < 3] == []
        assert wrong.isdisjoint((s.subject, s.property, s.value.removesuffix("T00:00:00Z")) for s in curated)


def test_typical_answers_are_one_of_several_true_ones(
    tables: Mapping[str, Rows], snapshot: Snapshot, curated: list[Statement]
) -> None:
    true = {(s.subject, s.property, s.value) for s in (*snapshot.statements, *curated)}
    several = Counter((subject, prop) for subject, prop, _ in true)
    rows = tables["typical_answers.tsv"]
    assert [row for row in rows if (row["subject"], row["property"], row["value"]) not in true] == []
    assert [row for row in rows if several[row["subject"], row["property"]] < 2] == []
    assert max(Counter((row["subject"], row["property"]) for row in rows).values()) == 1


def test_the_deprecated_statements_are_those_of_the_snapshot_each_with_a_reason(
    tables: Mapping[str, Rows], snapshot: Snapshot
) -> None:
    rows = tables["deprecated_statements.tsv"]
    listed = {(row["subject"], row["property"], row["value"]) for row in rows}
    held = {
        (s.subject, s.property, s.value.removesuffix("T00:00:00Z") if s.kind == "time" else s.value)
        for s in snapshot.statements
        if s.rank == "deprecated"
    }
    assert listed == held
    assert [row for row in rows if len(row["reason"].split()) < 3] == []


def test_each_alias_is_in_the_snapshot_and_is_not_the_label(
    tables: Mapping[str, Rows], entities: Mapping[str, Entity]
) -> None:
    for row in tables["aliases.tsv"]:
        assert row["alias"] in entities[row["item"]].aliases, row
        assert row["alias"] != row["label"], row
        assert row["why"], row


def test_heads_have_a_known_scope_and_match_a_language_a_noun_and_a_priority(
    tables: Mapping[str, Rows],
) -> None:
    rows = tables["landmark_heads.tsv"]
    for row in rows:
        assert row["scope"] in ("label", "description"), row
        assert row["match"] in ("first", "last", "suffix", "whole", "word"), row
        assert row["language"] == "any" or re.fullmatch(r"[a-z]{2,3}", row["language"]), row
        assert re.fullmatch(r"[1-9]\d{0,2}", row["priority"]), row
        assert row["head"] == row["head"].lower(), row
    places = Counter((row["scope"], row["match"], row["head"], row["language"]) for row in rows)
    assert [place for place, times in places.items() if times > 1] == []


class TestSynsetLinks:
    def test_each_review_is_of_a_synset_and_a_sense_is_another(
        self, tables: Mapping[str, Rows], wordnet: WordNet
    ) -> None:
        for row in tables["synset_links.tsv"]:
            assert row["synset"] in wordnet, row
            assert row["sense"] == "" or (row["sense"] in wordnet and row["sense"] != row["synset"]), row
            assert row["verdict"] in ("confirm", "other", "none"), row
            assert row["note"], row

    def test_what_is_confirmed_is_a_candidate_of_the_sources(
        self, tables: Mapping[str, Rows], wordnet: WordNet, snapshot: Snapshot
    ) -> None:
        held = {(s.subject, s.value) for s in snapshot.statements if s.property == "P8814"}
        for row in tables["synset_links.tsv"]:
            if row["verdict"] == "confirm":
                synset = wordnet[row["synset"]]
                assert row["item"] in synset.oewn_items or (row["item"], synset.wn31) in held, row

    RIGHT = (
        ("car.n.01", "Q1420"),
        ("bus.n.01", "Q5638"),
        ("motorcycle.n.01", "Q34493"),
        ("beacon.n.03", "Q39715"),
        ("horse.n.01", "Q726"),
        ("dog.n.01", "Q144"),
        ("cat.n.01", "Q146"),
        ("banana.n.02", "Q503"),
        ("refrigerator.n.01", "Q37828"),
        ("cow.n.01", "Q830"),
    )
    WRONG = frozenset(
        ("Q1062861", "Q56761348", "Q98272210", "Q26644764", "Q10758650", "Q26972265", "Q20717272")
    )

    def test_the_links_known_to_be_wrong_or_missing_are_right(
        self, data: Path, endpoint: EmbeddedEndpoint, wordnet: WordNet
    ) -> None:
        reviews = read_reviews(data / "reviewed" / "synset_links.tsv")
        found = link([key for key, _ in self.RIGHT], endpoint, wordnet, reviews)
        assert sorted((item.key, item.item) for item in found.linked) == sorted(self.RIGHT)

    def test_evidence_alone_links_some_of_them_and_none_wrongly(
        self, endpoint: EmbeddedEndpoint, wordnet: WordNet
    ) -> None:
        found = link([key for key, _ in self.RIGHT], endpoint, wordnet, {})
        assert {item.item for item in found.linked} >= {"Q1420", "Q5638", "Q144", "Q726"}
        assert self.WRONG.isdisjoint(item.item for item in found.linked)


class TestSnapshot:
    def test_no_item_is_called_by_a_pronoun(self, snapshot: Snapshot) -> None:
        assert {entity.label for entity in snapshot.entities} & {"He", "It", "She", "They"} == set()

    def test_statement_ids_are_unique(self, snapshot: Snapshot) -> None:
        ids = Counter(statement.statement_id for statement in snapshot.statements)
        assert [identity for identity, times in ids.items() if times > 1] == []

    def test_sources_bear_the_date_of_their_published_file_or_unknown(self, snapshot: Snapshot) -> None:
        for source, date in snapshot.sources.items():
            assert date == SOURCE_DATES.get(source.split("-")[0], "unknown"), source
        assert {s.source for s in snapshot.statements} == set(snapshot.sources)

    def test_facts_and_names_come_back_through_sparql_as_they_lie_there(
        self, snapshot: Snapshot, endpoint: EmbeddedEndpoint, entities: Mapping[str, Entity]
    ) -> None:
        subjects = sorted({s.subject for s in snapshot.statements}, key=digest)[:1_500]
        chosen = set(subjects)
        held = {
            s.statement_id: s for s in snapshot.statements if s.subject in chosen and s.kind != "coordinate"
        }
        kinds = {s.property: s.kind for s in held.values()}
        found = {
            s.statement_id: s for s in fetch_statements(endpoint, subjects, kinds) if s.source != "curated"
        }
        assert len(found) > 3_000
        assert found.keys() == held.keys()
        for identity, statement in found.items():
            if statement.kind == "quantity":
                assert Decimal(statement.value) == Decimal(held[identity].value)
            else:
                assert statement == held[identity]
        named = [subject for subject in subjects if subject in entities]
        read = fetch_entities(endpoint, named, ["en"])
        assert [read[item].label for item in named] == [entities[item].label for item in named]
