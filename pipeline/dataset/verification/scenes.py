"""Referents checked anew, in plain Python, from the annotations that went with the dataset."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.dataset.verification.texts import Texts

Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Thing:
    """An annotated object: its names, the nouns it could be called by, and its box."""

    object_id: str
    name: str
    key: str
    names: frozenset[str]
    nouns: frozenset[str]
    box: Box | None


class Scenes:
    """The annotations of all images, by image, and the clauses that speak of them."""

    def __init__(self, dataset: Dataset) -> None:
        self.things = _things(dataset)
        self.texts = Texts(dataset)
        self.same_iou: float = dataset.manifest["settings"]["same_iou"]
        canonical = {row["raw"]: row["predicate"] for row in dataset.table("predicates")}
        self.relations: defaultdict[str, set[tuple[str, str, str]]] = defaultdict(set)
        for row in dataset.table("relations"):
            if row["predicate"] in canonical:
                relation = row["subject_id"], canonical[row["predicate"]], row["object_id"]
                self.relations[row["image_id"]].add(relation)
        self._evidence = {
            (row["key"], row["item"], row["noun_id"]): row["evidence"] for row in dataset.table("concepts")
        }
        self._phrases = {row["name"]: row for row in dataset.table("name_forms")}
        self._clauses: dict[tuple[str, str], dict[str, tuple[str, str]]] = defaultdict(dict)
        for row in dataset.table("clause_forms"):
            self._clauses[row["predicate"], row["role"]][row["number"]] = row["prefix"], row["suffix"]

    def forms(self, record: Record) -> list[Mapping[str, str]]:
        """Return the forms of those nouns with which the record's wordings give exactly its question."""
        thing = self.things.get(record["image_id"], {}).get(record["object_id"])
        return self.texts.forms(record, thing.nouns) if thing else []

    def rivals(self, image: str, object_id: str, noun: str) -> Iterator[Thing]:
        """Yield the other things of the image that the noun fits, those annotated twice left out."""
        own = self.things[image][object_id]
        for thing in self.things[image].values():
            if thing.object_id != object_id and noun in thing.nouns and not self._same(own.box, thing.box):
                yield thing

    def _same(self, a: Box | None, b: Box | None) -> bool:
        if a is None or b is None:
            return False
        wide = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
        high = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
        shared = max(0, wide) * max(0, high)
        return shared >= self.same_iou * (a[2] * a[3] + b[2] * b[3] - shared) - 1e-9

    def evidence(self, thing: Thing, item: str, nouns: Iterable[str]) -> set[str]:
        """Return what the nouns rest on by which a thing, linked to an item, may be called."""
        known = (self._evidence.get((thing.key, item, noun)) for noun in nouns)
        return {evidence for evidence in known if evidence is not None}

    def clause(self, image: str, target: Thing, predicate: str, role: str) -> str | None:
        """Return what a clause about a target says; "the" only where nothing else bears its name.

        None if the tables have no words for it.
        """
        named = self._phrases.get(target.name)
        if named is None or named["verb_number"] not in self._clauses.get((predicate, role), {}):
            return None
        others = (thing for thing in self.things[image].values() if thing.object_id != target.object_id)
        several = any(target.name in t.names and not self._same(target.box, t.box) for t in others)
        prefix, suffix = self._clauses[predicate, role][named["verb_number"]]
        return f"{prefix}{named['one_of' if several else 'only_one']}{suffix}"

    def described(self, image: str, predicate: str, role: str, target_name: str) -> set[str]:
        """Return what a clause describes, whichever thing of the target's name it means.

        Predicates that say the same, and both ends of a mutual relation, count alike.
        """
        things, said = self.things[image], self._clauses[predicate, role]
        found = set()
        for subject, name, target in self.relations[image]:
            for end, one, other in (("subject", subject, target), ("object", target, subject)):
                if (
                    self._clauses[name, end] == said
                    and other in things
                    and target_name in things[other].names
                ):
                    found.add(one)
        return found


def _things(dataset: Dataset) -> defaultdict[str, dict[str, Thing]]:
    """Return image -> object id -> thing."""
    by_key, by_name = defaultdict(set), defaultdict(set)
    for row in dataset.table("callable_keys"):
        by_key[row["key"]].add(row["noun_id"])
    for row in dataset.table("callable_names"):
        by_name[row["name"]].add(row["noun_id"])
    nouns: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    names: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for row in dataset.table("keys"):
        nouns[row["image_id"], row["object_id"]] |= by_key[row["key"]]
    for row in dataset.table("names"):
        nouns[row["image_id"], row["object_id"]] |= by_name[row["name"]]
        names[row["image_id"], row["object_id"]].add(row["name"])
    things: defaultdict[str, dict[str, Thing]] = defaultdict(dict)
    for row in dataset.table("objects"):
        identity = row["image_id"], row["object_id"]
        box = None if row["x"] is None else (row["x"], row["y"], row["w"], row["h"])
        known = row["name"], row["key"], frozenset(names[identity]), frozenset(nouns[identity])
        things[row["image_id"]][row["object_id"]] = Thing(row["object_id"], *known, box)
    return things


def referent_faults(record: Record, scenes: Scenes) -> Iterator[str]:
    """Yield what is wrong with the thing that a question speaks of: none or several, or not described."""
    things = scenes.things.get(record["image_id"], {})
    thing, target = things.get(record["object_id"]), things.get(record["clause_object_id"])
    if thing is None or (record["has_scene_graph"] and target is None):
        yield "the object is not annotated in the image"
        return
    spoken = list(scenes.texts.spoken(record, thing.nouns))
    if not spoken:
        yield "the question is not what its wordings and nouns give"
    elif record["noun"] not in map(scenes.texts.noun, spoken):
        yield "the noun is not the one in the question"
    elif not any(_unique(record, scenes, noun, target) for noun in spoken):
        yield "nothing singles the object out by the noun shown"
    if spoken and not _rests(record, scenes.evidence(thing, record["entity_id"], spoken)):
        yield "the object's link to the item, or the tag of its noun, is not what the tables give"
    if target and not _holds(record, scenes):
        yield "the annotations have no such relation"
    elif target and record["clause"] != _clause(record, scenes, target):
        yield "the clause is not what its predicate and its thing give"
    if record["boxes"] != _boxes(thing, target):
        yield "the boxes are not the objects'"


def _rests(record: Record, evidence: set[str]) -> bool:
    """Whether one tag names what the noun shown rests on."""
    tags = [tag.removeprefix("noun:") for tag in record["tags"] if tag.startswith("noun:")]
    return len(tags) == 1 and tags[0] in evidence


def _holds(record: Record, scenes: Scenes) -> bool:
    ends = record["object_id"], record["clause_object_id"]
    subject, target = ends if record["clause_role"] == "subject" else ends[::-1]
    return (subject, record["clause_predicate"], target) in scenes.relations[record["image_id"]]


def _clause(record: Record, scenes: Scenes, target: Thing) -> str | None:
    return scenes.clause(record["image_id"], target, record["clause_predicate"], record["clause_role"])


def _boxes(thing: Thing, target: Thing | None) -> list[dict[str, Any]]:
    """Return the boxes that a record should have."""
    ends = [("referent", thing), *([("clause", target)] if target and thing.box else [])]
    return [
        {"object_id": end.object_id, "role": role, **dict(zip("xywh", end.box, strict=True))}
        for role, end in ends
        if end.box
    ]


def _unique(record: Record, scenes: Scenes, noun: str, target: Thing | None) -> bool:
    image, object_id = record["image_id"], record["object_id"]
    rivals = list(scenes.rivals(image, object_id, noun))
    if target is None:
        return not rivals
    found = scenes.described(image, record["clause_predicate"], record["clause_role"], target.name)
    return object_id in found and not any(rival.object_id in found for rival in rivals)
