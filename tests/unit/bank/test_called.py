"""What else an object could be called, by its name and by its synset."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.bank.called import head_synset, target_keys, target_names
from pipeline.knowledge.wordnet import WordNet, read_wordnet
from pipeline.language.scene import Name


def name(
    text: str, synset: str, kind: str = "thing", *, number: str = "singular", target: bool = True
) -> Name:
    return Name(text, number, kind, target, False, synset)


KNOWN = {
    entry.name: entry
    for entry in (
        name("truck", "truck.n.01", "vehicle"),
        name("vehicle", "vehicle.n.01", "vehicle"),
        name("table", "table.n.02", "furniture"),
        name("man", "man.n.01", "person"),
        name("woman", "woman.n.01", "person"),
        name("player", "player.n.01", "person"),
        name("person", "person.n.01", "person"),
        name("people", "", "person", number="plural"),
        name("wheel", "wheel.n.01", "part", target=False),
    )
}


@pytest.fixture(scope="module")
def wordnet(data: Path) -> WordNet:
    return read_wordnet(data / "wordnet" / "nouns.tsv.gz")


@pytest.mark.parametrize(
    ("text", "synset"),
    [
        ("truck", "truck.n.01"),
        ("old toy truck", "truck.n.01"),
        ("truck driver", ""),
        ("truck wheel", "wheel.n.01"),
        ("", ""),
    ],
)
def test_head_of_a_name_tells_what_it_is(text: str, synset: str) -> None:
    assert head_synset(text, KNOWN) == synset


def called(names: list[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for row in target_names(names, KNOWN):
        found.setdefault(row["name"], set()).add(row["target"])
    return found


def test_name_holds_the_names_of_targets_as_words() -> None:
    assert called(["red truck", "truck", "trucks", "truck wheel", "table top"]) == {
        "red truck": {"truck"},
        "truck wheel": {"truck"},
        "table top": {"table"},
    }


def test_among_several_people_may_be_anyone() -> None:
    assert called(["people"]) == {"people": {"man", "woman", "player", "person"}}


@pytest.mark.parametrize(
    ("key", "targets"),
    [
        ("truck.n.01", {"truck", "vehicle"}),
        ("desk.n.01", {"table"}),
        ("vehicle.n.01", {"vehicle", "truck"}),
        ("man.n.01", {"man", "person", "player"}),
        ("woman.n.01", {"woman", "person", "player"}),
        ("person.n.01", {"man", "woman", "person", "player"}),
        ("player.n.01", {"man", "woman", "person", "player"}),
        ("dog.n.01", set()),
        ("no_such_thing.n.01", set()),
    ],
)
def test_thing_may_be_called_by_wider_and_narrower_names(
    wordnet: WordNet, key: str, targets: set[str]
) -> None:
    assert {row["target"] for row in target_keys([key], KNOWN, wordnet)} == targets
