"""The journal of answers: per query and value, in transactions, with damage noticed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pipeline.base.errors import InputError
from pipeline.wikidata.batch_size import BatchSize
from pipeline.wikidata.journal import Held, Journal

ROWS = [{"item": "Zürich", "n": "1"}, {"item": "b"}]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "http" / "journal.sqlite"


def held(journal: Journal, query: str, *values: str) -> Held:
    return {value: answer for _, some in journal.held(query, values) for value, answer in some.items()}


def test_answers_come_back_in_another_run_with_their_day_empty_ones_too(path: Path) -> None:
    journal = Journal(path)
    journal.keep("q", {"Q1": ROWS, "Q2": []}, "2026-07-01")
    journal.close()
    again = Journal(path)
    assert held(again, "q", "Q1", "Q2", "Q3") == {"Q1": ("2026-07-01", ROWS), "Q2": ("2026-07-01", [])}
    again.close()


def test_another_query_has_answers_of_its_own(path: Path) -> None:
    journal = Journal(path)
    journal.keep("q", {"Q1": ROWS}, "2026-07-01")
    assert held(journal, "other", "Q1") == {}
    journal.close()


def test_values_are_looked_up_some_at_a_time_and_all_come() -> None:
    journal = Journal()
    values = [f"Q{n}" for n in range(1, 1_204)]
    journal.keep("q", dict.fromkeys(values, ROWS), "2026-07-01")
    parts = list(journal.held("q", values))
    assert [value for some, _ in parts for value in some] == values
    assert sum(len(found) for _, found in parts) == len(values)
    assert len(parts) == 3


def test_a_kind_keeps_its_batch_size(path: Path) -> None:
    journal = Journal(path)
    assert journal.size("labels") == BatchSize()
    journal.resize("labels", BatchSize(12, 8, 3))
    journal.close()
    again = Journal(path)
    assert (again.size("labels"), again.size("times")) == (BatchSize(12, 8, 3), BatchSize())
    again.close()


def test_what_a_transaction_began_and_did_not_end_is_not_there(path: Path) -> None:
    journal = Journal(path)
    with pytest.raises(RuntimeError), journal.transaction():
        journal.keep("q", {"Q1": ROWS}, "2026-07-01")
        journal.resize("labels", BatchSize(1))
        raise RuntimeError
    assert held(journal, "q", "Q1") == {}
    assert journal.size("labels") == BatchSize()
    journal.close()


def test_a_damaged_answer_counts_as_none(path: Path) -> None:
    journal = Journal(path)
    journal.keep("q", {"Q1": ROWS, "Q2": ROWS}, "2026-07-01")
    journal.close()
    with sqlite3.connect(path) as file:
        (content,) = file.execute("SELECT content FROM answers WHERE value = 'Q1'").fetchone()
        broken = content[:-1] + bytes([content[-1] ^ 1])
        file.execute("UPDATE answers SET content = ? WHERE value = 'Q1'", (broken,))
    file.close()
    again = Journal(path)
    assert list(held(again, "q", "Q1", "Q2")) == ["Q2"]
    again.close()


def test_a_file_that_is_no_journal_is_named_with_the_remedy(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"not a database" * 100)
    with pytest.raises(InputError, match=r"journal\.sqlite: cannot be used.*\n.*delete the file"):
        Journal(path)
