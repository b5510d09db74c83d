"""The bank's tables: forms of an answer as SQL looks them up."""

from __future__ import annotations

import pytest

from pipeline.bank.tables import SCHEMAS, bars


@pytest.mark.parametrize(
    ("forms", "column"),
    [
        (("Carl Benz", "KARL Benz"), "|carl benz|karl benz|"),
        (("A|B",), "|a b|"),
        (("Élan",), "|élan|"),
        ((), "||"),
    ],
)
def test_forms_stand_in_lower_case_between_bars(forms: tuple[str, ...], column: str) -> None:
    assert bars(forms) == column


def test_whole_forms_can_be_told_from_parts() -> None:
    column = bars(("steam engine", "engine"))
    assert "|engine|" in column
    assert "|steam|" not in column


def test_tables_have_no_column_twice() -> None:
    for schema in SCHEMAS.values():
        assert len(set(schema.names)) == len(schema.names)
