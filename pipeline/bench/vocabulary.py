"""Names and predicates with their frequencies over all of Visual Genome, to draw from."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path

from pipeline.base.files import read_tsv
from pipeline.base.resources import resource_dir


@dataclass(frozen=True, slots=True)
class Weighted:
    """Texts that are drawn as often as their weight says."""

    texts: tuple[str, ...]
    sums: tuple[int, ...]

    def draw(self, generator: random.Random) -> str:
        """Return one text."""
        return generator.choices(self.texts, cum_weights=self.sums)[0]


def weighted(counts: Mapping[str, int]) -> Weighted:
    """Return what draws each text in proportion to its count."""
    texts = sorted(counts)
    return Weighted(tuple(texts), tuple(accumulate(counts[text] for text in texts)))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What objects and relations are called; `synset` gives the synset of a name, as Visual Genome has it."""

    names: Weighted
    predicates: Weighted
    synset: Mapping[str, str]


@cache
def vocabulary() -> Vocabulary:
    """Return Visual Genome's vocabulary.

    Of objects only the synsets were counted: a synset's count goes to its names in the ratio 1, 1/2, 1/3 ...,
    the shortest name first (Zipf's law).
    """
    folder = resource_dir("data") / "visual_genome"
    synset = {
        row["name"]: row["synset"] for row in read_tsv(folder / "object_synsets.tsv.gz", ["name", "synset"])
    }
    names_of: dict[str, list[str]] = defaultdict(list)
    for name in sorted(synset, key=lambda name: (len(name), name)):
        names_of[synset[name]].append(name)
    names: dict[str, int] = defaultdict(int)
    for key, count in _counts(folder / "synset_counts.tsv.gz", "synset").items():
        for name, share in zip(names_of[key], _zipf(count, len(names_of[key])), strict=True):
            names[name] += share
    predicates = _counts(folder / "predicate_counts.tsv.gz", "predicate")
    return Vocabulary(weighted(names), weighted(predicates), synset)


def _counts(path: Path, column: str) -> dict[str, int]:
    return {row[column]: int(row["count"]) for row in read_tsv(path, [column, "count"])}


def _zipf(total: int, places: int) -> Sequence[int]:
    parts = [1 / place for place in range(1, places + 1)]
    return [round(total * part / sum(parts)) for part in parts]
