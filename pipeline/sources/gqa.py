"""GQA's scene graphs: `train_sceneGraphs.json` and `val_sceneGraphs.json`, an object of images by their ids.

    {"2407890": {"width": 640, "height": 480, "location": "living room", "weather": "sunny",
                 "objects": {"271881": {"name": "chair", "x": 220, "y": 310, "w": 50, "h": 80,
                                        "attributes": ["brown"],
                                        "relations": [{"name": "to the left of", "object": "32452"}]}}}}

Names carry no synset. Place, weather and attributes are not used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.base.errors import InputError
from pipeline.base.files import is_unicode
from pipeline.sources.fields import (
    BadRecordError,
    box_of,
    is_identity,
    name_of,
    refused,
    shown,
    size_of,
)
from pipeline.sources.json_stream import iter_json_object
from pipeline.sources.records import GQA, ImageRecord, ObjectRecord, Record, RelationRecord, SynsetOf

EXPECTED = "GQA scene graphs (a JSON object of images by their ids, each with width, height and objects)"


@dataclass(frozen=True, slots=True)
class GqaFile:
    """One file of scene graphs; `synset_of` supplies the synsets. In memory are one image and all ids."""

    path: Path
    synset_of: SynsetOf

    def records(self) -> Iterator[Record]:
        """Yield the file's records in its own order; what is unusable comes as `Rejected`.

        InputError if the file holds members, and not one of them is a scene graph.
        """
        seen: set[str] = set()
        strange = ""
        members = iter_json_object(self.path, expected=EXPECTED)
        for number, (key, graph) in enumerate(members, start=1):
            try:
                things = _things(key, graph, seen)
            except BadRecordError as fault:
                strange = strange or str(fault.args[-1])
                yield refused(self.path, f"record {number}", fault)
                continue
            seen.add(key)
            yield _image(key, graph)
            for identity, thing in things.items():
                yield from self._object(f"GQA_{key}", identity, thing)
        if strange and not seen:
            remedy = "docs/sources.md lists the forms that can be read."
            raise InputError(self.path, problem=f"expected {EXPECTED}, found {strange}", remedy=remedy)

    def _object(self, image: str, identity: str, thing: Any) -> Iterator[Record]:
        place = f"{image}, object {shown(identity)}"
        try:
            yield self._described(image, identity, thing)
            relations = thing.get("relations") or []
            if not isinstance(relations, list):
                raise BadRecordError("relations_not_a_list", shown(relations))
        except BadRecordError as fault:
            yield refused(self.path, place, fault)
            return
        for relation in relations:
            try:
                yield _relation(image, identity, relation)
            except BadRecordError as fault:
                yield refused(self.path, place, fault)

    def _described(self, image: str, identity: str, thing: Any) -> ObjectRecord:
        if not isinstance(thing, dict):
            raise BadRecordError("object_not_an_object", shown(thing))
        if not is_identity(identity):
            raise BadRecordError("no_object_id", f"found {shown(identity)}")
        name = name_of(thing.get("name"))
        if not name:
            raise BadRecordError("object_without_name", shown(thing.get("name")))
        box = box_of([thing.get(side) for side in "xywh"])
        return ObjectRecord(image, identity, name, self.synset_of(name), box)


def _things(key: str, graph: Any, seen: set[str]) -> dict[str, Any]:
    """Return the objects of a member by their ids; BadRecordError if the member is no new scene graph."""
    if not isinstance(graph, dict) or "objects" not in graph:
        found = f"keys {sorted(graph)}" if isinstance(graph, dict) else shown(graph)
        raise BadRecordError("not_a_scene_graph", found)
    if not is_identity(key):
        raise BadRecordError("no_image_id", f"found {shown(key)}")
    if key in seen:
        raise BadRecordError("image_repeated", key)
    things = graph["objects"]
    if not isinstance(things, dict):
        raise BadRecordError("objects_not_by_id", shown(things))
    return things


def _image(key: str, graph: dict[str, Any]) -> ImageRecord:
    # GQA took the ids of Visual Genome along; images from elsewhere have a letter in theirs.
    photo = f"image:VG_{key}" if key.isdecimal() else ""
    width, height = size_of(graph.get("width")), size_of(graph.get("height"))
    return ImageRecord(f"GQA_{key}", GQA, f"{key}.jpg", width, height, photo)


def _relation(image: str, identity: str, relation: Any) -> RelationRecord:
    if not isinstance(relation, dict):
        raise BadRecordError("relation_not_an_object", shown(relation))
    predicate, target = relation.get("name"), relation.get("object")
    if not isinstance(predicate, str) or not predicate.strip() or not is_unicode(predicate):
        raise BadRecordError("relation_without_predicate", shown(predicate))
    if not is_identity(target):
        raise BadRecordError("relation_without_object", shown(target))
    return RelationRecord(image, identity, predicate, str(target))
