"""Scene-graph clauses: predicates as annotators write them, clauses for both ends, names of things."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.base.errors import InputError, TemplateError
from pipeline.language.grammar import Grammar
from pipeline.language.render import SLOT
from pipeline.language.scene import Lexicon, normalised, read_lexicon, read_names

RIDING = """
[[predicate]]
name = "riding"
variants = ["rides", "ride on"]
subject = "riding {{ o }}"
object = "that {{ s }} {{ be }} riding"
object_kinds = ["animal"]

[[predicate]]
name = "behind"
subject = "behind {{ o }}"

[[unusable]]
variants = ["of", "has"]
reason = "tells nothing apart"
"""
HEADER = "name\tnumber\tarticle\tsynset\tkind\ttarget\tnote\n"


def lexicon(folder: Path, grammar: Grammar, text: str = RIDING) -> Lexicon:
    path = folder / "predicates.toml"
    path.write_text(text, encoding="utf-8")
    return read_lexicon([path], grammar)


@pytest.mark.parametrize(
    ("raw", "form"),
    [
        ("on", "on"),
        ("  ON \t top   of ", "on top of"),
        ("is riding", "riding"),
        ("are riding a", "riding"),
        ("being held by the", "held by"),
        ("to be near an", "near"),
        ("on.", "on"),
        ("on,.", "on"),
        ("is", "is"),
        ("is ", "is"),
        ("the", "the"),
        ("island of", "island of"),
        ("wearing a blue", "wearing a blue"),
        ("pizza", "pizza"),
        ("", ""),
        ("cafe\u0301 of", "café of"),
    ],
)
def test_predicates_lose_what_varies(raw: str, form: str) -> None:
    assert normalised(raw) == form


@pytest.mark.parametrize("raw", ["on .", "on ,", "on the ."])
def test_mark_after_a_space_goes_with_the_space(raw: str) -> None:
    assert normalised(raw) == "on"


@given(st.text(st.sampled_from("aionthe sr.\t"), max_size=12).filter(lambda raw: not re.search(r"\s\.", raw)))
def test_form_of_a_predicate_is_clean(raw: str) -> None:
    form = normalised(raw)
    assert form == " ".join(form.split()).lower()
    assert not form.endswith((".", ","))


def test_variants_lead_to_the_canonical_name(tmp_path: Path, english: Grammar) -> None:
    words = lexicon(tmp_path, english)
    assert [words.find(raw) for raw in ("Riding", "is rides", "ride on the", "behind")] == ["riding"] * 3 + [
        "behind"
    ]
    assert words.find("of") is None
    assert words.why_not("of a") == "tells nothing apart"
    assert words.why_not("beneath") == "not in the lexicon"


def test_clauses_are_given_for_both_ends_and_both_numbers(tmp_path: Path, english: Grammar) -> None:
    forms = {
        (f.predicate, f.role, f.number): (f.prefix, f.suffix) for f in lexicon(tmp_path, english).forms()
    }
    assert forms == {
        ("behind", "subject", "plural"): ("behind ", ""),
        ("behind", "subject", "singular"): ("behind ", ""),
        ("riding", "subject", "plural"): ("riding ", ""),
        ("riding", "subject", "singular"): ("riding ", ""),
        ("riding", "object", "plural"): ("that ", " are riding"),
        ("riding", "object", "singular"): ("that ", " is riding"),
    }


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ('[[predicate]]\nname = "on"\nsubjekt = "on {{ o }}"', "predicate 'on'", "subjekt"),
        ('[[predicate]]\nsubject = "on {{ o }}"', "predicate None", "name"),
        ('[[predicate]]\nname = "on"\nsubject = "on {{ o "', "predicate 'on'", "print statement"),
        ('[[predicate]]\nname = "on"\nsubject = "on {{ s }}"', "predicate 'on'", "'s' is undefined"),
        ('[[predicate]]\nname = "on"\nobject = "{{ s }} {{ do }}"', "predicate 'on'", "'do' is undefined"),
        (RIDING + '[[predicate]]\nname = "rides"', "predicate 'rides'", "belongs to 'riding'"),
        (
            RIDING + '[[predicate]]\nname = "on"\nvariants = ["behind"]',
            "predicate 'on'",
            "belongs to 'behind'",
        ),
        (
            RIDING + '[[unusable]]\nvariants = ["rides"]\nreason = "x"',
            "unusable",
            "is a usable predicate too",
        ),
    ],
)
def test_fault_of_an_entry_is_named(
    tmp_path: Path, english: Grammar, text: str, place: str, problem: str
) -> None:
    with pytest.raises(TemplateError) as fault:
        lexicon(tmp_path, english, text)
    assert fault.value.place == place
    assert problem in fault.value.problem


@pytest.mark.parametrize("clause", ["on top", "between {{ o }} and {{ o }}"])
def test_clause_without_exactly_one_slot_is_refused(tmp_path: Path, english: Grammar, clause: str) -> None:
    with pytest.raises(TemplateError):
        lexicon(tmp_path, english, f'[[predicate]]\nname = "on"\nsubject = "{clause}"')


def test_predicate_that_stands_twice_is_refused(tmp_path: Path, english: Grammar) -> None:
    with pytest.raises(TemplateError):
        lexicon(tmp_path, english, RIDING + '[[predicate]]\nname = "behind"\nsubject = "in back of {{ o }}"')


def test_no_clause_holds_the_mark_of_the_slot(tmp_path: Path, english: Grammar) -> None:
    assert not any(SLOT in form.prefix + form.suffix for form in lexicon(tmp_path, english).forms())


def names_file(folder: Path, *rows: str) -> Path:
    path = folder / "names.tsv"
    path.write_text(HEADER + "".join(row + "\n" for row in rows), encoding="utf-8")
    return path


def test_names_tell_number_kind_and_use(tmp_path: Path) -> None:
    rows = (
        "sky\tsingular\tthe\tsky.n.01\tplace\tyes\t",
        "jeans\tpair\t\tjean.n.01\tclothing\tyes\tx",
        "legs\tplural\t\t\tbody_part\tno\t",
        "grass\tmass\t\t\tplant\tyes\t",
    )
    found = read_names(names_file(tmp_path, *rows))
    assert {name: (e.number, e.kind, e.target, e.definite) for name, e in found.items()} == {
        "sky": ("singular", "place", True, True),
        "jeans": ("pair", "clothing", True, False),
        "legs": ("plural", "body_part", False, False),
        "grass": ("mass", "plant", True, False),
    }
    verbs = {name: entry.verb_number for name, entry in found.items()}
    assert verbs == {"sky": "singular", "jeans": "plural", "legs": "plural", "grass": "singular"}


@pytest.mark.parametrize(
    "row", ["sky\tdual\t\t\tplace\tyes\t", "sky\tsingular\t\t\tplace\tmaybe\t", "sky\t\t\t\tplace\tyes\t"]
)
def test_name_with_an_unknown_number_or_use_is_named(tmp_path: Path, row: str) -> None:
    with pytest.raises(InputError, match=r"names\.tsv, line 2, sky"):
        read_names(names_file(tmp_path, row))
