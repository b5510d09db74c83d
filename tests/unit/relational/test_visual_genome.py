"""Visual Genome's files read by the engine: the same tables as the reader in Python gives."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from threading import Event
from typing import Any

import pyarrow.parquet as pq
import pytest

from pipeline.base.progress import Progress
from pipeline.dataset import annotate as stage
from pipeline.relational.engine import Engine
from pipeline.relational.visual_genome import read_in_bulk
from pipeline.sources.detect import image_sources
from pipeline.sources.visual_genome import VisualGenomeFile

SYNSETS = {"cat": "cat.n.01", "tree": "tree.n.01"}
BOX = {"x": 1, "y": 2, "w": 30, "h": 40}
CAT = {"object_id": 1, "names": ["cat"], "synsets": ["cat.n.01"], **BOX}
MAT = {"object_id": 2, "names": ["mat"], "synsets": [], **BOX}


def _tables(paths: list[Path], folder: Path) -> dict[str, list[dict[str, Any]]]:
    with Engine(folder / "scratch") as engine:
        sources = image_sources(paths, lambda name: SYNSETS.get(name, ""))
        stage.annotate(sources, folder, engine, Progress(quiet=True))
    return {name: pq.read_table(folder / f"{name}.parquet").to_pylist() for name in stage.TABLE_ORDER}


def _both(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[dict[str, list[dict[str, Any]]], dict[str, list[dict[str, Any]]]]:
    engine = _tables([path], tmp_path / "engine")
    with monkeypatch.context() as patch:
        patch.setattr(stage, "read_in_bulk", lambda sources, *_: {source.path: None for source in sources})
        return engine, _tables([path], tmp_path / "python")


def _bulk(path: Path, tmp_path: Path) -> object:
    with Engine(tmp_path / "scratch") as engine:
        return read_in_bulk([VisualGenomeFile(path, lambda name: "")], tmp_path / "raw", engine, 0)[path]


def _write(path: Path, records: object) -> Path:
    path.write_text(json.dumps(records))
    return path


ODD_THINGS: list[dict[str, Any]] = [
    {"object_id": None},
    {"object_id": None, "id": 7},
    {"names": []},
    {"names": ["  ", "Mat."]},
    {"names": ["CAT.", "cat"]},
    {"names": ["a  tabby\tcat", "cat"]},
    {"names": ["Caf\u00e9 \u0130"]},
    {"names": ["x" * 61]},
    {"names": ["x" * 61, "cat"]},
    {"names": ["a", "b", "c"]},
    {"names": None, "name": "tree", "synsets": None},
    {"names": None, "object_names": ["tree"], "synsets": [""]},
    {"x": None},
    {"x": -5},
    {"x": -50},
    {"w": 0},
    {"w": 10.5},
    {"y": 2**31},
    {"merged_object_ids": [5, 6]},
    {"merged_object_ids": [5, None]},
    {"synsets": ["\u00e9.n.01"]},
]


@pytest.mark.parametrize("change", ODD_THINGS, ids=json.dumps)
@pytest.mark.parametrize("form", ["objects", "relationships", "scene_graphs", "attributes"])
def test_an_odd_object_is_read_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, change: dict[str, Any]
) -> None:
    odd = {**CAT, **change}
    relation = {"predicate": "ON", "subject": odd, "object": MAT}
    by_id = {"predicate": "on", "subject_id": 1, "object_id": 2}
    record = {
        "objects": {"objects": [MAT, odd]},
        "attributes": {"attributes": [MAT, {**odd, "attributes": ["grey"]}]},
        "relationships": {"relationships": [relation, {**relation, "subject": CAT}]},
        "scene_graphs": {"objects": [MAT, odd], "relationships": [by_id]},
    }[form]
    path = _write(tmp_path / "some.json", [{"image_id": 1, **record}, {"image_id": 2, **record}])
    assert _bulk(path, tmp_path) is not None
    engine, python = _both(path, tmp_path, monkeypatch)
    assert engine == python


IMAGE = {"image_id": 1, "width": 800, "height": 600, "url": "https://a.org/1.jpg", "coco_id": 9}
ODD_IMAGES: list[dict[str, Any]] = [
    {"image_id": None},
    {"image_id": None, "id": 7},
    {"image_id": "05"},
    {"image_id": "one"},
    {"image_id": 0},
    {"width": "640"},
    {"width": 640.5},
    {"width": 640.0},
    {"width": -3},
    {"height": True},
    {"height": 2**31},
    {"url": 5},
    {"url": None, "width": None},
    {"url": 'a\\b"c'},
    {"url": "\ud800"},
    {"coco_id": 0},
    {"coco_id": "9"},
    {"objects": []},
    {"relationships": [{}]},
]


@pytest.mark.parametrize("change", ODD_IMAGES, ids=json.dumps)
def test_odd_image_data_is_read_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]
) -> None:
    path = _write(tmp_path / "some.json", [IMAGE, {**IMAGE, "image_id": 2, **change}])
    engine, python = _both(path, tmp_path, monkeypatch)
    assert engine == python


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"image_id": None, "id": 7, "flickr_id": None},
        {"width": None, "height": None, "coco_id": None},
        {"url": None},
        {"url": ""},
        {"url": "caf\u00e9 / 1"},
    ],
    ids=json.dumps,
)
def test_regular_image_data_is_read_in_bulk_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]
) -> None:
    path = _write(tmp_path / "some.json", [IMAGE, {**IMAGE, "image_id": 2, **change}])
    assert _bulk(path, tmp_path) is not None
    engine, python = _both(path, tmp_path, monkeypatch)
    assert engine == python


ODD_RECORDS = [
    [],
    [{"image_id": 1, "objects": []}, {"image_id": 2, "objects": [CAT]}],
    [{"id": 1, "objects": [CAT]}, {"image_id": 2, "objects": None}],
    [{"image_id": 1, "objects": [CAT]}, {"objects": [CAT]}],
    [{"image_id": 1, "objects": [CAT]}, 5],
    [{"image_id": 1, "objects": [CAT, None, "cat"]}],
    [{"image_id": "one", "objects": [CAT]}],
    [{"image_id": 1, "objects": [{**CAT, "object_id": "a"}]}],
    [{"image_id": 1, "objects": [CAT]}, {"image_id": 2, "relationships": []}],
    [{"image_id": 1, "objects": "cats"}, {"image_id": 2, "objects": [CAT]}],
    [{"image_id": 1, "relationships": [{"predicate": " ", "subject": CAT, "object": MAT}]}],
    [{"image_id": 1, "relationships": [{"predicate": None, "subject": CAT, "object": MAT}]}],
    [{"image_id": 1, "relationships": [{"predicate": "on", "subject": CAT}]}],
    [{"image_id": 1, "width": 5, "height": 6, "url": "u"}],
    [{"image_id": 1, "objects": [CAT], "relationships": []}],
    [{"image_id": 1, "objects": [], "relationships": []}],
    [{"image_id": 1, "relationships": [{"predicate": "\t", "subject": CAT, "object": MAT}]}],
    [{"image_id": 1, "relationships": [{"predicate": "on", "subject": CAT, "object_id": 2}]}],
]


@pytest.mark.parametrize("records", ODD_RECORDS, ids=lambda records: json.dumps(records)[:60])
def test_an_odd_record_is_read_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, records: object
) -> None:
    engine, python = _both(_write(tmp_path / "some.json", records), tmp_path, monkeypatch)
    assert engine == python


def test_files_mended_at_random_are_read_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    generator = random.Random(0)
    records: list[dict[str, Any]] = []
    for image in range(60):
        things = [
            {**CAT, "object_id": number, **(generator.choice(ODD_THINGS) if generator.random() < 0.3 else {})}
            for number in range(generator.randrange(6))
        ]
        records.append({"image_id": image, "objects": things})
    engine, python = _both(_write(tmp_path / "objects.json", records), tmp_path, monkeypatch)
    assert engine == python
    assert len(engine["objects"]) > 60


def test_relationships_at_random_are_read_alike_whatever_ends_they_repeat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    generator = random.Random(1)
    ends = [CAT, MAT, *({**CAT, "object_id": 3 + place, **change} for place, change in enumerate(ODD_THINGS))]
    records = [
        {
            "image_id": image,
            "relationships": [
                {"predicate": generator.choice(["on", "ON"]), "subject": subject, "object": target}
                for subject, target in (generator.choices(ends, k=2) for _ in range(20))
            ],
        }
        for image in range(30)
    ]
    engine, python = _both(_write(tmp_path / "relationships.json", records), tmp_path, monkeypatch)
    assert engine == python
    assert len(engine["relations"]) > 100


def test_an_end_described_alike_many_times_is_one_row_of_the_raw_table(tmp_path: Path) -> None:
    relations = [{"predicate": "on", "subject": CAT, "object": {**MAT, "object_id": 2 + n}} for n in range(5)]
    path = _write(tmp_path / "some.json", [{"image_id": 1, "relationships": relations}])
    with Engine(tmp_path / "scratch") as engine:
        bulk = read_in_bulk([VisualGenomeFile(path, lambda name: "")], tmp_path / "raw", engine, 0)[path]
    assert bulk is not None
    assert pq.read_metadata(bulk.tables["raw_objects"]).num_rows == 6
    assert bulk.rows == 15


def _graphs(images: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return records of objects.json and relationships.json whose ends mostly repeat the objects."""
    draw = random.Random(2)
    objects, relationships = [], []
    for image in range(images):
        things = [{**CAT, "object_id": n, "names": draw.choice([["cat"], ["cat", "pet"]])} for n in range(6)]
        changes: list[dict[str, Any]] = [{}, {}, {}, {}, {"w": 9}, {"names": ["tree"]}, {"synsets": []}]
        changes += [{"names": ["cat", "tom"]}, {"object_id": 77}, {"merged_object_ids": [2]}]
        ends = [{**draw.choice(things), **draw.choice(changes)} for _ in range(24)]
        relations = [
            {"predicate": "on", "subject": one, "object": two}
            for one, two in zip(ends[::2], ends[1::2], strict=True)
        ]
        objects.append({"image_id": image, "objects": things})
        relationships.append({"image_id": image, "relationships": relations})
    return objects, relationships


@pytest.mark.parametrize("order", ["same", "turned", "random", "half"])
def test_files_of_one_input_are_read_alike_whatever_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: str
) -> None:
    monkeypatch.setattr("pipeline.relational.visual_genome._AT_A_TIME", 7)
    objects, relationships = _graphs(60)
    if order == "random":
        random.Random(3).shuffle(relationships)
    turned = {"turned": objects[::-1], "half": objects[::2]}.get(order, objects)
    (tmp_path / "vg").mkdir()
    _write(tmp_path / "vg" / "objects.json", turned)
    _write(tmp_path / "vg" / "relationships.json", relationships)
    engine, python = _both(tmp_path / "vg", tmp_path, monkeypatch)
    assert engine == python


@pytest.mark.parametrize("broken", ["objects", "relationships"])
def test_a_file_left_to_python_does_not_change_what_the_other_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    monkeypatch.setattr("pipeline.relational.visual_genome._AT_A_TIME", 7)
    content = dict(zip(("objects", "relationships"), _graphs(40), strict=True))
    content[broken][-1]["image_id"] = "forty"
    (tmp_path / "vg").mkdir()
    for name, records in content.items():
        _write(tmp_path / "vg" / f"{name}.json", records)
    engine, python = _both(tmp_path / "vg", tmp_path, monkeypatch)
    assert engine == python


def test_ends_that_repeat_an_object_are_no_rows_of_the_raw_table(tmp_path: Path) -> None:
    other = {**MAT, "names": ["rug"]}
    relations = [{"predicate": "on", "subject": CAT, "object": MAT}] * 2
    relations += [{"predicate": "on", "subject": CAT, "object": other}]
    paths = [
        _write(tmp_path / "objects.json", [{"image_id": 1, "objects": [CAT, MAT]}]),
        _write(tmp_path / "relationships.json", [{"image_id": 1, "relationships": relations}]),
    ]
    with Engine(tmp_path / "scratch") as engine:
        sources = [VisualGenomeFile(path, lambda name: "") for path in paths]
        bulks = read_in_bulk(sources, tmp_path / "raw", engine, 0)
    told = bulks[paths[1]]
    assert told is not None
    assert [row["name"] for row in pq.read_table(told.tables["raw_objects"]).to_pylist()] == ["rug"]
    assert told.rows == 9


def test_many_batches_of_records_are_read_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = [{"image_id": n, "objects": [{**CAT, "names": [f"cat {n % 70}"]}, MAT]} for n in range(50)]
    monkeypatch.setattr("pipeline.relational.visual_genome._AT_A_TIME", 7)
    engine, python = _both(_write(tmp_path / "objects.json", records), tmp_path, monkeypatch)
    assert engine == python


def test_reading_ends_when_it_is_told_to_stop(tmp_path: Path) -> None:
    path = _write(tmp_path / "objects.json", [{"image_id": 1, "objects": [CAT]}])
    stop = Event()
    stop.set()
    with Engine(tmp_path / "scratch") as engine:
        sources = [VisualGenomeFile(path, lambda name: "")]
        assert read_in_bulk(sources, tmp_path / "raw", engine, 0, stop) == {path: None}


def test_a_packed_file_is_read_whatever_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "objects.json"
    path.write_bytes(gzip.compress(json.dumps([{"image_id": 1, "objects": [CAT, MAT]}]).encode()))
    assert _bulk(path, tmp_path) is not None
    engine, python = _both(path, tmp_path, monkeypatch)
    assert engine == python


def test_a_file_that_is_cut_off_is_left_to_the_reader_that_says_where(tmp_path: Path) -> None:
    path = tmp_path / "objects.json"
    path.write_text(json.dumps([{"image_id": 1, "objects": [CAT]}] * 3)[:-40])
    assert _bulk(path, tmp_path) is None
