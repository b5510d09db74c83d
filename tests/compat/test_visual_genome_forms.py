"""Visual Genome's released forms, read whole, against a plain reading of the same JSON."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pipeline.base.columns import read_rows
from pipeline.base.progress import Progress
from pipeline.dataset.annotate import TABLE_ORDER, annotate
from pipeline.relational.engine import Engine
from pipeline.sources.detect import image_sources
from pipeline.sources.records import Rejected

Tables = dict[str, list[dict[str, Any]]]
VERSIONS = ["v1.0", "v1.2", "v1.4", "vg150"]


def load(path: Path) -> Any:
    return json.loads(gzip.decompress(path.read_bytes())) if path.is_file() else []


@cache
def synsets(shared: Path) -> dict[str, str]:
    table: dict[str, str] = load(shared / "visual_genome" / "object_synsets.json.gz")
    return table


def read(folder: Path, paths: list[Path], table: dict[str, str] | None = None) -> Tables:
    known = table or {}
    with Engine(folder / "scratch") as engine:
        sources = image_sources(paths, lambda name: known.get(name, ""))
        annotate(sources, folder / "out", engine, Progress(quiet=True))
    return {name: read_rows(folder / "out" / f"{name}.parquet") for name in TABLE_ORDER}


@pytest.fixture(scope="module")
def tables(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Tables]:
    """The tables of each version's folder."""
    return {
        version: read(tmp_path_factory.mktemp(version), [shared / "visual_genome" / version], synsets(shared))
        for version in VERSIONS
    }


@dataclass
class Plain:
    """What a version's files say, by a reading that shares no code with the package."""

    images: dict[str, dict[str, Any]]
    objects: set[tuple[str, str]]
    relations: Counter[tuple[str, str, str, str]]


def _id(record: dict[str, Any], name: str) -> str:
    return str(record[name] if name in record else record["id"])


@cache
def plainly(folder: Path) -> Plain:
    images = {_id(record, "image_id"): record for record in load(folder / "image_data.json.gz")}
    parts: list[tuple[str, dict[str, Any]]] = []
    triples: list[tuple[str, str, str, str]] = []
    for form in ("objects", "attributes", "relationships"):
        for record in load(folder / f"{form}.json.gz"):
            image = _id(record, "image_id")
            for part in record[form]:
                ends = [part["subject"], part["object"]] if form == "relationships" else [part]
                parts += [(image, end) for end in ends]
                if form == "relationships":
                    subject, target = (_id(end, "object_id") for end in ends)
                    triples.append((image, subject, part["predicate"], target))
    gone: dict[tuple[str, str], str] = {}
    for image, part in parts:
        for old in part.get("merged_object_ids", ()):
            if str(old) != _id(part, "object_id"):
                kept = gone.get((image, str(old)), "~")
                gone[image, str(old)] = min(kept, _id(part, "object_id"))
    objects = {
        (image, gone.get((image, _id(part, "object_id")), _id(part, "object_id"))) for image, part in parts
    }
    relations = Counter(
        (image, gone.get((image, subject), subject), predicate, gone.get((image, target), target))
        for image, subject, predicate, target in triples
    )
    return Plain(images, objects, relations)


@pytest.mark.parametrize("version", VERSIONS)
def test_every_object_under_its_merged_id_is_there_once(
    shared: Path, tables: dict[str, Tables], version: str
) -> None:
    plain = plainly(shared / "visual_genome" / version)
    read_ids = [(row["image_id"], row["object_id"]) for row in tables[version]["objects"]]
    assert read_ids == sorted((f"VG_{image}", identity) for image, identity in plain.objects)


@pytest.mark.parametrize("version", VERSIONS)
def test_every_relation_is_kept_once_or_listed(shared: Path, tables: dict[str, Tables], version: str) -> None:
    plain = plainly(shared / "visual_genome" / version)
    expected = {relation for relation in plain.relations if relation[1] != relation[3]}
    columns = ("image_id", "subject_id", "predicate", "object_id")
    rows = [tuple(row[column] for column in columns) for row in tables[version]["relations"]]
    assert rows == sorted((f"VG_{image}", *rest) for image, *rest in expected)
    codes = Counter(row["code"] for row in tables[version]["annotate_rejected"])
    itself = sum(subject == target for _, subject, _, target in plain.relations)
    assert codes == +Counter(
        relation_repeated=sum(plain.relations.values()) - len(plain.relations), relation_to_itself=itself
    )
    assert len(rows) + codes.total() == plain.relations.total()


@pytest.mark.parametrize("version", VERSIONS)
def test_every_image_has_the_address_and_size_of_image_data(
    shared: Path, tables: dict[str, Tables], version: str
) -> None:
    plain = plainly(shared / "visual_genome" / version)
    rows = tables[version]["images"]
    assert [row["image_id"] for row in rows] == sorted(f"VG_{image}" for image in plain.images)
    for row in rows:
        told = plain.images[row["image_id"].removeprefix("VG_")]
        assert (row["url"], row["width"], row["height"]) == (told["url"], told["width"], told["height"])
        assert row["source"] == "visual_genome"


@pytest.mark.parametrize("version", VERSIONS)
def test_every_box_lies_in_its_image(tables: dict[str, Tables], version: str) -> None:
    sizes = {row["image_id"]: (row["width"], row["height"]) for row in tables[version]["images"]}
    for row in tables[version]["objects"]:
        width, height = sizes[row["image_id"]]
        assert 0 <= row["x"] < row["x"] + row["w"] <= width
        assert 0 <= row["y"] < row["y"] + row["h"] <= height


@pytest.mark.parametrize(
    ("version", "counts"),
    [
        ("v1.0", {"images": 5, "objects": 484, "relations": 152, "annotate_rejected": 4}),
        ("v1.2", {"images": 5, "objects": 177, "relations": 143, "annotate_rejected": 15}),
        ("v1.4", {"images": 30, "objects": 882, "relations": 804, "annotate_rejected": 194}),
        ("vg150", {"images": 3508, "objects": 41431, "relations": 28245, "annotate_rejected": 4179}),
    ],
)
def test_counts_of_a_version_stay(tables: dict[str, Tables], version: str, counts: dict[str, int]) -> None:
    assert {name: len(tables[version][name]) for name in counts} == counts


@pytest.mark.parametrize(
    ("version", "clock"),
    [
        ("v1.0", ("38203", 421, 91, 79, 339)),
        ("v1.2", ("1058498", 421, 91, 79, 339)),
        ("v1.4", ("1058498", 422, 63, 77, 363)),
    ],
)
def test_the_clock_of_image_1_is_a_clock_in_every_version(
    tables: dict[str, Tables], version: str, clock: tuple[str, int, int, int, int]
) -> None:
    rows = [
        row
        for row in tables[version]["objects"]
        if row["image_id"] == "VG_1" and row["object_id"] == clock[0]
    ]
    box = dict(zip("xywh", clock[1:], strict=True))
    assert rows == [{"image_id": "VG_1", "object_id": clock[0], "name": "clock", "key": "clock.n.01"} | box]


@pytest.mark.parametrize("version", VERSIONS)
def test_names_are_lower_case_and_every_object_bears_the_one_it_is_called_by(
    tables: dict[str, Tables], version: str
) -> None:
    borne = {(row["image_id"], row["object_id"], row["name"]) for row in tables[version]["names"]}
    called = {(row["image_id"], row["object_id"], row["name"]) for row in tables[version]["objects"]}
    assert called <= borne
    assert not [name for _, _, name in borne if name != " ".join(name.lower().split())]


def test_v1_0_has_the_synset_of_the_name_where_its_files_have_none(
    shared: Path, tables: dict[str, Tables]
) -> None:
    table = synsets(shared)
    keyed = [row for row in tables["v1.0"]["objects"] if row["key"]]
    assert len(keyed) == 450
    names = {(row["image_id"], row["object_id"]): set[str]() for row in keyed}
    for row in tables["v1.0"]["names"]:
        names.get((row["image_id"], row["object_id"]), set()).add(row["name"])
    for row in keyed:
        assert row["key"] in {table.get(name) for name in names[row["image_id"], row["object_id"]]}


def test_scene_graphs_alone_give_their_objects_and_relations(shared: Path, tmp_path: Path) -> None:
    path = shared / "visual_genome" / "v1.4" / "scene_graphs.json.gz"
    graphs = load(path)
    result = read(tmp_path, [path])
    assert [row["image_id"] for row in result["images"]] == sorted(
        f"VG_{graph['image_id']}" for graph in graphs
    )
    assert {(row["image_id"], row["object_id"]) for row in result["objects"]} == {
        (f"VG_{graph['image_id']}", str(thing["object_id"])) for graph in graphs for thing in graph["objects"]
    }
    triples = {
        (f"VG_{graph['image_id']}", str(edge["subject_id"]), edge["predicate"], str(edge["object_id"]))
        for graph in graphs
        for edge in graph["relationships"]
    }
    columns = ("image_id", "subject_id", "predicate", "object_id")
    assert {tuple(row[column] for column in columns) for row in result["relations"]} == triples
    listed = Counter(row["code"] for row in result["annotate_rejected"])
    assert listed == {"relation_repeated": 423 - len(triples)}


@pytest.mark.parametrize("version", ["v1.0", "v1.2", "v1.4"])
def test_plain_and_packed_files_one_by_one_or_as_a_folder_are_the_same(
    shared: Path, tables: dict[str, Tables], tmp_path: Path, version: str
) -> None:
    folder = tmp_path / "unpacked"
    folder.mkdir()
    for packed in (shared / "visual_genome" / version).iterdir():
        (folder / packed.name.removesuffix(".gz")).write_bytes(gzip.decompress(packed.read_bytes()))
    assert read(tmp_path, [folder], synsets(shared)) == tables[version]
    one_by_one = [path for path in sorted(folder.iterdir(), reverse=True) if path.stem != "scene_graphs"]
    assert read(tmp_path, one_by_one, synsets(shared)) == tables[version]


def test_earlier_of_two_versions_counts_for_the_image_in_both(shared: Path, tmp_path: Path) -> None:
    folders = [shared / "visual_genome" / version for version in ("v1.4", "vg150")]
    result = read(tmp_path, folders)
    assert len(result["images"]) == 3537
    # Image 20 is in both: its objects have v1.4's ids, not those invented for vg150.
    ids = [int(row["object_id"]) for row in result["objects"] if row["image_id"] == "VG_20"]
    assert ids
    assert max(ids) < 10_000_000
    listed = [row for row in result["annotate_rejected"] if row["code"] == "image_in_earlier_input"]
    assert [row["origin"] for row in listed] == ["VG_20"]


def test_vocabulary_file_of_visual_genome_is_refused_as_annotations(shared: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"object_synsets\.json\.gz"):
        read(tmp_path, [shared / "visual_genome" / "object_synsets.json.gz"])


@pytest.mark.parametrize(
    "record",
    [
        {"id": 1, "regions": [{"region_id": 1, "phrase": "a lamp", "x": 1, "y": 1, "width": 5, "height": 5}]},
        {"id": 1, "qas": [{"question": "What is it?", "answer": "A lamp.", "qa_id": 1}]},
    ],
    ids=["region_descriptions", "question_answers"],
)
def test_other_file_of_visual_genome_is_refused_as_annotations(
    tmp_path: Path, record: dict[str, Any]
) -> None:
    path = tmp_path / "other.json"
    path.write_text(json.dumps([record] * 3))
    with pytest.raises(ValueError, match=r"other\.json.*expected.*found"):
        read(tmp_path, [path])


@pytest.mark.parametrize("version", ["v1.0", "v1.4"])
def test_one_spoilt_record_among_real_ones_costs_that_record_alone(
    shared: Path, tables: dict[str, Tables], tmp_path: Path, version: str
) -> None:
    folder = tmp_path / "spoilt"
    folder.mkdir()
    for packed in (shared / "visual_genome" / version).iterdir():
        content = load(packed)
        if packed.name == "objects.json.gz":
            content.insert(2, {"objects": "none", "image_id": 99})
            content[0]["objects"].append({"names": ["ghost"]})
        (folder / packed.name).write_bytes(gzip.compress(json.dumps(content).encode()))
    result = read(tmp_path, [folder], synsets(shared))
    refused = [Rejected(**row) for row in result["annotate_rejected"] if row["origin"] == "objects.json.gz"]
    assert [(entry.place, entry.code) for entry in refused] == [
        ("VG_1", "no_object_id"),
        ("record 3", "objects_not_a_list"),
    ]
    for name in ("images", "objects", "names", "keys", "relations"):
        assert result[name] == tables[version][name]
