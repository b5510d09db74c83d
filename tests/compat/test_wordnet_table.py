"""The project's table of WordNet's nouns against the reference table that it was made from."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.base.files import read_tsv
from pipeline.knowledge.wordnet import WordNet, read_wordnet


@pytest.fixture(scope="module")
def wordnet(data: Path) -> WordNet:
    return read_wordnet(data / "wordnet" / "nouns.tsv.gz")


@pytest.fixture(scope="module")
def reference(shared: Path) -> list[dict[str, str]]:
    return list(read_tsv(shared / "wikidata" / "synset_links.tsv.gz", []))


def test_the_car_has_its_id_of_wordnet_31_and_its_hypernyms(wordnet: WordNet) -> None:
    assert wordnet["car.n.01"].wn31 == "02961779-n"
    assert wordnet.by_wn31("02961779-n") == "car.n.01"
    assert "automobile" in wordnet["car.n.01"].lemmas
    closure = wordnet.closure(["car.n.01"])
    assert closure["motor_vehicle.n.01"] == 1
    assert "vehicle.n.01" in closure
    assert "entity.n.01" in closure


def test_every_synset_of_the_reference_is_there_with_all_that_it_says(
    wordnet: WordNet, reference: list[dict[str, str]]
) -> None:
    assert len(reference) == 82_115
    for row in reference:
        synset = wordnet[row["synset"]]
        assert synset.wn31 == row["wn31"]
        assert ",".join(synset.hypernyms) == row["hypernyms"]
        assert ",".join(lemma.replace(" ", "_") for lemma in synset.lemmas) == row["lemmas"]
        assert ",".join(synset.oewn_items) == row["oewn_items"]


def test_every_hypernym_is_a_synset_and_only_the_entity_has_none(wordnet: WordNet, data: Path) -> None:
    rows = read_tsv(data / "wordnet" / "nouns.tsv.gz", ["synset", "hypernyms"])
    tops = []
    for row in rows:
        above = [name for name in row["hypernyms"].split(",") if name]
        assert [name for name in above if name not in wordnet] == []
        tops += [] if above else [row["synset"]]
    assert tops == ["entity.n.01"]
