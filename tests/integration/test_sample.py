"""What the sample dataset must hold, and that every one of its questions can be checked."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import pandas as pd
import pytest

from pipeline.base.files import read_json
from pipeline.base.hashing import file_sha256
from pipeline.base.progress import Progress
from pipeline.dataset.build import STAGES, build
from pipeline.dataset.checking.run import check_dataset
from pipeline.dataset.layout import PARTS, SETS
from pipeline.dataset.settings import Settings
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.dataset.verification.verify import verify
from pipeline.quality.every import chosen

KINDS = [
    *((source, hops, False) for source in ("visual_genome", "wikimedia_commons") for hops in (1, 2, 3)),
    ("visual_genome", 2, True),
    ("visual_genome", 3, True),
]


def _all(dataset: Dataset, which: str) -> list[Record]:
    return [record for part in PARTS for record in dataset.records[which, part]]


def test_verify_finds_nothing_and_checks_every_record(sample: Path, sample_dataset: Dataset) -> None:
    findings = verify(sample, Progress(quiet=True))
    assert findings.examples == {}
    total = len(_all(sample_dataset, "U"))
    for check in ("route", "answers", "query", "referent", "options", "identity", "split", "fields"):
        assert findings.checked[check] == total


def test_no_check_finds_an_error_and_the_report_counts_what_checks_find(sample: Path) -> None:
    found = check_dataset(sample, chosen(), Progress(quiet=True), examples=1).found
    assert [(each.check.code, each.examples) for each in found if each.check.is_error and each.found] == []
    told = {row["code"]: row["found"] for row in read_json(sample / "report.json")["checks"]}
    assert told == {each.check.code: each.found for each in found}


def test_unbalanced_set_is_large_and_over_many_images(sample_dataset: Dataset) -> None:
    records = _all(sample_dataset, "U")
    assert len(records) >= 30_000
    assert len({record["image_id"] for record in records}) >= 4_000
    assert len(_all(sample_dataset, "B")) >= 5_000


@pytest.mark.parametrize("which", SETS)
def test_every_kind_of_question_occurs(sample_dataset: Dataset, which: str) -> None:
    counts = Counter((r["source"], r["hops"], r["has_scene_graph"]) for r in _all(sample_dataset, which))
    assert set(counts) == set(KINDS)
    assert min(counts.values()) >= 100


def test_no_question_with_its_answer_fills_the_set(
    sample_dataset: Dataset, sample_settings: Settings
) -> None:
    repeats = Counter((record["question"], record["answer"]) for record in _all(sample_dataset, "U"))
    assert max(repeats.values()) <= sample_settings.max_repeats == 300


def test_seventy_per_cent_of_the_images_are_in_train(sample_dataset: Dataset) -> None:
    images = {part: {r["image_id"] for r in sample_dataset.records["U", part]} for part in PARTS}
    assert not images["train"] & images["test"]
    share = len(images["train"]) / (len(images["train"]) + len(images["test"]))
    assert 0.69 <= share <= 0.71


def test_the_truth_has_no_favourite_place_among_the_options(sample_dataset: Dataset) -> None:
    places = Counter(r["correct"] for r in _all(sample_dataset, "U") if r["n_distractors"] == 3)
    for place in range(4):
        assert places[place] / places.total() == pytest.approx(0.25, abs=0.02)


def test_the_rank_of_a_true_date_is_uniform(sample_dataset: Dataset) -> None:
    sets = {
        (record["answer"], tuple(sorted(record["choices"])))
        for record in _all(sample_dataset, "U")
        if record["answer_kind"] == "date" and all(c.isdigit() and len(c) == 4 for c in record["choices"])
    }
    ranks = Counter(years.index(answer) for answer, years in sets if len(years) == 4)
    assert ranks.total() > 300
    for rank in range(4):
        assert ranks[rank] / ranks.total() == pytest.approx(0.25, abs=0.07)


def test_curated_facts_are_marked_in_every_record_that_uses_them(sample_dataset: Dataset) -> None:
    seen = 0
    for record in _all(sample_dataset, "U"):
        curated = any("-curated-" in step["statement"] for step in record["route"])
        assert ("facts:curated" in record["tags"]) == curated
        seen += curated
    assert seen > 1000


def test_things_are_never_called_by_their_own_name(sample_dataset: Dataset) -> None:
    nouns = {row["noun_id"]: row["noun"] for row in sample_dataset.table("noun_forms")}
    for row in sample_dataset.table("concepts"):
        if row["noun_id"].startswith("things."):
            assert nouns[row["noun_id"]] != row["label"].lower()
    for record in _all(sample_dataset, "U"):
        if record["source"] == "wikimedia_commons":
            assert f"this {record['entity_label'].lower()}" not in record["question"].lower()


def test_balancing_makes_answers_more_even(sample_dataset: Dataset) -> None:
    shares: dict[str, dict[str, float]] = {}
    for which in SETS:
        groups: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for record in _all(sample_dataset, which):
            groups[record["property_id"]][record["answer"]] += 1
        shares[which] = {p: max(c.values()) / c.total() for p, c in groups.items() if len(c) > 3}
    large = [p for p in shares["U"] if p in shares["B"] and shares["U"][p] > 0.4]
    assert large
    assert all(shares["B"][p] <= shares["U"][p] for p in large)


def test_files_open_in_pandas_and_agree(sample: Path) -> None:
    for which in SETS:
        for part in PARTS:
            table = pd.read_parquet(sample / which / f"{part}.parquet")
            lines = pd.read_json(sample / which / f"{part}.jsonl", lines=True, dtype=False)
            assert list(table.columns) == list(lines.columns)
            assert table["question_id"].tolist() == lines["question_id"].tolist()
            assert table["question"].tolist() == lines["question"].tolist()


def test_manifest_lists_every_file_with_its_checksum(sample: Path, sample_dataset: Dataset) -> None:
    listed = {entry["path"]: entry["sha256"] for entry in sample_dataset.manifest["files"]}
    present = {p.relative_to(sample).as_posix(): p for p in sample.rglob("*") if p.is_file()}
    del present["manifest.json"]
    assert listed == {path: file_sha256(file) for path, file in present.items()}


def test_what_was_left_out_is_counted_by_reason(sample: Path, sample_dataset: Dataset) -> None:
    rejected = pd.read_parquet(sample / "rejected.parquet")
    stages = set(rejected["stage"])
    assert {"link", "fetch", "bank", "questions", "distractors", "balance"} <= stages
    assert (rejected["code"] != "").all()
    balanced = (rejected["stage"] == "balance").sum()
    assert balanced == len(_all(sample_dataset, "U")) - len(_all(sample_dataset, "B"))


def test_an_unchanged_build_runs_no_stage_again(sample: Path, sample_settings: Settings) -> None:
    marks = [sample_settings.work_folder / stage.name / "done.json" for stage in STAGES]
    before = [mark.stat().st_mtime_ns for mark in marks]
    build(sample_settings, Progress(quiet=True))
    assert [mark.stat().st_mtime_ns for mark in marks] == before
