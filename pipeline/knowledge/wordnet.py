"""WordNet 3.0's nouns: lemmas, hypernyms, ids in version 3.1, and Open English WordNet's Wikidata links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pipeline.base.files import read_columns

_COLUMNS = ("synset", "wn31", "hypernyms", "lemmas", "oewn_items")


@dataclass(frozen=True, slots=True, order=True)
class Synset:
    """One noun synset by its WordNet 3.0 name (`car.n.01`)."""

    name: str
    wn31: str
    hypernyms: tuple[str, ...]
    lemmas: tuple[str, ...]
    oewn_items: tuple[str, ...]


class WordNet:
    """The nouns, by synset name."""

    def __init__(self, synsets: Iterable[Synset]) -> None:
        self._synsets = {synset.name: synset for synset in synsets}
        self._closures = cache(self._closure)
        # Some synsets of 3.0 were merged in 3.1, some were dropped and have no id there.
        by_name = sorted(self._synsets.items(), reverse=True)
        self._names31 = {synset.wn31: name for name, synset in by_name if synset.wn31}

    def __contains__(self, name: object) -> bool:
        return name in self._synsets

    def __getitem__(self, name: str) -> Synset:
        return self._synsets[name]

    def by_wn31(self, identity: str) -> str | None:
        """Return the synset with that WordNet 3.1 id, the first by name of several, or None."""
        return self._names31.get(identity)

    def closure(self, names: Iterable[str]) -> Mapping[str, int]:
        """Return every synset that the named ones are kinds of, themselves included -> distance."""
        return self._closures(tuple(names))

    def _closure(self, names: tuple[str, ...]) -> Mapping[str, int]:
        distance = {name: 0 for name in sorted(names) if name in self._synsets}
        frontier = list(distance)
        level = 0
        while frontier:
            level += 1
            above = [h for name in frontier for h in self._synsets[name].hypernyms if h in self._synsets]
            frontier = [name for name in dict.fromkeys(above) if name not in distance]
            distance.update(dict.fromkeys(frontier, level))
        return distance


def read_wordnet(path: Path) -> WordNet:
    """Read `data/wordnet/nouns.tsv.gz`."""
    return WordNet(
        Synset(name, wn31, _split(hypernyms), _split(lemmas.replace("_", " ")), _split(items))
        for name, wn31, hypernyms, lemmas, items in read_columns(path, _COLUMNS)
    )


def _split(cell: str) -> tuple[str, ...]:
    return tuple(filter(None, cell.split(","))) if cell else ()
