"""Template packs: merging of files, conditions of wordings, and faults named with file and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.base.errors import TemplateError
from pipeline.language.library import Library
from pipeline.language.packs import (
    Property,
    Wording,
    languages,
    line_of,
    read_properties,
    read_shares,
    read_successions,
    read_toml,
    share_of,
)

ARCHITECT = """
[P84]
label = "architect"
answer_kind = "text"
domains = ["architecture"]
"""


def pack(folder: Path, text: str, name: str = "pack.toml") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_property_and_its_wordings_may_stand_in_one_file(tmp_path: Path) -> None:
    text = (
        ARCHITECT
        + 'main = ["Who built {{ x }}?", { text = "Name the person behind {{ x }}.", many = false }]\n'
    )
    spec = read_properties([pack(tmp_path, text)])["P84"]
    assert (spec.label, spec.answer_kind, spec.domains) == ("architect", "text", ("architecture",))
    assert spec.main == (
        Wording(text="Who built {{ x }}?"),
        Wording(text="Name the person behind {{ x }}.", many=False),
    )
    assert (spec.clause, spec.subject, spec.value, spec.after) == ((), (), "thing", ())
    assert (spec.first, spec.volatile, spec.max_answers) == (True, False, 5)


def test_wordings_of_later_files_are_added_and_single_values_replaced(tmp_path: Path) -> None:
    one = pack(tmp_path, ARCHITECT + 'main = ["A {{ x }}?"]\nclause = ["a {{ x }}"]\n', "1.toml")
    two = pack(
        tmp_path, '[P84]\nlabel = "Baumeister"\nsubject = ["building"]\nmain = ["B {{ x }}?"]\n', "2.toml"
    )
    spec = read_properties([one, two])["P84"]
    assert spec.label == "Baumeister"
    assert spec.subject == ("building",)
    assert [wording.text for wording in spec.main] == ["A {{ x }}?", "B {{ x }}?"]
    assert [wording.text for wording in spec.clause] == ["a {{ x }}"]


def test_pack_that_empties_off_has_the_property_asked(tmp_path: Path) -> None:
    shipped = pack(tmp_path, ARCHITECT + 'off = "for a reason"\n', "shipped.toml")
    own = pack(tmp_path, '[P84]\noff = ""\n', "own.toml")
    assert read_properties([shipped])["P84"].off == "for a reason"
    assert read_properties([shipped, own])["P84"].off == ""


def test_properties_come_in_order_of_their_ids(tmp_path: Path) -> None:
    text = ARCHITECT.replace("P84", "P9") + ARCHITECT + ARCHITECT.replace("P84", "P170")
    assert list(read_properties([pack(tmp_path, text)])) == ["P170", "P84", "P9"]


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        (ARCHITECT + 'lable = "x"\n', "P84 (line 2), lable", "Extra inputs"),
        (ARCHITECT + "max_answers = 0\n", "P84 (line 2), max_answers", "greater than or equal to 1"),
        (
            ARCHITECT.replace('"text"', '"txt"'),
            "P84 (line 2), answer_kind",
            "'fixed', 'date', 'number' or 'text'",
        ),
        (ARCHITECT.replace('["architecture"]', "[]"), "P84 (line 2), domains", "at least 1"),
        (ARCHITECT + 'closed_set = "country"\n', "P84 (line 2)", "names its closed_set"),
        (ARCHITECT.replace('"text"', '"fixed"'), "P84 (line 2)", "names its closed_set"),
        (ARCHITECT + 'main = [{ txt = "a" }]\n', "P84 (line 2), main.0.text", "Field required"),
        (
            ARCHITECT + 'main = ["a {{ x }}", { text = "a {{ x }}", precision = ["hour"] }]\n',
            "P84 (line 2), main.1.precision.0",
            "",
        ),
        ("\n\n[P86]\nlabel = 5\n", "P86 (line 3), label", "string"),
        ('[architect]\nlabel = "x"\n', "architect", "is not a property"),
        ('P84 = "x"\n', "P84", "is not a property"),
        ('[P084]\nlabel = "x"\n', "P084", "is not a property"),
    ],
)
def test_fault_is_named_with_file_property_and_field(
    tmp_path: Path, text: str, place: str, problem: str
) -> None:
    path = pack(tmp_path, text)
    with pytest.raises(TemplateError) as fault:
        read_properties([path])
    assert (fault.value.path, fault.value.place) == (path, place)
    assert problem in fault.value.problem


def test_fault_is_named_with_the_file_it_is_in(tmp_path: Path) -> None:
    wrong = pack(tmp_path, "# the registry\n" + ARCHITECT + "max_answers = 0\n", "registry.toml")
    right = pack(tmp_path, '[P84]\nmain = ["Who built {{ x }}?"]\n', "wordings.toml")
    with pytest.raises(TemplateError) as fault:
        read_properties([wrong, right])
    assert fault.value.path == wrong


@pytest.mark.parametrize("wording", ["Who built {{ y }}?", "Who built it?", "Who built {{ x ?"])
def test_wording_that_cannot_be_rendered_is_named_with_its_file(tmp_path: Path, wording: str) -> None:
    path = pack(tmp_path, ARCHITECT + f'main = ["{wording}"]\n')
    with pytest.raises(TemplateError, match=r"pack\.toml, P84"):
        read_properties([path])


@pytest.mark.parametrize(("kind", "most"), [("text", 7), ("fixed", 7), ("date", 1), ("number", 1)])
def test_dates_and_numbers_have_one_true_answer(kind: str, most: int) -> None:
    values = {"label": "x", "answer_kind": kind, "domains": ["x"], "max_answers": 7}
    spec = Property.model_validate(values | ({"closed_set": "country"} if kind == "fixed" else {}))
    assert spec.most_answers == most


def test_line_of_a_table_is_found(tmp_path: Path) -> None:
    path = pack(tmp_path, "# one\n\n  [P84]\n[P8]\n")
    assert [line_of(path, name) for name in ("P84", "P8", "P9")] == [3, 4, 1]


@pytest.mark.parametrize("content", [b"[P84", b"label = 'a' 'b'", b"\xff\xfe"])
def test_file_that_is_no_toml_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "pack.toml"
    path.write_bytes(content)
    with pytest.raises(TemplateError, match=r"pack\.toml: is no valid TOML"):
        read_toml(path)


def test_successions_resolve_groups_and_take_members_out(tmp_path: Path) -> None:
    path = pack(
        tmp_path,
        '[groups]\nperson = ["P19", "P106"]\ntown = ["P17"]\n[then]\n'
        'P84 = ["@person", "-P106", "@town"]\nP38 = []\nP17 = ["-P36", "P36", "P30"]\n',
    )
    assert read_successions(path) == {
        "P84": frozenset({"P19", "P17"}),
        "P38": frozenset(),
        "P17": frozenset({"P36", "P30"}),
    }


def test_unknown_group_is_named(tmp_path: Path) -> None:
    path = pack(tmp_path, '[groups]\nperson = []\n[then]\nP84 = ["@persons"]\n')
    with pytest.raises(TemplateError, match=r"P84: there is no group '@persons'\n.*Groups: person"):
        read_successions(path)


def test_route_of_two_properties_has_successions_of_its_own(tmp_path: Path) -> None:
    path = pack(tmp_path, '[then]\nP84 = ["P17"]\n"P84/P17" = ["P36"]\n')
    assert read_successions(path) == {"P84": frozenset({"P17"}), "P84/P17": frozenset({"P36"})}
    with pytest.raises(TemplateError, match="no property after a property"):
        read_successions(pack(tmp_path, '[then]\n"P84/x" = ["P36"]\n'))


def test_share_of_a_route_is_that_of_its_longest_beginning(tmp_path: Path) -> None:
    earlier = pack(tmp_path, '[then]\n[share]\nP17 = 0.9\n"P17/P36" = 0.5\n')
    later = pack(tmp_path, '[then]\n[share]\n"P17/P36" = 0.25\n', "later.toml")
    shares = read_shares(earlier, later)
    routes = (["P17"], ["P17", "P37"], ["P17", "P36"], ["P17", "P36", "P138"], ["P84"], ["P36", "P17"])
    assert [share_of(route, shares) for route in routes] == [0.9, 0.9, 0.25, 0.25, 1.0, 1.0]


@pytest.mark.parametrize("line", ["P17 = 1.5", "P17 = -0.1", '"P17/capital" = 0.5'])
def test_share_that_is_none_is_refused(tmp_path: Path, line: str) -> None:
    with pytest.raises(TemplateError, match="P17"):
        read_shares(pack(tmp_path, f"[then]\n[share]\n{line}\n"))


def test_routes_without_a_table_of_successions_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TemplateError):
        read_successions(pack(tmp_path, '[groups]\nperson = ["P19"]\n'))


def test_languages_are_the_folders_with_a_grammar(tmp_path: Path) -> None:
    for name in ("fr/lexicon/grammar.toml", "en/lexicon/grammar.toml", "de/music.toml"):
        pack(tmp_path, "", name)
    assert languages(tmp_path) == ["en", "fr"]


def test_packs_are_the_registry_and_then_the_wordings(tmp_path: Path) -> None:
    names = (
        "properties/b.toml",
        "properties/a.toml",
        "en/z.toml",
        "en/c.toml",
        "en/lexicon/grammar.toml",
        "fr/c.toml",
    )
    for name in names:
        pack(tmp_path, "", name)
    found = [path.relative_to(tmp_path).as_posix() for path in Library((tmp_path,), "en").property_files]
    assert found == ["properties/a.toml", "properties/b.toml", "en/c.toml", "en/z.toml"]


def test_language_without_templates_is_refused_with_those_there_are(tmp_path: Path) -> None:
    pack(tmp_path, "", "en/lexicon/grammar.toml")
    with pytest.raises(TemplateError, match=r"has no templates\n.*Languages: en"):
        Library((tmp_path,), "tlh").property_files  # noqa: B018
