"""What a long run tells, and to whom."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from pipeline.base.progress import Progress


def test_stage_and_note_are_plain_lines_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress()
    progress.stage("annotate", "reads the images")
    progress.note("read 3 records")
    told = capsys.readouterr()
    assert told.err == "annotate  reads the images\n  read 3 records\n"
    assert told.out == ""


def test_note_shows_brackets_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    Progress().note("read [bold]a[1].json[/bold]")
    assert capsys.readouterr().err == "  read [bold]a[1].json[/bold]\n"


def test_note_stays_one_line_however_long(capsys: pytest.CaptureFixture[str]) -> None:
    Progress().note("a" * 300)
    assert capsys.readouterr().err == "  " + "a" * 300 + "\n"


def test_note_shows_colons_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    Progress().note("key commons:car:red")
    assert capsys.readouterr().err == "  key commons:car:red\n"


def test_quiet_prints_nothing_but_still_logs(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    progress = Progress(quiet=True)
    with caplog.at_level(logging.INFO, logger="reasonvqa"):
        progress.stage("annotate", "reads the images")
        progress.note("100% of [x]")
        assert list(progress.track([1, 2], what="shards", total=2)) == [1, 2]
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "")
    assert [record.getMessage() for record in caplog.records] == ["annotate reads the images", "100% of [x]"]


def test_track_yields_each_item_when_asked_and_is_silent_without_a_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in range(3):
            taken.append(number)
            yield number

    tracked = Progress().track(items(), what="shards", total=3)
    assert taken == []
    assert next(tracked) == 0
    assert taken == [0]
    assert list(tracked) == [1, 2]
    assert capsys.readouterr().err == ""


def test_fault_inside_a_tracked_loop_is_passed_on() -> None:
    def items() -> Iterator[int]:
        yield 1
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        list(Progress(quiet=True).track(items(), what="shards", total=2))
