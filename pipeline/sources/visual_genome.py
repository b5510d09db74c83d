"""Visual Genome's annotation files, every version and shape, as records.

Forms (docs/sources.md has a table): scene_graphs.json; objects.json, relationships.json and
attributes.json, whose records hold objects inline; image_data.json. v1.0 says `id` for every id and
has no synsets; v1.4 mixes `name` with `names` and lists merged ids.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.base.errors import InputError
from pipeline.base.files import is_unicode
from pipeline.sources.fields import BadRecordError, box_of, is_identity, name_of, refused, shown, size_of
from pipeline.sources.json_stream import iter_json_array
from pipeline.sources.records import (
    VISUAL_GENOME,
    ImageRecord,
    MergedId,
    ObjectRecord,
    Record,
    Rejected,
    RelationRecord,
    SynsetOf,
)

FORMS = ("scene_graphs", "objects", "relationships", "attributes", "image_data")
EXPECTED = (
    "a JSON array of Visual Genome records (scene graphs, objects, relationships, attributes or image data)"
)

_STAGE = "annotate"
_RELATION_END = 2


@dataclass(frozen=True, slots=True)
class VisualGenomeFile:
    """One annotation file; `synset_of` supplies the synset of a name that the file gives none for."""

    path: Path
    synset_of: SynsetOf

    def records(self) -> Iterator[Record]:
        """Yield the file's records in its own order; what is unusable comes as `Rejected`.

        InputError if the file holds records, and not one of them is Visual Genome's.
        """
        known, strange = False, ""
        for index, record in iter_json_array(self.path, expected=EXPECTED):
            place = f"record {index + 1}"
            known = known or form_of(record) is not None
            try:
                yield from self._record(record, place)
            except BadRecordError as fault:
                strange = strange or str(fault.args[-1])
                yield self._rejected(place, fault)
        if strange and not known:
            remedy = "docs/sources.md lists the forms that can be read."
            raise InputError(self.path, problem=f"expected {EXPECTED}, found {strange}", remedy=remedy)

    def _record(self, record: Any, place: str) -> Iterator[Record]:
        form = form_of(record)
        if form is None:
            found = f"keys {sorted(record)}" if isinstance(record, dict) else repr(record)
            raise BadRecordError("not_a_record", found)
        image = f"VG_{_identity(record, 'image_id')}"
        if form == "image_data":
            yield _image(record, image)
            return
        lists = {name: _parts(record, name) for name in ("objects", "attributes", "relationships")}
        if not any(lists.values()):
            yield Rejected(_STAGE, image, "", "image_without_objects")
        for origin, name in enumerate(("objects", "attributes")):
            for part in lists[name]:
                yield from self._object(part, image, origin)
        for part in lists["relationships"]:
            yield from self._relation(part, image)

    def _object(self, part: Any, image: str, origin: int) -> Iterator[Record]:
        try:
            yield from _object_records(part, image, self.synset_of, origin)
        except BadRecordError as fault:
            yield self._rejected(image, fault)

    def _relation(self, part: Any, image: str) -> Iterator[Record]:
        ends: list[Record] = []
        try:
            if not isinstance(part, dict):
                raise BadRecordError("relation_not_an_object", shown(part))
            for role in ("subject", "object"):
                if role in part:
                    ends.extend(_object_records(part[role], image, self.synset_of, _RELATION_END))
            yield from ends
            yield _relation(part, image)
        except BadRecordError as fault:
            yield self._rejected(image, fault)

    def part(self, listed: str, part: Any, image: str) -> Iterator[Record]:
        """Yield what one part of an image's list says: `listed` is objects, attributes or relationships."""
        if listed == "relationships":
            return self._relation(part, image)
        return self._object(part, image, int(listed == "attributes"))

    def _rejected(self, place: str, fault: BadRecordError) -> Rejected:
        return refused(self.path, place, fault)


def form_of(record: Any) -> str | None:
    """Return which of FORMS a record has, or None."""
    if not isinstance(record, dict):
        return None
    if "objects" in record and "relationships" in record:
        return "scene_graphs"
    for form in ("objects", "relationships", "attributes"):
        if form in record:
            return form
    return "image_data" if "width" in record or "url" in record else None


def _identity(record: dict[str, Any], name: str) -> str:
    value = record.get(name)
    value = record.get("id") if value is None else value
    if not is_identity(value):
        raise BadRecordError(f"no_{name}", f"found {shown(value)}")
    return str(value)


def _parts(record: dict[str, Any], name: str) -> list[Any]:
    parts = record.get(name, [])
    if not isinstance(parts, list):
        raise BadRecordError(f"{name}_not_a_list", shown(parts))
    return parts


def _image(record: dict[str, Any], image: str) -> ImageRecord:
    coco, url = record.get("coco_id"), record.get("url")
    return ImageRecord(
        image,
        VISUAL_GENOME,
        url=url if isinstance(url, str) and is_unicode(url) else "",
        width=size_of(record.get("width")),
        height=size_of(record.get("height")),
        photo=f"coco:{coco}" if isinstance(coco, int) and is_identity(coco) and coco > 0 else "",
    )


def _object_records(part: Any, image: str, synset_of: SynsetOf, origin: int) -> Iterator[Record]:
    if not isinstance(part, dict):
        raise BadRecordError("object_not_an_object", shown(part))
    object_id = _identity(part, "object_id")
    names, box = _names(part), box_of([part.get(side) for side in "xywh"])
    key = _synset(part, names, synset_of)
    yield ObjectRecord(image, object_id, names[0], key, box, tuple(names[1:]), origin)
    merged = part.get("merged_object_ids") or []
    if not isinstance(merged, list) or not all(map(is_identity, merged)):
        raise BadRecordError("merged_ids_unusable", shown(merged))
    for old in merged:
        yield MergedId(image, str(old), object_id)


def _names(part: dict[str, Any]) -> list[str]:
    """Return the object's names, cleaned; BadRecordError if none can be used."""
    raw = part.get("names") or part.get("object_names") or part.get("name") or []
    listed = [raw] if isinstance(raw, str) else raw if isinstance(raw, list) else []
    usable = list(dict.fromkeys(filter(None, map(name_of, listed))))
    if not usable:
        raise BadRecordError("object_without_name", shown(raw))
    return usable


def _synset(part: dict[str, Any], names: list[str], synset_of: SynsetOf) -> str:
    synsets = part.get("synsets")
    first = synsets[0] if isinstance(synsets, list) and synsets else ""
    if isinstance(first, str) and first and is_unicode(first):
        return first
    return next(filter(None, map(synset_of, names)), "")


def _relation(part: dict[str, Any], image: str) -> RelationRecord:
    predicate = part.get("predicate")
    if not isinstance(predicate, str) or not predicate.strip() or not is_unicode(predicate):
        raise BadRecordError("relation_without_predicate", shown(predicate))
    ends = [_end(part, role) for role in ("subject", "object")]
    return RelationRecord(image, ends[0], predicate, ends[1])


def _end(part: dict[str, Any], role: str) -> str:
    inline = part.get(role)
    if isinstance(inline, dict):
        return _identity(inline, "object_id")
    value = part.get(f"{role}_id")
    if not is_identity(value):
        raise BadRecordError(f"relation_without_{role}", shown(value))
    return str(value)
