"""Subsets of a tiny dataset: what they hold, where they say they come from, and how they are balanced."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.base.columns import read_rows
from pipeline.base.errors import DatasetError, SettingsError
from pipeline.base.hashing import file_sha256
from pipeline.base.progress import Progress
from pipeline.dataset.layout import PARTS, SETS
from pipeline.dataset.setting_groups import Balance
from pipeline.dataset.settings import Settings
from pipeline.dataset.subset import subset
from pipeline.dataset.subset_choice import Choice
from pipeline.dataset.subset_selection import Left
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.dataset.verification.verify import verify

QUIET = Progress(quiet=True)
MOTORCYCLES = Choice(classes=("motorcycle",), hops=(1, 2))


def taken(
    folder: Path, out: Path, choice: Choice, *, settings: dict[str, Any] | None = None, **how: bool
) -> Dataset:
    subset(folder, choice, Settings(out=out, workers=1, **(settings or {})), QUIET, **how)
    return Dataset(out)


def ids(dataset: Dataset, which: str = "U") -> set[str]:
    return {record["question_id"] for part in PARTS for record in dataset.records[which, part]}


def contents(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): file_sha256(path) for path in files}


def test_records_that_pass_are_there_as_they_were_in_the_same_part(sound: Path, tmp_path: Path) -> None:
    def wanted(record: Record) -> bool:
        return bool(record["entity_label"] == "motorcycle" and record["hops"] < 3)

    parent, found = Dataset(sound), taken(sound, tmp_path / "out", MOTORCYCLES)
    for key, records in parent.records.items():
        expected = [record for record in records if wanted(record)]
        assert expected
        assert found.records[key] == expected
    assert verify(tmp_path / "out", QUIET).examples == {}


def test_sub_questions_name_no_question_that_was_left_out(sound: Path, tmp_path: Path) -> None:
    parent = {record["question_id"]: record for record in Dataset(sound).of_set("U")}
    found = taken(sound, tmp_path / "out", Choice(hops=(2,), clauses="without"))
    assert found.of_set("U")
    for record in found.of_set("U"):
        first, last = record["sub_questions"]
        assert (first["question_id"], last["question_id"]) == (None, record["question_id"])
        before = parent[record["question_id"]]
        assert record == {**before, "sub_questions": [first, last]}
        assert first == {**before["sub_questions"][0], "question_id": None}
    assert verify(tmp_path / "out", QUIET).examples == {}


def test_consistency_sets_of_its_questions_go_with_it(sound: Path, tmp_path: Path) -> None:
    found = taken(sound, tmp_path / "out", MOTORCYCLES)
    for part in PARTS:
        sets = read_rows(sound / "consistency" / f"{part}.parquet")
        expected = [row for row in sets if row["question_id"] in ids(found)]
        assert 0 < len(expected) < len(sets)
        assert read_rows(tmp_path / "out" / "consistency" / f"{part}.parquet") == expected


def test_all_of_a_dataset_is_the_dataset(sound: Path, tmp_path: Path) -> None:
    taken(sound, tmp_path / "out", Choice())
    for which in (*SETS, "consistency"):
        for part in PARTS:
            for form in ("jsonl", "parquet"):
                file = f"{which}/{part}.{form}"
                assert file_sha256(tmp_path / "out" / file) == file_sha256(sound / file)


def test_ranges_of_images_and_order_of_names_leave_every_byte_alone(sound: Path, tmp_path: Path) -> None:
    one = Choice(domains=("places", "technology"), max_questions=30)
    other = Choice(domains=("technology & inventions, places & locations",), max_questions=30)
    taken(sound, tmp_path / "one", one, anew=True)
    taken(sound, tmp_path / "other", other, settings={"shard_images": 3}, anew=True)
    assert contents(tmp_path / "one") == contents(tmp_path / "other")


def test_facts_go_with_it_whole_and_annotations_of_its_images(sound: Path, tmp_path: Path) -> None:
    found = taken(sound, tmp_path / "out", MOTORCYCLES)
    images = {record["image_id"] for record in found.of_set("U")}
    for table in ("images", "objects", "names", "keys", "relations"):
        assert found.table(table) == [r for r in Dataset(sound).table(table) if r["image_id"] in images]
    for name in ("statements.tsv.gz", "concepts.parquet"):
        assert file_sha256(tmp_path / "out/snapshot" / name) == file_sha256(sound / "snapshot" / name)


def test_what_is_left_out_is_listed_by_filter(sound: Path, tmp_path: Path) -> None:
    parent, found = Dataset(sound), taken(sound, tmp_path / "out", MOTORCYCLES)
    rows = read_rows(tmp_path / "out" / "rejected.parquet")
    code = {row["place"]: row["code"] for row in rows if row["stage"] == "subset"}
    assert code == {
        record["question_id"]: "hops" if record["entity_label"] == "motorcycle" else "classes"
        for record in parent.of_set("U")
        if record["question_id"] not in ids(found)
    }
    unbalanced = {row["place"] for row in rows if row["stage"] == "balance"}
    assert unbalanced == ids(found) - ids(found, "B")


def test_report_counts_what_each_filter_leaves(sound: Path, tmp_path: Path) -> None:
    found = taken(sound, tmp_path / "out", MOTORCYCLES)
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    assert report["subset"]["counts"][-1]["questions"] == report["U"]["questions"] == len(ids(found))
    assert sum(row["after"] for row in report["balance"]) == len(ids(found, "B"))
    shares = report["U"]["domain_shares"]
    places = sum("places" in record["domains"] for record in found.of_set("U")) / len(ids(found))
    assert shares["places"] == pytest.approx(places, abs=1e-4)


def test_balance_done_anew_follows_the_settings_given_and_the_datasets_own(
    sound: Path, tmp_path: Path
) -> None:
    choice, set_here = Choice(hops=(2,)), {"balance": Balance(top_answers=2)}
    kept = taken(sound, tmp_path / "kept", choice)
    anew = taken(sound, tmp_path / "anew", choice, settings=set_here, anew=True)
    assert kept.manifest["settings"] == Dataset(sound).manifest["settings"]
    own = Dataset(sound).manifest["settings"]["balance"]
    assert anew.manifest["settings"]["balance"] == {**own, "top_answers": 2}
    assert ids(kept) == ids(anew)
    assert ids(kept, "B") == ids(kept) & ids(Dataset(sound), "B")
    assert verify(tmp_path / "anew", QUIET).examples == {}


def test_manifest_names_the_parent_and_a_subset_of_a_subset_both(sound: Path, tmp_path: Path) -> None:
    first = taken(sound, tmp_path / "first", Choice(domains=("Places & Locations",)))
    second = taken(
        tmp_path / "first", tmp_path / "second", Choice(hops=(2,), max_images=5), settings={"seed": 3}
    )
    note = second.manifest["subset"]
    assert note["filters"] == {"hops": [2], "max_images": 5}
    assert (note["seed"], note["balanced"]) == (3, "as in the parent")
    assert note["parent"]["manifest_sha256"] == file_sha256(tmp_path / "first" / "manifest.json")
    assert note["parent"]["questions"] == len(ids(first))
    assert note["parent"]["subset"] == first.manifest["subset"]
    assert first.manifest["subset"]["filters"] == {"domains": ["places"]}
    assert first.manifest["subset"]["parent"]["manifest_sha256"] == file_sha256(sound / "manifest.json")
    assert verify(tmp_path / "second", QUIET).examples == {}


def test_a_dry_run_counts_and_writes_nothing(sound: Path, tmp_path: Path) -> None:
    settings = Settings(out=tmp_path / "out")
    left = subset(sound, Choice(clauses="with"), settings, QUIET, dry_run=True)
    with_clause = [record for record in Dataset(sound).of_set("U") if record["has_scene_graph"]]
    images = len({record["image_id"] for record in with_clause})
    assert left[-1] == Left("clauses", len(with_clause), images, left[-1].balanced)
    assert list(tmp_path.iterdir()) == []


def test_a_choice_of_nothing_leaves_an_earlier_subset_as_it_was(sound: Path, tmp_path: Path) -> None:
    taken(sound, tmp_path / "out", MOTORCYCLES)
    before = contents(tmp_path / "out")
    with pytest.raises(SettingsError, match="hops: this filter leaves no question"):
        taken(sound, tmp_path / "out", Choice(domains=("animals",), hops=(3,)))
    assert contents(tmp_path / "out") == before


def test_another_choice_replaces_an_earlier_subset_of_the_same_dataset(sound: Path, tmp_path: Path) -> None:
    taken(sound, tmp_path / "out", MOTORCYCLES)
    taken(sound, tmp_path / "out", Choice(hops=(3,)))
    taken(sound, tmp_path / "fresh", Choice(hops=(3,)))
    assert contents(tmp_path / "out") == contents(tmp_path / "fresh")


def test_a_subset_of_another_dataset_is_replaced_only_on_demand(sound: Path, tmp_path: Path) -> None:
    taken(sound, tmp_path / "first", MOTORCYCLES)
    taken(sound, tmp_path / "out", MOTORCYCLES)
    with pytest.raises(DatasetError, match="is another dataset"):
        taken(tmp_path / "first", tmp_path / "out", Choice(hops=(1,)))
    found = taken(tmp_path / "first", tmp_path / "out", Choice(hops=(1,)), overwrite=True)
    assert {record["hops"] for record in found.of_set("U")} == {1}
    assert verify(tmp_path / "out", QUIET).examples == {}


def test_a_build_whose_folder_was_taken_over_releases_again(sound: Path, tmp_path: Path) -> None:
    mark = tmp_path / "out.work" / "release" / "done.json"
    mark.parent.mkdir(parents=True)
    mark.write_text("{}")
    taken(sound, tmp_path / "out", MOTORCYCLES)
    assert not mark.exists()
