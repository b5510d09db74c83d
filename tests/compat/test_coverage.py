"""That the sample, the lexicons and the reviewed tables cover what they must of the reference data."""

from __future__ import annotations

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.base.files import read_json, read_lines, read_tsv
from pipeline.base.resources import resource_dir
from pipeline.dataset.vocabulary import shipped_library
from pipeline.knowledge.linking import Review, read_reviews
from pipeline.language.grammar import read_grammar
from pipeline.language.scene import Lexicon, normalised, read_lexicon, read_names
from pipeline.sample.wikidata import WORDNET_SOURCE
from pipeline.wikidata.snapshot import read_curated, read_snapshot

LEXICON = resource_dir("templates") / "en" / "lexicon"


@pytest.fixture(scope="module")
def reviews(data: Path) -> dict[str, Review]:
    return read_reviews(data / "reviewed" / "synset_links.tsv")


@pytest.fixture(scope="module")
def frequencies(shared: Path) -> list[str]:
    """The synsets of Visual Genome's objects, most frequent first."""
    rows = read_lines(shared / "visual_genome" / "object_synset_frequency.tsv.gz")
    return [line.split("\t")[0] for _, line in rows]


@pytest.fixture(scope="module")
def vg150(shared: Path) -> set[str]:
    """The synsets of the 150 most frequent names."""
    images = read_json(shared / "visual_genome" / "vg150" / "objects.json.gz")
    return {synset for image in images for thing in image["objects"] for synset in thing["synsets"]}


def _asked_by_ten(shared: Path) -> list[str]:
    subjects: defaultdict[str, set[str]] = defaultdict(set)
    for row in read_tsv(shared / "wikidata" / "statements.tsv.gz", ["subject", "property"]):
        subjects[row["property"]].add(row["subject"])
    return sorted(prop for prop, found in subjects.items() if len(found) >= 10)


def test_each_property_with_ten_subjects_is_asked_or_has_a_reason(shared: Path) -> None:
    worded = {prop: spec for prop, spec in shipped_library("en").entries.items() if len(spec.main) >= 3}
    unasked = shipped_library("en").unasked
    frequent = _asked_by_ten(shared)
    assert len(frequent) > 100
    assert [prop for prop in frequent if prop not in worded and prop not in unasked] == []
    assert sorted(set(worded) & set(unasked)) == []


def test_the_most_frequent_synsets_were_read_one_by_one(
    reviews: dict[str, Review], frequencies: list[str]
) -> None:
    assert [synset for synset in frequencies[:400] if synset not in reviews] == []


def test_everyday_things_have_four_hundred_reviewed_facts(
    data: Path, reviews: dict[str, Review], frequencies: list[str], vg150: set[str]
) -> None:
    following = [synset for synset in frequencies if synset not in vg150][:100]
    items = {reviews[s].item for s in [*vg150, *following] if s in reviews} - {""}
    facts = list(read_curated(sorted((data / "reviewed").glob("everyday_facts_*.tsv"))))
    about = [fact for fact in facts if fact.subject in items and fact.property != "P279"]
    assert len(about) >= 400
    assert {fact.source for fact in facts} == {"curated"}


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return read_lexicon([LEXICON / "predicates.toml"], read_grammar(LEXICON / "grammar.toml"))


def test_the_lexicon_covers_nine_tenths_of_the_relations(shared: Path, lexicon: Lexicon) -> None:
    counts: Counter[str] = Counter()
    for _, line in read_lines(shared / "visual_genome" / "predicate_frequency.tsv.gz"):
        predicate, number, *_ = line.split("\t")
        known = lexicon.find(predicate) or normalised(predicate) in lexicon.unusable
        counts["usable" if lexicon.find(predicate) else "unusable" if known else "unknown"] += int(number)
    assert counts["usable"] / counts.total() >= 0.9
    assert counts["unusable"] > 0


def test_every_name_and_predicate_of_vg150_is_known(shared: Path, lexicon: Lexicon) -> None:
    names = read_names(LEXICON / "names.tsv")
    folder = shared / "visual_genome" / "vg150"
    things = {
        n for image in read_json(folder / "objects.json.gz") for t in image["objects"] for n in t["names"]
    }
    predicates = {
        relation["predicate"]
        for image in read_json(folder / "relationships.json.gz")
        for relation in image["relationships"]
    }
    assert sorted(things - names.keys()) == []
    assert [
        p for p in sorted(predicates) if not lexicon.find(p) and lexicon.why_not(p) == "not in the lexicon"
    ] == []


def _sample_images(data: Path) -> Iterator[dict[str, object]]:
    with gzip.open(data / "sample" / "visual_genome.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def test_the_sample_has_all_images_and_only_real_sizes(data: Path) -> None:
    images = {str(image["image_id"]): image for image in _sample_images(data)}
    assert {f"VG_{n}" for n in range(1, 31)} <= images.keys()
    assert len(images) == 30 + 3_508 - 1
    assert sorted(i for i, image in images.items() if "width" in image) == sorted(
        f"VG_{n}" for n in range(1, 21)
    )


def test_the_sample_has_all_landmarks_with_an_image(data: Path, shared: Path) -> None:
    landmarks = list(read_tsv(data / "sample" / "landmarks.tsv", ["item", "image_file"]))
    reference = read_tsv(shared / "wikidata" / "landmarks.tsv.gz", ["item", "image_file"])
    assert {row["item"] for row in landmarks} == {row["item"] for row in reference if row["image_file"]}


def test_the_snapshot_holds_every_statement_but_images(data: Path, shared: Path) -> None:
    held = {
        (s.subject, s.property)
        for s in read_snapshot(data / "snapshot").statements
        if s.source != WORDNET_SOURCE
    }
    rows = read_tsv(shared / "wikidata" / "statements.tsv.gz", ["subject", "property"])
    assert held == {(row["subject"], row["property"]) for row in rows if row["property"] != "P18"}


def test_all_that_ships_is_small(data: Path) -> None:
    assert sum(path.stat().st_size for path in data.rglob("*") if path.is_file()) < 10_000_000
