"""Full disks are told from other faults, with the folder that is full and how much it lacks."""

from __future__ import annotations

import errno
import os
import pickle
import sqlite3
import tempfile
from pathlib import Path

import pytest

from pipeline.base.disk import free_bytes, is_full, require_room, shown_bytes, told_if_full
from pipeline.base.errors import EndpointError, FullDiskError


@pytest.mark.parametrize(
    "fault",
    [
        OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
        OSError(errno.EDQUOT, os.strerror(errno.EDQUOT)),
        OSError("IO Error: Could not write file: No space left on device"),
        sqlite3.OperationalError("database or disk is full"),
    ],
)
def test_fault_of_a_full_disk_is_told_with_folder_room_and_remedy(tmp_path: Path, fault: Exception) -> None:
    assert is_full(fault)
    with pytest.raises(FullDiskError) as told, told_if_full([tmp_path], "Make room."):
        raise fault
    assert str(told.value).startswith(f"{tmp_path}: the disk is full (")
    assert str(told.value).endswith("\n  Make room.")


@pytest.mark.parametrize(
    "fault",
    [
        OSError(errno.EACCES, "no"),
        sqlite3.OperationalError("locked"),
        ValueError("disk is full"),
        EndpointError("the service says: no space left on device"),
    ],
)
def test_other_faults_stay_what_they_are(tmp_path: Path, fault: Exception) -> None:
    with pytest.raises(type(fault)) as told, told_if_full([tmp_path], "Make room."):
        raise fault
    assert told.value is fault


def test_folder_that_the_fault_names_is_the_full_one(tmp_path: Path) -> None:
    work, out = tmp_path / "work", tmp_path / "out"
    fault = OSError(errno.ENOSPC, "No space left on device", str(out / "U" / "train.jsonl"))
    with pytest.raises(FullDiskError, match=f"^{out}: "), told_if_full([work, out], "Make room."):
        raise fault


def test_limit_on_the_size_of_files_is_no_full_disk(tmp_path: Path) -> None:
    with pytest.raises(FullDiskError, match="ulimit -f"), told_if_full([tmp_path], "Raise it."):
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))


def test_room_that_is_known_to_lack_is_told_with_both_sizes(tmp_path: Path) -> None:
    require_room(tmp_path / "not" / "there", 1, "the dataset")
    with pytest.raises(FullDiskError, match=r"the dataset needs 1,000,000.0 GB, [\d,.]+ [KMG]?B"):
        require_room(tmp_path, 10**15, "the dataset")
    assert free_bytes(tmp_path / "not" / "there") > 0


def test_sizes_are_rounded_up() -> None:
    assert [shown_bytes(n) for n in (999, 1_001, 3_400_000, 2_000_000_001)] == [
        "999 bytes",
        "1.1 KB",
        "3.4 MB",
        "2.1 GB",
    ]


def test_remedy_of_the_inner_block_stands(tmp_path: Path) -> None:
    inner = told_if_full([tmp_path], "Inner.")
    with pytest.raises(FullDiskError) as told, told_if_full([tmp_path], "Outer."), inner:
        raise OSError(errno.ENOSPC, "no")
    assert told.value.remedy == "Inner."
    assert "Outer." not in str(told.value)


def test_a_fault_without_a_remedy_gets_one(tmp_path: Path) -> None:
    with (
        pytest.raises(FullDiskError, match=r"needs .*\n  Make room\."),
        told_if_full([tmp_path], "Make room."),
    ):
        require_room(tmp_path, 10**15, "the dataset")


def test_what_is_made_beside_an_output_is_told_as_the_output(tmp_path: Path) -> None:
    made, other = tmp_path / "a" / ".out.12.part" / "x.parquet", tmp_path / "b"
    outputs = [other, tmp_path / "a" / "out"]
    with pytest.raises(FullDiskError, match=rf"^{tmp_path}/a/out: "), told_if_full(outputs, "."):
        raise OSError(errno.ENOSPC, f"Could not write file {made}")


def test_scratch_and_files_that_are_no_output_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "scratch"))
    with pytest.raises(FullDiskError, match=f"^{tmp_path}/scratch: "), told_if_full([tmp_path / "out"], "."):
        raise OSError(errno.ENOSPC, f"Could not write file {tmp_path}/scratch/x.tmp")
    with pytest.raises(FullDiskError, match=f"^{tmp_path}/other: "), told_if_full([], "."):
        raise OSError(errno.ENOSPC, "no", str(tmp_path / "other" / "file"))
    with pytest.raises(FullDiskError, match=f"^{tmp_path}/scratch: "), told_if_full([], "."):
        raise OSError(errno.ENOSPC, "no")


@pytest.mark.parametrize("fault", [FullDiskError("a"), FullDiskError("a", "b")])
def test_a_full_disk_can_be_told_between_processes(fault: FullDiskError) -> None:
    copy = pickle.loads(pickle.dumps(fault))
    assert (str(copy), copy.remedy) == (str(fault), fault.remedy)
