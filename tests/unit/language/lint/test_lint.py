"""`reasonvqa templates lint`: every code is found where the fault is, and nothing else is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pipeline.base.resources import resource_dir
from pipeline.cli.main import main
from pipeline.dataset.vocabulary import wikidata_properties, wordnet
from pipeline.language.lint.findings import CHECKS, Finding
from pipeline.language.lint.run import lint

from .faulty import CASES, CLAUSE, DATE, GIVEN, GOOD, MAIN, Files, write

SHIPPED = resource_dir("templates")

Lint = Callable[..., list[Finding]]


@pytest.fixture
def found(tmp_path: Path) -> Lint:
    """Writes a pack and checks it."""

    def check(files: Files, **chosen: tuple[str, ...]) -> list[Finding]:
        write(tmp_path / "pack", files)
        return lint((SHIPPED, tmp_path / "pack"), "en", wikidata_properties(), wordnet, **chosen)

    return check


@pytest.mark.parametrize(("code", "files"), CASES, ids=[f"{n}-{code}" for n, (code, _) in enumerate(CASES)])
def test_a_fault_is_found_with_its_code_file_and_line_and_nothing_else(
    tmp_path: Path, code: str, files: Files
) -> None:
    path, line = write(tmp_path / "pack", files)
    found = lint((SHIPPED, tmp_path / "pack"), "en", wikidata_properties(), wordnet)
    assert [(f.code, f.path, f.line) for f in found] == [(code, path, line)], list(map(str, found))
    assert found[0].place
    assert found[0].message


def test_every_code_has_a_faulty_pack() -> None:
    assert {code for code, _ in CASES} == set(CHECKS)


def test_every_check_says_what_it_finds_and_is_an_error_or_a_warning() -> None:
    for code, check in CHECKS.items():
        assert code[0] in "EW"
        assert check.__doc__


def test_shipped_templates_are_clean() -> None:
    waiting = {"P1295", "P3013", "P3041", "P3871"}
    found = lint((SHIPPED,), "en", wikidata_properties(), wordnet)
    assert [str(f) for f in found if not (f.code == "W403" and f.place.partition(".")[0] in waiting)] == []


CLEAN = {
    "museums.toml": GIVEN.replace('["arts"]', '["arts", "museums"]') + MAIN + CLAUSE,
    "properties/date.toml": DATE,
    "en/date.toml": '[P729]\nmain = ["When did {{ x }} enter service?", "Since when is {{ x }} in use?", '
    '"Give the date on which {{ x }} began to serve."]\n',
    "de/date.toml": '[P729]\nmain = ["Seit wann ist {{ x }} in Dienst?"]\n',
    "domains.toml": '[museums]\nname = "museums"\ndefinition = "What hangs in museums."\n',
    "kinds.toml": '[work]\nitems = ["Q9000001"]\n[altar]\nis = ["work"]\nsynsets = ["altar.n.01"]\n',
    "routes.toml": '[then]\nP88 = ["@person", "-P106"]\n',
    "units.toml": 'Q9000002 = "length-meter"\n',
    "unasked.toml": '[P9000]\nlabel = "x"\nreason = "y"\n',
    "en/lexicon/names.tsv": "name\tnumber\tarticle\tsynset\tkind\ttarget\tnote\n"
    "halberd\tsingular\t\thalberd.n.01\tdevice\tyes\t\n",
    "en/lexicon/predicates.toml": '[[predicate]]\nname = "haunted by"\nsubject = "haunted by {{ o }}"\n',
    "en/lexicon/nouns/places.toml": '[atelier]\nsingular = "atelier"\nplural = "ateliers"\n'
    'items = ["Q1"]\nkind = "altar"\nfamiliarity = 2\n',
    "README.md": "# Museums\n",
    "data.json": "{}",
    ".cache/x.toml": "nothing",
}


def test_a_pack_with_every_kind_of_file_is_clean(found: Lint) -> None:
    assert list(map(str, found(CLEAN))) == []


@pytest.mark.parametrize(
    "text",
    [
        "In which U.S. state was {{ x }} commissioned?",
        "What is the inventory no. of {{ x }}?",
        "Which colors are {{ x }}'s walls?",
        "Tell me who paid for {{ x }}.",
        "Please name the one who paid for {{ x }}.",
        "Is there an FBI agent or a US citizen who paid for {{ x }}?",
        "Who from Walla Walla paid for {{ x }}?",
        "Who paid 1,000 ducats for {{ x }}?",
        "Which vitamin A source is {{ x }}?",
        "{{ x }} was paid for by whom?",
        "What do {{ kind }}s cost?",
        "Who, if anyone, said that that was {{ x }}?",
    ],
)
def test_sound_english_is_no_fault(found: Lint, text: str) -> None:
    wording = f'  "{text}",\n]\n'
    assert list(map(str, found({"a.toml": GIVEN + MAIN.removesuffix("]\n") + wording}))) == []


@pytest.mark.parametrize("folder", ["english", "eng", "property", "wordings"])
def test_a_folder_that_is_no_language_is_named_once(found: Lint, tmp_path: Path, folder: str) -> None:
    (finding,) = found({"a.toml": GOOD, f"{folder}/a.toml": GOOD, f"{folder}/b.toml": GOOD})
    assert (finding.code, finding.path) == ("E110", tmp_path / "pack" / folder)


def test_a_misspelt_file_gets_a_suggestion(found: Lint) -> None:
    (finding,) = found({"a.toml": GOOD, "closed_set.toml": "[x]\nitems = []\n"})
    assert finding.message.endswith("did you mean 'closed_sets.toml'?")


def test_a_property_that_is_off_needs_no_wording_and_may_be_unfit(found: Lint) -> None:
    assert found({"a.toml": '[P84]\noff = "no"\n', "b.toml": GIVEN + 'off = "seldom known"\n'}) == []


def test_all_faults_of_a_file_are_found_at_once(found: Lint) -> None:
    text = (
        GIVEN.replace('"arts"', '"art"') + 'main = ["Who paid for the {{ x }}?", "who paid for {{ x }}?"]\n'
    )
    assert {f.code for f in found({"a.toml": text})} == {"E104", "E302", "E303", "W403"}


def test_select_and_ignore_take_codes_or_their_beginnings(found: Lint) -> None:
    files = {"a.toml": GIVEN.replace('"arts"', '"art"') + 'main = ["Who paid for the {{ x }}?"]\n'}
    assert [f.code for f in found(files, select=("E3",))] == ["E303"]
    assert [f.code for f in found(files, ignore=("W", "E303"))] == ["E104"]
    assert [f.code for f in found(files, select=("E",), ignore=("E1",))] == ["E303"]


def _run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["templates", "lint", *map(str, arguments)])


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """A pack with an error and a warning."""
    folder = tmp_path / "faulty"
    write(folder, {"a.toml": GIVEN + 'main = ["Who paid for the {{ x }}?"]\n'})
    return folder


def test_an_error_exits_with_1_and_is_printed_with_file_line_and_code(faulty: Path) -> None:
    result = _run(faulty)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert [line.partition(": ")[0] for line in lines] == [f"{faulty / 'a.toml'}:1", f"{faulty / 'a.toml'}:6"]
    assert "W403" in lines[0]
    assert "E303 P88.main[0]: the slot brings its own article: 'the this thing'" in lines[1]
    assert result.stderr == "1 errors, 1 warnings\n"


def test_warnings_alone_exit_with_0(faulty: Path) -> None:
    result = _run(faulty, "--ignore", "E303")
    assert (result.exit_code, result.stderr) == (0, "0 errors, 1 warnings\n")


def test_json_holds_every_finding(faulty: Path) -> None:
    result = _run(faulty, "--json", "--select", "E")
    assert result.exit_code == 1
    (row,) = json.loads(result.stdout)
    assert row == {
        "path": str(faulty / "a.toml"),
        "line": 6,
        "code": "E303",
        "place": "P88.main[0]",
        "message": "the slot brings its own article: 'the this thing'",
    }


def test_packs_are_checked_one_laid_over_the_other(faulty: Path, tmp_path: Path) -> None:
    write(
        tmp_path / "over", {"b.toml": '[P88]\nmain = ["Who bore the cost of {{ x }}?"]\nvalue = "personn"\n'}
    )
    result = _run(faulty, tmp_path / "over", "--select", "E")
    assert "E105" in result.stdout
    assert "E103" not in result.stdout
    assert "1 warnings" not in _run(tmp_path / "over", "--select", "E103").stderr


def test_codes_are_explained() -> None:
    result = _run("--codes")
    assert result.exit_code == 0
    assert [line.partition("  ")[0] for line in result.stdout.splitlines()] == sorted(CHECKS)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert _run(tmp_path / "nothing").exit_code == 2
