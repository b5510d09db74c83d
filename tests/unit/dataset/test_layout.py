"""The folder of a dataset: refused before anything is read if it cannot hold one, or holds something else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pipeline.base.errors import SettingsError
from pipeline.base.files import write_json
from pipeline.base.progress import Progress
from pipeline.dataset.build import build
from pipeline.dataset.layout import FILES, MANIFEST, NAME, UNFINISHED, begin, content_sum, end
from pipeline.dataset.settings import Settings


def refused(out: Path, **settings: object) -> str:
    """Return why a build into a folder is refused; its annotations are not there to be read."""
    nowhere = (out.parent / "no annotations",)
    with pytest.raises(SettingsError) as fault:
        build(Settings(images=nowhere, out=out, **settings), Progress(quiet=True))
    return str(fault.value)


def fill(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("mine")
    return folder


@pytest.mark.parametrize(
    "names", [("thesis.tex",), ("U/train.jsonl",), ("report.md", "snapshot/notes.txt"), (MANIFEST,)]
)
def test_folder_with_other_files_is_refused_and_left_as_it_is(tmp_path: Path, names: tuple[str, ...]) -> None:
    out = fill(tmp_path / "out", *names)
    assert "holds files that are no dataset" in refused(out)
    assert all((out / name).read_text() == "mine" for name in names)
    assert not (tmp_path / "out.work").exists()


@pytest.mark.parametrize("manifest", [None, [], {}, {"name": "another"}, {"name": None}])
def test_manifest_of_something_else_does_not_make_it_ours(tmp_path: Path, manifest: object) -> None:
    write_json(tmp_path / "out" / MANIFEST, manifest)
    assert MANIFEST in refused(tmp_path / "out")


@pytest.mark.parametrize("kind", ["missing", "empty", "ours", "unfinished"])
def test_folder_that_may_be_written_gets_past_the_check(tmp_path: Path, kind: str) -> None:
    out = tmp_path / "out"
    if kind == "empty":
        out.mkdir()
    if kind == "ours":
        write_json(out / MANIFEST, {"name": NAME})
    if kind == "unfinished":
        fill(out, UNFINISHED, "U/train.jsonl")
    with pytest.raises(ValueError, match="there is no such file or folder"):
        build(Settings(images=(tmp_path / "none",), out=out), Progress(quiet=True))


def test_out_that_is_a_file_or_under_one_is_refused(tmp_path: Path) -> None:
    fill(tmp_path, "file")
    assert refused(tmp_path / "file").startswith("out: ")
    assert f"{tmp_path / 'file'} is no folder" in refused(tmp_path / "file" / "deep" / "out")
    assert refused(tmp_path / "out", work=tmp_path / "file").startswith("work: ")


@pytest.mark.parametrize("length", [250, 252, 300])
def test_name_too_long_for_the_system_is_refused(tmp_path: Path, length: int) -> None:
    # .NAME.lock and NAME.work are longer than the name: at 250 letters they are too long, the name is not.
    assert "File name too long" in refused(tmp_path / ("x" * length))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_folder_without_permission_is_refused(tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir(mode=0o500)
    assert "may not be written" in refused(tmp_path / "locked" / "out")


def test_place_that_the_system_gives_to_nobody_is_refused() -> None:
    with pytest.raises(SettingsError, match="written"):
        build(Settings(images=(Path("/none"),), out=Path("/proc/self/out")), Progress(quiet=True))


@pytest.mark.parametrize("work", ["out", "out/work", "other/../out/work"])
def test_work_inside_the_dataset_is_refused(tmp_path: Path, work: str) -> None:
    assert "lies inside" in refused(tmp_path / "out", work=tmp_path / work)


def test_release_begins_by_removing_its_own_files_and_no_others(tmp_path: Path) -> None:
    out = fill(
        tmp_path / "out", MANIFEST, *FILES, "U/.train.jsonl.123.part", "U/notes.txt", ".report.md.part"
    )
    begin(out)
    left = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert left == {UNFINISHED, "U/notes.txt", ".report.md.part"}
    end(out)
    assert not (out / UNFINISHED).exists()


def test_sum_of_a_manifest_is_of_all_but_itself() -> None:
    content = {"name": "é", "files": [{"bytes": 1}]}
    assert content_sum(content) == content_sum(content | {"content_sha256": "x"})
    assert content_sum(content) == content_sum(dict(reversed(content.items())))
    assert content_sum(content) != content_sum({"name": "é", "files": [{"bytes": 2}]})
