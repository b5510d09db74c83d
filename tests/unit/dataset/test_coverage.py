"""`reasonvqa templates list`: every property with its wordings, and what is covered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.base.errors import SettingsError
from pipeline.base.resources import resource_dir
from pipeline.cli.main import main
from pipeline.dataset.coverage import coverage
from pipeline.dataset.vocabulary import paper_properties, shipped_library
from pipeline.language.library import Library

PACK = """
[P88]
label = "commissioned by"
answer_kind = "text"
domains = ["arts", "history"]
main = ["Who commissioned {{ x }}?", "At whose wish was {{ x }} made?"]
clause = ["the one who commissioned {{ x }}"]
joint = { P127 = ["Who commissioned what {{ x }} owns?"] }
[P84]
off = "architects are dull"
"""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "a.toml").write_text(PACK)
    return Library((resource_dir("templates"), tmp_path / "pack"), "en")


def test_every_property_has_a_row_in_order_of_its_number() -> None:
    shipped = shipped_library("en")
    rows = coverage(shipped).rows
    assert [row["property"] for row in rows] == sorted(shipped.entries, key=lambda prop: int(prop[1:]))
    assert all(row["wordings"] > 0 and row["label"] for row in rows)


def test_a_packs_property_is_counted_with_joint_wordings_and_domains(library: Library) -> None:
    (row,) = [row for row in coverage(library).rows if row["property"] == "P88"]
    assert row == {
        "property": "P88",
        "label": "commissioned by",
        "answer_kind": "text",
        "wordings": 3,
        "clauses": 1,
        "domains": ["arts", "history"],
        "reasonvqa": "P88" in paper_properties(),
        "off": "",
    }


def test_a_property_that_is_off_has_a_row_that_says_why(library: Library) -> None:
    found, shipped = coverage(library), coverage(shipped_library("en"))
    line = next(line for line in found.text.splitlines() if line.startswith("P84 "))
    assert line.endswith("off: architects are dull")
    assert "\n157 of 157 properties of ReasonVQA" in shipped.text
    assert "\n157 of 157 properties of ReasonVQA" in found.text


def test_totals_are_those_of_the_rows(library: Library) -> None:
    found = coverage(library)
    wordings, clauses = (sum(row[name] for row in found.rows) for name in ("wordings", "clauses"))
    assert f"{len(found.rows)} properties, {wordings:,} wordings, {clauses} sub-clauses" in found.text
    arts = sum("arts" in row["domains"] for row in found.rows)
    assert f"arts & design              {arts:>4} properties" in found.text


@pytest.mark.parametrize("domain", ["arts", "Arts & Design"])
def test_rows_of_one_domain(library: Library, domain: str) -> None:
    rows = coverage(library, [domain]).rows
    assert {"P88", "P170"} <= {row["property"] for row in rows}
    assert all("arts" in row["domains"] for row in rows)


def test_an_unknown_domain_gets_a_suggestion(library: Library) -> None:
    with pytest.raises(SettingsError, match="no 'artss'; did you mean 'arts'"):
        coverage(library, ["artss"])


def test_the_command_prints_text_or_json_of_shipped_and_own_templates(library: Library) -> None:
    pack = str(library.packs[0])
    plain = CliRunner().invoke(main, ["templates", "list", "--templates", pack, "--domain", "arts"])
    assert plain.exit_code == 0
    assert plain.stdout == coverage(library, ["arts"]).text + "\n"
    rows = CliRunner().invoke(main, ["templates", "list", "--templates", pack, "--json"])
    assert json.loads(rows.stdout) == coverage(library).rows
    wrong = CliRunner().invoke(main, ["templates", "list", "--domain", "artss"])
    assert (wrong.exit_code, wrong.stdout) == (1, "")
    assert wrong.stderr.startswith("error: domains: there is no 'artss'")


def test_a_language_without_templates_is_refused() -> None:
    result = CliRunner().invoke(main, ["templates", "list", "--language", "tlh"])
    assert result.exit_code == 1
    assert "has no templates" in result.stderr
