"""The record type that every source yields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

VISUAL_GENOME = "visual_genome"
GLDV2 = "gldv2"
COMMONS = "wikimedia_commons"
GQA = "gqa"
COCO = "coco"


@dataclass(frozen=True, slots=True)
class ImageRecord:
    """One image. `photo` names the photograph behind it, where two ids can show the same one.

    `image:ID` says that it is the photograph of another image. Width and height are pixels, None where
    not known.
    """

    image_id: str
    source: str
    url: str = ""
    width: int | None = None
    height: int | None = None
    photo: str = ""


@dataclass(frozen=True, slots=True)
class ObjectRecord:
    """One annotated object. The box is in pixels from the top left corner, None where there is none.

    `key` is what gets linked to Wikidata: a WordNet 3.0 synset name, an item id, or `commons:CATEGORY`;
    empty if nothing is known. `origin` tells where the same object is described twice which description
    counts (the smaller): 0 the object's own record, 1 an attribute's, 2 the end of a relation.
    """

    image_id: str
    object_id: str
    name: str
    key: str
    box: tuple[int, int, int, int] | None = None
    other_names: tuple[str, ...] = ()
    origin: int = 0


@dataclass(frozen=True, slots=True)
class RelationRecord:
    """One relation of a scene graph, by the ids of its two objects."""

    image_id: str
    subject_id: str
    predicate: str
    object_id: str


@dataclass(frozen=True, slots=True)
class MergedId:
    """An object id that the annotators merged into another one of the same image."""

    image_id: str
    old_id: str
    object_id: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """Something left out: by which stage, of which file or table, where, and why (a code)."""

    stage: str
    origin: str
    place: str
    code: str
    detail: str = ""


Record = ImageRecord | ObjectRecord | RelationRecord | MergedId | Rejected
SynsetOf = Callable[[str], str]
"""Returns the WordNet 3.0 synset of an object name, or an empty string."""
