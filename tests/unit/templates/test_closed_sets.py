"""Closed sets and units: real items under their real names."""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal
from pathlib import Path

from babel.numbers import get_currency_name

from pipeline.dataset.vocabulary import shipped_library
from pipeline.language.answers import Answers
from pipeline.language.grammar import read_grammar
from pipeline.values import Quantity, label_fault

_COMMENTED = re.compile(r'^\s*"(Q[1-9]\d*)",\s+# (.+)$')


def test_items_exist_in_the_snapshot_under_the_name_beside_them(
    templates: Path, labels: dict[str, str]
) -> None:
    lines = (templates / "closed_sets.toml").read_text(encoding="utf-8").splitlines()
    named = [match.groups() for line in lines if (match := _COMMENTED.match(line))]
    assert len(named) == sum(len(entry.items) for entry in shipped_library("en").closed_sets.values())
    for item, name in named:
        assert (item, labels.get(item)) == (item, name)
        assert label_fault(name) is None


def test_no_set_has_an_item_or_a_name_twice(labels: dict[str, str]) -> None:
    for entry in shipped_library("en").closed_sets.values():
        assert [item for item, n in Counter(entry.items).items() if n > 1] == []
        assert len({labels[item].lower() for item in entry.items}) == len(entry.items)


def test_sets_give_at_least_one_wrong_option() -> None:
    sizes = {name: len(entry.items) for name, entry in shipped_library("en").closed_sets.items()}
    assert min(sizes.values()) >= 2
    assert sizes["continent"] == 6
    assert sizes["driving_side"] == 2


_DIMENSION = re.compile(r"\b(?:angle|area|duration|light|length|mass|speed|temperature|volume)-")


def test_units_are_called_on_wikidata_what_they_are_called_in_cldr(wider_labels: dict[str, str]) -> None:
    for item, unit in shipped_library("en").units.items():
        label = wider_labels[item].lower().replace("metre", "meter")
        if unit.startswith("currency-"):
            name = get_currency_name(unit.removeprefix("currency-"), locale="en_US").lower()
            assert (item, name.split()[-1]) == (item, label.split()[-1])
        else:
            assert _DIMENSION.sub("", unit).replace("-", " ") in label


def test_what_is_merely_counted_is_a_bare_number(templates: Path) -> None:
    answers = Answers(
        read_grammar(templates / "en" / "lexicon" / "grammar.toml"), shipped_library("en").units, {}
    )
    counted = [item for item, unit in shipped_library("en").units.items() if not unit]
    assert [answers.text(Quantity(Decimal(310), item)).accepted for item in counted] == [("310",)]


def test_amounts_in_every_unit_have_a_name_behind_the_number(templates: Path) -> None:
    grammar = read_grammar(templates / "en" / "lexicon" / "grammar.toml")
    units = shipped_library("en").units
    answers = Answers(grammar, units, {})
    shown = {item: answers.text(Quantity(Decimal(2), item)).shown for item, unit in units.items() if unit}
    for text in shown.values():
        number, _, name = text.partition(" ")
        assert number == "2" or text == "2°C"
        assert name[:1].isalpha() or text == "2°C"
    assert len(set(shown.values())) == len(shown)
