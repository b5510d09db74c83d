"""Outputs that cannot be written, as a user of the command line meets them."""

from __future__ import annotations

import errno
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pipeline.base.errors import FullDiskError, InputError
from pipeline.cli.main import main
from pipeline.cli.outputs import OutPath, told_of_outputs


def _raised(out: Path, fault: OSError) -> BaseException:
    """Return what becomes of a fault in a command of a group that writes `out`."""

    class Group(click.Group):
        def invoke(self, ctx: click.Context) -> None:
            with told_of_outputs(ctx):
                super().invoke(ctx)

    @click.command()
    @click.option("--out", type=OutPath())
    def write(out: Path) -> None:
        raise fault

    done = CliRunner().invoke(Group(commands=[write]), ["write", "--out", str(out)])
    assert done.exception is not None
    return done.exception


def test_a_full_disk_is_told_of_the_output(tmp_path: Path) -> None:
    told = _raised(tmp_path / "out", OSError(errno.ENOSPC, "No space left on device"))
    assert isinstance(told, FullDiskError)
    assert str(told).startswith(f"{tmp_path}/out: the disk is full (")
    assert "run the same command again" in told.remedy


@pytest.mark.parametrize("name", ["", "a/b/out", "a/b/out/U/x", "a/b/.out.12.part/x", "a/b/.out.part", "a/b"])
def test_an_output_that_is_forbidden_is_named(tmp_path: Path, name: str) -> None:
    told = _raised(tmp_path / "a" / "b" / "out", PermissionError(errno.EACCES, "no", str(tmp_path / name)))
    assert isinstance(told, InputError)
    assert str(told).startswith(f"{tmp_path}/a/b/out: cannot be written (no)\n  Name another place")


@pytest.mark.parametrize("name", ["in.json", "a/b/other", "a/b/outer"])
def test_faults_of_other_files_stay_what_they_are(tmp_path: Path, name: str) -> None:
    fault = FileNotFoundError(errno.ENOENT, "no", str(tmp_path / name))
    assert _raised(tmp_path / "a" / "b" / "out", fault) is fault


def test_a_folder_in_the_place_of_a_file_is_told_in_a_message(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = CliRunner().invoke(main, ["templates", "new", "things", "--out", str(tmp_path / "file" / "pack")])
    assert done.exit_code == 1
    assert f"error: {tmp_path}/file/pack: cannot be written (Not a directory)" in done.output
