"""Which folders a subset is taken from and put into, and which are refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pipeline.base.errors import DatasetError
from pipeline.base.files import write_json
from pipeline.base.hashing import file_sha256
from pipeline.dataset.layout import NAME, move_in
from pipeline.dataset.subset_folders import check_out, open_parent, work_folder


@pytest.fixture
def parent(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sound, tmp_path / "parent"))


def test_a_new_or_empty_folder_is_free(parent: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for name in ("new", "empty"):
        check_out(tmp_path / name, parent, overwrite=False)


def test_a_subset_of_the_same_dataset_is_replaced_without_asking(parent: Path, tmp_path: Path) -> None:
    note = {"name": NAME, "subset": {"parent": {"manifest_sha256": file_sha256(parent / "manifest.json")}}}
    write_json(tmp_path / "out" / "manifest.json", note)
    check_out(tmp_path / "out", parent, overwrite=False)


@pytest.mark.parametrize("more", [{"subset": {"parent": {"manifest_sha256": "0"}}}, {"format": "1"}])
def test_another_dataset_is_replaced_only_on_demand(
    parent: Path, tmp_path: Path, more: dict[str, object]
) -> None:
    out = tmp_path / "out"
    write_json(out / "manifest.json", {"name": NAME, **more})
    with pytest.raises(DatasetError, match=r"is another dataset\n.*--overwrite"):
        check_out(out, parent, overwrite=False)
    check_out(out, parent, overwrite=True)


@pytest.mark.parametrize(
    ("file", "content"), [("manifest.json", "["), ("manifest.json", "{}"), ("thesis.txt", "")]
)
@pytest.mark.parametrize("overwrite", [False, True])
def test_what_is_no_dataset_is_never_replaced(
    parent: Path, tmp_path: Path, file: str, content: str, overwrite: bool
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / file).write_text(content)
    with pytest.raises(DatasetError, match="is no dataset, and not empty"):
        check_out(out, parent, overwrite=overwrite)


@pytest.mark.parametrize("place", [".", "..", "inner", "../parent/U"])
def test_the_dataset_itself_is_never_written_into(parent: Path, place: str) -> None:
    with pytest.raises(DatasetError, match="Name another folder"):
        check_out(parent / place, parent, overwrite=True)


def test_a_sound_dataset_is_opened(parent: Path) -> None:
    assert open_parent(parent).folder == parent


@pytest.mark.parametrize("file", ["U/train.parquet", "snapshot/objects.parquet", "rejected.parquet"])
def test_a_dataset_with_a_changed_file_is_refused_by_its_name(parent: Path, file: str) -> None:
    with (parent / file).open("ab") as stream:
        stream.write(b"x")
    with pytest.raises(DatasetError, match=f"{file}: differs from the manifest's checksum"):
        open_parent(parent)


def test_a_dataset_without_a_file_is_refused_by_its_name(parent: Path) -> None:
    (parent / "B" / "test.parquet").unlink()
    with pytest.raises(DatasetError, match=r"B/test\.parquet: is missing"):
        open_parent(parent)


@pytest.mark.parametrize("content", [[], {}, {"format": "2"}, {"format": "1", "files": {}}])
def test_a_manifest_of_another_form_is_refused(parent: Path, content: object) -> None:
    (parent / "manifest.json").write_text(json.dumps(content))
    with pytest.raises(DatasetError, match=r"manifest\.json: is damaged: "):
        open_parent(parent)


def test_files_of_the_earlier_dataset_go_and_others_stay(tmp_path: Path) -> None:
    out, finished = tmp_path / "out", tmp_path / "finished"
    for file in ("U/test.jsonl", "balance.svg", "notes.txt"):
        (out / file).parent.mkdir(parents=True, exist_ok=True)
        (out / file).write_text("old")
    (finished / "U").mkdir(parents=True)
    (finished / "U" / "train.jsonl").write_text("new")
    move_in(finished, out)
    assert {p.relative_to(out).as_posix() for p in out.rglob("*") if p.is_file()} == {
        "U/train.jsonl",
        "notes.txt",
        ".unfinished",
    }


def test_unfinished_work_is_removed_when_it_fails(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), work_folder(tmp_path / "out") as work:
        (work / "file").write_text("half")
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []
