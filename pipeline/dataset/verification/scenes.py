"""Referents checked anew, in plain Python, from the annotations that went with the dataset."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.dataset.area import AREA_CLASSES
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.dataset.verification.texts import Texts

Box = tuple[int, int, int, int]
LEFT, RIGHT = "to the left of", "to the right of"


@dataclass(frozen=True, slots=True)
class Thing:
    """An annotated object: its names, those a clause could mean it by, its possible nouns, and its box."""

    object_id: str
    name: str
    key: str
    names: frozenset[str]
    called: frozenset[str]
    nouns: frozenset[str]
    box: Box | None


class Scenes:
    """The annotations of all images, by image, and the clauses that speak of them."""

    def __init__(self, dataset: Dataset) -> None:
        self.things = _things(dataset)
        self.texts = Texts(dataset)
        self.same_iou: float = dataset.manifest["settings"]["same_iou"]
        self._images = {row["image_id"]: row for row in dataset.table("images")}
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

    def area(self, image: str, box: Box | None) -> str:
        """Return the class of a box's size in its image; empty without a box."""
        boxes = [thing.box for thing in self.things[image].values() if thing.box]
        known = self._images[image]
        width = known["width"] or max((box[0] + box[2] for box in boxes), default=0)
        height = known["height"] or max((box[1] + box[3] for box in boxes), default=0)
        if box is None or width * height <= 0:
            return ""
        share = box[2] * box[3] / (width * height)
        return next((name for name, limit in AREA_CLASSES.items() if share < limit), "large")

    def evidence(self, thing: Thing, item: str, nouns: Iterable[str]) -> set[str]:
        """Return what the nouns rest on by which a thing, linked to an item, may be called."""
        known = (self._evidence.get((thing.key, item, noun)) for noun in nouns)
        return {evidence for evidence in known if evidence is not None}

    def clause(self, image: str, target: Thing, predicate: str, role: str) -> str | None:
        """Return what a clause about a target says; None if the tables have no words for it.

        Nothing else may be called by its name, unless that takes "the" nonetheless.
        """
        named = self._phrases.get(target.name)
        if named is None or named["verb_number"] not in self._clauses.get((predicate, role), {}):
            return None
        others = (thing for thing in self.things[image].values() if thing.object_id != target.object_id)
        several = any(target.name in t.called and not self._same(target.box, t.box) for t in others)
        prefix, suffix = self._clauses[predicate, role][named["verb_number"]]
        return f"{prefix}{named['one_of' if several else 'only_one']}{suffix}"

    def described(self, image: str, predicate: str, role: str, target: Thing) -> set[str]:
        """Return what a clause describes, whichever thing of the target's name it means.

        Predicates that say the same, and both ends of a mutual relation, count alike; and so does the side
        of the target that the boxes show.
        """
        things, said = self.things[image], self._clauses[predicate, role]
        found = {
            thing.object_id
            for thing in things.values()
            if (side := side_of(thing.box, target.box)) and self._clauses.get((side, "subject")) == said
        }
        for subject, name, object_id in self.relations[image]:
            for end, one, other in (("subject", subject, object_id), ("object", object_id, subject)):
                if (
                    self._clauses[name, end] == said
                    and other in things
                    and target.name in things[other].called
                ):
                    found.add(one)
        return found


def side_of(box: Box | None, target: Box | None) -> str | None:
    """Return the predicate for the side of the target on which the middle of a box is."""
    if box is None or target is None:
        return None
    ahead = 2 * (box[0] - target[0]) + box[2] - target[2]
    return None if ahead == 0 else LEFT if ahead < 0 else RIGHT


def stand_beside(one: Box | None, other: Box | None) -> bool:
    """Whether two boxes stand beside each other: apart, not far, and for the most part level."""
    if one is None or other is None:
        return False
    apart = max(one[0], other[0]) - min(one[0] + one[2], other[0] + other[2])
    level = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return 0 <= apart <= max(one[2], other[2]) and 2 * level >= min(one[3], other[3])


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
    called = _called(dataset, names)
    things: defaultdict[str, dict[str, Thing]] = defaultdict(dict)
    for row in dataset.table("objects"):
        identity = row["image_id"], row["object_id"]
        box = None if row["x"] is None else (row["x"], row["y"], row["w"], row["h"])
        known = frozenset(names[identity]), frozenset(called[identity]), frozenset(nouns[identity])
        things[row["image_id"]][row["object_id"]] = Thing(
            row["object_id"], row["name"], row["key"], *known, box
        )
    return things


def _called(
    dataset: Dataset, names: Mapping[tuple[str, str], set[str]]
) -> defaultdict[tuple[str, str], set[str]]:
    """Return (image, object) -> every name by which a clause could mean it."""
    by_key, by_name = defaultdict(set), defaultdict(set)
    for row in dataset.table("target_keys"):
        by_key[row["key"]].add(row["target"])
    for row in dataset.table("target_names"):
        by_name[row["name"]].add(row["target"])
    called: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for identity, borne in names.items():
        called[identity] = borne.union(*(by_name[name] for name in borne))
    for row in dataset.table("keys"):
        called[row["image_id"], row["object_id"]] |= by_key[row["key"]]
    return called


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
    elif target and _tagged(record, "clause:") not in {_use(record, scenes, noun) for noun in spoken}:
        yield "the tag of the clause is not what the other things give"
    if spoken and not _rests(record, scenes.evidence(thing, record["entity_id"], spoken)):
        yield "the object's link to the item, or the tag of its noun, is not what the tables give"
    yield from _shown_faults(record, scenes, thing, target)


def _shown_faults(record: Record, scenes: Scenes, thing: Thing, target: Thing | None) -> Iterator[str]:
    """Yield what of the clause, the boxes and the area is not what the annotations give."""
    if target and not _holds(record, scenes, thing, target):
        yield "the annotations have no such relation"
    elif target and record["clause"] != _clause(record, scenes, target):
        yield "the clause is not what its predicate and its thing give"
    if _tagged(record, "area:") != scenes.area(record["image_id"], thing.box):
        yield "the tag of its area is not what its box gives"
    if record["boxes"] != _boxes(thing, target):
        yield "the boxes are not the objects'"


def _rests(record: Record, evidence: set[str]) -> bool:
    """Whether one tag names what the noun shown rests on."""
    return _tagged(record, "noun:") in evidence


def _use(record: Record, scenes: Scenes, noun: str) -> str:
    others = scenes.rivals(record["image_id"], record["object_id"], noun)
    return "needed" if any(others) else "extra"


def _tagged(record: Record, prefix: str) -> str:
    """Return what the one tag of a kind says; empty if there is none, or more than one."""
    tags = [tag.removeprefix(prefix) for tag in record["tags"] if tag.startswith(prefix)]
    return tags[0] if len(tags) == 1 else ""


def _holds(record: Record, scenes: Scenes, thing: Thing, target: Thing) -> bool:
    predicate, role = record["clause_predicate"], record["clause_role"]
    if (
        role == "subject"
        and side_of(thing.box, target.box) == predicate
        and stand_beside(thing.box, target.box)
    ):
        return True
    ends = record["object_id"], record["clause_object_id"]
    subject, other = ends if role == "subject" else ends[::-1]
    return (subject, predicate, other) in scenes.relations[record["image_id"]]


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
    found = scenes.described(image, record["clause_predicate"], record["clause_role"], target)
    return object_id in found and not any(rival.object_id in found for rival in rivals)
