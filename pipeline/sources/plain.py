"""Plain JSON lines: one image a line, the form for users' own annotations and for the embedded sample.

    {"image_id": "kitchen_7", "url": "...", "width": 640, "height": 480, "photo": "",
     "objects": [{"id": "1", "name": "lamp", "box": [x, y, w, h], "synset": "lamp.n.02", "item": "Q1138737"}],
     "relations": [{"subject": "1", "predicate": "hanging from", "object": "2"}]}

Only `image_id` and, of an object, `name` are required.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict, ValidationError

from pipeline.base.errors import InputError
from pipeline.base.files import is_unicode, read_lines
from pipeline.sources.fields import LARGEST, whole_box
from pipeline.sources.records import ImageRecord, ObjectRecord, Record, Rejected, RelationRecord, SynsetOf

EXPECTED = "JSON lines, one image a line with at least an image_id"

_STAGE = "annotate"


def _unicode(text: str) -> str:
    if not is_unicode(text):
        raise ValueError("holds half a surrogate pair, which is no Unicode text")
    return text


_UNICODE = AfterValidator(_unicode)
_Text = Annotated[str, _UNICODE]
_Identity = Annotated[str, Field(pattern=r"\S"), Strict(), _UNICODE] | Annotated[int, Strict()]
_Side = Annotated[float, Field(ge=-LARGEST, le=LARGEST, allow_inf_nan=False)]
_Size = Annotated[int, Field(gt=0, le=LARGEST)]
_Name = Annotated[str, Field(min_length=1, max_length=60, pattern=r"\S"), _UNICODE]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PlainObject(_Strict):
    """One object; the id defaults to its position, counted from 1."""

    id: _Identity | None = None
    name: _Name
    names: tuple[_Name, ...] = ()
    synset: _Text = Field(default="", pattern=r"^(\S+\.n\.[0-9]+)?$")
    item: str = Field(default="", pattern=r"^(Q[1-9][0-9]*)?$")
    box: tuple[_Side, _Side, _Side, _Side] | None = None


class PlainRelation(_Strict):
    """One relation between two objects, by their ids."""

    subject: _Identity
    predicate: Annotated[str, Field(min_length=1), _UNICODE]
    object: _Identity


class PlainImage(_Strict):
    """One line of the file."""

    image_id: _Identity
    source: _Text = "user"
    url: _Text = ""
    width: _Size | None = None
    height: _Size | None = None
    photo: _Text = ""
    objects: tuple[PlainObject, ...] = ()
    relations: tuple[PlainRelation, ...] = ()


class PlainFile:
    """A file of plain JSON lines."""

    def __init__(self, path: Path, synset_of: SynsetOf) -> None:
        self.path, self.synset_of = path, synset_of

    def records(self) -> Iterator[Record]:
        """Yield the file's records; a line that does not fit is rejected with the field that is wrong.

        InputError if the file holds lines, and not one of them is an image.
        """
        images: set[str] = set()
        wrong: tuple[int, str] | None = None
        for number, line in read_lines(self.path):
            if not line.strip():
                continue
            image = self._parse(line, number)
            if isinstance(image, PlainImage):
                yield from self._once(image, number, images)
                continue
            wrong = wrong or (number, line)
            yield image
        if wrong and not images:
            raise InputError(
                self.path,
                place=f"line {wrong[0]}",
                problem=f"expected {EXPECTED}, found {wrong[1][:40]!r}",
                remedy="docs/sources.md shows the form.",
            )

    def _parse(self, line: str, number: int) -> PlainImage | Rejected:
        place = f"line {number}"
        try:
            return PlainImage.model_validate(json.loads(line))
        except ValidationError as fault:
            first = fault.errors()[0]
            field = ".".join(map(str, first["loc"]))
            return Rejected(_STAGE, self.path.name, place, "line_invalid", f"{field}: {first['msg']}")
        except (ValueError, RecursionError) as fault:
            return Rejected(_STAGE, self.path.name, place, "not_json", str(fault))

    def _once(self, image: PlainImage, number: int, images: set[str]) -> Iterator[Record]:
        image_id = str(image.image_id)
        if image_id in images:
            yield Rejected(_STAGE, self.path.name, f"line {number}", "image_repeated", image_id)
            return
        images.add(image_id)
        yield ImageRecord(image_id, image.source, image.url, image.width, image.height, image.photo)
        seen: set[str] = set()
        for position, thing in enumerate(image.objects, start=1):
            object_id = str(position if thing.id is None else thing.id)
            if object_id in seen:
                yield Rejected(_STAGE, self.path.name, f"line {number}", "object_repeated", object_id)
                continue
            seen.add(object_id)
            yield from self._object(thing, image_id, object_id, number)
        for relation in image.relations:
            yield RelationRecord(image_id, str(relation.subject), relation.predicate, str(relation.object))

    def _object(self, thing: PlainObject, image_id: str, object_id: str, number: int) -> Iterator[Record]:
        box = whole_box(thing.box) if thing.box else None
        if thing.box and not box:
            yield Rejected(_STAGE, self.path.name, f"line {number}", "box_empty", f"object {object_id}")
        name, *others = (text.lower() for text in (thing.name, *thing.names))
        key = thing.item or thing.synset or self.synset_of(name)
        yield ObjectRecord(image_id, object_id, name, key, box, tuple(others))


def plain_line(image: dict[str, Any], *, separators: tuple[Literal[","], Literal[":"]] = (",", ":")) -> str:
    """Return one image as a line of this form, keys in the order given, without spaces."""
    return json.dumps(image, ensure_ascii=False, separators=separators)
