"""Annotations given by URL are copied here once, and renewed when they change."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pipeline.base.errors import InputError
from pipeline.base.progress import Progress
from pipeline.dataset.remote import bring_inputs, placed_here
from pipeline.dataset.settings import Settings

QUIET = Progress(quiet=True)


@pytest.fixture
def away(tmp_path: Path) -> Path:
    folder = tmp_path / "away"
    (folder / "deep").mkdir(parents=True)
    (folder / "objects.json").write_text("[]")
    (folder / "deep" / "more.json").write_text("[1]")
    return folder


def by_url(tmp_path: Path, *names: str) -> Settings:
    return Settings(images=tuple(Path(f"file://{tmp_path}/{name}") for name in names), work=tmp_path / "work")


def test_places_of_this_machine_stay() -> None:
    settings = Settings(images=(Path("a.json"),), landmarks=Path("b"), out=Path("c"))
    assert placed_here(settings) == settings


def test_urls_get_places_in_the_work_folder() -> None:
    settings = Settings(
        images=(Path("s3://bucket/one/a.json"), Path("s3://bucket/two/a.json"), Path("b.json")),
        landmarks=Path("s3://bucket/gldv2"),
        out=Path("s3://bucket/out/mine"),
    )
    here = placed_here(settings)
    assert here.work == settings.work_folder == Path("build/mine.work")
    assert here.out == Path("build/mine.work/dataset")
    assert here.landmarks is not None
    first, second, third = here.images
    assert first.is_relative_to("build/mine.work/inputs")
    assert first.name == second.name == "a.json"
    assert here.landmarks.name == "gldv2"
    assert first != second
    assert third == Path("b.json")


def test_folder_is_copied_and_only_what_has_changed_is_copied_again(away: Path, tmp_path: Path) -> None:
    settings = by_url(tmp_path, "away")
    bring_inputs(settings, QUIET)
    (here,) = placed_here(settings).images
    assert (here / "objects.json").read_text() == "[]"
    assert (here / "deep" / "more.json").read_text() == "[1]"
    # What was copied is told by size and time: another content under both stays.
    status = (here / "objects.json").stat()
    (here / "objects.json").write_text("{}")
    os.utime(here / "objects.json", ns=(status.st_mtime_ns, status.st_mtime_ns))
    (away / "deep" / "more.json").write_text("[1, 2]")
    bring_inputs(settings, QUIET)
    assert (here / "objects.json").read_text() == "{}"
    assert (here / "deep" / "more.json").read_text() == "[1, 2]"


def test_file_that_is_gone_is_gone_here_too(away: Path, tmp_path: Path) -> None:
    settings = by_url(tmp_path, "away", "away/objects.json")
    bring_inputs(settings, QUIET)
    folder, file = placed_here(settings).images
    (away / "deep" / "more.json").unlink()
    bring_inputs(settings, QUIET)
    assert [path.name for path in folder.rglob("*") if path.is_file()] == ["objects.json"]
    assert file.read_text() == "[]"


def test_annotations_that_are_not_there_are_told_by_their_url(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^file:///.*none: there is no such file or folder"):
        bring_inputs(by_url(tmp_path, "none"), QUIET)
