"""`reasonvqa release`, `splits` and `export` on the tiny dataset."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from pipeline.cli.main import main
from pipeline.dataset.layout import PARTS
from pipeline.dataset.verification.loaded import Dataset

CONFIG = """
title = "Of the command"
[[sources]]
id = "user"
title = "Drawn-up images"
licence = "CC0-1.0"
attribution = "drawn up for the tests"
images = "there are none"
"""


def run(*arguments: object) -> tuple[int, str]:
    done = CliRunner().invoke(main, list(map(str, arguments)))
    return done.exit_code, done.output


def test_release_writes_what_it_names_and_takes_its_values_from_the_file(sound: Path, tmp_path: Path) -> None:
    config, out = tmp_path / "values.toml", tmp_path / "out"
    config.write_text(CONFIG)
    code, text = run("release", sound, "--out", out, "--config", config, "--rows", 10)
    assert code == 0
    named = {line for line in text.splitlines() if line.startswith(str(out))}
    assert named == {str(path) for path in out.rglob("*") if path.is_file()}
    assert "# Of the command" in (out / "README.md").read_text()


def test_release_without_terms_of_the_images_ends_with_a_message(sound: Path, tmp_path: Path) -> None:
    code, text = run("release", sound, "--out", tmp_path / "out")
    assert code == 1
    assert "nothing is known of the licence of 'user'" in text


def test_splits_prints_the_size_of_every_part_and_refuses_unknown_names(sound: Path, tmp_path: Path) -> None:
    code, text = run("splits", sound, "--out", tmp_path / "out", "--names", "paper,route", "--quiet")
    assert (code, text) == (0, "")
    code, text = run("splits", sound, "--out", tmp_path / "out", "--names", "paper")
    lines = [line.split() for line in text.splitlines() if line.startswith("paper")]
    expected = {part: len(Dataset(sound).records["U", part]) for part in PARTS}
    assert {line[1]: int(line[2]) for line in lines} == expected
    code, text = run("splits", sound, "--out", tmp_path / "out", "--names", "papr")
    assert code == 1
    assert "there is no 'papr'; there are paper, validation, entity" in text


def test_export_names_its_files_and_refuses_a_part_that_there_is_not(sound: Path, tmp_path: Path) -> None:
    code, text = run("export", sound, "--format", "qwen", "--split", "validation", "--out", tmp_path / "out")
    assert code == 0
    assert text.split() == [str(tmp_path / "out" / f"{p}.jsonl") for p in ("train", "validation", "test")]
    code, text = run("export", sound, "--format", "vlmevalkit", "--part", "control", "--out", tmp_path / "no")
    assert code == 1
    assert "the split 'paper' has no 'control'" in text
