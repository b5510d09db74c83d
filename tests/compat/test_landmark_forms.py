"""Landmark images in their released forms: the Commons table as it stands, GLDv2's files as published."""

from __future__ import annotations

import csv
import gzip
import random
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from pipeline.base.columns import read_rows
from pipeline.base.progress import Progress
from pipeline.dataset.annotate import TABLE_ORDER, annotate
from pipeline.relational.engine import Engine
from pipeline.sources.detect import Source, landmark_source

Tables = dict[str, list[dict[str, Any]]]
FILE_PATH = "https://commons.wikimedia.org/wiki/Special:FilePath/"


def read(folder: Path, source: Source) -> Tables:
    with Engine(folder / "scratch") as engine:
        annotate([source], folder / "out", engine, Progress(quiet=True))
    return {name: read_rows(folder / "out" / f"{name}.parquet") for name in TABLE_ORDER}


def rows_of(path: Path) -> list[dict[str, str]]:
    content = path.read_bytes()
    text = (gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content).decode()
    header, *lines = (line.split("\t") for line in text.splitlines())
    return [dict(zip(header, line, strict=True)) for line in lines]


def check_commons(path: Path, tables: Tables) -> None:
    """Assert that every row with a file is an image, and every other one is listed."""
    rows = rows_of(path)
    files = {row["item"]: row["image_file"] for row in rows if row["image_file"]}
    assert {row["image_id"]: unquote(row["url"]) for row in tables["images"]} == {
        f"Commons_{item}": FILE_PATH + unquote(file).replace(" ", "_") for item, file in files.items()
    }
    assert {(row["image_id"], row["object_id"], row["key"]) for row in tables["objects"]} == {
        (f"Commons_{item}", "landmark", item) for item in files
    }
    assert {row["source"] for row in tables["images"]} == {"wikimedia_commons"}
    assert not [row for row in tables["objects"] if row["name"] or row["x"] is not None]
    listed = sorted((row["place"], row["detail"], row["code"]) for row in tables["annotate_rejected"])
    assert listed == sorted(
        (f"line {number}", repr(row["item"]), "no_image_file")
        for number, row in enumerate(rows, start=2)
        if not row["image_file"]
    )
    assert len(tables["images"]) + len(listed) == len(rows)


def test_commons_table_of_the_reference_data_is_read_whole(shared: Path, tmp_path: Path) -> None:
    path = shared / "wikidata" / "landmarks.tsv.gz"
    tables = read(tmp_path, landmark_source(path))
    check_commons(path, tables)
    assert (len(tables["images"]), len(tables["annotate_rejected"])) == (3554, 4898)
    photos = [row["photo"] for row in tables["images"]]
    assert len(photos) - len(set(photos)) == 6
    tower = next(row for row in tables["images"] if row["image_id"] == "Commons_Q243")
    assert tower["url"] == FILE_PATH + "Tour_Eiffel_Wikimedia_Commons.jpg"
    assert tower["photo"] == "file:Tour_Eiffel_Wikimedia_Commons.jpg"


def test_commons_table_of_the_sample_is_read_whole(data: Path, tmp_path: Path) -> None:
    path = data / "sample" / "landmarks.tsv"
    tables = read(tmp_path, landmark_source(path))
    check_commons(path, tables)
    assert tables["annotate_rejected"] == []


def test_commons_table_in_another_order_gives_the_same_tables(data: Path, tmp_path: Path) -> None:
    header, *lines = (data / "sample" / "landmarks.tsv").read_text(encoding="utf-8").splitlines()
    expected = read(tmp_path, landmark_source(data / "sample" / "landmarks.tsv"))
    random.Random(0).shuffle(lines)
    turned = tmp_path / "turned.tsv.gz"
    turned.write_bytes(gzip.compress("\n".join([header, *lines]).encode()))
    assert read(tmp_path, landmark_source(turned)) == expected


CATEGORY = "http://commons.wikimedia.org/wiki/Category:"
TITLES = {
    "0": "Eiffel_Tower",
    "1": "St._Mary's_Basilica_(Kraków)",
    "2": "Paris,_Texas",
    "3": 'Hotel_"Adlon",_Berlin',
    "4": "Caf%C3%A9_de_Flore",
    "203093": "Çanakkale_Şehitleri_Anıtı",
}
KEYS = {
    "0": "commons:Eiffel Tower",
    "1": "commons:St. Mary's Basilica (Kraków)",
    "2": "commons:Paris, Texas",
    "3": 'commons:Hotel "Adlon", Berlin',
    "4": "commons:Café de Flore",
    "203093": "commons:Çanakkale Şehitleri Anıtı",
}


def gldv2(folder: Path, *, line_end: str = "\n", packed: bool = False, turned: bool = False) -> Path:
    """Write GLDv2's two files in the published form: quoted only where a cell needs it."""
    folder.mkdir()
    images: list[tuple[str, ...]] = [
        (f"{number:016x}", f"https://e.org/{number},1.jpg", key) for number, key in enumerate(TITLES)
    ]
    images.append(("f" * 16, "https://e.org/f.jpg", "77"))
    files: dict[str, list[tuple[str, ...]]] = {
        "train_label_to_category.csv": [(key, CATEGORY + title) for key, title in TITLES.items()],
        "train.csv": images,
    }
    headers = {
        "train_label_to_category.csv": ("landmark_id", "category"),
        "train.csv": ("id", "url", "landmark_id"),
    }
    for name, rows in files.items():
        path = folder / name
        with path.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, lineterminator=line_end)
            writer.writerows([headers[name], *(reversed(rows) if turned else rows)])
        if packed:
            path.write_bytes(gzip.compress(path.read_bytes()))
    return folder


def test_gldv2_quotes_only_what_needs_it(tmp_path: Path) -> None:
    lines = (gldv2(tmp_path / "a") / "train_label_to_category.csv").read_text().splitlines()
    assert lines[1] == f"0,{CATEGORY}Eiffel_Tower"
    assert lines[3] == f'2,"{CATEGORY}Paris,_Texas"'
    assert lines[4] == f'3,"{CATEGORY}Hotel_""Adlon"",_Berlin"'


def test_gldv2_gives_each_image_its_landmark_and_lists_those_without(tmp_path: Path) -> None:
    tables = read(tmp_path, landmark_source(gldv2(tmp_path / "gldv2")))
    expected = {f"GLDv2_{number:016x}": KEYS[key] for number, key in enumerate(TITLES)}
    assert {row["image_id"]: row["key"] for row in tables["objects"]} == expected
    assert [(row["image_id"], row["source"], row["url"], row["photo"]) for row in tables["images"]] == [
        (
            f"GLDv2_{number:016x}",
            "gldv2",
            f"https://e.org/{number},1.jpg",
            f"url:https://e.org/{number},1.jpg",
        )
        for number in range(6)
    ]
    assert [tuple(row.values()) for row in tables["annotate_rejected"]] == [
        ("annotate", "train.csv", "line 8", "landmark_without_category", "77")
    ]


@pytest.mark.parametrize("form", [{"line_end": "\r\n"}, {"packed": True}, {"turned": True}])
def test_gldv2_packed_turned_round_or_with_windows_line_ends_is_the_same(
    tmp_path: Path, form: dict[str, Any]
) -> None:
    expected = read(tmp_path, landmark_source(gldv2(tmp_path / "plain")))
    tables = read(tmp_path, landmark_source(gldv2(tmp_path / "other", **form)))
    for name in ("images", "objects", "keys"):
        assert tables[name] == expected[name]
    assert len(tables["annotate_rejected"]) == 1
