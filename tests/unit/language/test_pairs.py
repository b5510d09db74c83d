"""What clauses may describe by what: as listed, and without a list by the kinds of the predicate."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.base.errors import TemplateError
from pipeline.language.grammar import Grammar
from pipeline.language.pairs import ClausePair
from pipeline.language.scene import read_lexicon

ON = """
[[predicate]]
name = "on"
subject = "on {{ o }}"
object = "with {{ s }} on it"
subject_kinds = ["animal", "device"]
object_kinds = ["furniture", "place", "animal"]
"""
LISTED = """
[[pair]]
predicates = ["on"]
role = "subject"
of = ["device", "cat"]
by = ["desk"]
rank = 1

[[pair]]
predicates = ["on"]
role = "subject"
of = ["cat"]
by = ["desk", "beach"]
background = true
"""
UNLISTED = """
[unlisted]
not_of = ["place"]
not_by = ["device"]
object_by = ["animal", "device"]
"""
KINDS = ["animal", "device", "furniture", "place"]


def pairs(folder: Path, grammar: Grammar, *texts: str) -> list[ClausePair]:
    paths = [folder / f"{number}.toml" for number, _ in enumerate(texts)]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    return list(read_lexicon(paths, grammar).pairs(KINDS))


def ends(found: list[ClausePair], role: str) -> set[tuple[str, str]]:
    return {(pair.own, pair.other) for pair in found if pair.role == role}


def test_listed_clause_describes_what_is_listed_only_and_the_first_entry_counts(
    tmp_path: Path, english: Grammar
) -> None:
    found = [pair for pair in pairs(tmp_path, english, ON + LISTED) if pair.role == "subject"]
    assert found == [
        ClausePair("on", "subject", "cat", "beach", 2, True),
        ClausePair("on", "subject", "cat", "desk", 1, False),
        ClausePair("on", "subject", "device", "desk", 1, False),
    ]


def test_clause_that_is_listed_with_nothing_describes_nothing(tmp_path: Path, english: Grammar) -> None:
    nothing = '[[pair]]\npredicates = ["on"]\nrole = "subject"\nof = []\nby = []\n'
    assert ends(pairs(tmp_path, english, ON + nothing), "subject") == set()


def test_clause_without_a_list_describes_what_its_kinds_allow(tmp_path: Path, english: Grammar) -> None:
    found = pairs(tmp_path, english, ON)
    both = {(own, other) for own in ("animal", "device") for other in ("furniture", "place", "animal")}
    assert ends(found, "subject") == both
    assert ends(found, "object") == {(other, own) for own, other in both}
    assert {(pair.rank, pair.background) for pair in found} == {(3, False)}


def test_what_no_clause_without_a_list_says_is_left_out(tmp_path: Path, english: Grammar) -> None:
    found = pairs(tmp_path, english, ON + UNLISTED)
    assert ends(found, "subject") == {
        (own, other) for own in ("animal", "device") for other in ("animal", "furniture", "place")
    }
    assert ends(found, "object") == {("animal", "animal"), ("furniture", "animal")}


def test_predicate_of_a_later_file_takes_its_pairs_along(tmp_path: Path, english: Grammar) -> None:
    own = '[[predicate]]\nname = "on"\nsubject = "atop {{ o }}"\nsubject_kinds = ["place"]\n'
    assert ends(pairs(tmp_path, english, ON + LISTED, own), "subject") == {("place", kind) for kind in KINDS}


def test_pairs_of_a_later_file_stand_for_those_of_the_same_clause(tmp_path: Path, english: Grammar) -> None:
    more = '[[pair]]\npredicates = ["on"]\nrole = "subject"\nof = ["place"]\nby = ["place"]\n'
    found = pairs(tmp_path, english, ON + LISTED, more)
    assert ends(found, "subject") == {("place", "place")}


@pytest.mark.parametrize(
    ("predicate", "role"), [("under", "subject"), ("on", "object")], ids=["no predicate", "no words"]
)
def test_pair_of_a_clause_that_has_no_words_is_refused(
    tmp_path: Path, english: Grammar, predicate: str, role: str
) -> None:
    pair = f'[[pair]]\npredicates = ["{predicate}"]\nrole = "{role}"\nof = ["cat"]\nby = ["desk"]\n'
    text = '[[predicate]]\nname = "on"\nsubject = "on {{ o }}"\n' + pair
    with pytest.raises(TemplateError) as fault:
        pairs(tmp_path, english, text)
    assert (fault.value.place, predicate in fault.value.problem) == ("pair", True)
