"""Concepts: linked keys with all their classes, the nouns for them, and what other things those fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pipeline.knowledge.kinds import THING, Classes
from pipeline.knowledge.linking import Link
from pipeline.knowledge.wordnet import WordNet
from pipeline.language.nouns import Concept, Nouns
from pipeline.wikidata.facts import Entity


@dataclass(frozen=True, slots=True)
class ConceptMaker:
    """Puts together what is known of a linked key.

    `synsets_of` maps an item to its synsets by P8814, `senses` a key to the synset its reviewers name.
    """

    wordnet: WordNet
    classes: Classes
    entities: Mapping[str, Entity]
    synsets_of: Mapping[str, tuple[str, ...]]
    senses: Mapping[str, str]

    def concept(self, link: Link) -> Concept:
        """Return the concept of a link."""
        synsets = self._synsets(link.key, link.item)
        entity = self.entities.get(link.item)
        names = {name.lower() for name in (entity.label, *entity.aliases)} if entity else set()
        names |= {lemma.lower() for name in synsets for lemma in self.wordnet[name].lemmas}
        return Concept(
            link.key,
            link.item,
            synsets,
            self.wordnet.closure(synsets),
            self.classes.above(link.item),
            frozenset(names),
        )

    def _synsets(self, key: str, item: str) -> tuple[str, ...]:
        """Return the synsets whose hypernyms can be trusted for an item.

        Annotators' synsets are often of the wrong sense, so those that Wikidata gives the item come first;
        the key itself counts if the item bears one of its lemmas.
        """
        if key in self.senses:
            return (self.senses[key],)
        known = self.synsets_of.get(item, ())
        if key not in self.wordnet or key in known:
            return (key,) if key in known else known
        entity = self.entities.get(item)
        bearing = {name.lower() for name in (entity.label, *entity.aliases)} if entity else set()
        if bearing & {lemma.lower() for lemma in self.wordnet[key].lemmas}:
            return (key,)
        return known

    def unlinked(self, key: str) -> Concept:
        """Return the concept of a key without an item: what else could be called by a noun."""
        synsets = (key,) if key in self.wordnet else ()
        return Concept(key, "", synsets, self.wordnet.closure(synsets), {}, frozenset())

    def kind(self, concept: Concept, noun_kind: str) -> str:
        """Return a concept's kind: by its synsets, by its item's classes, else its noun's."""
        kinds = self.classes.kinds
        by_synset = kinds.nearest(concept.above_synsets, kinds.synsets)
        return by_synset or self.classes.kind(concept.item) or noun_kind or THING


def callable_rows(concepts: Iterable[Concept], nouns: Nouns) -> Iterator[dict[str, str]]:
    """Yield (key, noun_id) for every noun that things with that key could be called by."""
    for concept in concepts:
        for noun_id in sorted(nouns.distances(concept)):
            yield {"key": concept.key, "noun_id": nouns.key(noun_id)}
