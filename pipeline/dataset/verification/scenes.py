"""Referents checked anew, in plain Python, from the annotations that went with the dataset."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pipeline.dataset.verification.loaded import Dataset, Record

Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Thing:
    """An annotated object: its names, the nouns it could be called by, and its box."""

    object_id: str
    name: str
    nouns: frozenset[str]
    box: Box | None


class Scenes:
    """The annotations of all images, by image."""

    def __init__(self, dataset: Dataset) -> None:
        by_key, by_name = defaultdict(set), defaultdict(set)
        for row in dataset.table("callable_keys"):
            by_key[row["key"]].add(row["noun_id"])
        for row in dataset.table("callable_names"):
            by_name[row["name"]].add(row["noun_id"])
        nouns: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for row in dataset.table("keys"):
            nouns[row["image_id"], row["object_id"]] |= by_key[row["key"]]
        for row in dataset.table("names"):
            nouns[row["image_id"], row["object_id"]] |= by_name[row["name"]]
        self.things: defaultdict[str, dict[str, Thing]] = defaultdict(dict)
        for row in dataset.table("objects"):
            identity = row["image_id"], row["object_id"]
            box = None if row["x"] is None else (row["x"], row["y"], row["w"], row["h"])
            thing = Thing(row["object_id"], row["name"], frozenset(nouns[identity]), box)
            self.things[row["image_id"]][row["object_id"]] = thing
        canonical = {row["raw"]: row["predicate"] for row in dataset.table("predicates")}
        self.relations: defaultdict[str, set[tuple[str, str, str]]] = defaultdict(set)
        for row in dataset.table("relations"):
            if row["predicate"] in canonical:
                relation = row["subject_id"], canonical[row["predicate"]], row["object_id"]
                self.relations[row["image_id"]].add(relation)
        self.noun_of = {(row["key"], row["noun_id"]): row["item"] for row in dataset.table("concepts")}
        self.forms = {row["noun_id"]: row for row in dataset.table("noun_forms")}
        self.same_iou: float = dataset.manifest["settings"]["same_iou"]

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

    def described(self, image: str, predicate: str, role: str, target_name: str) -> set[str]:
        """Return the objects that a clause describes, whichever thing of the target's name it means."""
        things = self.things[image]
        found = set()
        for subject, name, target in self.relations[image]:
            one, other = (subject, target) if role == "subject" else (target, subject)
            if name == predicate and other in things and things[other].name == target_name:
                found.add(one)
        return found


def referent_faults(record: Record, scenes: Scenes) -> Iterator[str]:
    """Yield what is wrong with the thing that a question speaks of: none or several, or not described."""
    image, object_id = record["image_id"], record["object_id"]
    things = scenes.things.get(image, {})
    if object_id not in things:
        yield "the object is not annotated in the image"
        return
    nouns = [n for n in things[object_id].nouns if _spoken(record, scenes.forms[n])]
    if not any(_unique(record, scenes, noun) for noun in nouns):
        yield "nothing singles the object out by the noun shown"
    boxes = [box for box in record["boxes"] if box["role"] == "referent"]
    own = things[object_id].box
    if [(b["x"], b["y"], b["w"], b["h"]) for b in boxes] != ([own] if own else []):
        yield "the box is not the object's"


def _spoken(record: Record, forms: Mapping[str, str]) -> bool:
    """Whether a question speaks of the thing, or of its kind, by a noun."""
    names = ("before_clause", "kind_before_clause") if record["has_scene_graph"] else ("this", "this_kind")
    return any(forms[name].lower() in record["question"].lower() for name in names)


def _unique(record: Record, scenes: Scenes, noun: str) -> bool:
    image, object_id = record["image_id"], record["object_id"]
    rivals = list(scenes.rivals(image, object_id, noun))
    if not record["has_scene_graph"]:
        return not rivals
    target = scenes.things[image].get(record["clause_object_id"])
    if target is None or target.name not in record["clause"]:
        return False
    found = scenes.described(image, record["clause_predicate"], record["clause_role"], target.name)
    return object_id in found and not any(rival.object_id in found for rival in rivals)
