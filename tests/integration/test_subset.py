"""Subsets of the sample dataset on the command line."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from pipeline.base.hashing import file_sha256
from pipeline.base.progress import Progress
from pipeline.cli.main import main
from pipeline.dataset.layout import PARTS, SETS
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.dataset.verification.verify import verify

README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
NATURE = ("--domains", "nature, animals", "--hops", "2,3", "--sources", "wikimedia_commons")


def _run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["subset", *map(str, arguments)])
    return result.exit_code, result.output


@pytest.fixture(scope="module")
def nature(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    out = tmp_path_factory.mktemp("subset") / "nature"
    code, text = _run(sample, out, *NATURE, "--quiet")
    assert (code, text) == (0, "")
    return Dataset(out)


def _all(dataset: Dataset, which: str = "U") -> list[Record]:
    return [record for part in PARTS for record in dataset.records[which, part]]


def _contents(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): file_sha256(path) for path in files}


def test_every_record_passes_the_filters_and_none_that_does_is_missing(
    nature: Dataset, sample_dataset: Dataset
) -> None:
    def passes(record: Record) -> bool:
        wanted = {"nature", "animals"} & set(record["domains"])
        return bool(wanted) and record["hops"] > 1 and record["source"] == "wikimedia_commons"

    kept = {record["question_id"] for record in nature.of_set("U")}

    def cut(record: Record) -> Record:
        """The record without the ids of questions that are left out."""
        parts = [
            {**part, "question_id": part["question_id"] if part["question_id"] in kept else None}
            for part in record["sub_questions"]
        ]
        return {**record, "sub_questions": parts}

    for key, records in sample_dataset.records.items():
        assert nature.records[key] == [cut(record) for record in records if passes(record)]
    assert len(nature.of_set("U")) > 1000


def test_verify_finds_nothing(nature: Dataset) -> None:
    findings = verify(nature.folder, Progress(quiet=True))
    assert findings.examples == {}
    assert findings.checked["query"] == len(nature.of_set("U"))


def test_images_keep_their_part(nature: Dataset, sample_dataset: Dataset) -> None:
    part_of = {record["image_id"]: part for part in PARTS for record in sample_dataset.records["U", part]}
    for part in PARTS:
        assert {part_of[record["image_id"]] for record in nature.records["U", part]} == {part}


def test_files_open_in_pandas_and_agree(nature: Dataset) -> None:
    for which in SETS:
        for part in PARTS:
            table = pd.read_parquet(nature.folder / which / f"{part}.parquet")
            lines = pd.read_json(nature.folder / which / f"{part}.jsonl", lines=True, dtype=False)
            assert list(table.columns) == list(lines.columns)
            assert table["question_id"].tolist() == lines["question_id"].tolist()
            assert table["answer"].tolist() == lines["answer"].tolist()


def test_equal_choices_give_equal_bytes(nature: Dataset, sample: Path, tmp_path: Path) -> None:
    config = tmp_path / "settings.toml"
    config.write_text("shard_images = 500\nworkers = 1\n")
    assert _run(sample, tmp_path / "again", *NATURE, "--config", config, "--quiet")[0] == 0
    assert _contents(tmp_path / "again") == _contents(nature.folder)


def test_balance_done_anew_differs_and_is_flat(sample: Path, tmp_path: Path) -> None:
    wanted = ("--sources", "visual_genome", "--seed", "5")
    assert _run(sample, tmp_path / "kept", *wanted)[0] == 0
    assert _run(sample, tmp_path / "anew", *wanted, "--balance")[0] == 0
    kept, anew = Dataset(tmp_path / "kept"), Dataset(tmp_path / "anew")
    assert kept.of_set("U") == anew.of_set("U")
    assert _all(kept, "B") != _all(anew, "B")
    assert _flat(anew)
    assert not _flat(kept)


def _flat(dataset: Dataset) -> bool:
    """Whether in B no answer of a larger property comes much more often than the next."""
    groups: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for record in _all(dataset, "B"):
        groups[record["property_id"]][record["answer"]] += 1
    large = [counts.most_common(2) for counts in groups.values() if len(counts) > 3]
    assert len(large) > 3
    most = dataset.manifest["settings"]["balance"]["gamma"]
    return all(first <= most * second + 1 for (_, first), (_, second) in large)


def test_subset_of_the_subset_names_its_own_parent(nature: Dataset, tmp_path: Path) -> None:
    code, text = _run(nature.folder, tmp_path / "few", "--max-images", "40", "--max-questions", "50")
    assert code == 0
    few = Dataset(tmp_path / "few")
    assert len(few.of_set("U")) == 50
    assert len({record["image_id"] for record in few.of_set("U")}) <= 40
    parent = few.manifest["subset"]["parent"]
    assert parent["manifest_sha256"] == file_sha256(nature.folder / "manifest.json")
    assert parent["subset"]["filters"]["domains"] == ["animals", "nature"]
    assert verify(few.folder, Progress(quiet=True)).examples == {}
    assert re.search(r"^max-questions +50 ", text, re.MULTILINE)


def test_things_of_a_class_are_found_through_the_chain_of_classes(sample: Path, tmp_path: Path) -> None:
    assert _run(sample, tmp_path / "out", "--classes", "mammal", "--quiet")[0] == 0
    labels = {record["entity_label"] for record in Dataset(tmp_path / "out").of_set("U")}
    assert {"dog", "horse"} <= labels
    assert not {"motor car", "pizza", "Buffalo City Hall"} & labels


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--domains", "anmials"], "did you mean 'animals'?"),
        (["--properties", "P40"], "no question asks about 'P40' (child)"),
        (["--hops", "3", "--clauses", "with", "--sources", "wikimedia_commons"], "leaves no question"),
    ],
)
def test_a_choice_that_cannot_be_met_says_why(
    sample: Path, tmp_path: Path, arguments: list[str], message: str
) -> None:
    code, text = _run(sample, tmp_path / "out", *arguments)
    assert code == 1
    assert message in text
    assert not (tmp_path / "out").exists()


def test_counts_in_the_readme_are_those_of_a_dry_run(sample: Path, tmp_path: Path) -> None:
    (shown,) = re.findall(r"```\n(after .*?)\n```", README, re.DOTALL)
    code, text = _run(sample, tmp_path / "out", "--domains", "nature, animals", "--dry-run")
    assert (code, text.strip()) == (0, shown)
