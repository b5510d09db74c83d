"""COCO's and LVIS's published forms: a stored sample of each, read and built from."""

from __future__ import annotations

import json
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

SAMPLES = Path(__file__).parent / "samples"
COCO, LVIS = SAMPLES / "instances_val2017.json", SAMPLES / "lvis_v1_train.json"
Tables = dict[str, list[tuple[Any, ...]]]


def read(folder: Path, *paths: Path) -> Tables:
    with Engine(folder / "scratch") as engine:
        sources = image_sources(paths, lambda name: "" if name == "orange" else f"{name}.n.01")
        annotate(sources, folder / "out", engine, Progress(quiet=True))
    return {
        name: [tuple(row.values()) for row in read_rows(folder / "out" / f"{name}.parquet")]
        for name in TABLE_ORDER
    }


def test_coco_becomes_tables(tmp_path: Path) -> None:
    tables = read(tmp_path, COCO)
    url = "http://images.cocodataset.org/val2017/"
    assert tables["images"] == [
        ("COCO_252219", "coco", f"{url}000000252219.jpg", 640, 428, "coco:252219"),
        ("COCO_37777", "coco", f"{url}000000037777.jpg", 352, 230, "coco:37777"),
        ("COCO_397133", "coco", f"{url}000000397133.jpg", 640, 427, "coco:397133"),
    ]
    assert tables["objects"] == [
        ("COCO_252219", "481", "dog", "dog.n.01", 326, 175, 71, 197),
        ("COCO_252219", "900100252219", "group of dog", "dog.n.01", None, None, None, None),
        ("COCO_37777", "1093", "orange", "", 102, 118, 8, 17),
        ("COCO_37777", "1094", "elephant", "elephant.n.01", 205, 31, 147, 199),
        ("COCO_397133", "119568", "dog", "dog.n.01", 1, 240, 347, 187),
        ("COCO_397133", "82445", "bottle", "bottle.n.01", 218, 241, 39, 58),
    ]
    assert tables["relations"] == []
    assert tables["annotate_rejected"] == [
        ("annotate", "instances_val2017.json", "annotations 6, COCO_252219", "crowd", "dog"),
        ("annotate", "instances_val2017.json", "category 55", "category_without_synset", "orange"),
    ]


def test_lvis_becomes_tables(tmp_path: Path) -> None:
    tables = read(tmp_path, LVIS)
    assert [(row[0], row[-1]) for row in tables["images"]] == [
        ("COCO_446522", "coco:446522"),
        ("COCO_562150", "coco:562150"),
    ]
    assert tables["objects"] == [
        ("COCO_446522", "1", "cat", "cat.n.01", 20, 12, 102, 121),
        ("COCO_446522", "2", "dog", "dog.n.01", 200, 140, 80, 60),
        ("COCO_562150", "3", "cat", "cat.n.01", 10, 10, 50, 60),
        ("COCO_562150", "more of 225", "group of cat", "cat.n.01", None, None, None, None),
    ]
    assert tables["annotate_rejected"] == []


def test_photo_of_coco_is_the_one_that_visual_genome_names(tmp_path: Path) -> None:
    data = tmp_path / "image_data.json"
    data.write_text(json.dumps([{"image_id": 9, "width": 640, "height": 427, "coco_id": 397133}]))
    photos = {row[0]: row[-1] for row in read(tmp_path, COCO, data)["images"]}
    assert photos["VG_9"] == photos["COCO_397133"]


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """A dataset of both samples, and of a file in the same form in which a category has an item."""
    folder = tmp_path_factory.mktemp("coco")
    mine = {
        "images": [{"id": 1, "file_name": "paris.jpg", "width": 400, "height": 600}],
        "annotations": [{"id": 1, "image_id": 1, "category_id": 0, "bbox": [10.5, 20, 200, 500.25]}],
        "categories": [{"id": 0, "name": "iron lady", "item": "Q243"}],
    }
    (folder / "mine.json").write_text(json.dumps(mine))
    settings = {"out": folder / "out", "images": (COCO, LVIS, folder / "mine.json"), "per_image": 50}
    build(load_settings(None, settings), Progress(quiet=True))
    return Dataset(folder / "out")


def test_build_asks_verified_questions_without_clauses(dataset: Dataset) -> None:
    assert not verify(dataset.folder, Progress(quiet=True)).faults
    assert {r["source"] for r in dataset.of_set("U")} == {"coco"}
    assert not any(r["has_scene_graph"] for r in dataset.of_set("U"))
    asked = {(r["image_id"], r["entity_label"]) for r in dataset.of_set("U")}
    assert asked >= {
        ("COCO_397133", "dog"),
        ("COCO_37777", "elephant"),
        ("COCO_1", "Eiffel Tower"),
    }


def test_things_of_which_there_are_more_are_not_asked_about(dataset: Dataset) -> None:
    assert {"COCO_252219", "COCO_562150"}.isdisjoint(r["image_id"] for r in dataset.of_set("U"))
    # A cat and a dog: "this animal" is neither, and no relation tells them apart.
    assert "COCO_446522" not in {r["image_id"] for r in dataset.of_set("U")}
    left_out = {(row["origin"], row["code"]) for row in read_rows(dataset.folder / "rejected.parquet")}
    assert {("instances_val2017.json", "crowd"), ("COCO_446522", "referent_ambiguous")} <= left_out


def test_source_is_named_in_report_and_summary(dataset: Dataset) -> None:
    assert "  source: coco" in summary(dataset.folder)
    assert {row["source"] for row in read_json(dataset.folder / "report.json")["U"]["hops"]} == {"coco"}
