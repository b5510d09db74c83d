"""The SPARQL files: filled, safe from what is filled in, and standard."""

from __future__ import annotations

import re
from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdflib.plugins.sparql.parser import parseQuery

from pipeline.base.resources import resource_dir
from pipeline.wikidata import queries

QUERIES = sorted(resource_dir("queries").glob("*.rq"))
PARTS = {
    "subjects": queries.items(["Q243", "Q90"]),
    "items": queries.items(["Q243"]),
    "claims": queries.claims(["P31", "P84"]),
    "languages": queries.languages(["en", "mul"]),
    "values": queries.strings(["02961779-n"]),
    "names": queries.names(["bus"]),
    "pages": queries.iris(["https://commons.wikimedia.org/wiki/Category:Eiffel_Tower"]),
}


def test_item_ids_become_iris() -> None:
    assert queries.items(["Q42", "Q1"]) == (
        "<http://www.wikidata.org/entity/Q42> <http://www.wikidata.org/entity/Q1>"
    )


def test_property_ids_become_claim_iris() -> None:
    assert queries.claims(["P31", "P279"]) == (
        "<http://www.wikidata.org/prop/P31>, <http://www.wikidata.org/prop/P279>"
    )


def test_language_codes_become_literals() -> None:
    assert queries.languages(["en", "mul", "en-gb", "zh-hant-tw"]) == '"en", "mul", "en-gb", "zh-hant-tw"'


def test_nothing_becomes_an_empty_text() -> None:
    parts = (
        queries.items([]),
        queries.claims([]),
        queries.strings([]),
        queries.languages([]),
        queries.iris([]),
    )
    assert parts == ("",) * 5


@pytest.mark.parametrize(
    "bad", ["", "Q", "Q0", "Q-1", "q42", "P31", "42", " Q42", "Q42 ", "Q42> <x:y", "Q42;"]
)
def test_what_is_no_item_id_cannot_stand_in_a_query(bad: str) -> None:
    with pytest.raises(ValueError, match="cannot stand in a query"):
        queries.items(["Q1", bad])


@pytest.mark.parametrize("bad", ["", "P0", "Q31", "p31", "P31)", "31"])
def test_what_is_no_property_id_cannot_stand_in_a_query(bad: str) -> None:
    with pytest.raises(ValueError, match="cannot stand in a query"):
        queries.claims([bad])


@pytest.mark.parametrize("bad", ["", "EN", "e", "en_GB", 'en"', "en-", "englishlanguage"])
def test_what_is_no_language_code_cannot_stand_in_a_query(bad: str) -> None:
    with pytest.raises(ValueError, match="cannot stand in a query"):
        queries.languages([bad])


@pytest.mark.parametrize(
    "bad", ["http://x/a b", "http://x/<", "http://x/>", 'http://x/"', "http://x/\n", "x{y}"]
)
def test_an_iri_with_forbidden_characters_cannot_stand_in_a_query(bad: str) -> None:
    with pytest.raises(ValueError, match="cannot stand in a query"):
        queries.iris([bad])


@pytest.mark.parametrize("bad", ["Q42\n", "Q4\u0663"])
def test_an_item_id_is_ascii_to_its_end(bad: str) -> None:
    with pytest.raises(ValueError, match="cannot stand in a query"):
        queries.items([bad])


@pytest.mark.parametrize("bad", ["http://x/\x00", "http://x/\x07"])
def test_an_iri_with_control_characters_cannot_stand_in_a_query(bad: str) -> None:
    with pytest.raises(ValueError, match="cannot stand in a query"):
        queries.iris([bad])


@settings(deadline=None, derandomize=True)
@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_stands_in_a_query_as_itself(text: str) -> None:
    found = ox.Store().query(f"SELECT ?v WHERE {{ VALUES ?v {{ {queries.strings([text])} }} }}")
    assert isinstance(found, ox.QuerySolutions)
    assert [row["v"] for row in found] == [ox.Literal(text)]


def test_a_text_with_the_sign_of_a_placeholder_is_not_filled_again() -> None:
    query = queries.fill("synsets", values=queries.strings(["$subjects ${x} $$"]))
    assert '"$subjects ${x} $$"' in query


def test_a_text_that_looks_like_a_comment_stays() -> None:
    query = queries.fill("synsets", values=queries.strings(["a\n# load this"]))
    assert '"a\\n# load this"' in query


def test_a_missing_part_is_an_error() -> None:
    with pytest.raises(KeyError, match="claims"):
        queries.fill("statements", subjects="<x:y>")


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)
def test_every_query_is_a_select_without_comments_once_filled(path: Path) -> None:
    query = queries.fill(path.stem, **PARTS)
    assert parseQuery(query)[1].name == "SelectQuery"
    assert not re.search(r"(^|\s)#", query)
    assert "$" not in query


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)
def test_every_query_uses_standard_sparql_only(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    body = re.sub(r"^#.*$", "", text, flags=re.MULTILINE)
    declared = set(re.findall(r"PREFIX (\w+):", body))
    used = set(re.findall(r"(?<![<\w])([a-z]+):(?!/)", body))
    assert used <= declared
    assert not re.search(r"\b(SERVICE|OFFSET|LIMIT|hint)\b|bd:|\*|\+", body)
    assert len(re.findall(r"\bVALUES\b", body)) == 1


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)
def test_every_query_runs_on_an_empty_store_and_gives_no_rows(path: Path) -> None:
    found = ox.Store().query(queries.fill(path.stem, **PARTS))
    assert isinstance(found, ox.QuerySolutions)
    assert list(found) == []


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)
def test_every_query_is_described_in_the_folder_s_readme_with_its_placeholders(path: Path) -> None:
    placeholders = ", ".join(re.findall(r"\$(\w+)", path.read_text(encoding="utf-8")))
    readme = (path.parent / "README.md").read_text(encoding="utf-8")
    assert re.search(rf"^\| `{path.name}` \| .+ \| {placeholders} \|$", readme, re.MULTILINE)
