"""RDF files of a user's own as statements and names: forms of files, of statements and of values."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.base.errors import InputError
from pipeline.values import Time
from pipeline.wikidata.facts import Statement, with_minted_id
from pipeline.wikidata.own_facts import FORMATS, OwnFacts, read_own_facts

HEAD = """@prefix wd: <http://www.wikidata.org/entity/> .
@prefix wds: <http://www.wikidata.org/entity/statement/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix wdno: <http://www.wikidata.org/prop/novalue/> .
@prefix p: <http://www.wikidata.org/prop/> .
@prefix ps: <http://www.wikidata.org/prop/statement/> .
@prefix psv: <http://www.wikidata.org/prop/statement/value/> .
@prefix pq: <http://www.wikidata.org/prop/qualifier/> .
@prefix wikibase: <http://wikiba.se/ontology#> .
@prefix schema: <http://schema.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
KINDS = {"P84": "item", "P571": "time", "P2048": "quantity", "P373": "string", "P625": "string"}
TOWER = "http://www.wikidata.org/entity/Q243"


def read(folder: Path, text: str, name: str = "mine.ttl") -> OwnFacts:
    path = folder / name
    path.write_text((HEAD if name.endswith(".ttl") else "") + text, encoding="utf-8")
    return read_own_facts([path], KINDS)


def only(facts: OwnFacts) -> Statement:
    (statement,) = facts.statements
    return statement


ARCHITECT = with_minted_id(Statement("Q243", "P84", "item", "Q778243", source="mine"))
FORMS = {
    ".ttl": HEAD + "wd:Q243 wdt:P84 wd:Q778243 .",
    ".nt": f"<{TOWER}> <http://www.wikidata.org/prop/direct/P84> "
    "<http://www.wikidata.org/entity/Q778243> .\n",
    ".rdf": '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    f'xmlns:wdt="http://www.wikidata.org/prop/direct/"><rdf:Description rdf:about="{TOWER}">'
    '<wdt:P84 rdf:resource="http://www.wikidata.org/entity/Q778243"/></rdf:Description></rdf:RDF>',
    ".jsonld": f'{{"@id": "{TOWER}", "http://www.wikidata.org/prop/direct/P84": '
    '{"@id": "http://www.wikidata.org/entity/Q778243"}}',
}


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("packed", [False, True])
def test_every_form_of_rdf_is_read_packed_or_not(tmp_path: Path, suffix: str, packed: bool) -> None:
    path = tmp_path / f"mine{suffix}{'.gz' if packed else ''}"
    content = FORMS[suffix].encode()
    path.write_bytes(gzip.compress(content) if packed else content)
    assert only(read_own_facts([path], KINDS)) == replace(ARCHITECT, source=path.name)


def test_gzip_is_told_by_content_not_by_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.ttl"
    path.write_bytes(gzip.compress(FORMS[".ttl"].encode()))
    assert only(read_own_facts([path], KINDS)).value == "Q778243"


WHOLE = """wd:Q243 p:P84 wds:Q243-AB .
wds:Q243-AB ps:P84 wd:Q778243 ; wikibase:rank wikibase:PreferredRank ;
  pq:P582 "1901-02-03T00:00:00Z"^^xsd:dateTime .
"""


def test_whole_statement_keeps_id_rank_and_end(tmp_path: Path) -> None:
    assert only(read(tmp_path, WHOLE)) == Statement(
        "Q243",
        "P84",
        "item",
        "Q778243",
        rank="preferred",
        end="1901-02-03T00:00:00Z",
        statement_id="Q243-AB",
        source="mine.ttl",
    )


@pytest.mark.parametrize("rank", ["preferred", "normal", "deprecated"])
def test_every_rank_is_kept(tmp_path: Path, rank: str) -> None:
    text = f"wd:Q243 p:P84 [ ps:P84 wd:Q7 ; wikibase:rank wikibase:{rank.capitalize()}Rank ] ."
    assert only(read(tmp_path, text)).rank == rank


def test_statement_without_a_rank_is_normal_and_without_an_id_gets_one(tmp_path: Path) -> None:
    statement = only(read(tmp_path, "wd:Q243 p:P84 [ ps:P84 wd:Q778243 ] ."))
    assert statement == replace(ARCHITECT, source="mine.ttl")


@pytest.mark.parametrize("end", ["_:b", "wd:Q1"])
def test_end_that_is_no_date_is_unknown(tmp_path: Path, end: str) -> None:
    assert only(read(tmp_path, f"wd:Q243 p:P84 [ ps:P84 wd:Q7 ; pq:P582 {end} ] .")).end == "unknown"


def test_plain_triple_that_a_whole_statement_says_is_no_second_one(tmp_path: Path) -> None:
    whole_and_plain = read(tmp_path, WHOLE + "wd:Q243 wdt:P84 wd:Q778243 , wd:Q20882 .")
    assert [(s.value, s.rank) for s in whole_and_plain.statements] == [
        ("Q20882", "normal"),
        ("Q778243", "preferred"),
    ]


def test_plain_date_of_a_whole_statement_is_no_second_one_of_another_precision(tmp_path: Path) -> None:
    text = (
        'wd:Q243 p:P571 wds:Q243-CD ; wdt:P571 "1887-01-01T00:00:00Z"^^xsd:dateTime .\n'
        'wds:Q243-CD ps:P571 "1887-01-01T00:00:00Z"^^xsd:dateTime ; psv:P571 _:v .\n'
        "_:v wikibase:timePrecision 9 .\n"
    )
    statement = only(read(tmp_path, text))
    assert (Time.parse(statement.value, statement.precision).lexical, statement.precision) == (
        "1887-00-00T00:00:00Z",
        9,
    )


@pytest.mark.parametrize(
    ("literal", "shown"),
    [
        ('"1889"^^xsd:gYear', "1889"),
        ('"1889+01:00"^^xsd:gYear', "1889"),
        ('"-0043"^^xsd:gYear', "44 BCE"),
        ('"-0043-05:00"^^xsd:gYear', "44 BCE"),
        ('"0000"^^xsd:gYear', "1 BCE"),
        ('"12000"^^xsd:gYear', "12000"),
        ('"1889-03"^^xsd:gYearMonth', "1889-03"),
        ('"1889-03-05:00"^^xsd:gYearMonth', "1889-03"),
        ('"-0043-03"^^xsd:gYearMonth', "44-03 BCE"),
        ('"1889-03-31"^^xsd:date', "1889-03-31"),
        ('"1889-03-31Z"^^xsd:date', "1889-03-31"),
        ('"1889-03-31-05:00"^^xsd:date', "1889-03-31"),
        ('"-0043-03-15"^^xsd:date', "44-03-15 BCE"),
        ('"1889-03-31T12:30:00.5Z"^^xsd:dateTime', "1889-03-31"),
        ('"1889-03-31T12:30:00+01:00"^^xsd:dateTime', "1889-03-31"),
        ('"-0043-03-15T00:00:00Z"^^xsd:dateTime', "44-03-15 BCE"),
    ],
)
def test_dates_of_every_xsd_type_are_read_at_their_precision(
    tmp_path: Path, literal: str, shown: str
) -> None:
    statement = only(read(tmp_path, f"wd:Q243 wdt:P571 {literal} ."))
    assert statement.kind == "time"
    assert str(Time.parse(statement.value, statement.precision)) == shown


@pytest.mark.parametrize("precision", range(6, 12))
def test_precision_of_a_value_node_counts(tmp_path: Path, precision: int) -> None:
    text = (
        'wd:Q243 p:P571 [ ps:P571 "1889-03-31T00:00:00Z"^^xsd:dateTime ; '
        f'psv:P571 [ wikibase:timePrecision "{precision}"^^xsd:integer ] ] .'
    )
    statement = only(read(tmp_path, text))
    assert Time.parse(statement.value, statement.precision).precision == precision


def test_date_coarser_than_a_millennium_is_no_fault_of_the_file(tmp_path: Path) -> None:
    text = (
        'wd:Q2 p:P571 [ ps:P571 "-4540000000-01-01T00:00:00Z"^^xsd:dateTime ; '
        "psv:P571 [ wikibase:timePrecision 3 ] ] ."
    )
    assert only(read(tmp_path, text)).precision == 3


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ("330", "330"),
        ("330.5", "330.5"),
        ("-3", "-3"),
        ('"+330"^^xsd:decimal', "+330"),
        ("3.3e2", "3.3e2"),
        ('"7"^^xsd:nonNegativeInteger', "7"),
    ],
)
def test_plain_number_is_a_quantity_without_unit(tmp_path: Path, literal: str, value: str) -> None:
    statement = only(read(tmp_path, f"wd:Q243 wdt:P2048 {literal} ."))
    assert (statement.kind, statement.value, statement.unit) == ("quantity", value, "")


QUANTITY = "wd:Q243 p:P2048 [ {} psv:P2048 [ wikibase:quantityAmount 330.5 ; wikibase:quantityUnit {} ] ] ."


@pytest.mark.parametrize("simple", ["ps:P2048 330.5 ;", ""])
@pytest.mark.parametrize(("unit", "read_as"), [("wd:Q11573", "Q11573"), ("wd:Q199", "")])
def test_quantity_has_the_unit_of_its_value_node(
    tmp_path: Path, simple: str, unit: str, read_as: str
) -> None:
    statement = only(read(tmp_path, QUANTITY.format(simple, unit)))
    assert (statement.kind, statement.value, statement.unit) == ("quantity", "330.5", read_as)


def test_time_may_stand_in_its_value_node_alone(tmp_path: Path) -> None:
    text = (
        'wd:Q243 p:P571 [ psv:P571 [ wikibase:timeValue "1889-03-31T00:00:00Z"^^xsd:dateTime ; '
        "wikibase:timePrecision 11 ] ] ."
    )
    assert only(read(tmp_path, text)).value == "1889-03-31T00:00:00Z"


@pytest.mark.parametrize(
    "text",
    [
        "wd:Q243 wdt:P84 [] .",
        "wd:Q243 p:P84 [ ps:P84 [] ] .",
        "wd:Q243 p:P84 wds:Q243-X . wds:Q243-X a wdno:P84 .",
        "wd:Q243 p:P84 [ ps:P84 _:u ] ; wdt:P84 _:v .",
    ],
)
def test_unknown_and_missing_values_are_unknown(tmp_path: Path, text: str) -> None:
    statement = only(read(tmp_path, text))
    assert (statement.kind, statement.value) == ("unknown", "")


def test_texts_and_coordinates_are_told_apart(tmp_path: Path) -> None:
    text = (
        'wd:Q243 wdt:P373 "Tour Eiffel" ; wdt:P1705 "tour Eiffel"@fr ; wdt:P856 <http://example.org/> ;\n'
        'wdt:P625 "Point(2.29 48.85)"^^<http://www.opengis.net/ont/geosparql#wktLiteral> .'
    )
    kinds = {s.property: (s.kind, s.value) for s in read(tmp_path, text).statements}
    assert kinds == {
        "P373": ("string", "Tour Eiffel"),
        "P1705": ("string", "tour Eiffel"),
        "P856": ("string", "http://example.org/"),
        "P625": ("coordinate", "Point(2.29 48.85)"),
    }


def test_names_are_kept_in_every_language_and_without_one(tmp_path: Path) -> None:
    text = (
        'wd:Q243 rdfs:label "Eiffel Tower"@EN , "Tour \\"Eiffel\\""@fr ; skos:altLabel "La dame" ;\n'
        'schema:description "tower"@en ; wdt:P84 wd:Q778243 . <http://example.org/x> rdfs:label "x"@en .'
    )
    assert [name.partition("> ")[2] for name in read(tmp_path, text).names] == [
        '<http://schema.org/description> "tower"@en .\n',
        '<http://www.w3.org/2000/01/rdf-schema#label> "Eiffel Tower"@en .\n',
        '<http://www.w3.org/2000/01/rdf-schema#label> "Tour \\"Eiffel\\""@fr .\n',
        '<http://www.w3.org/2004/02/skos/core#altLabel> "La dame"@mul .\n',
    ]


def test_a_file_of_names_alone_will_do(tmp_path: Path) -> None:
    assert read(tmp_path, 'wd:Q243 rdfs:label "Iron Lady"@en .').statements == ()


@pytest.mark.parametrize(
    "text",
    [
        'wd:Q243 schema:dateModified "2025-04-03T10:00:00Z"^^xsd:dateTime , "2024-01-01"^^xsd:date .',
        '<http://www.wikidata.org/wiki/Special:EntityData/Q243> schema:about wd:Q243 ;\n'
        'schema:dateModified "2025-04-03T10:00:00Z"^^xsd:dateTime .',
    ],
)  # fmt: skip
def test_date_of_reading_is_that_of_the_item_or_of_its_page(tmp_path: Path, text: str) -> None:
    facts = read(tmp_path, text + "\nwd:Q243 wdt:P84 wd:Q7 . wd:Q244 wdt:P84 wd:Q7 .")
    assert [(s.subject, s.retrieved_at) for s in facts.statements] == [
        ("Q243", "2025-04-03"),
        ("Q244", "unknown"),
    ]


def test_source_is_the_files_name_and_several_files_are_sorted_together(tmp_path: Path) -> None:
    for name, architect in (("b.ttl", "Q1"), ("a.ttl", "Q2")):
        (tmp_path / name).write_text(f"{HEAD}wd:Q243 wdt:P84 wd:{architect} .")
    facts = read_own_facts([tmp_path / "b.ttl", tmp_path / "a.ttl"], KINDS)
    assert [(s.value, s.source) for s in facts.statements] == [("Q1", "b.ttl"), ("Q2", "a.ttl")]
    assert facts == read_own_facts([tmp_path / "a.ttl", tmp_path / "b.ttl"], KINDS)


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("x.ttl", "wd:Q243 wdt:P84 wd:Q7\nwd:Q244 wdt:P84 wd:Q7 .", 15),
        ("x.nt", FORMS[".nt"] + "<a:b> oops .\n", 2),
        ("x.rdf", FORMS[".rdf"].replace("<rdf:D", "\n<rdf:D").replace("</rdf:RDF>", "\n</oops>"), 3),
        ("x.jsonld", '{"@id": "a:b",\n"a:c": }', 2),
    ],
)
def test_syntax_error_is_named_with_file_and_line(tmp_path: Path, name: str, text: str, line: int) -> None:
    with pytest.raises(InputError, match=rf"cannot be read as RDF: .*\(line {line}\)") as fault:
        read(tmp_path, text, name)
    assert fault.value.path == tmp_path / name


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("wd:Q243 wdt:P84 'Stephen Sauvestre' .", "P84 has values of kind item, such as wd:Q42; found 'St"),
        ("wd:Q243 wdt:P84 <http://example.org/pei> .", "found 'http://example.org/pei'"),
        ("wd:Q243 wdt:P84 '1889'^^xsd:gYear .", "kind item"),
        ("wd:Q243 wdt:P571 '1889' .", "kind time, such as \"1889\"^^xsd:gYear; found '1889'"),
        ("wd:Q243 wdt:P571 1889 .", "kind time"),
        ("wd:Q243 wdt:P571 wd:Q1 .", "kind time"),
        ("wd:Q243 wdt:P2048 '330 m' .", "P2048 has values of kind quantity"),
        ("wd:Q243 wdt:P571 '31.3.1889'^^xsd:date .", "not a time: '31.3.1889'"),
        ("wd:Q243 wdt:P571 '1889-13'^^xsd:gYearMonth .", "no such month or day"),
        ("wd:Q243 wdt:P571 '44'^^xsd:gYear .", "not a time: '44'"),
        ("wd:Q243 wdt:P2048 'INF'^^xsd:double .", "not a number: 'INF'"),
        (QUANTITY.format("", "<http://qudt.org/unit/M>"), "the unit 'http://qudt.org/unit/M' is no item"),
        ("wd:Q243 p:P84 [ ps:P84 wd:Q7 ; wikibase:rank wikibase:BestRank ] .", "rank 'best'"),
        ("wd:Q243 p:P84 wd:Q778243 .", "P84 leads to http://www.wikidata.org/entity/Q778243, no statement"),
        ("wd:Q243 p:P84 wds:Q243-AB .", "no statement"),
        ("<http://example.org/tower> wdt:P84 wd:Q7 .", "'http://example.org/tower' with 'P84' is no item"),
        ("wd:P84 wdt:P84 wd:Q7 .", "'P84' with 'P84' is no item"),
        ("wd:Q243 wdt:architect wd:Q7 .", "'Q243' with 'architect' is no item with a property"),
    ],
)  # fmt: skip
def test_what_is_no_statement_is_refused_with_its_subject(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(InputError) as fault:
        read(tmp_path, text)
    assert problem in fault.value.problem
    assert fault.value.place.startswith("<http")
    assert fault.value.path == tmp_path / "mine.ttl"


def test_a_property_of_unknown_type_takes_any_value(tmp_path: Path) -> None:
    assert only(read(tmp_path, "wd:Q243 wdt:P99999 '1889' .")).kind == "string"


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("<http://example.org/a> <http://example.org/b> 1 .", "docs/"),
        ("", "docs/"),
        ("<https://www.wikidata.org/entity/Q243> <https://www.wikidata.org/prop/direct/P84> 1 .", "not with"),
    ],
)
def test_a_file_without_a_statement_is_refused(tmp_path: Path, text: str, remedy: str) -> None:
    with pytest.raises(InputError, match="holds no statement in Wikidata's terms") as fault:
        read(tmp_path, text)
    assert remedy in fault.value.remedy


def test_a_file_that_is_no_rdf_not_there_or_damaged_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a,b")
    with pytest.raises(InputError, match=r"no known RDF form\n.*\.ttl, \.nt, \.rdf, \.jsonld"):
        read_own_facts([tmp_path / "x.csv"], KINDS)
    with pytest.raises(InputError, match=r"nothing\.ttl: there is no such file"):
        read_own_facts([tmp_path / "nothing.ttl"], KINDS)
    (tmp_path / "cut.ttl.gz").write_bytes(gzip.compress(FORMS[".ttl"].encode() * 50)[:-20])
    with pytest.raises(InputError, match=r"cut\.ttl\.gz: cannot be read"):
        read_own_facts([tmp_path / "cut.ttl.gz"], KINDS)
