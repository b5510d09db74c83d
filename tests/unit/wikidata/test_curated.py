"""Reviewed tables of facts as statements (read_curated)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.base.errors import InputError
from pipeline.wikidata.facts import Statement, with_minted_id
from pipeline.wikidata.snapshot import CURATED_COLUMNS, read_curated


def table(tmp_path: Path, *rows: str, columns: tuple[str, ...] = CURATED_COLUMNS) -> Path:
    path = tmp_path / "everyday_facts.tsv"
    path.write_text("".join(f"{line}\n" for line in ("\t".join(columns), *rows)), encoding="utf-8")
    return path


def statement(
    subject: str, prop: str, kind: str, value: str, *, unit: str = "", precision: int = 0
) -> Statement:
    made = Statement(subject, prop, kind, value, unit=unit, precision=precision, source="curated")
    return with_minted_id(made)


def test_items_times_and_quantities_are_read_and_marked_curated(tmp_path: Path) -> None:
    path = table(
        tmp_path,
        "Q44\tbeer\tP527\thas part(s)\titem\tQ283\twater\t\tBeer is made of water.",
        "Q101401\tbell\tP575\ttime of discovery\ttime\t-2499-01-01\t\t6\tIn the 3rd millennium BC.",
        "Q144\tdog\tP2250\tlife expectancy\tquantity\t10\t\tQ577\tSome ten years.",
        "Q144\tdog\tP1971\tnumber\tquantity\t4\t\t1\tA count.",
    )
    read = list(read_curated([path]))
    assert read == [
        statement("Q44", "P527", "item", "Q283"),
        statement("Q101401", "P575", "time", "-2499-01-01T00:00:00Z", precision=6),
        statement("Q144", "P2250", "quantity", "10", unit="Q577"),
        statement("Q144", "P1971", "quantity", "4"),
    ]
    assert all("-curated-" in s.statement_id and s.retrieved_at == "unknown" for s in read)


def test_several_tables_are_read_in_the_order_given(tmp_path: Path) -> None:
    row = "Q{}\tx\tP279\tsubclass of\titem\tQ2\ty\t\tSo it is."
    paths = []
    for number in (2, 1):
        (tmp_path / str(number)).mkdir()
        paths.append(table(tmp_path / str(number), row.format(number)))
    assert [s.subject for s in read_curated(paths)] == ["Q2", "Q1"]


def test_no_tables_no_statements() -> None:
    assert list(read_curated([])) == []


def test_a_table_without_a_needed_column_is_an_input_error(tmp_path: Path) -> None:
    path = table(tmp_path, columns=CURATED_COLUMNS[:-1])
    with pytest.raises(InputError, match="evidence"):
        list(read_curated([path]))


@pytest.mark.parametrize(
    "row",
    [
        "Q44\tbeer\tP575\tinvention\ttime\t-2499-01-01\t\t\tNo precision.",
        "Q44\tbeer\tP575\tinvention\ttime\tlong ago\t\t9\tNo time.",
        "Q44\tbeer\tP527\thas part(s)\titm\tQ283\twater\t\tNo such kind.",
        "Q44\tbeer\tP527\thas part(s)\titem\twater\twater\t\tNo item.",
        "beer\tbeer\tP527\thas part(s)\titem\tQ283\twater\t\tNo subject.",
        "Q44\tbeer\tP2048\theight\tquantity\ttall\t\t1\tNo number.",
    ],
)
def test_a_malformed_row_is_an_input_error_that_names_the_file(tmp_path: Path, row: str) -> None:
    path = table(tmp_path, row)
    with pytest.raises(InputError) as caught:
        list(read_curated([path]))
    assert caught.value.path == path
