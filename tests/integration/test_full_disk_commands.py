"""Every command that writes says which disk is full, harms nothing that is there, and can be run again."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.base.files import write_tsv
from pipeline.dataset.images.listing import COLUMNS
from pipeline.dataset.verification.loaded import Dataset
from tests.integration.filled_commands import ANEW, COMMANDS, ROOMS, Told
from tests.integration.parts.parting import build_parts
from tests.integration.test_full_disk import ROOT, UNSHARED, require_small_disks
from tests.unit.dataset.images.server import Reply, serving
from tests.unit.dataset.verification.world import build_world

TERMS = '[[sources]]\nid = "user"\ntitle = "Ours"\nlicence = "CC0-1.0"\nattribution = "us"\nimages = "too"\n'
GOES_ON = {"snapshot-create": {"out.taking"}, "merge": {".out.lock", "out.work"}, "images-fetch": {"out"}}
"""What a command that broke off leaves on purpose, to go on from."""


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A tiny dataset with its facts, its parts, predictions, and a list of images that are served."""
    folder = tmp_path_factory.mktemp("inputs")
    settings = build_world(folder)
    build_parts(settings, folder / "parts", 2)
    (folder / "terms.toml").write_text(TERMS)
    said = [
        {"question_id": r["question_id"], "answer": "x"} for r in Dataset(settings.out).records["B", "test"]
    ]
    (folder / "said.jsonl").write_text("".join(json.dumps(row) + "\n" for row in said))
    with serving(a=[Reply()], b=[Reply()]) as server:
        images = [{"image_id": n, "url": f"{server.url}/{n}.jpg", "file": f"{n}.jpg"} for n in "ab"]
        write_tsv(folder / "listed.tsv", COLUMNS, images)
        yield folder


@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_disk_is_told_harms_nothing_and_the_same_command_works_later(
    name: str, inputs: Path, tmp_path: Path
) -> None:
    require_small_disks(tmp_path)
    child = [sys.executable, "-m", "tests.integration.filled_commands", str(tmp_path), str(inputs), name]
    done = subprocess.run([*UNSHARED, *child], capture_output=True, text=True, check=True, cwd=ROOT)
    told: Told = json.loads(done.stdout)
    assert told["first"][0] == 0, told["first"]
    failed = [one for one in told["tries"] if one["code"]]
    assert failed
    assert len(failed) < len(ROOMS), failed[-1]
    for one in failed:
        assert re.search(rf"error: {tmp_path}/\.?out", one["told"]), one
        assert ": the disk is full (" in one["told"] or ": the disk is too full: " in one["told"], one
        assert "run the same command again" in one["told"]
        assert one["kept"] or "out" in ANEW.get(name, ())
        assert set(one["beside"]) - set(told["beside"]) <= GOES_ON.get(name, set())
    assert told["last"][0] == 0, told["last"]
    assert told["same"]
