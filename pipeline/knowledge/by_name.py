"""Links synsets that no table links: by an item's name, if the item's classes agree.

A name alone proves nothing (a "crane" is a bird, a machine and a surname). An item counts only if it is
called exactly as a lemma and is a subclass, over at most two steps, of what the synset's hypernym is.
Whole services only can be asked for names; the embedded snapshot knows too few.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pipeline.knowledge.wordnet import WordNet
from pipeline.wikidata.endpoint import Endpoint
from pipeline.wikidata.fetch import INSTANCE_OF, SUBCLASS_OF, fetch_statements, items_by_name
from pipeline.wikidata.ranks import best_ranked

_CLASSES = (INSTANCE_OF, SUBCLASS_OF)


def found_by_name(
    keys: Sequence[str], endpoint: Endpoint, wordnet: WordNet, above: Mapping[str, set[str]]
) -> dict[str, tuple[str, ...]]:
    """Return synset -> the items that fit it by name and class; those called so by their label come first.

    `above` holds the items of each synset's hypernyms. If a label fits, other names do not count.
    """
    asked = [key for key in keys if above[key]]
    lemmas = {lemma for key in asked for lemma in _common(wordnet[key].lemmas)}
    named = items_by_name(endpoint, sorted(lemmas))
    roles = {
        key: {role: _named(named, wordnet[key].lemmas, role) for role in ("label", "alias")} for key in asked
    }
    everyone = {item for by_role in roles.values() for items in by_role.values() for item in items}
    classes = subclass_chains(endpoint, everyone)
    found: dict[str, tuple[str, ...]] = {}
    for key, by_role in roles.items():
        fitting = [
            tuple(sorted(item for item in by_role[role] if classes.get(item, set()) & above[key]))
            for role in ("label", "alias")
        ]
        found[key] = fitting[0] or fitting[1]
    return found


def _common(lemmas: Iterable[str]) -> list[str]:
    return [lemma for lemma in lemmas if not lemma[:1].isupper()]


def _named(named: Mapping[tuple[str, str], set[str]], lemmas: Iterable[str], role: str) -> set[str]:
    return {item for lemma in _common(lemmas) for item in named.get((lemma, role), ())}


def subclass_chains(endpoint: Endpoint, items: Iterable[str]) -> dict[str, set[str]]:
    """Return item -> what it is a subclass of, and the classes of those."""
    direct = direct_classes(endpoint, items, (SUBCLASS_OF,))
    return with_classes_above(endpoint, direct)


def class_chains(endpoint: Endpoint, items: Iterable[str]) -> dict[str, set[str]]:
    """Return item -> its classes, and the classes of those."""
    return with_classes_above(endpoint, direct_classes(endpoint, items))


def with_classes_above(endpoint: Endpoint, direct: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Add the classes of the classes."""
    above = direct_classes(endpoint, {c for classes in direct.values() for c in classes})
    return {item: {c for c1 in classes for c in (c1, *above.get(c1, ()))} for item, classes in direct.items()}


def direct_classes(
    endpoint: Endpoint, items: Iterable[str], properties: Sequence[str] = _CLASSES
) -> dict[str, set[str]]:
    """Return item -> the values of these properties, of best rank and not ended."""
    found: dict[str, set[str]] = {}
    kinds = dict.fromkeys(properties, "item")
    for statement in best_ranked(fetch_statements(endpoint, sorted(items), kinds))[0]:
        if statement.kind == "item" and not statement.end:
            found.setdefault(statement.subject, set()).add(statement.value)
    return found
