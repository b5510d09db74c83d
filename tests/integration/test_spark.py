"""A build on a Spark server is the build on DuckDB, byte for byte, from and to object storage too."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from pipeline.base import storage
from pipeline.base.errors import SettingsError
from pipeline.base.hashing import file_sha256
from pipeline.base.progress import Progress
from pipeline.dataset.build import STAGES, build
from pipeline.dataset.layout import MANIFEST, UNFINISHED
from pipeline.dataset.settings import Settings
from tests.servers import STORAGE_REGION, apache_spark, object_storage, sail
from tests.unit.dataset.verification.world import settings_of

QUIET = Progress(quiet=True)
IN_PYTHON = ("link", "fetch", "bank")
"""Stages that work on facts, not on images; the engine has no part in them."""

Serve = Callable[[], AbstractContextManager[str]]


def sums(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): file_sha256(p) for p in folder.rglob("*") if p.is_file()}


_OF_QUESTIONS = ("questions.parquet", "kept.parquet")
"""What guessing and balancing write of each question."""


def rows_of(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a table; what a stage leaves out, and what it tells of questions, is in no order."""
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    unordered = path.stem.endswith("rejected") or path.parent.name == "rejected" or path.name in _OF_QUESTIONS
    return sorted(rows, key=lambda row: list(map(str, row.values()))) if unordered else rows


@pytest.mark.parametrize("serve", [sail, apache_spark])
def test_sample_is_the_same_on_a_spark_server(
    sample: Path, sample_settings: Settings, tmp_path: Path, serve: Serve
) -> None:
    work = tmp_path / "work"
    with serve() as address:
        away = sample_settings.model_copy(update={"engine": address, "work": work, "out": tmp_path / "away"})
        for stage in STAGES:
            if stage.name in IN_PYTHON:
                shutil.copytree(sample_settings.work_folder / stage.name, work / stage.name)
        build(away, QUIET)
    assert sums(away.out) == sums(sample)
    for stage in STAGES:
        assert not list((work / stage.name).rglob("session-*"))
    for path in sorted(sample_settings.work_folder.rglob("*.parquet")):
        name = path.relative_to(sample_settings.work_folder)
        # The parts are in the files of the dataset, which have been compared.
        if not {"scratch", "parts"} & set(name.parts):
            assert rows_of(work / name) == rows_of(path), name


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The URL of an empty bucket."""
    with object_storage() as environment:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        import boto3

        boto3.client("s3").create_bucket(
            Bucket="images", CreateBucketConfiguration={"LocationConstraint": STORAGE_REGION}
        )
        yield "s3://images"


def on_storage(settings: Settings, bucket: str) -> Settings:
    """Return the settings of the same build with annotations and dataset in a bucket."""
    assert settings.landmarks is not None
    for path in (*settings.images, settings.landmarks):
        storage.upload(path, storage.child(bucket, f"in/{path.name}"))
    return settings.model_copy(
        update={
            "images": (Path(f"{bucket}/in/images.jsonl"),),
            "landmarks": Path(f"{bucket}/in/landmarks.tsv"),
            "out": Path(f"{bucket}/out/mine"),
            "work": settings.out.with_name("work"),
        }
    )


def downloaded(url: str, folder: Path) -> dict[str, str]:
    for name in storage.files_under(url):
        storage.download(storage.child(url, name), folder / name)
    return sums(folder)


def test_all_may_be_on_object_storage(bucket: str, tmp_path: Path) -> None:
    here = settings_of(tmp_path)
    build(here, QUIET)
    away = on_storage(here, bucket)
    with sail() as address:
        # Nothing but the shared folder goes from and to the server.
        build(away.model_copy(update={"engine": address, "shared": f"{bucket}/shared"}), QUIET)
    assert downloaded(f"{bucket}/out/mine", tmp_path / "downloaded") == sums(here.out)
    assert {name.split("/")[0] for name in storage.files_under(f"{bucket}/shared")} == {"tables"}


def test_dataset_on_object_storage_is_renewed_when_it_has_changed(bucket: str, tmp_path: Path) -> None:
    here = settings_of(tmp_path)
    away = on_storage(here, bucket)
    build(away, QUIET)
    url = f"{bucket}/out/mine"
    first = storage.files_under(url)
    build(away, QUIET)
    assert storage.files_under(url) == first
    # A copy that broke off, and images that changed.
    storage.upload(here.images[0], f"{url}/{UNFINISHED}")
    storage.delete_file(f"{url}/{MANIFEST}")
    build(away, QUIET)
    assert storage.files_under(url).keys() == first.keys()
    fewer = here.images[0].read_text(encoding="utf-8").splitlines(keepends=True)[:-1]
    here.images[0].write_text("".join(fewer), encoding="utf-8")
    build(on_storage(here, bucket), QUIET)
    build(here, QUIET)
    assert downloaded(url, tmp_path / "downloaded") == sums(here.out)


def test_files_of_others_on_object_storage_stay(bucket: str, tmp_path: Path) -> None:
    here = settings_of(tmp_path)
    away = on_storage(here, bucket)
    storage.upload(here.images[0], f"{bucket}/out/mine/notes.txt")
    with pytest.raises(SettingsError, match=r"no dataset of this program \(notes\.txt\)"):
        build(away, QUIET)
    assert list(storage.files_under(f"{bucket}/out")) == ["mine/notes.txt"]
