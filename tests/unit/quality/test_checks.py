"""Every check finds its fault, and nothing in what is sound."""

from __future__ import annotations

import pytest

from pipeline.base.errors import SettingsError
from pipeline.quality.every import CHECKS, chosen, findings
from pipeline.quality.registry import check
from pipeline.quality.units import Shown, Unit

from .faulty import FAULTY, SOUND


def _codes(unit: Unit) -> set[str]:
    return {check.code for check, _ in findings(unit, chosen())}


@pytest.mark.parametrize("code", sorted(CHECKS))
def test_each_check_finds_its_fault_and_no_other_error(code: str) -> None:
    for unit in FAULTY[code]:
        found = _codes(unit)
        assert code in found, unit
        assert {other for other in found if other.startswith("E")} <= {code}, unit


@pytest.mark.parametrize("unit", SOUND, ids=str)
def test_nothing_is_found_in_what_is_sound(unit: Unit) -> None:
    assert list(findings(unit, chosen())) == []


def test_each_code_tells_its_group_and_says_what_it_finds_in_a_sentence() -> None:
    for check_ in CHECKS.values():
        assert check_.group
        assert check_.message.endswith(".")
        assert len(check_.message) < 130


def test_checks_are_chosen_by_the_beginning_of_their_codes() -> None:
    codes = {c.code for c in chosen(select=("E1", "W1"), ignore=("E101",))}
    assert codes == {code for code in CHECKS if code[1] == "1"} - {"E101"}
    assert {c.code[0] for c in chosen(errors_only=True)} == {"E"}


def test_a_code_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SettingsError, match="no code begins with 'E9'"):
        chosen(ignore=("E9",))


def test_a_code_cannot_be_given_twice() -> None:
    with pytest.raises(ValueError, match="E401 is taken"):
        check("E401", Shown)(lambda unit: None)
