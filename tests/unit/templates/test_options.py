"""Rules for options: real items under their real names, and names that are told as firms'."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pipeline.base.errors import TemplateError
from pipeline.dataset.vocabulary import shipped_library
from pipeline.language.library import Library

_COMMENTED = re.compile(r'"(Q[1-9]\d*)",?\s+# (.+)$')


def test_items_exist_under_the_name_beside_them(templates: Path, wider_labels: dict[str, str]) -> None:
    lines = (templates / "options.toml").read_text(encoding="utf-8").splitlines()
    named = [match.groups() for line in lines if (match := _COMMENTED.search(line))]
    rules = shipped_library("en").options
    overlapping = sum(len(entry.items) + bool(entry.under) for entry in rules.overlapping.values())
    assert len(named) == overlapping + sum(len(entry.items) for entry in rules.among.values())
    for item, name in named:
        assert (item, wider_labels.get(item)) == (item, name)


def test_a_group_names_at_least_two_items_none_twice() -> None:
    for entry in shipped_library("en").options.overlapping.values():
        named = [*entry.items, *filter(None, [entry.under])]
        assert len(named) == len(set(named)) >= 2
        assert entry.reason


def test_where_one_stands_above_the_others_only_it_overlaps_with_each() -> None:
    entry = shipped_library("en").options.overlapping["revivals"]
    assert len(entry.groups) == len(entry.items)
    assert all(group[0] == entry.under for group in entry.groups)


def test_a_pack_adds_words_and_groups(tmp_path: Path, templates: Path) -> None:
    text = 'firm_words = ["tradio"]\n[overlapping.x]\nreason = "r"\nitems = ["Q1", "Q2"]\n'
    (tmp_path / "options.toml").write_text(text, encoding="utf-8")
    rules, shipped = Library((templates, tmp_path), "en").options, shipped_library("en").options
    assert rules.firm_words == (*shipped.firm_words, "tradio")
    assert rules.overlapping.keys() == shipped.overlapping.keys() | {"x"}


def test_a_group_without_a_reason_is_refused(tmp_path: Path, templates: Path) -> None:
    (tmp_path / "options.toml").write_text('[overlapping.x]\nitems = ["Q1"]\n', encoding="utf-8")
    with pytest.raises(TemplateError, match=r"options\.toml.*overlapping\.x\.reason"):
        _ = Library((templates, tmp_path), "en").options
