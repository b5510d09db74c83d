"""The downloader against a real server: faults that pass, images that are gone, downloads that broke off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.base.errors import InputError
from pipeline.base.files import read_tsv
from pipeline.base.hashing import file_sha256
from pipeline.base.progress import Progress
from pipeline.dataset.images.fetch import Fetcher, Tally
from pipeline.dataset.images.listing import ListedImage
from pipeline.dataset.images.transfer import Limits, address, image_type
from tests.clock import CountedClock

from .server import JPEG, ImageServer, Reply, serving

GOOD = [Reply()]
CUT = Reply(sent=50_000)
CAME = 49_152
"""What is kept of it: whole blocks of 8,192 bytes."""


def listed(server: ImageServer, *names: str) -> list[ListedImage]:
    return [ListedImage(name, "user", f"{server.url}/{name}.jpg", f"{name}.jpg") for name in names]


def fetch(
    server: ImageServer,
    out: Path,
    *names: str,
    clock: CountedClock | None = None,
    limits: Limits | None = None,
    workers: int = 1,
    again: bool = False,
) -> Tally:
    fetcher = Fetcher(out, "me@example.org", limits or Limits(), clock or CountedClock())
    return fetcher.fetch(listed(server, *names), Progress(quiet=True), workers=workers, again=again)


def rows(path: Path) -> list[dict[str, str]]:
    return list(read_tsv(path, ("image_id", "url", "problem")))


def test_images_are_fetched_whole_and_noted_with_their_checksum(tmp_path: Path) -> None:
    with serving(a=GOOD, b=GOOD) as server:
        assert fetch(server, tmp_path, "a", "b") == Tally(0, 2, 0, 0, 0)
    for name in ("a", "b"):
        assert (tmp_path / f"{name}.jpg").read_bytes() == JPEG
    noted = [json.loads(line) for line in (tmp_path / "fetched.jsonl").read_text().splitlines()]
    assert noted[0] == {
        "image_id": "a",
        "file": "a.jpg",
        "url": f"{server.url}/a.jpg",
        "bytes": len(JPEG),
        "sha256": file_sha256(tmp_path / "a.jpg"),
        "type": "image/jpeg",
    }
    assert not list(tmp_path.glob(".*"))


def test_what_is_there_is_not_asked_for_again(tmp_path: Path) -> None:
    with serving(a=GOOD, b=GOOD, c=GOOD) as server:
        fetch(server, tmp_path, "a", "b", "c")
        (tmp_path / "b.jpg").unlink()
        (tmp_path / "c.jpg").write_bytes(b"cut")
        assert fetch(server, tmp_path, "a", "b", "c") == Tally(1, 2, 0, 0, 0)
        assert server.counts == {"/a.jpg": 1, "/b.jpg": 2, "/c.jpg": 2}
        assert (tmp_path / "c.jpg").read_bytes() == JPEG


@pytest.mark.parametrize("status", [404, 410])
def test_images_that_are_gone_are_listed_and_asked_for_only_on_demand(tmp_path: Path, status: int) -> None:
    with serving(a=GOOD, b=[Reply(status, b"gone"), Reply()]) as server:
        assert fetch(server, tmp_path, "a", "b") == Tally(0, 1, 1, 0, 0)
        assert rows(tmp_path / "dead.tsv") == [
            {"image_id": "b", "url": f"{server.url}/b.jpg", "problem": f"status {status}"}
        ]
        assert fetch(server, tmp_path, "a", "b") == Tally(1, 0, 1, 0, 0)
        assert server.counts["/b.jpg"] == 1
        assert fetch(server, tmp_path, "a", "b", again=True) == Tally(1, 1, 0, 0, 0)
        assert rows(tmp_path / "dead.tsv") == []


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_waited_for(tmp_path: Path, status: int) -> None:
    clock = CountedClock()
    with serving(a=[Reply(status, b"busy", retry_after="37"), Reply()]) as server:
        assert fetch(server, tmp_path, "a", clock=clock) == Tally(0, 1, 0, 0, 0)
    assert clock.now() >= 37


def test_server_that_asks_for_too_long_a_wait_is_left_alone_till_the_next_run(tmp_path: Path) -> None:
    clock = CountedClock()
    with serving(a=[Reply(429, b"busy", retry_after="3600"), Reply()], b=GOOD) as server:
        assert fetch(server, tmp_path, "a", "b", clock=clock) == Tally(0, 0, 0, 2, 0)
        assert server.counts == {"/a.jpg": 1}
        assert "asks to wait for 3,600 s" in rows(tmp_path / "failed.tsv")[0]["problem"]
        assert clock.now() < 60
        assert fetch(server, tmp_path, "a", "b") == Tally(0, 2, 0, 0, 0)
        assert rows(tmp_path / "failed.tsv") == []


def test_body_that_is_cut_off_goes_on_where_it_was(tmp_path: Path) -> None:
    with serving(a=[CUT, Reply()]) as server:
        assert fetch(server, tmp_path, "a") == Tally(0, 1, 0, 0, 0)
        first, second = server.asked("/a.jpg")
        assert "Range" not in first
        assert second["Range"] == f"bytes={CAME}-"
        assert second["If-Range"] == '"one"'
    assert (tmp_path / "a.jpg").read_bytes() == JPEG


def test_download_that_a_run_could_not_end_goes_on_in_the_next(tmp_path: Path) -> None:
    with serving(a=[CUT, Reply()]) as server:
        assert fetch(server, tmp_path, "a", limits=Limits(attempts=1)) == Tally(0, 0, 0, 1, 0)
        assert not (tmp_path / "a.jpg").exists()
        assert fetch(server, tmp_path, "a") == Tally(0, 1, 0, 0, 0)
        assert server.asked("/a.jpg")[1]["Range"] == f"bytes={CAME}-"
    assert (tmp_path / "a.jpg").read_bytes() == JPEG


def test_image_that_changed_meanwhile_is_fetched_anew(tmp_path: Path) -> None:
    other = b"\xff\xd8\xff\xe1" + b"other" * 30_000
    with serving(a=[CUT, Reply(body=other, etag='"two"')]) as server:
        assert fetch(server, tmp_path, "a") == Tally(0, 1, 0, 0, 0)
    assert (tmp_path / "a.jpg").read_bytes() == other


def test_server_without_tags_or_ranges_is_asked_for_the_whole(tmp_path: Path) -> None:
    with serving(a=[Reply(sent=50_000, etag=""), Reply(etag="")], b=[CUT, Reply(ranges=False)]) as server:
        assert fetch(server, tmp_path, "a", "b") == Tally(0, 2, 0, 0, 0)
        assert "Range" not in server.asked("/a.jpg")[1]
    for name in ("a", "b"):
        assert (tmp_path / f"{name}.jpg").read_bytes() == JPEG


def test_faults_that_pass_are_asked_again_more_and_more_slowly(tmp_path: Path) -> None:
    clock = CountedClock()
    with serving(a=[Reply(500, b"no"), Reply(502, b"no"), Reply(504, b"no"), Reply()]) as server:
        assert fetch(server, tmp_path, "a", clock=clock) == Tally(0, 1, 0, 0, 0)
    assert [wait for wait in clock.waits if wait >= 2] == [2, 4, 8]


def test_faults_that_stay_are_listed_and_asked_for_by_the_next_run(tmp_path: Path) -> None:
    with serving(a=[Reply(500, b"no")] * 4 + [Reply()]) as server:
        assert fetch(server, tmp_path, "a") == Tally(0, 0, 0, 1, 0)
        assert rows(tmp_path / "failed.tsv")[0]["problem"] == "status 500"
        assert fetch(server, tmp_path, "a") == Tally(0, 1, 0, 0, 0)


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (Reply(403, b"no"), "status 403: the server refuses to give it"),
        (Reply(body=b"<html>log in</html>"), "19 bytes came that are no image"),
    ],
)
def test_what_may_be_the_fault_of_the_run_makes_no_image_dead(
    tmp_path: Path, reply: Reply, problem: str
) -> None:
    with serving(a=[reply]) as server:
        assert fetch(server, tmp_path, "a") == Tally(0, 0, 0, 1, 0)
        assert server.counts["/a.jpg"] == 1
    assert rows(tmp_path / "failed.tsv")[0]["problem"] == problem
    assert not (tmp_path / "a.jpg").exists()


def test_server_that_is_down_is_no_dead_image(tmp_path: Path) -> None:
    with serving() as server:
        pass
    assert fetch(server, tmp_path, "a", limits=Limits(attempts=2)) == Tally(0, 0, 0, 1, 0)
    assert "ConnectionError" in rows(tmp_path / "failed.tsv")[0]["problem"]


def test_rate_is_kept_by_all_workers_together(tmp_path: Path) -> None:
    names = [f"i{n}" for n in range(12)]
    clock = CountedClock()
    with serving(**dict.fromkeys(names, GOOD)) as server:
        tally = fetch(server, tmp_path, *names, clock=clock, limits=Limits(per_minute=6), workers=4)
        assert tally == Tally(0, 12, 0, 0, 0)
    assert clock.now() >= 60


def test_requests_say_who_sends_them_and_ask_for_the_bytes_as_they_are(tmp_path: Path) -> None:
    with serving(a=GOOD) as server:
        fetch(server, tmp_path, "a")
        headers = server.asked("/a.jpg")[0]
    assert "(me@example.org)" in headers["User-Agent"]
    assert headers["Accept-Encoding"] == "identity"


def test_images_without_address_are_counted(tmp_path: Path) -> None:
    images = [ListedImage("a", "user", "", "a.jpg")]
    fetcher = Fetcher(tmp_path, "me@example.org", Limits(), CountedClock())
    assert fetcher.fetch(images, Progress(quiet=True)) == Tally(0, 0, 0, 0, 1)


def test_log_that_a_kill_cut_off_is_understood_as_far_as_it_goes(tmp_path: Path) -> None:
    with serving(a=GOOD, b=GOOD) as server:
        fetch(server, tmp_path, "a", "b")
        log = tmp_path / "fetched.jsonl"
        log.write_text(log.read_text()[:-40])
        assert fetch(server, tmp_path, "a", "b") == Tally(1, 1, 0, 0, 0)
        assert fetch(server, tmp_path, "a", "b") == Tally(2, 0, 0, 0, 0)


def test_check_finds_what_is_not_as_it_was_fetched(tmp_path: Path) -> None:
    with serving(a=GOOD, b=GOOD, c=GOOD) as server:
        fetch(server, tmp_path, "a", "b", "c")
    (tmp_path / "a.jpg").write_bytes(JPEG[:-1] + b"x")
    (tmp_path / "b.jpg").unlink()
    assert Fetcher(tmp_path, "", Limits()).check(file_sha256) == ["a.jpg", "b.jpg"]


def test_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="file/images: cannot be made"):
        Fetcher(tmp_path / "file" / "images", "me@example.org", Limits())
    with serving(a=GOOD) as server:
        (tmp_path / "out" / "a.jpg").mkdir(parents=True)
        with pytest.raises(InputError, match=r"a\.jpg: cannot be written.*\n  Name another folder"):
            fetch(server, tmp_path / "out", "a")


def test_width_is_asked_of_commons_only() -> None:
    commons = "https://commons.wikimedia.org/wiki/Special:FilePath/A%20b.jpg"
    assert address(commons, 1024) == f"{commons}?width=1024"
    assert address(commons, 0) == commons
    assert address("https://example.org/1.jpg", 1024) == "https://example.org/1.jpg"


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"RIFF1234WEBPVP8 ", "image/webp"),
        (b'<?xml version="1.0"?><svg ', "image/svg+xml"),
        (b"GIF89a", "image/gif"),
        (b"<html>", ""),
        (b"", ""),
    ],
)
def test_type_is_told_by_the_first_bytes(head: bytes, name: str) -> None:
    assert image_type(head) == name
