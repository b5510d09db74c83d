"""The engine on a Spark server: what it tells when it cannot work, and what it leaves behind."""

from __future__ import annotations

import multiprocessing
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

from pipeline.base.columns import read_rows, write_rows
from pipeline.base.errors import EngineError
from pipeline.relational import engine as engine_module
from pipeline.relational.engine import LOCAL, Engine, SqlEngine, open_engine
from tests.servers import free_port

SCHEMA = pa.schema([pa.field("name", pa.string(), nullable=False), ("words", pa.list_(pa.string()))])
ROWS = [{"name": name, "words": [name, name]} for name in "cab"]


@pytest.fixture
def queries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of SQL files in place of the project's own."""
    folder = tmp_path / "sql"
    folder.mkdir()
    monkeypatch.setattr(engine_module, "_SQL", folder)
    (folder / "brought.sql").write_text("SELECT * FROM brought")
    (folder / "all_of_t.sql").write_text("SELECT * FROM t")
    (folder / "none_of_t.sql").write_text("SELECT * FROM t WHERE name = 'x'")
    (folder / "wrong.sql").write_text("SELECT nothing FROM t")
    return folder


@pytest.fixture(params=["in place", "shared"])
def engine(queries: Path, sail: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[SqlEngine]:
    """An engine whose server reads this machine's files in place, or copies of them in a shared folder."""
    write_rows(tmp_path / "t.parquet", SCHEMA, ROWS)
    shared = "" if request.param == "in place" else f"file://{tmp_path}/shared"
    with open_engine(sail, tmp_path / "scratch", shared=shared) as opened:
        opened.register({"t": tmp_path / "t.parquet"})
        yield opened


def test_setting_names_the_engine(tmp_path: Path) -> None:
    with open_engine(LOCAL, tmp_path, threads=2, memory="100MB") as opened:
        assert isinstance(opened, Engine)


def test_results_are_sorted_files_and_rows(engine: SqlEngine, tmp_path: Path) -> None:
    engine.write_parquet(tmp_path / "a.parquet", "all_of_t", order="name")
    engine.write_json_lines(tmp_path / "a.jsonl", "all_of_t", order="name DESC")
    assert read_rows(tmp_path / "a.parquet") == sorted(ROWS, key=lambda row: str(row["name"]))
    assert (tmp_path / "a.jsonl").read_text() == "".join(
        f'{{"name":"{name}","words":["{name}","{name}"]}}\n' for name in "cba"
    )
    assert sorted(engine.rows("all_of_t")) == [(name, [name, name]) for name in "abc"]


def test_empty_result_is_a_table_with_its_columns(engine: SqlEngine, tmp_path: Path) -> None:
    engine.create("t", "none_of_t")
    engine.write_parquet(tmp_path / "a.parquet", "all_of_t", order="name")
    assert engine.count(["t"]) == {"t": 0}
    assert read_rows(tmp_path / "a.parquet") == []
    assert pa.parquet.read_schema(tmp_path / "a.parquet").names == SCHEMA.names


def test_several_files_are_one_table_and_a_changed_file_is_read_anew(
    engine: SqlEngine, tmp_path: Path
) -> None:
    write_rows(tmp_path / "u.parquet", SCHEMA, ROWS[:1])
    engine.register({"u": [tmp_path / "t.parquet", tmp_path / "u.parquet"]})
    assert engine.count(["u"]) == {"u": 4}
    write_rows(tmp_path / "t.parquet", SCHEMA, ROWS[:2])
    engine.register({"t": tmp_path / "t.parquet"})
    assert engine.count(["t"]) == {"t": 2}


def test_nothing_of_a_session_is_left_behind(engine: SqlEngine, tmp_path: Path) -> None:
    engine.create("t", "all_of_t")
    engine.write_parquet(tmp_path / "a.parquet", "all_of_t", order="name")
    engine.__exit__(None, None, None)
    assert list((tmp_path / "scratch").iterdir()) == []
    assert {path.parent.name for path in (tmp_path / "shared").rglob("*.parquet")} <= {"tables"}


def test_session_keeps_what_its_tables_have_and_nothing_that_was_brought(
    engine: SqlEngine, tmp_path: Path
) -> None:
    for _ in range(3):
        engine.create("t", "all_of_t")
        engine.create("u", "none_of_t")
        engine.write_parquet(tmp_path / "a.parquet", "all_of_t", order="name")
    folders = {path.parent for path in tmp_path.rglob("session-*/*/*.parquet")}
    kept = {folder for folder in folders if folder.name != "probe"}
    assert len(kept) == 2
    assert engine.count(["t", "u"]) == {"t": 3, "u": 0}


def test_complaint_of_the_server_is_told_with_its_address(engine: SqlEngine, sail: str) -> None:
    with pytest.raises(EngineError, match=r"nothing") as caught:
        engine.create("v", "wrong")
    assert str(caught.value).startswith(sail)


def _open(address: str, scratch: Path) -> None:
    with open_engine(address, scratch):
        pass


def test_engine_opens_in_processes_that_work_on_shards(sail: str, tmp_path: Path) -> None:
    process = multiprocessing.get_context("spawn").Process(target=_open, args=(sail, tmp_path))
    process.start()
    process.join()
    assert process.exitcode == 0


def test_server_that_is_not_there_is_told_at_once(sail: str, tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="no Spark server can be reached there") as caught:
        open_engine(f"sc://127.0.0.1:{free_port()}/;token=secret", tmp_path)
    assert "secret" not in str(caught.value)


def test_client_that_is_missing_is_told_with_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pipeline.relational.spark", None)
    with pytest.raises(EngineError, match=r"pip install 'reasonvqa\[spark\]'"):
        open_engine("sc://localhost", tmp_path)


def test_old_server_is_refused(sail: str) -> None:
    spark = pytest.importorskip("pipeline.relational.spark")
    with pytest.raises(EngineError, match=r"is Spark 3\.5\.1, and 4\.0 is the oldest"):
        spark._require_version("sc://a", "3.5.1")
    spark._require_version("sc://a", "4.0.0")
    spark._require_version("sc://a", "10.0.0-SNAPSHOT")


def test_folder_that_the_server_does_not_reach_is_told(
    sail: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spark = pytest.importorskip("pipeline.relational.spark")
    monkeypatch.setattr(spark.SparkEngine, "_put", lambda *_: None)
    with pytest.raises(EngineError, match=r"does not reach .*\n  Set `shared`"):
        open_engine(sail, tmp_path)


def test_port_that_speaks_another_protocol_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spark = pytest.importorskip("pipeline.relational.spark")
    monkeypatch.setattr(spark, "_PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.listen()
        with pytest.raises(EngineError, match=r"no Spark Connect server"):
            open_engine(f"sc://127.0.0.1:{server.getsockname()[1]}", tmp_path)
