"""Croissant 1.1 metadata of a publication (docs.mlcommons.org/croissant/docs/croissant-spec-1.1.html)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pipeline.dataset.publication.contents import FORMS, Form, Shard, Shards
from pipeline.dataset.publication.values import Publication

VERSION = "http://mlcommons.org/croissant/1.1"
_PARQUET = "application/x-parquet"
_TYPES = {"string": "sc:Text", "integer": "sc:Integer", "number": "sc:Float", "boolean": "sc:Boolean"}
_TERMS = (
    "arrayShape citeAs column containedIn equivalentProperty extract field fileProperty fileObject fileSet "
    "format includes isArray isLiveDataset jsonPath key md5 parentField path recordSet references regex "
    "repeated replace samplingRate separator source subField transform"
)
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "description": {"@container": "@language"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "name": {"@container": "@language"},
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
    **{term: f"cr:{term}" for term in _TERMS.split()},
}

Node = dict[str, Any]


def croissant(publication: Publication, shards: Shards, told: Mapping[str, Any]) -> Node:
    """Return the metadata as JSON-LD; `told` has the texts that the other documents use too."""
    optional = {"datePublished": publication.date, "url": publication.url}
    return {
        "@context": dict(sorted(_CONTEXT.items())),
        "@type": "sc:Dataset",
        "conformsTo": VERSION,
        "name": publication.name,
        "description": told["description"],
        "version": told["version"],
        "license": publication.licence_url,
        "citeAs": told["bibtex"],
        "creator": [_creator(author.kind, author.name) for author in publication.authors],
        **{name: value for name, value in optional.items() if value},
        "keywords": list(told["keywords"]),
        "inLanguage": told["language"],
        "isLiveDataset": False,
        "rai:dataCollection": told["collection"],
        "rai:dataBiases": told["biases"],
        "rai:dataLimitations": told["limitations"],
        "rai:personalSensitiveInformation": told["personal"],
        "distribution": list(_files(shards)),
        "recordSet": [record_set(form) for form in FORMS],
    }


def _creator(kind: str, name: str) -> Node:
    return {"@type": "sc:Person" if kind == "person" else "sc:Organization", "name": name}


def _files(shards: Shards) -> Iterator[Node]:
    for form in FORMS:
        for files in shards[form.name].values():
            yield from map(_file, files)
        # Not "containedIn" its files: mlcroissant reads those as archives, and local files without it.
        yield {
            "@type": "cr:FileSet",
            "@id": _file_set(form),
            "name": f"{form.name} as Parquet",
            "encodingFormat": _PARQUET,
            "includes": f"{form.name}/*.parquet",
        }


def _file(shard: Shard) -> Node:
    return {
        "@type": "cr:FileObject",
        "@id": shard.path,
        "name": shard.path,
        "contentUrl": shard.path,
        "contentSize": f"{shard.bytes} B",
        "encodingFormat": _PARQUET,
        "sha256": shard.sha256,
    }


def _file_set(form: Form) -> str:
    return f"files-{form.name}"


def record_set(form: Form) -> Node:
    """Return the record set of a configuration, its fields by the JSON Schema of its rows."""
    schema = form.schema()
    definitions = schema.get("$defs", {})
    source = {"fileSet": {"@id": _file_set(form)}}
    fields = [
        _field(f"{form.name}/{name}", entry, {**source, "extract": {"column": name}}, definitions)
        for name, entry in schema["properties"].items()
    ]
    return {
        "@type": "cr:RecordSet",
        "@id": form.name,
        "name": form.name,
        "description": form.what,
        "key": {"@id": f"{form.name}/{form.key}"},
        "field": fields,
    }


def _field(place: str, entry: Node, source: Node, definitions: Node) -> Node:
    """Return a field; a struct has a subfield for each of its own, taken by its JSON path."""
    node: Node = {"@type": "cr:Field", "@id": place, "name": place.rpartition("/")[2]}
    node["description"] = entry.get("description", "")
    inner = _not_null(entry)
    if inner.get("type") == "array":
        node |= {"isArray": True, "arrayShape": "-1"}
        inner = inner["items"]
    if "$ref" not in inner:
        return node | {"dataType": _TYPES[inner["type"]], "source": source}
    struct = definitions[inner["$ref"].rpartition("/")[2]]
    node["subField"] = [
        _field(f"{place}/{name}", part, {**source, "transform": {"jsonPath": name}}, definitions)
        for name, part in struct["properties"].items()
    ]
    return node


def _not_null(entry: Node) -> Node:
    """Return the schema of a field that may be null, without null."""
    choices: list[Node] = [choice for choice in entry.get("anyOf", []) if choice.get("type") != "null"]
    return choices[0] if choices else entry
