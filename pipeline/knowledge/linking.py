"""Links what the annotations speak of (synsets, Commons categories, items) to Wikidata, with evidence.

A WordNet 3.0 synset is linked by its id in WordNet 3.1 (property P8814), with Open English WordNet's
links, the agreement of names and the agreement of classes as further evidence; a reviewed table decides
where a person has looked. What has neither link may be linked by name and class (evidence "label").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import quote

from pipeline.base.errors import InputError
from pipeline.base.files import read_tsv
from pipeline.knowledge.by_name import class_chains, found_by_name
from pipeline.knowledge.wordnet import WordNet
from pipeline.sources.landmarks import CATEGORY_KEY
from pipeline.values import is_item_id
from pipeline.wikidata.endpoint import Endpoint
from pipeline.wikidata.facts import Entity
from pipeline.wikidata.fetch import (
    fetch_entities,
    follow_redirects,
    items_by_value,
)
from pipeline.wikidata.queries import BatchQuery
from pipeline.wikidata.rdf import ENTITY

_COMMONS_PAGE = "https://commons.wikimedia.org/wiki/Category:"
_ENOUGH = 2
"""How many independent pieces of evidence a link needs that nobody has reviewed."""


@dataclass(frozen=True, slots=True, order=True)
class Link:
    """A key with its item; `evidence` names what speaks for it, joined by a plus sign."""

    key: str
    item: str
    evidence: str


@dataclass(frozen=True, slots=True, order=True)
class Unlinked:
    """A key without an item: why (a code), and what was considered."""

    key: str
    code: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Review:
    """What a reviewer decided on a synset: its item, or none with the reason.

    `sense` is the synset that annotators really mean, where WordNet's hypernyms of theirs mislead.
    """

    item: str
    note: str
    sense: str = ""


@dataclass(slots=True)
class Links:
    """The outcome of linking, in the order of the keys."""

    linked: list[Link] = field(default_factory=list)
    unlinked: list[Unlinked] = field(default_factory=list)


def read_reviews(path: Path) -> dict[str, Review]:
    """Read `data/reviewed/synset_links.tsv`."""
    reviews: dict[str, Review] = {}
    for row in read_tsv(path, ["synset", "item", "item_label", "verdict", "sense", "note"]):
        if problem := _review_fault(row, reviews):
            raise InputError(
                path,
                place=row["synset"],
                problem=problem,
                remedy="Give each synset one row: confirm or other with an item, or none without.",
            )
        reviews[row["synset"]] = Review(row["item"], row["note"], row["sense"])
    return reviews


def _review_fault(row: Mapping[str, str], reviews: Mapping[str, Review]) -> str | None:
    if row["synset"] in reviews:
        return "stands twice"
    if row["verdict"] not in ("confirm", "other", "none"):
        return f"has the verdict {row['verdict']!r}"
    if row["item"] and not is_item_id(row["item"]):
        return f"has the item {row['item']!r}"
    return (
        "has a verdict that does not fit its item"
        if (row["verdict"] == "none") == bool(row["item"])
        else None
    )


def link(
    keys: Sequence[str],
    endpoint: Endpoint,
    wordnet: WordNet,
    reviews: Mapping[str, Review],
    *,
    by_name: bool = False,
) -> Links:
    """Link the keys; each comes out once, linked or not.

    `by_name` also asks for items that are called as a synset is; only a whole service can tell.
    """
    links = Links()
    keys = sorted(set(keys))
    items = [key for key in keys if is_item_id(key)]
    categories = [key for key in keys if key.startswith(CATEGORY_KEY)]
    synsets = [key for key in keys if key in wordnet]
    others = set(keys) - {*items, *categories, *synsets}
    links.unlinked += [Unlinked(key, "not_a_noun_synset") for key in others]
    links.linked += [Link(key, key, "given") for key in items]
    _link_categories(links, categories, endpoint)
    _link_synsets(links, synsets, endpoint, wordnet, reviews)
    if by_name:
        _link_by_name(links, endpoint, wordnet, reviews)
    merged = follow_redirects(endpoint, sorted({found.item for found in links.linked}))
    links.linked = sorted(replace(found, item=merged.get(found.item, found.item)) for found in links.linked)
    links.unlinked.sort()
    return links


def _link_categories(links: Links, keys: Sequence[str], endpoint: Endpoint) -> None:
    titles = {key: key.removeprefix(CATEGORY_KEY) for key in keys}
    by_property = items_by_value(endpoint, "commons_categories", sorted(set(titles.values())))
    missing = sorted({title for title in titles.values() if title not in by_property})
    by_sitelink = _items_by_sitelink(endpoint, missing)
    for key, title in titles.items():
        items = by_property.get(title) or by_sitelink.get(title, ())
        if len(items) == 1:
            links.linked.append(Link(key, items[0], "P373" if title in by_property else "commonswiki"))
        else:
            code = "category_of_several_items" if items else "category_without_item"
            links.unlinked.append(Unlinked(key, code, " ".join(items)))


def _items_by_sitelink(endpoint: Endpoint, titles: Sequence[str]) -> dict[str, tuple[str, ...]]:
    pages = {_COMMONS_PAGE + quote(title.replace(" ", "_"), safe=",:()!*@$;/"): title for title in titles}
    found: dict[str, set[str]] = {}
    for answer in endpoint.ask(sorted(pages), BatchQuery("commons_sitelinks")):
        for row in answer.rows:
            if row["page"] in pages:
                found.setdefault(pages[row["page"]], set()).add(row["item"].removeprefix(ENTITY))
    return {title: tuple(sorted(items)) for title, items in found.items()}


def _link_synsets(
    links: Links,
    keys: Sequence[str],
    endpoint: Endpoint,
    wordnet: WordNet,
    reviews: Mapping[str, Review],
) -> None:
    open_keys = [key for key in keys if key not in reviews]
    evidence = _Evidence(endpoint, wordnet, open_keys)
    for key in keys:
        review = reviews.get(key)
        if review is None:
            found = evidence.judge(key)
            (links.linked if isinstance(found, Link) else links.unlinked).append(found)  # type: ignore[arg-type]
        elif review.item:
            links.linked.append(Link(key, review.item, "reviewed"))
        else:
            links.unlinked.append(Unlinked(key, "reviewed_none", review.note))


def _link_by_name(links: Links, endpoint: Endpoint, wordnet: WordNet, reviews: Mapping[str, Review]) -> None:
    """Link synsets without any candidate by the names of items."""
    keys = sorted(u.key for u in links.unlinked if u.code == "no_candidate")
    above = _above(keys, endpoint, wordnet, reviews)
    for key, items in found_by_name(keys, endpoint, wordnet, above).items():
        if not items:
            continue
        links.unlinked.remove(Unlinked(key, "no_candidate"))
        if len(items) == 1:
            links.linked.append(Link(key, items[0], "label+class"))
        else:
            links.unlinked.append(Unlinked(key, "several_candidates", " ".join(items)))


def _above(
    keys: Sequence[str], endpoint: Endpoint, wordnet: WordNet, reviews: Mapping[str, Review]
) -> dict[str, set[str]]:
    """Return synset -> the items of its direct hypernyms: the reviewed one, else those of either source."""
    hypernyms = {key: [h for h in wordnet[key].hypernyms if h in wordnet] for key in keys}
    ids = {wordnet[h].wn31 for above in hypernyms.values() for h in above if h not in reviews}
    by_wn31 = items_by_value(endpoint, "synsets", sorted(ids - {""}))

    def items(name: str) -> set[str]:
        if name in reviews:
            return {reviews[name].item} - {""}
        return {*by_wn31.get(wordnet[name].wn31, ()), *wordnet[name].oewn_items}

    return {key: {item for h in above for item in items(h)} for key, above in hypernyms.items()}


class _Evidence:
    """What speaks for the candidate items of synsets, fetched in a few batched queries."""

    def __init__(self, endpoint: Endpoint, wordnet: WordNet, keys: Sequence[str]) -> None:
        self._wordnet = wordnet
        above = {h for key in keys for h in wordnet[key].hypernyms if h in wordnet}
        ids = {wordnet[name].wn31 for name in (*keys, *above)}
        self._by_wn31 = items_by_value(endpoint, "synsets", sorted(ids))
        candidates = {item for key in keys for item in self.candidates(key)}
        self._entities = fetch_entities(endpoint, sorted(candidates), ["en", "mul"])
        self._classes = class_chains(endpoint, candidates)

    def candidates(self, key: str) -> set[str]:
        """Return the items that either source links the synset to."""
        synset = self._wordnet[key]
        return {*self._by_wn31.get(synset.wn31, ()), *synset.oewn_items}

    def judge(self, key: str) -> Link | Unlinked:
        """Return the link if exactly one candidate has the most evidence, and enough of it."""
        if all(lemma[:1].isupper() for lemma in self._wordnet[key].lemmas):
            # Annotators name no individuals: a "savannah" is grassland, not the city.
            return Unlinked(key, "proper_name")
        scored = sorted(((self._evidence(key, item), item) for item in self.candidates(key)), key=_strength)
        if not scored:
            return Unlinked(key, "no_candidate")
        best, item = scored[-1]
        if len(best) < _ENOUGH:
            return Unlinked(key, "weak_evidence", f"{item} by {'+'.join(best)}")
        if len(scored) > 1 and len(scored[-2][0]) == len(best):
            return Unlinked(key, "several_candidates", f"{item} {scored[-2][1]}")
        return Link(key, item, "+".join(best))

    def _evidence(self, key: str, item: str) -> tuple[str, ...]:
        synset = self._wordnet[key]
        found = []
        if item in self._by_wn31.get(synset.wn31, ()):
            found.append("P8814")
        if item in synset.oewn_items:
            found.append("oewn")
        if _names(self._entities.get(item)) & {lemma.lower() for lemma in synset.lemmas}:
            found.append("name")
        if self._classes.get(item, set()) & self._above(key):
            found.append("class")
        return tuple(found)

    def _above(self, key: str) -> set[str]:
        """Return the items of the synset's direct hypernyms."""
        return {
            item for h in self._wordnet[key].hypernyms if h in self._wordnet for item in self.candidates(h)
        }


def _strength(scored: tuple[tuple[str, ...], str]) -> tuple[int, str]:
    return len(scored[0]), scored[1]


def _names(entity: Entity | None) -> set[str]:
    return {name.lower() for name in (entity.label, *entity.aliases)} - {""} if entity else set()
