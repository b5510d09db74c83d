"""A build that has nothing to ask about ends with one error that says where everything went."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.base.columns import read_rows
from pipeline.base.errors import EmptyBuildError
from pipeline.base.progress import Progress
from pipeline.dataset.build import build
from pipeline.dataset.settings import Settings
from pipeline.wikidata.snapshot import write_snapshot

from .verification.world import small_snapshot

MOTORCYCLE = {"name": "motorcycle", "synset": "motorcycle.n.01"}


def told(folder: Path, **settings: Any) -> str:
    """Return the error with which a build from the tiny snapshot ends."""
    write_snapshot(folder / "facts", small_snapshot())
    chosen = Settings(endpoint=str(folder / "facts"), out=folder / "ds", workers=1, **settings)
    with pytest.raises(EmptyBuildError) as fault:
        build(chosen, Progress(quiet=True))
    assert not (folder / "ds").exists()
    return str(fault.value)


def lines(folder: Path, *images: dict[str, Any]) -> Path:
    path = folder / "mine.jsonl"
    path.write_text("".join(json.dumps(image) + "\n" for image in images))
    return path


@pytest.mark.parametrize(("name", "content"), [("mine.jsonl", ""), ("mine.jsonl", "\n\n"), ("a.json", "[]")])
def test_annotation_file_without_a_record_is_named(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)
    message = told(tmp_path, images=(tmp_path / name,))
    assert message.startswith(f"no image in {name} (file_without_records 1)")
    assert "docs/sources.md" in message


def test_landmark_table_without_a_row_is_named(tmp_path: Path) -> None:
    (tmp_path / "l.tsv").write_text("item\timage_file\n")
    assert told(tmp_path, landmarks=tmp_path / "l.tsv").startswith(
        "no image in l.tsv (file_without_records 1)"
    )


def test_file_whose_records_are_all_refused_says_why(tmp_path: Path) -> None:
    (tmp_path / "l.tsv").write_text("item\timage_file\nEiffel Tower\ta.jpg\nLouvre\tb.jpg\n")
    assert told(tmp_path, landmarks=tmp_path / "l.tsv").startswith("no image in l.tsv (no_item 2)")


def test_keys_of_which_none_is_linked_are_counted_and_their_list_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "gldv2"
    folder.mkdir()
    category = "http://commons.wikimedia.org/wiki/Category:Nothing"
    (folder / "train_label_to_category.csv").write_text(f"landmark_id,category\n7,{category}\n")
    (folder / "train.csv").write_text("id,url,landmark_id\na,,7\nb,,7\n")
    message = told(tmp_path, landmarks=folder)
    unlinked = tmp_path / "ds.work" / "link" / "unlinked.parquet"
    assert "2 images with 2 objects bear 1 keys" in message
    assert "of which 0 could be linked to Wikidata (category_without_item 1)" in message
    assert f"All unlinked keys are in {unlinked}." in message
    assert [row["key"] for row in read_rows(unlinked)] == ["commons:Nothing"]
    assert "ask a live endpoint" in message


@pytest.mark.parametrize("image", [{"image_id": "a"}, {"image_id": "a", "objects": [{"name": "qqq"}]}])
def test_images_without_a_key_are_counted(tmp_path: Path, image: dict[str, Any]) -> None:
    message = told(tmp_path, images=(lines(tmp_path, image),))
    assert f"1 images with {len(image.get('objects', []))} objects bear 0 keys" in message
    assert "Give objects an `item` or a WordNet `synset`" in message


def test_items_of_which_nothing_is_known_are_counted(tmp_path: Path) -> None:
    image = {"image_id": "a", "objects": [{"name": "car", "item": "Q1420"}]}
    message = told(tmp_path, images=(lines(tmp_path, image),))
    assert "1 keys are linked to Wikidata, and nothing is known of their items" in message
    assert str(tmp_path / "ds.work" / "bank" / "bank_rejected.parquet") in message


def test_domain_of_which_nothing_is_known_is_told_alike(tmp_path: Path) -> None:
    image = lines(tmp_path, {"image_id": "a", "objects": [MOTORCYCLE]})
    assert "Allow more domains" in told(tmp_path, images=(image,), domains=("religion",))


def test_things_of_which_none_can_be_singled_out_are_counted(tmp_path: Path) -> None:
    image = lines(tmp_path, {"image_id": "a", "objects": [MOTORCYCLE, MOTORCYCLE]})
    message = told(tmp_path, images=(image,))
    assert "1 images, and not one question about them (referent_ambiguous 2)" in message
    assert str(tmp_path / "ds.work" / "questions" / "rejected") in message
