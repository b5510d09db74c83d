"""Plain JSON lines: the sample that the project ships, and the form that its docs promise."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pipeline.base.columns import read_rows
from pipeline.base.progress import Progress
from pipeline.dataset.annotate import TABLE_ORDER, annotate
from pipeline.relational.engine import Engine
from pipeline.sources.detect import image_sources

Tables = dict[str, list[dict[str, Any]]]


def read(folder: Path, *paths: Path) -> Tables:
    with Engine(folder / "scratch") as engine:
        annotate(image_sources(paths, lambda name: ""), folder / "out", engine, Progress(quiet=True))
    return {name: read_rows(folder / "out" / f"{name}.parquet") for name in TABLE_ORDER}


@pytest.fixture(scope="module")
def lines(data: Path) -> list[dict[str, Any]]:
    """The images of the sample, by a plain reading."""
    text = gzip.decompress((data / "sample" / "visual_genome.jsonl.gz").read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="module")
def sample(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """The tables of the sample."""
    return read(tmp_path_factory.mktemp("sample"), data / "sample" / "visual_genome.jsonl.gz")


def test_sample_has_every_image_with_its_own_size_or_none(
    sample: Tables, lines: list[dict[str, Any]]
) -> None:
    told = {
        line["image_id"]: (line["source"], line["url"], line.get("width"), line.get("height"))
        for line in lines
    }
    assert {
        row["image_id"]: (row["source"], row["url"], row["width"], row["height"]) for row in sample["images"]
    } == told
    assert len(told) == len(lines) == 3537


def test_sample_has_every_object_with_its_box_and_synset(sample: Tables, lines: list[dict[str, Any]]) -> None:
    told = {
        (line["image_id"], thing["id"]): (thing["name"], thing.get("synset", ""), *thing["box"])
        for line in lines
        for thing in line["objects"]
    }
    rows = {
        (row["image_id"], row["object_id"]): tuple(row[column] for column in ("name", "key", *"xywh"))
        for row in sample["objects"]
    }
    assert rows == told


def test_sample_has_every_relation_and_nothing_of_it_is_left_out(
    sample: Tables, lines: list[dict[str, Any]]
) -> None:
    told = [
        (line["image_id"], relation["subject"], relation["predicate"], relation["object"])
        for line in lines
        for relation in line["relations"]
    ]
    columns = ("image_id", "subject_id", "predicate", "object_id")
    assert [tuple(row[column] for column in columns) for row in sample["relations"]] == sorted(told)
    codes = Counter(row["code"] for row in sample["annotate_rejected"])
    assert set(codes) <= {"image_without_objects"}


def test_same_lines_plain_packed_or_in_another_order_give_the_same_tables(
    sample: Tables, lines: list[dict[str, Any]], tmp_path: Path
) -> None:
    turned = "\n".join(json.dumps(line) for line in reversed(lines))
    (tmp_path / "visual_genome.jsonl").write_text(turned)
    assert read(tmp_path, tmp_path / "visual_genome.jsonl") == sample


MINE = """\
{"image_id": "kitchen_7", "url": "https://e.org/7.jpg", "width": 640, "height": 480, "photo": "", \
"objects": [{"id": "1", "name": "lamp", "box": [10, 20, 700, 40], \
"synset": "lamp.n.02", "item": "Q1138737"}, \
{"id": "2", "name": "ceiling"}], "relations": [{"subject": "1", "predicate": "hanging from", "object": "2"}]}
{"image_id": 8}

{"image_id": 9, "objects": [{"name": ""}]}
"""


@pytest.mark.parametrize("name", ["mine.jsonl", "mine.jsonl.gz", "mine.json", "mine"])
@pytest.mark.parametrize("start", ["", "\ufeff"], ids=["plain", "byte order mark"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["unix", "windows"])
def test_own_annotations_are_read_whatever_their_name_and_line_ends(
    tmp_path: Path, name: str, start: str, end: str
) -> None:
    content = (start + MINE.replace("\n", end)).encode()
    path = tmp_path / name
    path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    tables = read(tmp_path, path)
    assert [tuple(row.values()) for row in tables["images"]] == [
        ("8", "user", "", None, None, "image:8"),
        ("kitchen_7", "user", "https://e.org/7.jpg", 640, 480, "image:kitchen_7"),
    ]
    assert [tuple(row.values()) for row in tables["objects"]] == [
        ("kitchen_7", "1", "lamp", "Q1138737", 10, 20, 630, 40),
        ("kitchen_7", "2", "ceiling", "", None, None, None, None),
    ]
    assert [tuple(row.values()) for row in tables["relations"]] == [("kitchen_7", "1", "hanging from", "2")]
    assert [(row["origin"], row["place"], row["code"]) for row in tables["annotate_rejected"]] == [
        ("8", "", "image_without_objects"),
        (name, "line 4", "line_invalid"),
    ]
