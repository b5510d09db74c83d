"""Patched datasets: corrected under the same ids, sound by themselves, and versions of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from pipeline.base.errors import DatasetError
from pipeline.base.hashing import file_sha256
from pipeline.dataset.drift.patch import Patched, patch
from pipeline.dataset.layout import begin
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.dataset.verification.verify import verify
from pipeline.wikidata.snapshot import Snapshot

from .later import (
    CAPITAL,
    DOG,
    FRANCE,
    GERMANY,
    INVENTED,
    MADE_IN,
    MOTORCYCLE,
    PREGNANT,
    QUIET,
    READ,
    later,
    moved,
    path_of,
    renamed,
    replay,
    same,
    valued,
    where,
)

Patch = Callable[[Snapshot], "Pair"]


class Pair:
    """A dataset before and after a patch."""

    def __init__(self, before: Path, after: Path, made: Patched) -> None:
        self.before, self.after, self.made = Dataset(before), Dataset(after), made

    def both(self, prop: str) -> list[tuple[Record, Record]]:
        """Return the records before and after that ask for a property and are in both."""
        after = {record["question_id"]: record for record in self.after.of_set("U")}
        return [
            (record, after[record["question_id"]])
            for record in self.before.of_set("U")
            if record["property_id"] == prop and record["question_id"] in after
        ]

    def dropped(self) -> dict[str, str]:
        """Return path of properties -> code, of the questions that were dropped."""
        paths = {record["question_id"]: path_of(record) for record in self.before.of_set("U")}
        return {paths[row["place"]]: row["code"] for row in self.rejected()}

    def rejected(self) -> list[dict[str, str]]:
        """Return what rejected.parquet has of the drift."""
        rows = pq.read_table(self.after.folder / "rejected.parquet").to_pylist()
        return [row for row in rows if row["stage"] == "drift"]

    def log(self) -> list[dict[str, object]]:
        """Return the lines of the changelog."""
        text = (self.after.folder / "changelog.jsonl").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]

    def is_sound(self) -> bool:
        """Whether verification finds nothing."""
        return verify(self.after.folder, QUIET).examples == {}


@pytest.fixture
def patched(sound: Path, tmp_path: Path) -> Patch:
    """Patches the tiny dataset by newer facts."""

    def make(facts: Snapshot) -> Pair:
        replayed = replay(sound, tmp_path, facts)
        return Pair(sound, tmp_path / "patched", patch(replayed.drift, tmp_path / "patched", QUIET))

    return make


FRENCH = later(where(MOTORCYCLE, MADE_IN, valued(FRANCE)))


def test_changed_answer_takes_the_place_of_the_old_one(patched: Patch) -> None:
    pair = patched(FRENCH)
    for before, after in pair.both(MADE_IN):
        assert (after["answer"], after["answers"]) == ("France", ["France"])
        assert after["choices"][before["correct"]] == "France"
        assert after["correct"] == before["correct"]
        assert after["choices"].count("France") == 1
        assert after["n_distractors"] == 3
        assert after["question"] == before["question"]
        wrong = [c for n, c in enumerate(before["choices"]) if n != before["correct"]]
        assert set(wrong) - {"France"} <= set(after["choices"])
    assert len(pair.both(MADE_IN)) > 10
    assert pair.made.dropped == 0
    assert pair.is_sound()


def test_what_lies_behind_a_changed_step_is_corrected(patched: Patch) -> None:
    for _, after in patched(FRENCH).both(CAPITAL):
        assert after["answer"] == "Paris"
        assert [step["object"] for step in after["route"]] == [FRANCE, "Q90"]
        assert sorted(after["choices"]) == ["Berlin", "Paris"]


def parts(record: Record) -> list[tuple[str, str]]:
    return [(part["question"], part["answer"]) for part in record["sub_questions"]]


def test_sub_questions_follow_a_changed_step(patched: Patch) -> None:
    pair = patched(FRENCH)
    motorcycles = [both for both in pair.both(CAPITAL) if both[0]["entity_id"] == MOTORCYCLE]
    assert motorcycles
    for before, after in motorcycles:
        first = before["sub_questions"][-2]["question"]
        assert parts(after)[-2] == (first, "France")
        assert "France" in parts(after)[-1][0]
        assert parts(after)[-1][1] == "Paris"
        assert [p["question_id"] for p in after["sub_questions"]] == [
            p["question_id"] for p in before["sub_questions"]
        ]


def test_sub_questions_call_items_by_their_names_of_today(patched: Patch) -> None:
    pair = patched(later(entities=renamed(GERMANY, "Federal Republic of Germany")))
    motorcycles = [after for _, after in pair.both(CAPITAL) if after["entity_id"] == MOTORCYCLE]
    assert motorcycles
    for after in motorcycles:
        assert parts(after)[-2][1] == "Federal Republic of Germany"
        assert "the Federal Republic of Germany" in parts(after)[-1][0]
    assert pair.is_sound()


def test_consistency_sets_of_corrected_questions_go(patched: Patch) -> None:
    pair = patched(FRENCH)
    changed = {line["question_id"] for line in pair.log()}
    for part in ("train", "test"):
        before, after = (
            pq.read_table(dataset.folder / "consistency" / f"{part}.parquet").to_pylist()
            for dataset in (pair.before, pair.after)
        )
        assert after == [row for row in before if row["question_id"] not in changed]
        assert 0 < len(after) < len(before)


def test_statements_and_facts_are_the_newer_ones(patched: Patch) -> None:
    pair = patched(FRENCH)
    assert {s.retrieved_at for s in pair.after.snapshot.statements} == {READ}
    for record in pair.after.of_set("U"):
        assert record["snapshot"] == pair.after.manifest["snapshot"]
        assert all("minted" not in step["statement"] for step in record["route"])


def test_patched_dataset_has_not_drifted(patched: Patch, tmp_path: Path) -> None:
    pair = patched(FRENCH)
    assert replay(pair.after.folder, tmp_path / "again", FRENCH).kinds() == {}


def test_further_answer_is_accepted_and_the_old_one_stays_shown(patched: Patch) -> None:
    pair = patched(later(where(MOTORCYCLE, MADE_IN, same, valued(FRANCE))))
    for _, after in pair.both(MADE_IN):
        assert after["answer"] == "Germany"
        assert set(after["answers"]) == {"France", "Germany"}
        assert "France" not in after["choices"]
        assert after["n_distractors"] == 3
    assert pair.dropped()[f"{MADE_IN}/{CAPITAL}"] == "route_broken"
    assert pair.is_sound()


def test_answer_of_several_that_is_lost_is_accepted_no_longer(patched: Patch, tmp_path: Path) -> None:
    pair = patched(later(where(MOTORCYCLE, MADE_IN, same, valued(FRANCE))))
    replayed = replay(pair.after.folder, tmp_path / "again", later())
    assert set(replayed.kinds().values()) == {"lost"}
    made = patch(replayed.drift, tmp_path / "third", QUIET)
    third = Dataset(tmp_path / "third")
    found = [record for record in third.of_set("U") if record["property_id"] == MADE_IN]
    assert {tuple(record["answers"]) for record in found} == {("Germany",)}
    assert made.version == third.manifest["version"] == "3.0.0"
    assert verify(third.folder, QUIET).examples == {}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"end": "1900-01-01T00:00:00Z"}, "answer_gone"),
        ({"rank": "deprecated"}, "answer_gone"),
        ({"value": "1885-06-12T00:00:00Z", "precision": 11}, "wording_unfit"),
    ],
)
def test_question_that_cannot_be_kept_is_dropped(
    patched: Patch, change: dict[str, object], code: str
) -> None:
    pair = patched(later(where(MOTORCYCLE, INVENTED, lambda s: replace(s, **change))))  # type: ignore[arg-type]
    assert pair.dropped() == {INVENTED: code}
    assert pair.both(INVENTED) == []
    assert pair.made.dropped == len(pair.rejected()) > 0
    assert pair.is_sound()


def test_other_unit_does_not_fit_words_that_name_it(patched: Patch) -> None:
    days = later(where(DOG, PREGNANT, valued("63", unit="Q573")), entities=renamed("Q573", "day"))
    pair = patched(days)
    assert set(pair.dropped().values()) == {"wording_unfit"}
    assert pair.is_sound()


def test_other_amount_has_options_around_it(patched: Patch) -> None:
    pair = patched(later(where(DOG, PREGNANT, valued("40"))))
    for before, after in pair.both(PREGNANT):
        assert after["choices"][before["correct"]] == after["answer"] == "40 weeks"
        amounts = [int(choice.split()[0]) for choice in after["choices"]]
        assert len(set(amounts)) == 4
        assert all(20 <= amount <= 60 for amount in amounts)
    assert pair.is_sound()


def test_merged_item_is_called_by_its_new_id(patched: Patch) -> None:
    pair = patched(moved(MOTORCYCLE, "Q999"))
    asked = pair.both(MADE_IN)
    assert {after["entity_id"] for _, after in asked} == {"Q999"}
    assert all("wd:Q999 " in after["sparql"] for _, after in asked)
    assert pair.made.dropped == 0
    assert pair.is_sound()


def test_other_label_of_answers_and_of_options(patched: Patch) -> None:
    pair = patched(later(entities=renamed(GERMANY, "Federal Republic", "Germany")))
    for before, after in pair.both(MADE_IN):
        assert after["answer"] == after["choices"][before["correct"]] == "Federal Republic"
        assert after["answers"] == ["Federal Republic", "Germany"]
    french = patched_label(pair)
    assert french == []
    assert pair.is_sound()


def patched_label(pair: Pair) -> list[str]:
    """Return options under a name that nothing has any more."""
    return [c for record in pair.after.of_set("U") for c in record["choices"] if c == "Germany"]


def test_other_label_of_an_option_is_taken_over(patched: Patch) -> None:
    pair = patched(later(entities=renamed(FRANCE, "French Republic")))
    options = {c for record in pair.after.of_set("U") for c in record["choices"]}
    assert "French Republic" in options
    assert "France" not in options
    assert pair.is_sound()


def test_manifest_names_the_version_before(patched: Patch, sound: Path) -> None:
    manifest = patched(FRENCH).after.manifest
    assert manifest["version"] == "2.0.0"
    assert manifest["parent"]["version"] == "1.0.0"
    assert manifest["parent"]["manifest_sha256"] == file_sha256(sound / "manifest.json")


def test_facts_that_change_nothing_leave_the_data_as_it_is(patched: Patch, sound: Path) -> None:
    pair = patched(later())
    assert (pair.made.version, pair.made.corrected, pair.made.dropped) == ("1.0.1", 0, 0)
    for name in ("U/train.jsonl", "B/test.parquet", "snapshot/statements.tsv.gz", "report.md"):
        assert (pair.after.folder / name).read_bytes() == (sound / name).read_bytes()
    assert "byte for byte" in (pair.after.folder / "CHANGES.md").read_text()
    assert pair.log() == []
    assert pair.is_sound()


def test_every_change_is_in_the_changelog(patched: Patch) -> None:
    pair = patched(later(where(MOTORCYCLE, MADE_IN, same, valued(FRANCE))))
    assert len(pair.log()) == pair.made.corrected + pair.made.dropped
    kept = next(row for row in pair.log() if not row["dropped"])
    assert (kept["version"], kept["outcome"], kept["gained"]) == ("2.0.0", "gained", ["France"])
    assert kept["before"]["answers"] == ["Germany"]  # type: ignore[index]
    assert set(kept["after"]["answers"]) == {"France", "Germany"}  # type: ignore[index]
    text = (pair.after.folder / "CHANGES.md").read_text()
    assert text.startswith("# Changes\n\n## 2.0.0\n")
    assert "gained France" in text
    assert "dropped, route_broken (an edge before the last leads nowhere" in text


def test_changes_of_earlier_versions_stay(patched: Patch, tmp_path: Path) -> None:
    pair = patched(FRENCH)
    replayed = replay(pair.after.folder, tmp_path / "again", later())
    patch(replayed.drift, tmp_path / "third", QUIET)
    text = (tmp_path / "third" / "CHANGES.md").read_text()
    assert text.index("## 3.0.0") < text.index("## 2.0.0")
    log = (tmp_path / "third" / "changelog.jsonl").read_text().splitlines()
    assert [json.loads(line)["version"] for line in (log[0], log[-1])] == ["2.0.0", "3.0.0"]


def test_equal_facts_give_equal_bytes(patched: Patch, sound: Path, tmp_path: Path) -> None:
    pair = patched(FRENCH)
    again = replay(sound, tmp_path / "again", FRENCH)
    patch(again.drift, tmp_path / "other", QUIET)
    for path in sorted(p for p in pair.after.folder.rglob("*") if p.is_file()):
        other = tmp_path / "other" / path.relative_to(pair.after.folder)
        assert other.read_bytes() == path.read_bytes(), path.name


def test_patch_spares_a_folder_that_holds_something_else(sound: Path, tmp_path: Path) -> None:
    replayed = replay(sound, tmp_path, later())
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("x")
    with pytest.raises(DatasetError, match="holds something else"):
        patch(replayed.drift, tmp_path / "full", QUIET)
    with pytest.raises(DatasetError, match="lies in the dataset itself"):
        patch(replayed.drift, sound / "inside", QUIET)


def test_option_that_contains_the_truth_by_newer_facts_is_replaced(patched: Patch) -> None:
    pair = patched(later(where(GERMANY, "P30", same, valued(FRANCE))))
    asked = pair.both(MADE_IN)
    assert any("France" in before["choices"] for before, _ in asked)
    for before, after in asked:
        assert "France" not in after["choices"]
        assert after["choices"][before["correct"]] == "Germany"
        assert after["n_distractors"] == 3
    assert {row["outcome"] for row in pair.log()} == {"unchanged"}
    assert pair.is_sound()


def test_other_label_is_taken_over_where_the_statement_was_not_read(patched: Patch) -> None:
    unread = later(where(MOTORCYCLE, MADE_IN), readings=(), entities=renamed(GERMANY, "Federal Republic"))
    pair = patched(unread)
    assert {after["answer"] for _, after in pair.both(MADE_IN)} == {"Federal Republic"}
    assert pair.is_sound()


def test_a_file_of_the_users_own_is_not_cleared(tmp_path: Path) -> None:
    (tmp_path / "CHANGES.md").write_text("mine")
    begin(tmp_path)
    assert (tmp_path / "CHANGES.md").read_text() == "mine"


def test_a_build_in_place_of_a_patch_clears_its_changes(patched: Patch) -> None:
    folder = patched(FRENCH).after.folder
    begin(folder)
    assert [p.name for p in folder.rglob("*") if p.is_file()] == [".unfinished"]
