"""What a record copies from the tables: image, names, kind, domains, tags and ladder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pipeline.base.hashing import digest
from pipeline.dataset.blind.prior import Priors
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.wikidata.facts import fact_tags

_IMAGE = {"source": "source", "image_url": "url", "width": "width", "height": "height"}
_PROPERTY = ("property_label", "answer_kind", "domains")
_CLAUSE = ("clause", "clause_predicate", "clause_role", "clause_object_id")
_OF_REFERENT = ("noun:", "area:", "clause:")
"""How tags begin that rest on the image; they are checked with the referent."""


class FieldCheck:
    """Compares records with the tables that went with the dataset."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self.images: dict[str, dict[str, Any]] = {row["image_id"]: row for row in dataset.table("images")}
        self._properties = {row["property_id"]: row for row in dataset.table("wordings")}
        self._own = frozenset(dataset.manifest["settings"].get("facts", ()))
        self._priors = Priors(dataset.table("priors"), dataset.manifest["settings"]["blind"])
        self._labels = {row["item"]: row["label"] for row in dataset.table("concepts")}

    def faults(self, record: Record) -> Iterator[str]:
        """Yield the fields that are not what the tables say."""
        image = self.images.get(record["image_id"], {})
        for name, key in _IMAGE.items():
            if record[name] != image.get(key, ""):
                yield f"{name} is not the image's"
        spec = self._properties.get(record["property_id"], {})
        yield from (f"{name} is not the property's" for name in _PROPERTY if record[name] != spec.get(name))
        if record["entity_label"] != self._labels.get(record["entity_id"]):
            yield "entity_label is not the item's"
        if any((record[name] != "") != record["has_scene_graph"] for name in _CLAUSE):
            yield "the clause and has_scene_graph do not go together"
        if record["ladder_id"] != _ladder(record):
            yield "ladder_id is not the hash of image, object, clause and first property"
        told = [tag for tag in record["tags"] if not tag.startswith(_OF_REFERENT)]
        if told != self._tags(record):
            yield "the tags are not what the route's statements and the counts of train give"

    def _tags(self, record: Record) -> list[str]:
        statements = (self._dataset.statements.get(step["statement"]) for step in record["route"])
        facts = fact_tags({statement.source for statement in statements if statement}, self._own)
        return [*facts, *self._priors.tags(record)]


def _ladder(record: Record) -> str:
    has_clause = "true" if record["has_scene_graph"] else "false"
    first = record["route"][0]["property"]
    return digest(record["image_id"], record["object_id"], has_clause, first)[:16]
