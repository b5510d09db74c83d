"""Builds on a small disk that something else fills; run in a mount namespace of its own by `unshare`.

`filled.py FOLDER ROOM` mounts the disk on FOLDER, builds there, leaves ROOM bytes free, builds with another
seed, makes room and builds again. Prints what happened as JSON.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from pipeline.base.hashing import file_sha256
from tests.unit.dataset.verification.world import settings_of


def build(folder: Path, out: Path, seed: int) -> subprocess.CompletedProcess[str]:
    inputs = ["--images", str(folder / "images.jsonl"), "--landmarks", str(folder / "landmarks.tsv")]
    command = [*inputs, "--endpoint", str(folder / "facts"), "--seed", str(seed), "--out", str(out)]
    return subprocess.run(
        [sys.executable, "-m", "pipeline.cli.main", "build", *command],
        capture_output=True,
        text=True,
        check=False,
    )


def sums(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): file_sha256(p) for p in folder.rglob("*") if p.is_file()}


def main(folder: Path, room: int) -> dict[str, object]:
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)], check=True)
    settings_of(folder)
    out, filler = folder / "ds", folder / "filler"
    build(folder, out, 0).check_returncode()
    earlier = sums(out)
    filler.write_bytes(bytes(shutil.disk_usage(folder).free - room))
    broken = build(folder, out, 1)
    kept = sums(out)
    filler.unlink()
    resumed = build(folder, out, 1)
    build(folder, folder / "other", 1).check_returncode()
    return {
        "code": broken.returncode,
        "error": broken.stderr.partition("error: ")[2],
        "earlier_kept": kept == earlier,
        "resumed": resumed.stderr,
        "same": sums(out) == sums(folder / "other"),
        "beside": sorted(path.name for path in folder.iterdir()),
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]))))
