"""The engine: SQL files with parameters, and results written byte for byte alike."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.base.columns import read_rows, write_rows
from pipeline.base.errors import SettingsError
from pipeline.base.hashing import digest
from pipeline.relational import engine as engine_module
from pipeline.relational.engine import Engine, Parameter, literal, sql

SCHEMA = pa.schema([("name", pa.string()), ("n", pa.int32())])


@pytest.fixture
def queries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of SQL files in place of the project's own."""
    folder = tmp_path / "sql"
    folder.mkdir()
    monkeypatch.setattr(engine_module, "_SQL", folder)
    (folder / "all_of_t.sql").write_text("SELECT * FROM t")
    (folder / "value.sql").write_text("-- One value.\nSELECT $value AS value")
    return folder


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    with Engine(tmp_path / "scratch") as opened:
        yield opened


def table(path: Path, *names: str) -> Path:
    write_rows(path, SCHEMA, [{"name": name, "n": number} for number, name in enumerate(names)])
    return path


@pytest.mark.parametrize(
    ("value", "text"),
    [("a", "'a'"), ("it's", "'it''s'"), ("", "''"), ("$x", "'$x'"), (7, "7"), (-1, "-1"), (0.25, "0.25")],
)
def test_literal_is_sql_text(value: Parameter, text: str) -> None:
    assert literal(value) == text


@settings(
    deadline=None,
    derandomize=True,
    max_examples=100,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    value=st.text(st.characters(exclude_categories=["Cs"]))
    | st.integers(-(2**63) + 1, 2**63 - 1)
    | st.sampled_from(["'", "''", "\\", "\\'", "$value", "%s", "a -- b", "a; DROP TABLE t", "\0", "é\n"])
)
def test_parameter_comes_back_as_it_was_given(queries: Path, engine: Engine, value: Parameter) -> None:
    assert engine.rows("value", value=value) == [(value,)]


def test_missing_parameter_is_an_error_rather_than_empty(queries: Path) -> None:
    with pytest.raises(KeyError, match="value"):
        sql("value")


def test_parameter_may_stand_in_for_a_fragment(queries: Path) -> None:
    (queries / "tagged.sql").write_text("SELECT $tags, $first_property")
    filled = sql("tagged", tags="mine")
    assert filled == "SELECT 'mine', split_part(r.properties, '/', 1)"


def test_engine_computes_the_same_hash_as_python(queries: Path, engine: Engine) -> None:
    (queries / "hash.sql").write_text("SELECT md5(md5($seed) || md5('limit') || md5($id))")
    assert engine.rows("hash", seed="7", id="VG_é") == [(digest(7, "limit", "VG_é"),)]


@pytest.mark.parametrize("path", sorted(engine_module._SQL.glob("*.sql")), ids=lambda path: path.stem)
def test_every_hash_in_the_sql_files_is_one_of_hashes(path: Path) -> None:
    part = re.compile(r"md5\((?:[^()]|CAST\([^()]*(?:\([^()]*\))?[^()]*\))*?\)")
    # Hashes, or several joined, may be kept in columns that are called so.
    text = re.sub(r"(?<!AS )\b(?:\w+\.)?\w+_hash\b", "KEPT", path.read_text(encoding="utf-8"))
    text = re.sub(r"md5\(KEPT(?:\s*\|\|\s*KEPT)+\)", "SEVERAL", text)
    outer = re.sub(r"ONE(?:\s*\|\|\s*ONE)* AS \w+_hash\b", "", part.sub("ONE", text))
    several = re.findall(r"md5\((?:ONE|KEPT)(?:\s*\|\|\s*(?:ONE|KEPT))+\)", outer)
    assert outer.count("md5(") == len(several)
    assert outer.count("ONE") == sum(hash_.count("ONE") for hash_ in several)


def test_files_are_read_as_tables_one_or_several(queries: Path, engine: Engine, tmp_path: Path) -> None:
    one, two = table(tmp_path / "1.parquet", "a", "b"), table(tmp_path / "2.parquet", "c")
    engine.register({"t": [one, two], "u": one})
    assert engine.count(["t", "u"]) == {"t": 3, "u": 2}
    engine.register({"t": two})
    assert engine.rows("all_of_t") == [("c", 0)]


@pytest.mark.parametrize("name", ["it's", "a [1]", "a b", "é", "50%", "a{1,2}"])
def test_folder_may_have_any_name(queries: Path, engine: Engine, tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    engine.register({"t": table(tmp_path / name / "t.parquet", "a")})
    engine.write_parquet(tmp_path / name / "copy.parquet", "all_of_t", order="name")
    assert read_rows(tmp_path / name / "copy.parquet") == [{"name": "a", "n": 0}]


def test_created_table_keeps_its_rows_and_can_be_made_anew(queries: Path, engine: Engine) -> None:
    engine.create("t", "value", value="a")
    assert engine.rows("all_of_t") == [("a",)]
    engine.create("t", "value", value="b")
    assert engine.rows("all_of_t") == [("b",)]


@pytest.mark.parametrize("threads", [1, 2])
def test_file_is_sorted_and_its_bytes_do_not_depend_on_rows_or_threads(
    queries: Path, tmp_path: Path, threads: int
) -> None:
    names = [f"n{number:05d}" for number in range(3000)]
    rows = [{"name": name, "n": None if name.endswith("7") else 1} for name in names]
    written: list[bytes] = []
    for number, order in enumerate((rows, rows[::-1], rows[1000:] + rows[:1000])):
        source = tmp_path / f"{number}.parquet"
        write_rows(source, SCHEMA, order)
        with Engine(tmp_path / "scratch", threads=1 if number else threads) as opened:
            opened.register({"t": source})
            opened.write_parquet(tmp_path / "sorted.parquet", "all_of_t", order="name")
            opened.write_json_lines(tmp_path / "sorted.jsonl", "all_of_t", order="name")
        assert [row["name"] for row in read_rows(tmp_path / "sorted.parquet")] == names
        written.append((tmp_path / "sorted.parquet").read_bytes() + (tmp_path / "sorted.jsonl").read_bytes())
    assert written[0] == written[1] == written[2]


def test_file_of_several_row_groups_does_not_depend_on_rows_or_threads(queries: Path, tmp_path: Path) -> None:
    (queries / "many.sql").write_text(
        "SELECT md5(CAST(i AS VARCHAR)) AS name FROM range(210000) AS t(i) ORDER BY md5(i || $salt)"
    )
    written: list[bytes] = []
    for threads in (1, 2):
        with Engine(tmp_path / "scratch", threads=threads) as opened:
            opened.write_parquet(tmp_path / "many.parquet", "many", order="name", salt=str(threads))
        written.append((tmp_path / "many.parquet").read_bytes())
    assert written[0] == written[1]
    # Groups of 100,000 rows, as DuckDB rounds them up to whole vectors of 2,048.
    assert pq.ParquetFile(tmp_path / "many.parquet").num_row_groups == 3


def test_json_lines_hold_one_object_a_line_in_order(queries: Path, engine: Engine, tmp_path: Path) -> None:
    (queries / "some.sql").write_text(
        "SELECT * FROM (VALUES (2, 'é\"\n', [1, 2], NULL), (1, '', [], 0.5)) AS v(a, b, c, d)"
    )
    engine.write_json_lines(tmp_path / "a.jsonl", "some", order="a")
    lines = (tmp_path / "a.jsonl").read_text(encoding="utf-8").split("\n")
    assert lines.pop() == ""
    assert [json.loads(line) for line in lines] == [
        {"a": 1, "b": "", "c": [], "d": 0.5},
        {"a": 2, "b": 'é"\n', "c": [1, 2], "d": None},
    ]


@pytest.mark.parametrize("form", ["parquet", "jsonl"])
def test_empty_result_is_a_file_without_rows(
    queries: Path, engine: Engine, tmp_path: Path, form: str
) -> None:
    engine.register({"t": table(tmp_path / "t.parquet")})
    path = tmp_path / f"empty.{form}"
    if form == "parquet":
        engine.write_parquet(path, "all_of_t", order="name")
        assert read_rows(path) == []
    else:
        engine.write_json_lines(path, "all_of_t", order="name")
        assert path.read_bytes() == b""


@pytest.mark.parametrize("form", ["parquet", "jsonl"])
def test_failed_query_leaves_the_old_file_and_no_rest(
    queries: Path, engine: Engine, tmp_path: Path, form: str
) -> None:
    (queries / "wrong.sql").write_text("SELECT CAST('x' AS INTEGER) AS a")
    out = tmp_path / "out"
    out.mkdir()
    (out / "a").write_text("old")
    write: Any = engine.write_parquet if form == "parquet" else engine.write_json_lines
    with pytest.raises(duckdb.Error, match="Could not convert string 'x'"):
        write(out / "a", "wrong", order="a")
    assert [(entry.name, entry.read_text()) for entry in out.iterdir()] == [("a", "old")]


def test_engine_is_closed_at_the_end_of_its_block(queries: Path, tmp_path: Path) -> None:
    with Engine(tmp_path / "deep" / "scratch") as opened:
        assert opened.rows("value", value=1) == [(1,)]
    with pytest.raises(duckdb.ConnectionException):
        opened.rows("value", value=1)
    assert (tmp_path / "deep" / "scratch").is_dir()


def test_threads_and_memory_are_those_given(queries: Path, tmp_path: Path) -> None:
    (queries / "limit.sql").write_text("SELECT current_setting('memory_limit'), current_setting('threads')")
    with Engine(tmp_path / "scratch", threads=2, memory="100MiB") as opened:
        assert opened.rows("limit") == [("100.0 MiB", 2)]


def test_memory_that_does_not_suffice_is_told_as_a_setting(queries: Path, tmp_path: Path) -> None:
    (queries / "large.sql").write_text(
        "SELECT list(i ORDER BY md5(CAST(i AS VARCHAR))) FROM range(20000000) AS t(i)"
    )
    with (
        Engine(tmp_path / "scratch", memory="8MB") as small,
        pytest.raises(SettingsError, match="memory: 8MB does not suffice"),
    ):
        small.rows("large")


def test_result_as_a_table_has_each_column_in_one_piece(
    queries: Path, engine: Engine, tmp_path: Path
) -> None:
    engine.register({"t": table(tmp_path / "t.parquet", "a", "b")})
    found = engine.table("all_of_t")
    assert found.to_pylist() == [{"name": "a", "n": 0}, {"name": "b", "n": 1}]
    assert all(column.num_chunks == 1 for column in found.columns)


@pytest.mark.parametrize("at_once", [1, 1_000])
def test_pieces_are_in_order_whether_or_not_they_are_sorted_at_once(
    queries: Path, engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(engine_module, "_AT_ONCE", at_once)
    names = [f"{number * 7919 % 300:04d}" for number in range(300)]
    engine.register({"t": table(tmp_path / "t.parquet", *names)})
    pieces = list(engine.sorted_pieces("all_of_t", rows=len(names), order=("name",)))
    joined = pa.concat_tables(pieces)
    assert joined["name"].to_pylist() == sorted(names)
    assert joined.schema.names == SCHEMA.names


def test_what_is_written_nearly_in_order_has_all_rows(queries: Path, engine: Engine, tmp_path: Path) -> None:
    engine.register({"t": table(tmp_path / "t.parquet", "a", "b", "c")})
    engine.write_nearly(tmp_path / "written.parquet", "all_of_t", order="name")
    assert [row["name"] for row in read_rows(tmp_path / "written.parquet")] == ["a", "b", "c"]
