"""Snapshots: what is written is read back, damage is found, equal facts give equal bytes."""

from __future__ import annotations

import gzip
import json
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.base.errors import InputError
from pipeline.base.hashing import file_sha256
from pipeline.wikidata.embedded import EmbeddedEndpoint
from pipeline.wikidata.facts import RANKS, Entity, Statement, with_minted_id
from pipeline.wikidata.snapshot import (
    Snapshot,
    read_snapshot,
    snapshot_hash,
    write_snapshot,
)

FOUNDED = Statement("Q243", "P571", "time", "1889-03-31T00:00:00Z", precision=11, source="codex")
HEAD = Statement(
    "Q142", "P35", "item", "Q2042", end="1969-04-28T00:00:00Z", statement_id="Q142-A", source="live"
)
HEIGHT = Statement("Q243", "P2048", "quantity", "330", unit="Q11573", rank="preferred", source="odd")
DATES = {"codex": "2021-03", "live": "2026-07-01"}
FACTS = Snapshot(
    (
        replace(HEAD, retrieved_at="2026-07-01"),
        with_minted_id(HEIGHT),
        replace(with_minted_id(FOUNDED), retrieved_at="2021-03"),
    ),
    (Entity("Q142", "France", "country", ("FR", "French Republic")), Entity("Q243", "Eiffel Tower")),
    DATES,
)


def lines(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().splitlines()


def reseal(folder: Path, name: str, rows: list[str]) -> None:
    """Write a table anew with a right checksum, as a hand that edits a snapshot would."""
    (folder / name).write_bytes(gzip.compress("".join(f"{row}\n" for row in rows).encode(), mtime=0))
    description = json.loads((folder / "snapshot.json").read_text())
    description["sha256"][name] = file_sha256(folder / name)
    (folder / "snapshot.json").write_text(json.dumps(description))


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    write_snapshot(tmp_path, FACTS)
    assert read_snapshot(tmp_path) == FACTS


def test_the_tables_are_sorted_and_leave_out_what_can_be_derived(tmp_path: Path) -> None:
    write_snapshot(tmp_path, replace(FACTS, statements=FACTS.statements[::-1], entities=FACTS.entities[::-1]))
    assert lines(tmp_path / "statements.tsv.gz") == [
        "subject\tproperty\tkind\tvalue\tunit\tprecision\trank\tend\tstatement_id\tsource\tretrieved_at",
        "Q142\tP35\titem\tQ2042\t\t\t\t1969-04-28T00:00:00Z\tQ142-A\tlive\t",
        "Q243\tP2048\tquantity\t330\tQ11573\t\tpreferred\t\t\todd\t",
        "Q243\tP571\ttime\t1889-03-31T00:00:00Z\t\t11\t\t\t\tcodex\t",
    ]
    assert lines(tmp_path / "entities.tsv.gz") == [
        "item\tlanguage\tlabel\tdescription\taliases",
        "Q142\ten\tFrance\tcountry\tFR|French Republic",
        "Q243\ten\tEiffel Tower\t\t",
    ]


def test_the_description_holds_format_language_rows_dates_and_checksums(tmp_path: Path) -> None:
    write_snapshot(tmp_path, replace(FACTS, language="de"))
    assert json.loads((tmp_path / "snapshot.json").read_text()) == {
        "format": "reasonvqa-snapshot-2",
        "language": "de",
        "languages": ["de"],
        "statements": 3,
        "entities": 2,
        "sources": DATES,
        "sha256": {n: file_sha256(tmp_path / n) for n in ("statements.tsv.gz", "entities.tsv.gz")},
    }


def test_equal_facts_in_any_order_and_twice_over_give_equal_bytes(tmp_path: Path) -> None:
    shuffled = Snapshot(
        FACTS.statements[::-1] * 2, FACTS.entities[::-1] * 2, dict(reversed(DATES.items())), FACTS.language
    )
    write_snapshot(tmp_path / "a", FACTS)
    write_snapshot(tmp_path / "b", shuffled)
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()


def test_the_hash_is_16_hex_digits_that_follow_the_tables(tmp_path: Path) -> None:
    write_snapshot(tmp_path / "a", FACTS)
    write_snapshot(tmp_path / "b", replace(FACTS, statements=FACTS.statements[::-1]))
    write_snapshot(tmp_path / "c", replace(FACTS, statements=FACTS.statements[1:]))
    write_snapshot(tmp_path / "d", replace(FACTS, entities=FACTS.entities[1:]))
    a, b, c, d = (snapshot_hash(tmp_path / name) for name in "abcd")
    assert len(a) == 16
    assert int(a, 16) >= 0
    assert a == b
    assert len({a, c, d}) == 3


def test_a_source_without_a_date_is_unknown(tmp_path: Path) -> None:
    write_snapshot(tmp_path, FACTS)
    (height,) = (s for s in read_snapshot(tmp_path).statements if s.source == "odd")
    assert height.retrieved_at == "unknown"


def test_each_statement_keeps_the_date_it_was_read(tmp_path: Path) -> None:
    days = (
        replace(HEAD, retrieved_at="2026-07-01"),
        replace(HEAD, statement_id="Q142-B", retrieved_at="2026-07-03"),
    )
    write_snapshot(tmp_path, Snapshot(days, (), {"live": "2026-07-01"}))
    assert read_snapshot(tmp_path).statements == days


def test_an_alias_with_a_bar_stays_one_alias(tmp_path: Path) -> None:
    entity = Entity("Q1", "a", "", ("Ke$ha | singer",))
    write_snapshot(tmp_path, Snapshot((), (entity,), {}))
    assert read_snapshot(tmp_path).entities == (entity,)


def test_an_empty_snapshot_is_a_snapshot(tmp_path: Path) -> None:
    write_snapshot(tmp_path, Snapshot((), (), {}))
    assert read_snapshot(tmp_path) == Snapshot((), (), {})


def test_labels_are_cleaned_as_they_are_read(tmp_path: Path) -> None:
    write_snapshot(tmp_path, FACTS)
    reseal(
        tmp_path,
        "entities.tsv.gz",
        ["item\tlabel\tdescription\taliases", "Q1\t Cafe\u0301\u200b  x \ta  b\t |z||"],
    )
    assert read_snapshot(tmp_path).entities == (Entity("Q1", "Caf\u00e9 x", "a b", ("z",)),)


@pytest.mark.parametrize("name", ["statements.tsv.gz", "entities.tsv.gz"])
def test_a_table_that_changed_or_vanished_is_named(tmp_path: Path, name: str) -> None:
    write_snapshot(tmp_path, FACTS)
    (tmp_path / name).write_bytes((tmp_path / name).read_bytes() + b"\0")
    with pytest.raises(InputError, match="checksum") as caught:
        read_snapshot(tmp_path)
    assert caught.value.path == tmp_path / name
    (tmp_path / name).unlink()
    with pytest.raises(InputError, match="is missing"):
        read_snapshot(tmp_path)


def test_a_folder_without_description_is_no_snapshot(tmp_path: Path) -> None:
    for asked in (read_snapshot, snapshot_hash):
        with pytest.raises(InputError, match=r"has no snapshot\.json"):
            asked(tmp_path)


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"format": "reasonvqa-snapshot-2"}', "\xff"])
def test_a_description_of_another_form_is_an_input_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "snapshot.json").write_text(text, encoding="latin-1")
    with pytest.raises(InputError, match=r"snapshot\.json"):
        read_snapshot(tmp_path)


@pytest.mark.parametrize("field", ["sha256", "sources", "language"])
def test_a_description_that_lacks_a_field_is_an_input_error(tmp_path: Path, field: str) -> None:
    write_snapshot(tmp_path, FACTS)
    description = json.loads((tmp_path / "snapshot.json").read_text())
    del description[field]
    (tmp_path / "snapshot.json").write_text(json.dumps(description))
    with pytest.raises(InputError):
        read_snapshot(tmp_path)


@pytest.mark.parametrize(
    "row", ["Q1\tP1\titem\tQ2\t\t\tbest\t\t\ts\t", "X1\tP1\titem\tQ2\t\t\t\t\t\ts\t", "Q1\tP1"]
)
def test_a_malformed_row_is_an_input_error(tmp_path: Path, row: str) -> None:
    write_snapshot(tmp_path, FACTS)
    reseal(tmp_path, "statements.tsv.gz", [lines(tmp_path / "statements.tsv.gz")[0], row])
    for asked in (read_snapshot, EmbeddedEndpoint.open):
        with pytest.raises(InputError, match=r"statements\.tsv\.gz.*line 2"):
            asked(tmp_path)


@pytest.mark.parametrize(
    "row",
    [
        "Q1\tP1\ttime\t1889-01-01T00:00:00Z\t\tyear\t\t\t\ts\t",
        "Q1\tP1\titm\tQ2\t\t\t\t\t\ts\t",
        "Q1\tP1\titem\tParis\t\t\t\t\t\ts\t",
        "Q1\tarchitect\titem\tQ2\t\t\t\t\t\ts\t",
    ],
)
def test_a_row_with_a_cell_of_another_kind_is_an_input_error(tmp_path: Path, row: str) -> None:
    write_snapshot(tmp_path, FACTS)
    reseal(tmp_path, "statements.tsv.gz", [lines(tmp_path / "statements.tsv.gz")[0], row])
    for asked in (read_snapshot, EmbeddedEndpoint.open):
        with pytest.raises(InputError, match="line 2"):
            asked(tmp_path)


_word = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\t\n\r"), min_size=1)
_statements = st.lists(
    st.builds(
        Statement,
        st.integers(1, 99).map("Q{}".format),
        st.integers(1, 99).map("P{}".format),
        st.sampled_from(["time", "quantity", "string", "coordinate"]),
        _word,
        st.sampled_from(["", "Q11573"]),
        st.integers(1, 14),
        st.sampled_from(RANKS),
        st.sampled_from(["", "1969-04-28T00:00:00Z"]),
        st.sampled_from(["Q1-A", "Q2-b"]),
        st.just("codex"),
        st.just("2021-03"),
    ).flatmap(lambda s: st.sampled_from([s, with_minted_id(s)])),
    max_size=5,
)


@settings(deadline=None, derandomize=True, max_examples=50)
@given(_statements)
def test_any_statements_are_read_back_sorted_and_once(statements: list[Statement]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write_snapshot(Path(folder), Snapshot(tuple(statements), (), DATES))
        assert read_snapshot(Path(folder)).statements == tuple(sorted(set(statements)))
