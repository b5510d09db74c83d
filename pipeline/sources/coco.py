"""COCO-style instances: one JSON object with the lists `images`, `annotations` and `categories`.

    {"images": [{"id": 397133, "file_name": "000000397133.jpg", "width": 640, "height": 427}],
     "annotations": [{"id": 1768, "image_id": 397133, "category_id": 44, "bbox": [217.6, 240.5, 38.9, 57.7],
                      "iscrowd": 0}],
     "categories": [{"id": 44, "name": "bottle", "synset": "bottle.n.01", "item": "Q80228"}]}

The lists come in any order, so the file is read twice: first images and categories, then annotations. In
memory are the categories and all ids, about 70 bytes each (60 MB for COCO's train2017), never the records.
LVIS has `synset`; `item` is the user's own. There are no relations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
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
from pipeline.sources.json_stream import iter_json_lists
from pipeline.sources.records import COCO, ImageRecord, ObjectRecord, Record, Rejected, SynsetOf
from pipeline.values import is_item_id

EXPECTED = "COCO-style instances (a JSON object with images, categories, and annotations that have a bbox)"

_SYNSET = re.compile(r"\S+\.n\.[0-9]+")
_COCO_FILE = re.compile(r"(?<!\d)(\d{12})\.jpg$")
"""Every photo of COCO is named after its id in twelve digits."""
_ASIDE = re.compile(r"\([^)]*\)")
_Id = int | str


@dataclass(frozen=True, slots=True)
class _Category:
    name: str
    key: str


@dataclass(slots=True)
class _Known:
    """What the first reading leaves for the second; `open` lists categories that an image has more of."""

    images: set[_Id] = field(default_factory=set)
    categories: dict[_Id, _Category] = field(default_factory=dict)
    open: list[tuple[_Id, _Id]] = field(default_factory=list)
    annotations: set[_Id] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class CocoFile:
    """One file of instances; `synset_of` supplies the synset of a category that the file gives none for."""

    path: Path
    synset_of: SynsetOf

    def records(self) -> Iterator[Record]:
        """Yield images, then objects, in the order of the file; what is unusable comes as `Rejected`.

        InputError if the file holds annotations, and not one of them has a box and a category.
        """
        known = _Known()
        for name, index, part in iter_json_lists(self.path, expected=EXPECTED):
            try:
                if name == "images":
                    yield _image(part, known)
                elif name == "categories":
                    yield from self._category(part, known)
            except BadRecordError as fault:
                yield refused(self.path, f"{name} {index + 1}", fault)
        yield from _more_of(known)
        usable, strange = False, ""
        for place, part in self._annotations():
            usable = usable or has_box(part)
            strange = strange or ("" if has_box(part) else _described(part))
            try:
                yield from self._objects(part, place, known)
            except BadRecordError as fault:
                yield refused(self.path, place, fault)
        if strange and not usable:
            remedy = "docs/sources.md lists the forms that can be read."
            raise InputError(self.path, problem=f"expected {EXPECTED}, found {strange}", remedy=remedy)

    def holds_boxes(self) -> bool:
        """Whether the first annotation has a box, which COCO's captions and panoptic files lack."""
        return has_box(next((part for _, part in self._annotations()), None))

    def _annotations(self) -> Iterator[tuple[str, Any]]:
        for name, index, part in iter_json_lists(self.path, expected=EXPECTED):
            if name == "annotations":
                yield f"annotations {index + 1}", part

    def _category(self, part: Any, known: _Known) -> Iterator[Record]:
        identity = _new_id(part, "category", known.categories)
        raw = part.get("name")
        name = name_of(_ASIDE.sub("", raw.replace("_", " "))) if isinstance(raw, str) else ""
        if not name:
            raise BadRecordError("category_without_name", shown(raw))
        key = _given_key(part) or self.synset_of(name)
        known.categories[identity] = _Category(name, key)
        if not key:
            place = f"category {shown(identity)}"
            yield Rejected("annotate", self.path.name, place, "category_without_synset", name)

    def _objects(self, part: Any, place: str, known: _Known) -> Iterator[Record]:
        identity = _new_id(part, "annotation", known.annotations)
        image, category = part.get("image_id"), part.get("category_id")
        if not is_identity(image) or image not in known.images:
            raise BadRecordError("image_unknown", shown(image))
        if not is_identity(category) or category not in known.categories:
            raise BadRecordError("category_unknown", shown(category))
        known.annotations.add(identity)
        what = known.categories[category]
        if part.get("iscrowd"):
            yield _group(image, str(identity), what)
            yield Rejected("annotate", self.path.name, f"{place}, {_name(image)}", "crowd", what.name)
            return
        sides = part.get("bbox")
        box = box_of(sides if isinstance(sides, list) else [])
        yield ObjectRecord(_name(image), str(identity), what.name, what.key, box)


def has_box(part: Any) -> bool:
    """Whether an annotation is of an instance: with a box and a category."""
    return isinstance(part, dict) and "bbox" in part and "category_id" in part


def _described(part: Any) -> str:
    return f"annotations with the keys {sorted(part)}" if isinstance(part, dict) else shown(part)


def _name(image: _Id) -> str:
    return f"COCO_{image}"


def _new_id(part: Any, what: str, known: set[_Id] | dict[_Id, _Category]) -> _Id:
    """Return the id of a record; BadRecordError if it has none or one that was there before."""
    if not isinstance(part, dict):
        raise BadRecordError(f"{what}_not_an_object", shown(part))
    identity: Any = part.get("id")
    if not is_identity(identity):
        raise BadRecordError(f"no_{what}_id", f"found {shown(identity)}")
    if identity in known:
        raise BadRecordError(f"{what}_repeated", str(identity))
    return identity  # type: ignore[no-any-return]


def _given_key(part: dict[str, Any]) -> str:
    """Return the item or synset that the file itself gives for a category, the item first."""
    for name, fits in (("item", is_item_id), ("synset", _SYNSET.fullmatch)):
        value = part.get(name)
        if value in (None, ""):
            continue
        if not isinstance(value, str) or not is_unicode(value) or not fits(value):
            raise BadRecordError(f"category_{name}_invalid", shown(value))
        return value
    return ""


def _image(part: Any, known: _Known) -> ImageRecord:
    identity = _new_id(part, "image", known.images)
    known.images.add(identity)
    unfinished = part.get("not_exhaustive_category_ids")
    if isinstance(unfinished, list):
        known.open += [(identity, category) for category in unfinished if is_identity(category)]
    urls = [part.get(name) for name in ("coco_url", "flickr_url", "file_name")]
    url = next((url for url in urls if isinstance(url, str) and url and is_unicode(url)), "")
    width, height = size_of(part.get("width")), size_of(part.get("height"))
    return ImageRecord(_name(identity), COCO, url, width, height, _photo(identity, urls))


def _photo(identity: _Id, urls: list[Any]) -> str:
    """Return the photo as Visual Genome's `coco_id` names it, if the image is one of COCO's own."""
    files = (_COCO_FILE.search(url) for url in urls if isinstance(url, str))
    return f"coco:{identity}" if any(file and int(file[1]) == identity for file in files) else ""


def _more_of(known: _Known) -> Iterator[ObjectRecord]:
    """Yield a group for each category of which LVIS says that an image shows more than is annotated."""
    for image, category in known.open:
        if category in known.categories:
            yield _group(image, f"more of {category}", known.categories[category])


def _group(image: _Id, identity: str, what: _Category) -> ObjectRecord:
    """Return several things as one object, which is never asked about and leaves none of its kind unique.

    It has no box, or it could pass for a single thing annotated twice.
    """
    return ObjectRecord(_name(image), identity, f"group of {what.name}", what.key)
