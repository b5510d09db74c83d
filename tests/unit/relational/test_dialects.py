"""Whatever the SQL files use gives the same on DuckDB and on a Spark server, to the type."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from pipeline.base.columns import write_rows
from pipeline.relational import engine as engine_module
from pipeline.relational.dialects import DUCKDB, SPARK, Dialect
from pipeline.relational.engine import Engine, SqlEngine, open_engine

TEXTS = [
    "",
    "a",
    "B",
    "b",
    "é",
    "e\u0301",
    "Z",
    "straße",
    "İzmir",
    "Ǆ",
    "öko",
    "ΟΔΟΣ",
    "日本",
    "😀",
    "a b",
    "a.b-c",
    "\u00a0x",
]
SCHEMA = pa.schema(
    [
        ("id", pa.int32()),
        ("text", pa.string()),
        ("n", pa.int32()),
        ("words", pa.list_(pa.string())),
        ("parts", pa.list_(pa.struct([("edge", pa.int32()), ("answers", pa.list_(pa.string()))]))),
    ]
)
ROWS = [
    {
        "id": number,
        "text": text,
        "n": None if number % 5 == 0 else 7 - number,
        "words": TEXTS[: number % 4],
        "parts": [{"edge": edge, "answers": TEXTS[:edge]} for edge in range(number % 3)],
    }
    for number, text in enumerate(TEXTS)
]
# What follows is what the files in sql/ are made of.
OF_A_ROW = {
    "hash": "md5(md5(text) || md5('x'))",
    "first digits of a hash": "substr(md5(text), 1, 4)",
    "boolean as text": "CAST(id > 3 AS VARCHAR(5))",
    "digit as text": "CAST(id % 4 AS VARCHAR(1))",
    "length in letters": "length(text), length(replace(text, ' ', ''))",
    "position": "position('b' IN text) > 0, position('' IN text) > 0",
    "rest of a text": "substr(text, 2), trim(' ' || md5(text) || '  ')",
    "part of a text": "split_part('P1/P2' || text, '/', 1), split_part('P1', '/', 1)",
    "beginning": "'E1' || text LIKE 'E%', text BETWEEN 'B' AND 'é'",
    "nulls": "coalesce(n, -1), n IS NULL, coalesce(n > 3, FALSE)",
    "least and greatest": "least(id, 3), greatest(0, id - 4)",
    "division": "floor((id - 1) / 4), (2 * id - 1) / CAST(3 AS DOUBLE)",
    "shares": "floor(id * 0.7) > floor((id - 1) * 0.7), id >= 0.01 * 500, id * 0.1 < 0.3",
    "small share": "CAST(id AS DOUBLE) / 100000 < 1e-05",
    "overlap": "(1 + 0.6) * id * 7 >= 0.6 * 40 + 0.6 * id",
    "running sums": "sum(id) OVER (ORDER BY id), sum(id) OVER (), count(*) OVER (PARTITION BY id % 2)",
    "item of a list": "array_contains(words, 'a')",
    "nulls last": "row_number() OVER (ORDER BY n NULLS LAST, id)",
    "capital": "upper(substr(text, 1, 1)) || substr(text, 2)",
}
OF_ALL = {
    "order of texts": "SELECT text FROM t ORDER BY text",
    "order of lists": "SELECT min(words) FROM t GROUP BY id % 4 ORDER BY 1",
    "least text": "SELECT min(text), max(text) FROM t WHERE text <> ''",
    "number joined to text": "SELECT count(*) || ' routes' FROM t GROUP BY id % 3 ORDER BY 1",
    "mean": "SELECT avg(id), sum(id), count(n), count(DISTINCT id % 4) FROM t",
    "first by number": "SELECT min_by(text || '…', id) FROM t GROUP BY id % 3 ORDER BY 1",
    "distinct lists": "SELECT DISTINCT words FROM t ORDER BY words",
}
SAME = {name: f"SELECT id, {what} FROM t ORDER BY id" for name, what in OF_A_ROW.items()} | OF_ALL


class Both:
    """DuckDB and a Spark server over the table `t`."""

    def __init__(self, here: SqlEngine, away: SqlEngine, sql_folder: Path) -> None:
        self.here, self.away, self.sql_folder = here, away, sql_folder

    def rows(self, query: str, spark: str = "") -> tuple[list[Any], list[Any]]:
        (self.sql_folder / "here.sql").write_text(query, encoding="utf-8")
        (self.sql_folder / "away.sql").write_text(spark or query, encoding="utf-8")
        return plain(self.here.rows("here")), plain(self.away.rows("away"))


def plain(value: Any) -> Any:
    """Return a value with decimals as floats: the engines differ in the digits that they keep."""
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    return float(value) if isinstance(value, Decimal) else value


@pytest.fixture(scope="module")
def both(sail: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    folder = tmp_path_factory.mktemp("both")
    write_rows(folder / "t.parquet", SCHEMA, ROWS)
    with (
        pytest.MonkeyPatch.context() as patch,
        Engine(folder / "here") as here,
        open_engine(sail, folder / "away") as away,
    ):
        patch.setattr(engine_module, "_SQL", folder)
        for engine in (here, away):
            engine.register({"t": folder / "t.parquet"})
        yield Both(here, away, folder)


@pytest.mark.parametrize("query", SAME.values(), ids=SAME.keys())
def test_shared_dialect_gives_the_same(both: Both, query: str) -> None:
    here, away = both.rows(query)
    assert here == away
    assert here


def expressions(dialect: Dialect) -> dict[str, str]:
    """Return expressions over the table `t` in a dialect."""
    pair = dialect.struct({"a": "id", "b": "text"})
    return {
        "literal": dialect.literal("it's a \\ and \\n \\' and é"),
        "struct": pair,
        "list": dialect.listed("text", "'x'"),
        "structs": dialect.listed(pair, pair),
        "no structs": dialect.joined(
            f"CASE WHEN id > 3 THEN {dialect.listed()} ELSE {dialect.listed(pair)} END", dialect.listed(pair)
        ),
        "small letters": dialect.small("text || 'ΣΑΣ'"),
        "joined": dialect.joined("words", dialect.listed("'x'"), "words"),
        "first": dialect.item("words", 1),
        "beyond the end": dialect.item("words", 3),
        "field of an item": f"{dialect.item('parts', 2)}.answers",
        "length": dialect.length("words"),
        "each": dialect.each("parts", "s", dialect.struct({"e": "s.edge + id", "w": "s.answers"})),
        "words": dialect.words_of("text"),
    }


NAMES = tuple(expressions(DUCKDB))


@pytest.mark.parametrize("name", NAMES)
def test_each_spelling_means_the_same(both: Both, name: str) -> None:
    queries = (f"SELECT id, {expressions(d)[name]} AS x FROM t ORDER BY id" for d in (DUCKDB, SPARK))
    here, away = both.rows(*queries)
    assert here == away
    assert len(here) == len(ROWS)


def test_items_of_lists_become_the_same_rows(both: Both) -> None:
    here, away = both.rows(
        *(f"SELECT id, {d.rows_of('words')} AS w FROM t ORDER BY id, w" for d in (DUCKDB, SPARK))
    )
    assert here == away
    assert len(here) == sum(number % 4 for number in range(len(TEXTS)))


def test_structs_of_a_group_come_in_the_order_of_their_numbers(both: Both) -> None:
    fields = {"t": "text", "w": "words"}
    here, away = both.rows(
        *(
            f"SELECT id % 2, {d.gathered(fields, '100 - id')} FROM t GROUP BY id % 2 ORDER BY 1"
            for d in (DUCKDB, SPARK)
        )
    )
    assert here == away
    assert [entry["t"] for entry in here[1][1]] == TEXTS[1::2][::-1]
