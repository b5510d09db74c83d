"""Each kind of drift, on the tiny dataset and facts edited since."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from pipeline.dataset.drift.outcomes import Outcome
from pipeline.wikidata.facts import Statement

from .later import (
    CAPITAL,
    DOG,
    FRANCE,
    GERMANY,
    INVENTED,
    MADE_IN,
    MOTORCYCLE,
    PREGNANT,
    later,
    moved,
    renamed,
    replay,
    same,
    valued,
    where,
)


def test_same_facts_read_again_change_nothing(sound: Path, tmp_path: Path) -> None:
    replayed = replay(sound, tmp_path, later())
    assert replayed.kinds() == {}
    assert not replayed.drift.found
    assert replayed.drift.of_kind("unchanged") == len(replayed.drift.dataset.of_set("U"))


def test_changed_value_changes_what_is_asked_and_what_lies_behind_it(sound: Path, tmp_path: Path) -> None:
    replayed = replay(sound, tmp_path, later(where(MOTORCYCLE, MADE_IN, valued(FRANCE))))
    assert replayed.kinds() == {
        f"{MOTORCYCLE} {MADE_IN}": "changed",
        f"{MOTORCYCLE} {MADE_IN}/{CAPITAL}": "changed",
    }
    assert replayed.outcomes(MADE_IN)[MADE_IN] == Outcome("changed", ("France",), ("Germany",), ("removed",))
    assert replayed.outcomes(CAPITAL)[f"{MADE_IN}/{CAPITAL}"].reasons == ("route",)


def test_same_answer_by_another_way_is_rerouted(sound: Path, tmp_path: Path) -> None:
    def elsewhere(statement: Statement) -> Iterable[Statement]:
        for edited in where(MOTORCYCLE, MADE_IN, valued(FRANCE))(statement):
            yield from where(FRANCE, CAPITAL, valued("Q64"))(edited)

    outcomes = replay(sound, tmp_path, later(elsewhere)).outcomes(CAPITAL)
    assert outcomes[f"{MADE_IN}/{CAPITAL}"] == Outcome("rerouted")


def test_added_value_is_gained(sound: Path, tmp_path: Path) -> None:
    replayed = replay(sound, tmp_path, later(where(MOTORCYCLE, MADE_IN, same, valued(FRANCE))))
    assert replayed.outcomes(MADE_IN)[MADE_IN] == Outcome("gained", ("France",))
    assert replayed.outcomes(CAPITAL)[f"{MADE_IN}/{CAPITAL}"].gained == ("Paris",)


def test_value_that_ended_or_is_deprecated_is_gone_with_the_reason(sound: Path, tmp_path: Path) -> None:
    ended = later(where(MOTORCYCLE, MADE_IN, lambda s: replace(s, end="1900-01-01T00:00:00Z")))
    outcome = replay(sound, tmp_path / "a", ended).outcomes(MADE_IN)[MADE_IN]
    assert outcome == Outcome("gone", (), ("Germany",), ("ended",))
    wrong = later(where(MOTORCYCLE, INVENTED, lambda s: replace(s, rank="deprecated")))
    outcome = replay(sound, tmp_path / "b", wrong).outcomes(INVENTED)[INVENTED]
    assert outcome == Outcome("gone", (), ("1885",), ("deprecated",))


def test_value_that_another_one_is_preferred_to_is_lost(sound: Path, tmp_path: Path) -> None:
    preferred = later(where(MOTORCYCLE, MADE_IN, same, valued(FRANCE, rank="preferred")))
    outcome = replay(sound, tmp_path, preferred).outcomes(MADE_IN)[MADE_IN]
    assert outcome == Outcome("changed", ("France",), ("Germany",), ("not_preferred",))


def test_value_that_was_read_and_is_no_more_is_removed(sound: Path, tmp_path: Path) -> None:
    outcome = replay(sound, tmp_path, later(where(DOG, PREGNANT))).outcomes(PREGNANT)[PREGNANT]
    assert outcome == Outcome("gone", (), ("9 weeks",), ("removed",))


def test_value_that_was_not_read_is_no_drift(sound: Path, tmp_path: Path) -> None:
    replayed = replay(sound, tmp_path, later(where(DOG, PREGNANT), readings=()))
    assert replayed.kinds() == {f"{DOG} {PREGNANT}": "unread"}
    assert not replayed.drift.found


def test_merged_item_is_told_and_is_no_change(sound: Path, tmp_path: Path) -> None:
    replayed = replay(sound, tmp_path, moved(GERMANY, "Q999"))
    assert set(replayed.kinds().values()) == {"merged"}
    assert replayed.outcomes(MADE_IN)[MADE_IN].merged == (f"{GERMANY} > Q999",)
    assert f"{MOTORCYCLE} {MADE_IN}/{CAPITAL}" in replayed.kinds()


def test_merged_thing_is_asked_for_under_its_new_id(sound: Path, tmp_path: Path) -> None:
    replayed = replay(sound, tmp_path, moved(MOTORCYCLE, "Q999"))
    assert replayed.outcomes(INVENTED, MOTORCYCLE)[INVENTED] == Outcome(
        "merged", merged=(f"{MOTORCYCLE} > Q999",)
    )


def test_other_label_is_told_apart_from_another_value(sound: Path, tmp_path: Path) -> None:
    replayed = replay(sound, tmp_path, later(entities=renamed(GERMANY, "Federal Republic")))
    assert replayed.kinds() == {f"{MOTORCYCLE} {MADE_IN}": "relabelled"}
    assert replayed.outcomes(MADE_IN)[MADE_IN].renamed == ("Germany > Federal Republic",)


def test_further_alias_is_told_as_such(sound: Path, tmp_path: Path) -> None:
    replayed = replay(sound, tmp_path, later(entities=renamed(GERMANY, "Germany", "Deutschland")))
    assert replayed.outcomes(MADE_IN)[MADE_IN] == Outcome("relabelled", renamed=("further names",))


def test_other_unit_is_another_value(sound: Path, tmp_path: Path) -> None:
    days = later(where(DOG, PREGNANT, lambda s: replace(s, unit="Q573")), entities=renamed("Q573", "day"))
    outcome = replay(sound, tmp_path, days).outcomes(PREGNANT)[PREGNANT]
    assert outcome == Outcome("changed", ("9 days",), ("9 weeks",), ("removed",))


def test_equal_values_written_otherwise_are_the_same(sound: Path, tmp_path: Path) -> None:
    facts = later(where(DOG, PREGNANT, valued("+9.0")))
    assert replay(sound, tmp_path / "a", facts).kinds() == {}
    facts = later(where(MOTORCYCLE, INVENTED, valued("1885-06-12T00:00:00Z")))
    assert replay(sound, tmp_path / "b", facts).kinds() == {}


def test_finer_precision_is_another_value(sound: Path, tmp_path: Path) -> None:
    facts = later(where(MOTORCYCLE, INVENTED, valued("1885-06-12T00:00:00Z", precision=11)))
    assert replay(sound, tmp_path, facts).outcomes(INVENTED)[INVENTED].kind == "changed"


def test_figures_are_told_by_property(sound: Path, tmp_path: Path) -> None:
    replayed = replay(sound, tmp_path, later(where(DOG, PREGNANT)))
    content = replayed.drift.content()
    dogs = len([r for r in replayed.drift.dataset.of_set("U") if r["property_id"] == PREGNANT])
    assert content["properties"][PREGNANT] == {"gone": dogs}
    assert content["kinds"]["gone"] == dogs == len(content["drifted"])
    assert content["queries"] < content["questions"]
    assert {row["lost"] for row in map(_hashable, content["drifted"])} == {("9 weeks",)}


def _hashable(row: dict[str, object]) -> dict[str, object]:
    return {name: tuple(v) if isinstance(v, list) else v for name, v in row.items()}
