"""Commands that write onto a small disk; run in a mount namespace of its own by `unshare`.

`filled_commands.py DISK INPUTS NAME` mounts the disk on DISK, runs the command NAME on what lies in INPUTS,
fills the disk and makes ever more room until the command works, and runs it once more. Prints what happened
as JSON.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict

from click.testing import CliRunner

from pipeline.base.hashing import file_sha256
from pipeline.cli.main import main as reasonvqa

ROOMS = (0, 4_096, 12_288, 24_576, 49_152, 98_304, 196_608, 393_216, 1_000_000, 3_000_000)

COMMANDS: Mapping[str, str] = {
    "subset": "subset {inputs}/dataset {out} --hops 1",
    "export": "export {inputs}/dataset --format lmms-eval --out {out}",
    "export-published": "export {inputs}/dataset --format reasonvqa-jsonl --out {out}",
    "splits": "splits {inputs}/dataset --out {out}",
    "release": "release {inputs}/dataset --config {inputs}/terms.toml --out {out}",
    "merge": "merge {inputs}/parts/1 {inputs}/parts/2 --out {out}",
    "snapshot-create": "snapshot create {out} --images {inputs}/images.jsonl --endpoint {inputs}/facts",
    "snapshot-merge": "snapshot merge {inputs}/facts {inputs}/dataset/snapshot {out}",
    "snapshot-export": "snapshot export {inputs}/facts --out {out}/facts.nt",
    "score": "score open {inputs}/said.jsonl --dataset {inputs}/dataset --per-sample {out}/each.jsonl"
    " --json {out}/all.json --figures {out}/figures",
    "baseline": "baseline majority {inputs}/dataset --out {out}/majority.jsonl",
    "ood": "ood split --dataset {inputs}/dataset --set U --out {out}/ood.json",
    "study": "study sample {inputs}/dataset -n 9 --out {out}/sheet.tsv",
    "images-list": "images list {inputs}/dataset --out {out}/images.tsv",
    "images-fetch": "images fetch {inputs}/listed.tsv --out {out} --contact me@example.org"
    " --per-minute 60000",
    "verify": "verify {inputs}/dataset --json {out}/found.json",
    "templates": "templates new things --out {out}",
}
"""Name -> a command that writes into the folder `out`."""

ANEW = {"merge": ("out.work",), "templates": ("out",), "images-fetch": ("out",)}
"""What is removed before a further run, as the command would have nothing to do else, or refuse to."""


class Try(TypedDict):
    """What a run with so many bytes of room did; `beside` is what lies on the disk then."""

    room: int
    code: int
    told: str
    kept: bool
    beside: list[str]


class Told(TypedDict):
    """The first run, those on a full disk, and the last one, which gave the `same` files as the first."""

    first: tuple[int, str]
    tries: list[Try]
    last: tuple[int, str]
    same: bool
    beside: list[str]


def sums(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): file_sha256(p) for p in folder.rglob("*") if p.is_file()}


def forget(name: str, disk: Path) -> None:
    for folder in ANEW.get(name, ()):
        shutil.rmtree(disk / folder, ignore_errors=True)


def run(name: str, inputs: Path, disk: Path) -> tuple[int, str]:
    arguments = COMMANDS[name].format(inputs=inputs, out=disk / "out").split()
    done = CliRunner().invoke(reasonvqa, arguments)
    raised = "" if done.exc_info is None or done.exc_info[0] is SystemExit else repr(done.exception)
    return done.exit_code, done.output + raised


def main(disk: Path, inputs: Path, name: str) -> Told:
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(disk)], check=True)
    out, filler = disk / "out", disk / "filler"
    first = run(name, inputs, disk)
    earlier, beside = sums(out), sorted(path.name for path in disk.iterdir())
    tries: list[Try] = []
    for room in ROOMS:
        forget(name, disk)
        filler.write_bytes(bytes(max(shutil.disk_usage(disk).free - room, 0)))
        code, told = run(name, inputs, disk)
        kept = sums(out) == earlier
        filler.unlink()
        names = sorted(path.name for path in disk.iterdir())
        tries.append({"room": room, "code": code, "told": told, "kept": kept, "beside": names})
        if code == 0:
            break
    forget(name, disk)
    last = run(name, inputs, disk)
    return {"first": first, "tries": tries, "last": last, "same": sums(out) == earlier, "beside": beside}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])))
