"""Files and folders by URL."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.base import storage
from pipeline.base.errors import StorageError


@pytest.mark.parametrize(
    "url", ["s3://bucket", "s3://bucket/a/b.json", "gs://bucket/a", "file:///tmp/a", "hdfs://host:9000/a"]
)
def test_path_made_of_a_url_gives_it_back(url: str) -> None:
    assert storage.url_of(Path(url)) == url
    assert storage.is_url(url)


@pytest.mark.parametrize("path", ["a/b", "/a/b", "s3/b", "c:/a", "http://host/a", "s3:"])
def test_other_paths_are_no_urls(path: str) -> None:
    assert storage.url_of(Path(path)) == ""
    assert not storage.is_url(path)


def test_files_go_and_come_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\x00content")
    url = f"file://{tmp_path}/deep/er"
    assert storage.files_under(url) == {}
    storage.upload(tmp_path / "a", storage.child(url, "b/c"))
    storage.upload(tmp_path / "a", storage.child(f"{url}/", "a"))
    assert list(storage.files_under(url)) == ["a", "b/c"]
    status = storage.status_of(f"{url}/a")
    assert status is not None
    assert status.size == 8
    storage.download(f"{url}/a", tmp_path / "copies" / "a", status)
    copy = tmp_path / "copies" / "a"
    assert copy.read_bytes() == b"\x00content"
    assert copy.stat().st_mtime_ns == status.changed
    storage.delete_file(f"{url}/a")
    assert storage.status_of(f"{url}/a") is None
    storage.delete_folder(url)
    assert storage.files_under(url) == {}
    storage.delete_folder(url)
    storage.delete_file(f"{url}/a")


def test_what_is_not_there_is_told_with_its_url(tmp_path: Path) -> None:
    url = f"file://{tmp_path}/none"
    with pytest.raises(StorageError, match=f"(?s)^{url}: .*AWS_"):
        storage.download(url, tmp_path / "copy")
    assert list(tmp_path.iterdir()) == []
