"""Parts that are merged are the whole, byte for byte."""

from __future__ import annotations

import json
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.base.columns import read_rows
from pipeline.base.errors import DatasetError
from pipeline.base.files import read_json
from pipeline.base.hashing import digest, file_sha256
from pipeline.cli.main import main
from pipeline.dataset.build import build
from pipeline.dataset.merge import merge_parts
from pipeline.dataset.part_folder import PART
from pipeline.dataset.part_number import PartNumber
from pipeline.dataset.settings import Settings, load_settings
from pipeline.dataset.taking import take_snapshot
from pipeline.dataset.verification.verify import verify
from tests.integration.own import write_own
from tests.integration.parts.parting import QUIET, N, build_parts, with_
from tests.integration.test_rerun import ALL, Listening, ran, sums


def test_merged_parts_are_the_whole_byte_for_byte_in_any_order(
    whole: Settings, made: list[Path], tmp_path: Path
) -> None:
    before = [sums(folder) for folder in made]
    merge_parts(made[::-1], Settings(out=tmp_path / "ds"), QUIET)
    assert sums(tmp_path / "ds") == sums(whole.out)
    assert len(sums(whole.out)) > 20
    assert [sums(folder) for folder in made] == before
    assert not verify(tmp_path / "ds", QUIET).faults


def test_every_image_is_in_the_part_of_its_hash(whole: Settings, made: list[Path]) -> None:
    images = read_rows(whole.work_folder / "annotate" / "images.parquet", ["image_id"])
    expected: dict[str, set[str]] = {folder.name: set() for folder in made}
    for row in images:
        number = int(digest("part", row["image_id"])[:8], 16) * N // 16**8 + 1
        expected[str(number)].add(row["image_id"])
    for folder in made:
        scene = read_rows(folder / "questions" / "scene" / "images.parquet", ["image_id"])
        assert {row["image_id"] for row in scene} == expected[folder.name]
        drawn = [r for p in (folder / "questions" / "drawn").glob("*") for r in read_rows(p, ["image_id"])]
        assert {row["image_id"] for row in drawn} <= expected[folder.name]
    assert all(expected.values())


def test_parts_of_other_machines_and_more_parts_than_images_change_nothing(
    whole: Settings, tmp_path: Path
) -> None:
    n = 40  # of nineteen images, so that many parts are empty
    common = with_(whole, shard=f"1/{n}", out=tmp_path / "1", shard_images=2)
    build(common, QUIET)
    for number in range(2, n + 1):
        folder = Path(shutil.copytree(tmp_path / "1", tmp_path / str(number)))
        build(with_(whole, shard=f"{number}/{n}", out=folder, shard_images=1 + number % 5), QUIET)
    assert any(read_json(tmp_path / str(number) / PART)["images"] == 0 for number in range(1, n + 1))
    folders = [tmp_path / str(number) for number in range(1, n + 1)]
    merge_parts(folders, Settings(out=tmp_path / "ds", workers=2, shard_images=4), QUIET)
    assert sums(tmp_path / "ds") == sums(whole.out)


def test_caps_and_quotas_count_all_parts_together(whole: Settings, tmp_path: Path) -> None:
    settings = with_(whole, max_repeats=2, limit=15, per_image=2, out=tmp_path / "whole")
    build(settings, QUIET)
    merge_parts(build_parts(settings, tmp_path / "parts"), Settings(out=tmp_path / "ds"), QUIET)
    assert sums(tmp_path / "ds") == sums(tmp_path / "whole")
    rejected = read_rows(tmp_path / "ds" / "rejected.parquet", ["code"])
    assert {"code": "too_many_repeats"} in rejected


def test_packs_and_facts_of_ones_own_and_moved_inputs(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    settings = Settings.model_validate(write_own(own) | {"out": tmp_path / "whole", "workers": 1})
    build(settings, QUIET)
    folders = build_parts(settings, tmp_path / "parts", 2)
    own.rename(tmp_path / "elsewhere")
    packs = (tmp_path / "elsewhere" / "pack",)
    with pytest.raises(DatasetError, match=f"^{own / 'pack'}: .* is not there\n  .* --templates"):
        merge_parts(folders, Settings(out=tmp_path / "ds"), QUIET)
    merge_parts(folders, Settings(out=tmp_path / "ds", templates=packs), QUIET)
    assert sums(tmp_path / "ds") == sums(tmp_path / "whole")


def test_snapshot_taken_first_serves_every_part(whole: Settings, tmp_path: Path) -> None:
    take_snapshot(with_(whole, work=tmp_path / "taking"), tmp_path / "facts", (), QUIET)
    facts = with_(whole, endpoint=str(tmp_path / "facts"))
    folders = build_parts(facts, tmp_path / "parts", 2)
    shutil.rmtree(tmp_path / "facts")
    merge_parts(folders, Settings(out=tmp_path / "ds"), QUIET)
    assert sums(tmp_path / "ds") == sums(whole.out)


def test_copied_part_goes_on_after_the_stages_that_all_parts_have_in_common(
    whole: Settings, tmp_path: Path
) -> None:
    first = with_(whole, shard="1/2", out=tmp_path / "1")
    build(first, QUIET, until="bank")
    shutil.copytree(tmp_path / "1", tmp_path / "2")
    assert ran(with_(first, shard="2/2", out=tmp_path / "2")) == ["questions"]
    assert ran(first) == ["questions"]
    merge_parts([tmp_path / "1", tmp_path / "2"], Settings(out=tmp_path / "ds"), QUIET)
    assert sums(tmp_path / "ds") == sums(whole.out)


def test_finished_parts_and_merges_are_not_worked_on_again(
    whole: Settings, parts: list[Path], tmp_path: Path
) -> None:
    assert ran(with_(whole, shard=f"2/{N}", out=parts[1])) == []
    listening = Listening()
    merge_parts(parts, Settings(out=tmp_path / "ds"), listening)
    assert listening.ran == ALL
    listening = Listening()
    merge_parts(parts, Settings(out=tmp_path / "ds"), listening)
    assert listening.ran == []
    assert ran(with_(whole, out=tmp_path / "ds")) == []


def test_part_that_becomes_another_part_is_drawn_anew(whole: Settings, parts: list[Path]) -> None:
    assert ran(with_(whole, shard=f"2/{N}", out=parts[0])) == ["questions"]
    assert sums(parts[0] / "questions") == sums(parts[1] / "questions")


def test_bounds_of_parts_leave_no_gap() -> None:
    for n in (1, 3, 7, 16):
        bounds = [PartNumber(number, n).bounds for number in range(1, n + 1)]
        assert bounds[0][0] == "00000000"
        assert all(one[1] == other[0] for one, other in pairwise(bounds))
        assert bounds[-1][1] > "ffffffff"


def test_commands_build_and_merge_parts_and_print_errors(whole: Settings, tmp_path: Path) -> None:
    inputs = [
        "--images",
        str(whole.images[0]),
        "--landmarks",
        str(whole.landmarks),
        "--endpoint",
        whole.endpoint,
    ]
    (tmp_path / "balance.toml").write_text("[balance]\nleast_answers = 1\n", encoding="utf-8")
    inputs += ["--config", str(tmp_path / "balance.toml")]
    runner = CliRunner()
    for number in (1, 2):
        command = ["build", *inputs, "--shard", f"{number}/2", "--out", str(tmp_path / str(number))]
        assert runner.invoke(main, command).exit_code == 0
    merge = ["merge", "--out", str(tmp_path / "ds")]
    failed = runner.invoke(main, [*merge, str(tmp_path / "1")])
    assert failed.exit_code == 1
    assert failed.output.startswith("error: 1 of 2 parts are there; missing: 2\n")
    done = runner.invoke(main, [*merge, str(tmp_path / "1"), str(tmp_path / "2")])
    assert done.exit_code == 0
    assert f"More in {tmp_path / 'ds' / 'report.md'}." in done.output
    assert sums(tmp_path / "ds") == sums(whole.out)


def test_real_annotations_and_facts_in_parts(tmp_path: Path) -> None:
    settings = load_settings(None, {"limit": 200, "out": tmp_path / "whole"})
    build(settings, QUIET)
    for number in range(1, N + 1):
        folder = tmp_path / "parts" / str(number)
        if number > 1:
            shutil.copytree(tmp_path / "parts" / "1", folder)
        build(with_(settings, shard=f"{number}/{N}", out=folder, shard_images=25 * number), QUIET)
    merge_parts(sorted((tmp_path / "parts").iterdir()), Settings(out=tmp_path / "ds"), QUIET)
    assert sums(tmp_path / "ds") == sums(tmp_path / "whole")
    drawn = [read_json(tmp_path / "parts" / str(n) / PART)["questions"] for n in range(1, N + 1)]
    assert all(count > 50 for count in drawn)
    manifest = json.loads((tmp_path / "ds" / "manifest.json").read_text())
    assert "shard" not in manifest["settings"]
    assert file_sha256(tmp_path / "ds" / "manifest.json") == file_sha256(tmp_path / "whole" / "manifest.json")
