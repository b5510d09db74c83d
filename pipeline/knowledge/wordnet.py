"""WordNet 3.0's nouns: lemmas, hypernyms, ids in version 3.1, and Open English WordNet's Wikidata links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pipeline.base.files import read_columns

_COLUMNS = ("synset", "wn31", "hypernyms", "lemmas", "oewn_items")
_Row = tuple[str, ...]


@dataclass(frozen=True, slots=True, order=True)
class Synset:
    """One noun synset by its WordNet 3.0 name (`car.n.01`)."""

    name: str
    wn31: str
    hypernyms: tuple[str, ...]
    lemmas: tuple[str, ...]
    oewn_items: tuple[str, ...]


class WordNet:
    """The nouns, by synset name; one that was read as a row is taken apart when it is asked for."""

    def __init__(self, synsets: Iterable[Synset] = (), rows: Iterable[_Row] = ()) -> None:
        self._synsets: dict[str, Synset | _Row] = {synset.name: synset for synset in synsets}
        self._synsets |= {row[0]: row for row in rows}
        self._closures: dict[tuple[str, ...], Mapping[str, int]] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._synsets

    def __getitem__(self, name: str) -> Synset:
        found = self._synsets[name]
        if not isinstance(found, Synset):
            found = self._synsets[name] = _synset(*found)
        return found

    @cached_property
    def _names31(self) -> dict[str, str]:
        """Id in version 3.1 -> name; some synsets of 3.0 were merged there, some dropped, without an id."""
        pairs = ((s.name, s.wn31) if isinstance(s, Synset) else s[:2] for s in self._synsets.values())
        return {wn31: name for name, wn31 in sorted(pairs, reverse=True) if wn31}

    def by_wn31(self, identity: str) -> str | None:
        """Return the synset with that WordNet 3.1 id, the first by name of several, or None."""
        return self._names31.get(identity)

    def closure(self, names: Iterable[str]) -> Mapping[str, int]:
        """Return every synset that the named ones are kinds of, themselves included -> distance."""
        wanted = tuple(names)
        if wanted not in self._closures:
            self._closures[wanted] = self._closure(wanted)
        return self._closures[wanted]

    def _closure(self, names: tuple[str, ...]) -> Mapping[str, int]:
        distance = {name: 0 for name in sorted(names) if name in self._synsets}
        frontier = list(distance)
        level = 0
        while frontier:
            level += 1
            above = [h for name in frontier for h in self[name].hypernyms if h in self._synsets]
            frontier = [name for name in dict.fromkeys(above) if name not in distance]
            distance.update(dict.fromkeys(frontier, level))
        return distance


def read_wordnet(path: Path) -> WordNet:
    """Read `data/wordnet/nouns.tsv.gz`."""
    return WordNet(rows=read_columns(path, _COLUMNS))


def _synset(name: str, wn31: str, hypernyms: str, lemmas: str, items: str) -> Synset:
    return Synset(name, wn31, _split(hypernyms), _split(lemmas.replace("_", " ")), _split(items))


def _split(cell: str) -> tuple[str, ...]:
    return tuple(filter(None, cell.split(","))) if cell else ()
