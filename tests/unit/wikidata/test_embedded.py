"""The embedded endpoint: a snapshot that answers SPARQL as Wikidata would."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.wikidata.embedded import EmbeddedEndpoint, snapshot_triples, unheld
from pipeline.wikidata.facts import Entity, Statement, with_minted_id
from pipeline.wikidata.fetch import fetch_entities, fetch_statements, items_by_value
from pipeline.wikidata.snapshot import CURATED_COLUMNS, Snapshot, write_snapshot

WD = "http://www.wikidata.org/entity/"
WDT = "http://www.wikidata.org/prop/direct/"


def minted(
    subject: str, prop: str, kind: str, value: str, *, rank: str = "normal", precision: int = 0
) -> Statement:
    said = Statement(subject, prop, kind, value, precision=precision, rank=rank)
    return with_minted_id(replace(said, source="codex", retrieved_at="2021-03"))


CAPITAL = minted("Q142", "P36", "item", "Q90", rank="preferred")
OLD_CAPITAL = minted("Q142", "P36", "item", "Q288")
WRONG_CAPITAL = minted("Q142", "P36", "item", "Q64", rank="deprecated")
FOUNDED = minted("Q142", "P571", "time", "0843-08-10T00:00:00Z", precision=11)
FRANCE = Entity("Q142", "France", "country in Europe", ("FR", "République française"))
FACTS = Snapshot((CAPITAL, OLD_CAPITAL, WRONG_CAPITAL, FOUNDED), (FRANCE,), {"codex": "2021-03"})


def direct(endpoint: EmbeddedEndpoint, subject: str, prop: str) -> list[str]:
    rows = endpoint.select(f"SELECT ?v WHERE {{ <{WD}{subject}> <{WDT}{prop}> ?v }} ORDER BY ?v").rows
    return [row["v"] for row in rows]


def test_the_truthy_form_holds_the_best_rank_only() -> None:
    assert direct(EmbeddedEndpoint(FACTS), "Q142", "P36") == [WD + "Q90"]


def test_fetching_gives_every_statement_of_the_snapshot_whatever_its_rank() -> None:
    found = fetch_statements(EmbeddedEndpoint(FACTS), ["Q142"], {"P36": "item", "P571": "time"})
    assert sorted(found) == sorted(FACTS.statements)


def test_fetched_statements_keep_the_source_and_date_of_the_snapshot() -> None:
    (found,) = fetch_statements(EmbeddedEndpoint(FACTS), ["Q142"], {"P571": "time"})
    assert (found.source, found.retrieved_at, found.statement_id) == (
        "codex",
        "2021-03",
        FOUNDED.statement_id,
    )


def test_names_come_back_in_the_language_of_the_snapshot_and_in_no_other() -> None:
    german = EmbeddedEndpoint(replace(FACTS, language="de"))
    assert fetch_entities(german, ["Q142"], ["de"]) == {"Q142": FRANCE}
    assert fetch_entities(german, ["Q142"], ["en", "mul"]) == {"Q142": Entity("Q142", "")}


def test_an_answer_is_text_by_variable_with_unbound_ones_absent() -> None:
    answer = EmbeddedEndpoint(FACTS).select(
        f'SELECT ?item ?text ?none WHERE {{ VALUES (?item ?text) {{ (<{WD}Q1> "é\\n\\"x") }} }}'
    )
    assert list(answer.rows) == [{"item": WD + "Q1", "text": 'é\n"x'}]
    assert answer.retrieved_at == "unknown"


def test_an_empty_snapshot_answers_with_no_rows() -> None:
    endpoint = EmbeddedEndpoint(Snapshot((), (), {}))
    assert fetch_statements(endpoint, ["Q1"], {"P31": "item", "P571": "time", "P2048": "quantity"}) == []
    assert fetch_entities(endpoint, ["Q1"], ["en"]) == {"Q1": Entity("Q1", "")}


def test_the_triples_of_a_snapshot_do_not_depend_on_its_order() -> None:
    turned = replace(FACTS, statements=FACTS.statements[::-1], entities=FACTS.entities[::-1])
    assert sorted(snapshot_triples(turned)) == sorted(snapshot_triples(FACTS))


@settings(deadline=None, derandomize=True, max_examples=40)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_text_value_comes_back_as_it_was(text: str) -> None:
    statement = minted("Q1", "P373", "string", text)
    endpoint = EmbeddedEndpoint(Snapshot((statement,), (), {}))
    assert fetch_statements(endpoint, ["Q1"], {"P373": "string"}) == [statement]


@pytest.mark.parametrize(
    "lexical",
    [
        "1889-03-31T00:00:00Z",
        "0000-01-01T00:00:00Z",
        "-0043-03-15T00:00:00Z",
        "12000-01-01T00:00:00Z",
        "-13798000000-00-00T00:00:00Z",
        "1889-00-00T00:00:00Z",
        "1889-03-00T00:00:00Z",
        "1900-02-29T00:00:00Z",
    ],
)
def test_a_time_comes_back_letter_by_letter(lexical: str) -> None:
    statement = minted("Q1", "P571", "time", lexical, precision=9)
    endpoint = EmbeddedEndpoint(Snapshot((statement,), (), {}))
    assert fetch_statements(endpoint, ["Q1"], {"P571": "time"}) == [statement]


HELD = [(s.subject, s.property, s.value) for s in FACTS.statements]


def test_curated_statements_are_added_once_and_sorted() -> None:
    curated = with_minted_id(Statement("Q142", "P279", "item", "Q7275", source="curated"))
    other = with_minted_id(Statement("Q142", "P279", "item", "Q6256", source="curated"))
    assert unheld([curated, other, curated], HELD) == [other, curated]


def test_curated_amounts_of_one_number_in_two_units_are_two() -> None:
    amounts = [
        Statement("Q1", "P2048", "quantity", "3", unit=unit, source="curated") for unit in ("Q1", "Q2")
    ]
    assert unheld(amounts, HELD) == amounts


def test_a_curated_statement_that_a_source_holds_already_is_left_out() -> None:
    curated = with_minted_id(Statement("Q142", "P36", "item", "Q90", source="curated"))
    assert unheld([curated], HELD) == []


@pytest.mark.parametrize(
    "other",
    [
        Statement("Q30", "P36", "item", "Q90", source="curated"),
        Statement("Q142", "P131", "item", "Q90", source="curated"),
        Statement("Q142", "P36", "item", "Q456", source="curated"),
    ],
)
def test_a_curated_statement_is_held_only_if_subject_property_and_value_agree(other: Statement) -> None:
    curated = with_minted_id(other)
    assert unheld([curated], HELD) == [curated]


def test_open_reads_a_folder_and_the_curated_tables_beside_it(tmp_path: Path) -> None:
    write_snapshot(tmp_path / "snapshot", FACTS)
    table = tmp_path / "facts.tsv"
    table.write_text(
        "\t".join(CURATED_COLUMNS) + "\nQ142\tFrance\tP279\tsubclass of\titem\tQ7275\tstate\t\tA state.\n",
        encoding="utf-8",
    )
    endpoint = EmbeddedEndpoint.open(tmp_path / "snapshot", [table])
    assert direct(endpoint, "Q142", "P36") == [WD + "Q90"]
    (curated,) = fetch_statements(endpoint, ["Q142"], {"P279": "item"})
    assert (curated.value, curated.source, curated.retrieved_at) == ("Q7275", "curated", "unknown")


class TestLoading:
    """What an endpoint reads into its store, and when."""

    def test_a_query_about_values_loads_what_is_said_of_these_alone(self) -> None:
        other = minted("Q183", "P36", "item", "Q64")
        endpoint = EmbeddedEndpoint(replace(FACTS, statements=(*FACTS.statements, other)))
        fetch_statements(endpoint, ["Q183"], {"P36": "item"})
        loaded = {str(quad.subject) for quad in endpoint._store}
        assert f"<{WD}Q183>" in loaded
        assert f"<{WD}Q142>" not in loaded

    def test_any_other_query_and_the_store_itself_see_everything(self) -> None:
        endpoint = EmbeddedEndpoint(FACTS)
        lines = "".join(snapshot_triples(FACTS)).count("\n")
        assert len(endpoint.select("SELECT * WHERE { ?s ?p ?o }").rows) == lines
        assert len(EmbeddedEndpoint(FACTS).store) == lines

    def test_asking_in_parts_gives_the_same_as_asking_at_once(self) -> None:
        subjects, kinds = ["Q142", "Q183", "Q64"], {"P36": "item", "P571": "time"}
        once = fetch_statements(EmbeddedEndpoint(FACTS), subjects, kinds)
        endpoint = EmbeddedEndpoint(FACTS)
        parts = [s for subject in subjects for s in fetch_statements(endpoint, [subject], kinds)]
        assert sorted(parts) == sorted(once) == sorted(FACTS.statements)

    @pytest.mark.parametrize(("query", "prop"), [("synsets", "P8814"), ("commons_categories", "P373")])
    def test_items_are_found_by_their_values(self, query: str, prop: str) -> None:
        held = [minted("Q1", prop, "string", "x"), minted("Q2", prop, "string", "x", rank="preferred")]
        endpoint = EmbeddedEndpoint(Snapshot((*held, minted("Q3", prop, "string", "y")), (), {}))
        assert items_by_value(endpoint, query, ["x"]) == {"x": ("Q1", "Q2")}
        assert items_by_value(endpoint, query, ["y", "z"]) == {"y": ("Q3",)}

    def test_what_was_asked_for_by_value_has_its_truthy_form_in_any_other_query(self) -> None:
        endpoint = EmbeddedEndpoint(FACTS)
        fetch_statements(endpoint, ["Q142"], {"P36": "item"})
        assert direct(endpoint, "Q142", "P36") == [WD + "Q90"]
        assert len(endpoint.store) == "".join(snapshot_triples(FACTS)).count("\n")

    def test_a_result_has_every_sort_of_term_as_text(self) -> None:
        query = 'SELECT * { BIND("x"@en AS ?a) BIND(2.5 AS ?b) BIND(<http://a> AS ?c) BIND("é" AS ?d) }'
        assert list(EmbeddedEndpoint(FACTS).select(query).rows) == [
            {"a": "x", "b": "2.5", "c": "http://a", "d": "é"}
        ]

    def test_the_provenance_of_rows_is_known_when_they_have_been_asked_for(self, tmp_path: Path) -> None:
        write_snapshot(tmp_path, FACTS)
        endpoint = EmbeddedEndpoint.open(tmp_path)
        assert endpoint.provenance == {}
        assert sorted(fetch_statements(endpoint, ["Q142"], {"P36": "item", "P571": "time"})) == sorted(
            FACTS.statements
        )
        assert endpoint.provenance == EmbeddedEndpoint(FACTS).provenance
