"""`reasonvqa templates new`: skeletons that are sound, and what is refused."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.base.errors import SettingsError
from pipeline.base.resources import resource_dir
from pipeline.cli.main import main
from pipeline.dataset.skeleton import write_skeleton
from pipeline.dataset.vocabulary import wikidata_properties, wordnet
from pipeline.language.library import Library
from pipeline.language.lint.findings import Finding
from pipeline.language.lint.run import lint

SHIPPED = resource_dir("templates")


def new(folder: Path, domain: str, *properties: str) -> Library:
    list(write_skeleton(domain, folder / "pack", properties))
    library = Library((SHIPPED, folder / "pack"), "en")
    library.check()
    return library


def faults(library: Library) -> Sequence[Finding]:
    return lint(library.folders, "en", wikidata_properties(), wordnet)


LABELS = (
    "P88",  # commissioned by
    "P180",  # depicts
    "P31",  # instance of
    "P1704",  # is pollinator of
    "P729",  # a date
    "P1101",  # a number
    "P2061",  # aspect ratio (W:H)
    "P2275",  # two spaces in it
    "P8465",  # ends with the letter a
    "P527",  # has part(s)
    "P84",  # shipped
    "P17",  # shipped, of answers that are fixed
)


def test_a_skeleton_with_properties_has_no_error(tmp_path: Path) -> None:
    library = new(tmp_path, "Street art", *LABELS)
    found = faults(library)
    assert {f.code for f in found} == {"W403", "W407"}
    assert {"P88", "P180", "P729", "P1101"} <= library.properties.keys()
    assert all("street_art" in library.properties[prop].domains for prop in LABELS)


def test_a_skeleton_without_properties_has_no_error_and_waits_for_one(tmp_path: Path) -> None:
    library = new(tmp_path, "Street art")
    assert [(f.code, f.place) for f in faults(library)] == [("W406", "street_art")]
    assert library.properties == Library((SHIPPED,), "en").properties


def test_its_commented_example_is_sound_when_uncommented(tmp_path: Path) -> None:
    library = new(tmp_path, "Street art")
    for name in ("street_art.toml", "routes.toml"):
        path = tmp_path / "pack" / name
        example = path.read_text().partition("\n\n" if name[0] == "s" else "[then]\n")
        path.write_text(example[0] + example[1] + re.sub("^# ", "", example[2], flags=re.MULTILINE))
    library = Library(library.folders, "en")
    assert [str(f) for f in faults(library)] == []
    assert library.properties["P88"].domains == ("street_art",)


def test_what_is_shipped_stays_as_it_is_but_for_the_domain(tmp_path: Path) -> None:
    library, shipped = new(tmp_path, "museums", "P17", "P84"), Library((SHIPPED,), "en")
    for prop in ("P17", "P84"):
        old, spec = shipped.properties[prop], library.properties[prop]
        assert spec == old.model_copy(update={"domains": (*old.domains, "museums")})


@pytest.mark.parametrize("domain", ["arts", "Arts", "arts & design", "ARTS & DESIGN"])
def test_a_shipped_domain_is_not_defined_again(tmp_path: Path, domain: str) -> None:
    library = new(tmp_path, domain, "P88")
    assert library.properties["P88"].domains == ("arts",)
    assert not (tmp_path / "pack" / "domains.toml").exists()


@pytest.mark.parametrize(
    ("domain", "identity"),
    [
        ("Street art", "street_art"),
        ('the "new" arts', "the_new_arts"),
        ("Café \\ Bar", "caf_bar"),
        ("  20th century  ", "20th_century"),
    ],
)
def test_names_with_spaces_and_marks_make_an_id(tmp_path: Path, domain: str, identity: str) -> None:
    library = new(tmp_path, domain, "P88")
    assert library.domains[identity].name == domain
    assert library.properties["P88"].domains == (identity,)
    assert [f for f in faults(library) if f.is_error] == []


@pytest.mark.parametrize("domain", ["units", "Routes", "closed sets", "domains", "kinds"])
def test_a_domain_may_be_called_as_a_special_file_is(tmp_path: Path, domain: str) -> None:
    library = new(tmp_path, domain, "P88")
    assert library.properties["P88"].domains == (domain.lower().replace(" ", "_"),)
    assert [f for f in faults(library) if f.is_error] == []


def test_a_date_a_number_and_a_text_have_answers_of_their_kind(tmp_path: Path) -> None:
    library = new(tmp_path, "museums", "P729", "P1101", "P88")
    kinds = {prop: library.properties[prop].answer_kind for prop in ("P729", "P1101", "P88")}
    assert kinds == {"P729": "date", "P1101": "number", "P88": "text"}
    assert library.properties["P88"].clause
    assert not library.properties["P729"].clause


def test_properties_may_be_given_by_label(tmp_path: Path) -> None:
    assert "P88" in new(tmp_path, "museums", " Commissioned By ").properties


@pytest.mark.parametrize(
    ("domain", "properties", "message"),
    [
        ("museums", ["commissoned by"], "properties: there is no .*; did you mean 'commissioned by'"),
        ("museums", ["P99999999"], "there is no 'P99999999'"),
        ("museums", ["P856"], "the values of P856 are of type IRI"),
        ("музеи", [], "'музеи' has no letter of a to z"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_about_is_refused_and_nothing_written(
    tmp_path: Path, domain: str, properties: list[str], message: str
) -> None:
    with pytest.raises(SettingsError, match=message):
        new(tmp_path, domain, *properties)
    assert not (tmp_path / "pack").exists()


def test_a_folder_with_files_or_a_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    kept = tmp_path / "pack" / "notes.txt"
    kept.parent.mkdir()
    kept.write_text("mine")
    for out in (kept.parent, kept):
        with pytest.raises(SettingsError, match="is there already; name another folder with --out"):
            list(write_skeleton("museums", out, ()))
    assert [path.name for path in kept.parent.iterdir()] == ["notes.txt"]
    assert kept.read_text() == "mine"


def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    assert "P88" in new(tmp_path, "museums", "P88").properties


def test_new_on_the_command_line_writes_beside_and_prints_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["templates", "new", "Street art", "--properties", "P88, depicts"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert result.stdout.split() == [f"street_art/{n}.toml" for n in ("street_art", "routes", "domains")]
    assert tomllib.loads(Path("street_art/street_art.toml").read_text()).keys() == {"P88", "P180"}
    again = CliRunner().invoke(main, arguments)
    assert again.exit_code == 1
    assert again.stderr.startswith("error: street_art: is there already")
