"""What else an object could be called: by the names of targets, and by the synset of its name's head."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from pipeline.knowledge.wordnet import WordNet
from pipeline.language.scene import Name

PERSON_KIND = "person"
_PERSON = "person.n.01"
_AGE_OR_SEX = frozenset(
    {"adult.n.01", "juvenile.n.01", "child.n.01", "male.n.02", "female.n.02", "man.n.01", "woman.n.01"}
)
"""People told apart by these are not one another; a player may be any of them."""


def head_synset(name: str, known: Mapping[str, Name]) -> str:
    """Return the synset of a name, else of the most of its last words that are a name; empty if none is."""
    words = name.split()
    tails = (" ".join(words[start:]) for start in range(len(words)))
    return next((known[tail].synset for tail in tails if tail in known), "")


def target_names(names: Iterable[str], known: Mapping[str, Name]) -> Iterator[dict[str, str]]:
    """Yield (name, target) for each name that an object may have, and what it could be called in a clause.

    Every run of its words counts; among several people there may be anyone.
    """
    targets = {target for target, entry in known.items() if entry.target}
    people = sorted(target for target in targets if known[target].kind == PERSON_KIND)
    for name in sorted(set(names)):
        found = targets & set(_runs(name.split()))
        entry = known.get(name)
        if entry and entry.kind == PERSON_KIND and entry.number == "plural":
            found.update(people)
        yield from ({"name": name, "target": target} for target in sorted(found - {name}))


def _runs(words: Sequence[str]) -> Iterator[str]:
    ends = range(len(words) + 1)
    return (" ".join(words[start:end]) for start in ends for end in ends[start + 1 :])


def target_keys(
    keys: Collection[str], known: Mapping[str, Name], wordnet: WordNet
) -> Iterator[dict[str, str]]:
    """Yield (key, target) where a thing with that synset could be called by that name, or is a kind of it.

    A person may be the man, and a desk the table.
    """
    by_synset: dict[str, set[str]] = {}
    for name, entry in known.items():
        if entry.target and entry.synset in wordnet:
            by_synset.setdefault(entry.synset, set()).add(name)
    closures = {synset: wordnet.closure([synset]) for synset in by_synset}
    people = _People({synset: above for synset, above in closures.items() if _PERSON in above}, by_synset)
    found: dict[str, set[str]] = {}
    for key in keys:
        above = wordnet.closure([key])
        found[key] = {name for synset in above.keys() & by_synset.keys() for name in by_synset[synset]}
        if _PERSON in above:
            found[key].update(people.may_be(above))
    for synset, names in by_synset.items():
        for key in closures[synset].keys() & found.keys():
            found[key].update(names)
    for key, names in sorted(found.items()):
        yield from ({"key": key, "target": name} for name in sorted(names))


class _People:
    """What people are called; one may be another too if either is told by what they do, not by age or sex."""

    def __init__(self, people: Mapping[str, Mapping[str, int]], names: Mapping[str, set[str]]) -> None:
        self._all = frozenset[str]().union(*(names[synset] for synset in people))
        doing = (synset for synset, above in people.items() if _AGE_OR_SEX.isdisjoint(above))
        self._doing = frozenset[str]().union(*(names[synset] for synset in doing))

    def may_be(self, above: Mapping[str, int]) -> frozenset[str]:
        """Return what a person with these hypernyms may be called."""
        return self._all if _AGE_OR_SEX.isdisjoint(above) else self._doing
