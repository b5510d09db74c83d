"""The texts of a publication: card, datasheet, attribution, licence and citation, from one set of values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jinja2

from pipeline.dataset.publication.contents import FORMS, Numbers, Shards
from pipeline.dataset.publication.values import METHOD, Publication, bibtex_key
from pipeline.dataset.splits.assign import SPLITS
from pipeline.dataset.verification.loaded import Dataset
from pipeline.dataset.verification.record import record_schema

_FOLDER = Path(__file__).parent / "forms"
DOCUMENTS = ("ATTRIBUTION.md", "CITATION.cff", "DATASHEET.md", "LICENSE", "README.md")
_SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
    (100_000_000, "10M<n<100M"),
    (1_000_000_000, "100M<n<1B"),
)
_KEYWORDS = ("knowledge-based VQA", "visual question answering", "knowledge graph", "Wikidata", "multi-hop")


def told_of(publication: Publication, dataset: Dataset, numbers: Mapping[str, Numbers]) -> dict[str, Any]:
    """Return the texts and values that the documents and the Croissant metadata share."""
    manifest, whole = dataset.manifest, numbers["U"]
    settings, version = manifest["settings"], publication.version or manifest["version"]
    terms = publication.terms(whole.sources)
    return {
        "description": _description(publication, whole),
        "version": version,
        "language": settings["language"],
        "keywords": _KEYWORDS,
        "size": size_category(whole.questions),
        "hops": sorted(whole.hops),
        "terms": terms,
        "image_sources": [source for source in terms if source.id in whole.sources],
        "generator": f"Built with {manifest['generator']}, seed {settings['seed']}",
        "snapshot": manifest["snapshot"],
        "method": METHOD,
        "bibtex": _bibtex(publication, version),
        "collection": "The things annotated in the images were linked to Wikidata; templates turned the "
        "facts about them into questions, and other values of the same facts into wrong options.",
        "limitations": "Questions and answers are made by templates and not each read by a person. Facts of "
        "Wikidata may be incomplete, wrong or out of date.",
        "biases": "Some places, persons and things are asked about far more often than others, as in "
        "Wikidata and the sources of the images; B evens out the answers to each property, not the things.",
        "personal": "Questions may name public figures and what Wikidata says of them, such as places and "
        "dates of birth; photographs may show people.",
    }


def _description(publication: Publication, whole: Numbers) -> str:
    text = (
        f"{whole.questions:,} questions on {whole.images:,} images, of {min(whole.hops)} to "
        f"{max(whole.hops)} hops, whose answers rest on facts of Wikidata that the images do not show."
    )
    return f"{publication.summary} {text}".strip()


def size_category(rows: int) -> str:
    """Return Hugging Face's name for a number of rows."""
    return next((name for limit, name in _SIZES if rows < limit), "n>1B")


def _bibtex(publication: Publication, version: str) -> str:
    authors = " and ".join(
        author.name if author.kind == "person" else f"{{{author.name}}}" for author in publication.authors
    )
    optional = {"year": publication.date[:4], "url": publication.url}
    entries = {"author": authors, "title": publication.title, "version": version}
    entries |= {name: value for name, value in optional.items() if value}
    lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in entries.items())
    return f"@misc{{{bibtex_key(publication.name)},\n{lines}\n}}"


def documents(
    publication: Publication,
    told: Mapping[str, Any],
    numbers: Mapping[str, Numbers],
    shards: Shards,
    *,
    splits: bool = False,
) -> dict[str, str]:
    """Return the text of each of DOCUMENTS; with `splits`, the card names the table of splits too."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_FOLDER),
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters |= {"quoted": _quoted, "number": _number}
    values = {
        "publication": publication,
        "told": told,
        "numbers": numbers,
        "shards": shards,
        "forms": FORMS,
        "splits": SPLITS if splits else {},
        "rows": {
            name: {part: sum(shard.rows for shard in files) for part, files in parts.items()}
            for name, parts in shards.items()
        },
        "fields": record_schema()["properties"],
    }
    return {name: environment.get_template(f"{name}.j2").render(values) for name in DOCUMENTS}


def _quoted(text: str) -> str:
    """Return a text as a double-quoted scalar of YAML, which a JSON string is."""
    return json.dumps(text, ensure_ascii=False)


def _number(value: int) -> str:
    return f"{value:,}"
