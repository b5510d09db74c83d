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
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipeline.base.errors import InputError
from pipeline.base.files import read_lines
from pipeline.sources.records import ImageRecord, ObjectRecord, Record, Rejected, RelationRecord, SynsetOf

EXPECTED = "JSON lines, one image a line with at least an image_id"

_Identity = str | int
_Side = int | float


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PlainObject(_Strict):
    """One object; the id defaults to its position, counted from 1."""

    id: _Identity | None = None
    name: str = Field(min_length=1, max_length=60)
    names: tuple[str, ...] = ()
    synset: str = Field(default="", pattern=r"^(\S+\.n\.\d+)?$")
    item: str = Field(default="", pattern=r"^(Q[1-9]\d*)?$")
    box: tuple[_Side, _Side, _Side, _Side] | None = None


class PlainRelation(_Strict):
    """One relation between two objects, by their ids."""

    subject: _Identity
    predicate: str = Field(min_length=1)
    object: _Identity


class PlainImage(_Strict):
    """One line of the file."""

    image_id: _Identity
    source: str = "user"
    url: str = ""
    width: int | None = Field(default=None, gt=0)
    height: int | None = Field(default=None, gt=0)
    photo: str = ""
    objects: tuple[PlainObject, ...] = ()
    relations: tuple[PlainRelation, ...] = ()


class PlainFile:
    """A file of plain JSON lines."""

    def __init__(self, path: Path, synset_of: SynsetOf) -> None:
        self.path, self.synset_of = path, synset_of

    def records(self) -> Iterator[Record]:
        """Yield the file's records; a line that does not fit is rejected with the field that is wrong."""
        seen_good = False
        for number, line in read_lines(self.path):
            if not line.strip():
                continue
            image = self._parse(line, number)
            if isinstance(image, PlainImage):
                seen_good = True
                yield from self._image(image)
            elif not seen_good and number == 1 and image.code == "not_json":
                raise InputError(
                    self.path,
                    place="line 1",
                    problem=f"expected {EXPECTED}, found {line[:40]!r}",
                    remedy="docs/sources.md shows the form.",
                )
            else:
                yield image

    def _parse(self, line: str, number: int) -> PlainImage | Rejected:
        place = f"line {number}"
        try:
            return PlainImage.model_validate(json.loads(line))
        except json.JSONDecodeError as fault:
            return Rejected("annotate", self.path.name, place, "not_json", str(fault))
        except ValidationError as fault:
            first = fault.errors()[0]
            field = ".".join(map(str, first["loc"]))
            return Rejected("annotate", self.path.name, place, "line_invalid", f"{field}: {first['msg']}")

    def _image(self, image: PlainImage) -> Iterator[Record]:
        image_id = str(image.image_id)
        yield ImageRecord(image_id, image.source, image.url, image.width, image.height, image.photo)
        for position, thing in enumerate(image.objects, start=1):
            object_id = str(position if thing.id is None else thing.id)
            key = thing.item or thing.synset or self.synset_of(thing.name.lower())
            yield ObjectRecord(image_id, object_id, thing.name.lower(), key, _box(thing.box), thing.names)
        for relation in image.relations:
            yield RelationRecord(image_id, str(relation.subject), relation.predicate, str(relation.object))


def _box(box: tuple[_Side, ...] | None) -> tuple[int, int, int, int] | None:
    if box is None:
        return None
    x, y, width, height = map(round, box)
    return (x, y, width, height) if width > 0 and height > 0 else None


def plain_line(image: dict[str, Any], *, separators: tuple[Literal[","], Literal[":"]] = (",", ":")) -> str:
    """Return one image as a line of this form, keys in the order given, without spaces."""
    return json.dumps(image, ensure_ascii=False, separators=separators)
