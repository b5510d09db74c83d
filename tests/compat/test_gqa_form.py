"""GQA's published form: a stored sample, and Visual Genome's annotations turned into it."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from pipeline.base.columns import read_rows
from pipeline.base.files import read_json
from pipeline.base.progress import Progress
from pipeline.cli.summary import summary
from pipeline.dataset.annotate import TABLE_ORDER, annotate
from pipeline.dataset.build import build
from pipeline.dataset.settings import load_settings
from pipeline.dataset.verification.loaded import Dataset
from pipeline.dataset.verification.verify import verify
from pipeline.relational.engine import Engine
from pipeline.sources.detect import image_sources

SAMPLE = Path(__file__).parent / "samples" / "train_sceneGraphs.json"
Tables = dict[str, list[tuple[Any, ...]]]
IMAGES = 400


def read(folder: Path, *paths: Path) -> Tables:
    with Engine(folder / "scratch") as engine:
        annotate(image_sources(paths, lambda name: ""), folder / "out", engine, Progress(quiet=True))
    return {
        name: [tuple(row.values()) for row in read_rows(folder / "out" / f"{name}.parquet")]
        for name in TABLE_ORDER
    }


def test_sample_becomes_tables(tmp_path: Path) -> None:
    assert read(tmp_path, SAMPLE) == {
        "images": [
            ("GQA_2354786", "gqa", "2354786.jpg", 400, 300, "image:VG_2354786"),
            ("GQA_2386621", "gqa", "2386621.jpg", 500, 375, "image:VG_2386621"),
            ("GQA_n161313", "gqa", "n161313.jpg", 640, 426, "image:GQA_n161313"),
        ],
        "objects": [
            ("GQA_2386621", "681262", "table", "", 0, 60, 499, 315),
            ("GQA_2386621", "681263", "dog", "", 40, 40, 90, 120),
            ("GQA_2386621", "681267", "banana", "", 248, 18, 64, 73),
            ("GQA_n161313", "1058498", "elephant", "", 100, 50, 300, 330),
            ("GQA_n161313", "1058499", "giraffe", "", 420, 20, 120, 380),
            ("GQA_n161313", "1058500", "trees", "", 0, 0, 640, 200),
            ("GQA_n161313", "1058501", "sky", "", 0, 0, 640, 60),
        ],
        "names": [
            ("GQA_2386621", "681262", "table"),
            ("GQA_2386621", "681263", "dog"),
            ("GQA_2386621", "681267", "banana"),
            ("GQA_n161313", "1058498", "elephant"),
            ("GQA_n161313", "1058499", "giraffe"),
            ("GQA_n161313", "1058500", "trees"),
            ("GQA_n161313", "1058501", "sky"),
        ],
        "keys": [],
        "relations": [
            ("GQA_2386621", "681262", "to the right of", "681267"),
            ("GQA_2386621", "681263", "near", "681262"),
            ("GQA_2386621", "681263", "to the left of", "681267"),
            ("GQA_2386621", "681267", "on", "681262"),
            ("GQA_2386621", "681267", "to the left of", "681262"),
            ("GQA_n161313", "1058498", "in front of", "1058500"),
            ("GQA_n161313", "1058498", "to the left of", "1058499"),
            ("GQA_n161313", "1058499", "to the right of", "1058498"),
        ],
        "annotate_rejected": [("annotate", "GQA_2354786", "", "image_without_objects", "")],
    }


def _image_data(shared: Path) -> dict[str, dict[str, Any]]:
    images = read_json(shared / "visual_genome" / "vg150" / "image_data.json.gz")[:IMAGES]
    return {str(image["image_id"]): image for image in images}


def converted(shared: Path) -> dict[str, Any]:
    """Return images of Visual Genome as GQA's scene graphs, with left and right by their boxes."""
    graphs: dict[str, Any] = {}
    folder, sizes = shared / "visual_genome" / "vg150", _image_data(shared)
    for record in read_json(folder / "objects.json.gz"):
        image = str(record["image_id"])
        if image not in sizes:
            continue
        things = {
            str(thing["object_id"]): {"name": thing["names"][0], **{side: thing[side] for side in "xywh"}}
            for thing in record["objects"]
        }
        size = {"width": sizes[image]["width"], "height": sizes[image]["height"]}
        graphs[image] = size | {"objects": things}
    relations = _relations(shared, graphs)
    for image, graph in graphs.items():
        for identity, thing in graph["objects"].items():
            thing["attributes"] = []
            thing["relations"] = [
                {"object": end, "name": name} for name, end in relations.get((image, identity), ())
            ]
    return graphs


def _relations(shared: Path, graphs: dict[str, Any]) -> defaultdict[tuple[str, str], list[tuple[str, str]]]:
    found: defaultdict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for record in read_json(shared / "visual_genome" / "vg150" / "relationships.json.gz"):
        for relation in record["relationships"]:
            ends = [str(relation[role]["object_id"]) for role in ("subject", "object")]
            found[str(record["image_id"]), ends[0]].append((relation["predicate"], ends[1]))
    for image, graph in graphs.items():
        for (a, one), (b, other) in combinations(graph["objects"].items(), 2):
            if one["x"] + one["w"] <= other["x"]:
                found[image, a].append(("to the left of", b))
                found[image, b].append(("to the right of", a))
    return found


@pytest.fixture(scope="module")
def graphs(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("gqa") / "val_sceneGraphs.json.gz"
    path.write_bytes(gzip.compress(json.dumps(converted(shared)).encode()))
    return path


def test_graphs_made_of_visual_genome_say_what_it_says(shared: Path, graphs: Path, tmp_path: Path) -> None:
    ours = read(tmp_path / "gqa", graphs)
    theirs = read(tmp_path / "vg", shared / "visual_genome" / "vg150")
    images = {f"VG_{image}" for image in _image_data(shared)}
    assert len(ours["images"]) == IMAGES

    def turned(row: tuple[Any, ...]) -> tuple[Any, ...]:
        return (row[0].replace("GQA_", "VG_"), *row[1:])

    def known(table: str) -> list[tuple[Any, ...]]:
        return [row for row in theirs[table] if row[0] in images]

    boxes = {turned(row)[:3] + row[4:] for row in ours["objects"]}
    assert {row[:3] + row[4:] for row in known("objects")} == boxes
    sides = ("to the left of", "to the right of")
    assert known("relations") == [turned(row) for row in ours["relations"] if row[2] not in sides]


def test_photo_is_the_one_that_visual_genome_names(shared: Path, graphs: Path, tmp_path: Path) -> None:
    data = tmp_path / "image_data.json"
    one, other = list(_image_data(shared))[:2]
    data.write_text(json.dumps([{"image_id": int(one), "width": 5, "coco_id": 77}]))
    photos = {row[0]: row[-1] for row in read(tmp_path, graphs, data)["images"]}
    assert photos[f"GQA_{one}"] == photos[f"VG_{one}"] == "coco:77"
    assert photos[f"GQA_{other}"] == f"image:VG_{other}"


def test_build_from_graphs_asks_verified_questions_with_left_and_right(graphs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(load_settings(None, {"out": out, "images": (graphs,)}), Progress(quiet=True))
    assert not verify(out, Progress(quiet=True)).faults
    records = Dataset(out).of_set("U")
    assert len(records) > 300
    assert {r["source"] for r in records} == {"gqa"}
    assert all(r["image_id"].startswith("GQA_") for r in records)
    assert {"to the left of", "to the right of", "on"} <= {r["clause_predicate"] for r in records}
    assert "  source: gqa" in summary(out)
    assert {row["source"] for row in read_json(out / "report.json")["U"]["hops"]} == {"gqa"}
