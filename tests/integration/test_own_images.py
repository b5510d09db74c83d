"""A build from images, landmarks, domains and hops of the user's choice."""

from __future__ import annotations

import json
from pathlib import Path

from pipeline.base.columns import read_rows
from pipeline.base.progress import Progress
from pipeline.dataset.build import build
from pipeline.dataset.settings import load_settings
from pipeline.dataset.verification.loaded import Dataset
from pipeline.dataset.verification.verify import verify

KITCHEN = {
    "image_id": "kitchen_7",
    "url": "https://example.org/7.jpg",
    "width": 640,
    "height": 480,
    "objects": [
        {"id": "1", "name": "cat", "box": [120, 80, 200, 160], "synset": "cat.n.01"},
        {"id": "2", "name": "motorcycle", "box": [40, 260, 300, 200], "item": "Q34493"},
        {"id": "3", "name": "bed", "box": [100, 200, 380, 240]},
    ],
    "relations": [{"subject": "1", "predicate": "sitting on", "object": "3"}],
}
BROKEN = {"image_id": "kitchen_8", "objects": [{"name": "cat", "box": [1, 2]}]}


def _build(tmp_path: Path, **settings: object) -> Dataset:
    out = tmp_path / "out"
    build(load_settings(None, {"out": out, **settings}), Progress(quiet=True))
    assert not verify(out, Progress(quiet=True)).faults
    return Dataset(out)


def test_own_images_get_questions_about_what_they_show(tmp_path: Path) -> None:
    images = tmp_path / "mine.jsonl"
    images.write_text("".join(json.dumps(line) + "\n" for line in (KITCHEN, BROKEN)))
    dataset = _build(tmp_path, images=(images,), per_image=50)
    records = dataset.of_set("U")
    assert {r["image_id"] for r in records} == {"kitchen_7"}
    assert {"cat", "motorcycle"} <= {r["entity_label"] for r in records}
    assert any(r["question"].startswith(("Name", "What", "How", "Which", "For")) for r in records)
    sitting = [r for r in records if r["clause"] == "sitting on the bed"]
    assert sitting
    assert all("the animal sitting on the bed" in r["question"] for r in sitting)
    assert [(b["role"], b["object_id"]) for b in sitting[0]["boxes"]] == [("referent", "1"), ("clause", "3")]


TOWER = {
    "image_id": "paris_1",
    "objects": [
        {"id": "1", "name": "iron lady", "item": "Q243", "box": [10, 10, 100, 300]},
        {"id": "2", "name": "cat", "item": "Q146", "box": [200, 300, 50, 50]},
        {"id": "3", "name": "bench", "synset": "bench.n.01", "box": [180, 340, 90, 60]},
    ],
    "relations": [{"subject": "2", "predicate": "sitting on", "object": "3"}],
}


def test_things_whose_item_is_given_are_asked_about_as_that_item(tmp_path: Path) -> None:
    images = tmp_path / "mine.jsonl"
    images.write_text(json.dumps(TOWER) + "\n")
    dataset = _build(tmp_path, images=(images,), per_image=50)
    rows = read_rows(tmp_path / "out.work" / "link" / "links.parquet")
    links = {(row["key"], row["item"]): row["evidence"] for row in rows}
    assert links["Q243", "Q243"] == links["Q146", "Q146"] == "given"
    asked = {(r["object_id"], r["entity_id"]) for r in dataset.of_set("U")}
    assert asked >= {("1", "Q243"), ("2", "Q146")}
    tower = [r for r in dataset.of_set("U") if r["object_id"] == "1"]
    assert any("this structure" in r["question"] for r in tower)
    assert not any("iron lady" in r["question"] for r in tower)
    assert any(r["clause"] == "sitting on the bench" for r in dataset.of_set("U") if r["object_id"] == "2")


def test_landmarks_of_ones_own_with_one_domain_and_one_hop(tmp_path: Path) -> None:
    landmarks = tmp_path / "mine.tsv"
    landmarks.write_text("item\timage_file\nQ243\tTour Eiffel.jpg\nQ10285\tColosseo 2020.jpg\n")
    dataset = _build(tmp_path, landmarks=landmarks, domains=("architecture",), hops=(1,))
    records = dataset.of_set("U")
    assert {r["image_id"] for r in records} == {"Commons_Q243", "Commons_Q10285"}
    assert all(r["hops"] == 1 and "architecture" in r["domains"] for r in records)


def test_gldv2_is_linked_by_commons_category(tmp_path: Path) -> None:
    folder = tmp_path / "gldv2"
    folder.mkdir()
    (folder / "train_label_to_category.csv").write_text(
        "landmark_id,category\n"
        "7,http://commons.wikimedia.org/wiki/Category:The_Pentagon\n"
        '9,"http://commons.wikimedia.org/wiki/Category:Nothing,_of_that_name"\n'
    )
    (folder / "train.csv").write_text(
        "id,url,landmark_id\nab12,https://example.org/a.jpg,7\ncd34,https://example.org/c.jpg,9\n"
    )
    dataset = _build(tmp_path, landmarks=folder)
    assert {(r["image_id"], r["source"], r["entity_id"]) for r in dataset.of_set("U")} == {
        ("GLDv2_ab12", "gldv2", "Q11208")
    }
