"""Plain JSON lines: one image a line, the form for users' own annotations and for the embedded sample.

    {"image_id": "kitchen_7", "url": "...", "width": 640, "height": 480, "photo": "",
     "objects": [{"id": "1", "name": "lamp", "box": [x, y, w, h], "synset": "lamp.n.02", "item": "Q1138737"}],
     "relations": [{"subject": "1", "predicate": "hanging from", "object": "2"}]}

Only `image_id` is required, and of an object one of `name`, `synset` and `item`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict, ValidationError, model_validator

from pipeline.base.errors import InputError
from pipeline.base.files import is_unicode, read_lines
from pipeline.base.json_lines import json_of_line
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


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class PlainObject(_Part):
    """One object; the id defaults to its position, counted from 1, the name to its synset's."""

    id: _Identity | None = None
    name: _Name = ""
    names: tuple[_Name, ...] = ()
    synset: _Text = Field(default="", pattern=r"^(\S+\.n\.[0-9]+)?$")
    item: str = Field(default="", pattern=r"^(Q[1-9][0-9]*)?$")
    box: tuple[_Side, _Side, _Side, _Side] | None = None

    @model_validator(mode="after")
    def _says_what_it_is(self) -> Self:
        if not (self.name or self.synset or self.item):
            raise ValueError("needs a name, a synset or an item")
        return self


class PlainRelation(_Part):
    """One relation between two objects, by their ids."""

    subject: _Identity
    predicate: Annotated[str, Field(min_length=1), _UNICODE]
    object: _Identity


class PlainImage(_Part):
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

        A field of another name is left alone, and listed once. InputError if the file holds lines, and not
        one of them is an image.
        """
        images: set[str] = set()
        ignored: set[str] = set()
        wrong: tuple[int, str, str] | None = None
        for number, line in read_lines(self.path):
            if not line.strip():
                continue
            image, unknown = self._parse(line, number)
            for name in sorted(unknown - ignored):
                shown = name.encode("utf-8", "replace").decode()
                yield Rejected(_STAGE, self.path.name, f"line {number}", "field_ignored", shown)
            ignored |= unknown
            if isinstance(image, PlainImage):
                yield from self._once(image, number, images)
                continue
            wrong = wrong or (number, line, image.detail)
            yield image
        if wrong and not images:
            raise InputError(
                self.path,
                place=f"line {wrong[0]}",
                problem=f"expected {EXPECTED}, found {wrong[1][:40]!r} ({wrong[2]})",
                remedy="docs/sources.md shows the form.",
            )

    def _parse(self, line: str, number: int) -> tuple[PlainImage | Rejected, set[str]]:
        """Return a line's image, or why it is none, and the names of fields that are not of this form."""
        place = f"line {number}"
        try:
            content = json_of_line(self.path, number, line)
            return PlainImage.model_validate(content), set(_unknown(content))
        except ValidationError as fault:
            first = fault.errors()[0]
            field = ".".join(map(str, first["loc"]))
            found = Rejected(_STAGE, self.path.name, place, "line_invalid", f"{field}: {first['msg']}")
        except InputError as fault:
            found = Rejected(_STAGE, self.path.name, place, "not_json", str(fault.__cause__))
        return found, set()

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
        named = thing.name or thing.synset.partition(".")[0].replace("_", " ")
        name, *others = (text.lower() for text in (named, *thing.names))
        key = thing.item or thing.synset or self.synset_of(name)
        yield ObjectRecord(image_id, object_id, name, key, box, tuple(others))


def _unknown(image: dict[str, Any]) -> Iterator[str]:
    """Yield the names of the fields of an image that this form does not know."""
    yield from image.keys() - PlainImage.model_fields.keys()
    for name, part in (("objects", PlainObject), ("relations", PlainRelation)):
        for entry in image.get(name, ()):
            yield from (f"{name}.{field}" for field in entry.keys() - part.model_fields.keys())


def plain_line(image: dict[str, Any], *, separators: tuple[Literal[","], Literal[":"]] = (",", ":")) -> str:
    """Return one image as a line of this form, keys in the order given, without spaces."""
    return json.dumps(image, ensure_ascii=False, separators=separators)
