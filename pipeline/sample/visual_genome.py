"""The sample's annotated images: Visual Genome 1 to 30 and the vg150 subset, as plain JSON lines."""

from __future__ import annotations

import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from pipeline.base.files import read_json, read_lines, write_maybe_gzip, write_tsv
from pipeline.base.progress import Progress
from pipeline.dataset.annotate import annotate
from pipeline.relational.engine import Engine
from pipeline.sources.detect import image_sources
from pipeline.sources.plain import plain_line
from pipeline.sources.records import VISUAL_GENOME

_LAST_WITH_REAL_SIZE = 20
"""Sizes of images 21 to 30 and of vg150 were rebuilt from boxes: they are not published."""


def distil_visual_genome(annotations: Path, data: Path, progress: Progress) -> None:
    """Write `data/sample/visual_genome.jsonl.gz` and the tables of `data/visual_genome`."""
    with tempfile.TemporaryDirectory() as scratch:
        tables = Path(scratch)
        # Image 20 stands in both; v1.4 has more of its objects.
        sources = image_sources([annotations / "v1.4", annotations / "vg150"], lambda name: "")
        with Engine(tables / "scratch") as engine:
            annotate(sources, tables, engine, progress)
        lines = "".join(plain_line(image) + "\n" for image in _images(tables))
    write_maybe_gzip(data / "sample" / "visual_genome.jsonl.gz", lines.encode())
    _distil_vocabulary(annotations, data / "visual_genome")


def _distil_vocabulary(annotations: Path, data: Path) -> None:
    """Write names with their synsets, and how often synsets and predicates occur in all of Visual Genome."""
    synsets = read_json(annotations / "object_synsets.json.gz")
    rows = [{"name": name.lower(), "synset": synset} for name, synset in synsets.items()]
    unique = {row["name"]: row for row in sorted(rows, key=lambda row: (row["name"], row["synset"]))}
    write_tsv(data / "object_synsets.tsv.gz", ["name", "synset"], [unique[name] for name in sorted(unique)])
    for column, file in (("synset", "object_synset_frequency"), ("predicate", "predicate_frequency")):
        counts: Counter[str] = Counter()
        for _, line in read_lines(annotations / f"{file}.tsv.gz"):
            text, count, *_ = line.split("\t")
            counts[text.strip()] += int(count)
        rows = [{column: text, "count": str(count)} for text, count in sorted(counts.items()) if text]
        write_tsv(data / f"{column}_counts.tsv.gz", [column, "count"], rows)


def _images(tables: Path) -> Iterator[dict[str, Any]]:
    objects, relations, names = (_grouped(tables, name) for name in ("objects", "relations", "names"))
    for image in pq.read_table(tables / "images.parquet").to_pylist():
        identity = image["image_id"]
        other = defaultdict(list)
        for row in names[identity]:
            other[row["object_id"]].append(row["name"])
        line: dict[str, Any] = {"image_id": identity, "source": VISUAL_GENOME, "url": image["url"]}
        if int(identity.removeprefix("VG_")) <= _LAST_WITH_REAL_SIZE:
            line |= {"width": image["width"], "height": image["height"]}
        if not image["photo"].startswith("image:"):
            line["photo"] = image["photo"]
        line["objects"] = [_object(row, other[row["object_id"]]) for row in objects[identity]]
        line["relations"] = [
            {"subject": row["subject_id"], "predicate": row["predicate"], "object": row["object_id"]}
            for row in relations[identity]
        ]
        yield line


def _object(row: dict[str, Any], names: list[str]) -> dict[str, Any]:
    thing = {"id": row["object_id"], "name": row["name"], "box": [row["x"], row["y"], row["w"], row["h"]]}
    if row["key"]:
        thing["synset"] = row["key"]
    more = sorted(set(names) - {row["name"]})
    return thing | ({"names": more} if more else {})


def _grouped(tables: Path, name: str) -> defaultdict[str, list[dict[str, Any]]]:
    groups: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in pq.read_table(tables / f"{name}.parquet").to_pylist():
        groups[row["image_id"]].append(row)
    return groups
