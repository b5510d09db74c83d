"""Runs the project's SQL files on DuckDB and writes what they yield, byte-identical from run to run.

Each file in `sql/` is one SELECT over tables named by the caller, in the dialect that DuckDB and Spark
share. Parameters are `$name`, put in as literals. Intermediate results become temporary tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from string import Template
from types import TracebackType
from typing import Any

import duckdb
import pyarrow as pa

from pipeline.base.errors import SettingsError
from pipeline.base.files import atomic_path
from pipeline.relational.records import RECORD_FRAGMENTS

_SQL = Path(__file__).parent / "sql"
Parameter = int | float | str
# Larger groups pack better; a fixed size keeps files equal whatever the number of threads.
_ROW_GROUP = 100_000


def sql(name: str, **parameters: Parameter) -> str:
    """Return `sql/NAME.sql` with its parameters filled in as literals."""
    text = (_SQL / f"{name}.sql").read_text(encoding="utf-8")
    filled = {key: literal(value) for key, value in parameters.items()}
    return Template(text).substitute(FRAGMENTS | filled)


FRAGMENTS = {
    # One box of the thing asked about, and one of the thing in the clause; none where there are no boxes.
    "boxes": """CASE WHEN q.x IS NULL THEN [] WHEN q.target_x IS NULL THEN [
      {'object_id': q.object_id, 'role': 'referent', 'x': q.x, 'y': q.y, 'w': q.w, 'h': q.h}]
    ELSE [
      {'object_id': q.object_id, 'role': 'referent', 'x': q.x, 'y': q.y, 'w': q.w, 'h': q.h},
      {'object_id': q.target_id, 'role': 'clause', 'x': q.target_x, 'y': q.target_y, 'w': q.target_w,
       'h': q.target_h}] END""",
    "tags": """list_concat(r.fact_tags, ['noun:' || c.evidence],
      CASE WHEN q.area = '' THEN [] ELSE ['area:' || q.area] END,
      CASE WHEN NOT q.has_scene_graph THEN [] WHEN q.selects THEN ['clause:needed'] ELSE ['clause:extra'] END,
      CASE WHEN q.is_guessable THEN ['guessable'] ELSE [] END)""",
    "each_choice": "unnest(choices)",
    "words_of_answer": r"regexp_replace(lower(answer), '[^\p{L}\p{N}]+', ' ', 'g')",
    "words_of_question": r"regexp_replace(lower(question), '[^\p{L}\p{N}]+', ' ', 'g')",
    "first_property": "split_part(r.properties, '/', 1)",
    # The first two sub-questions that may name another question: those after the one about the clause.
    "first_named": "parent.sub_questions[CASE WHEN parent.has_scene_graph THEN 2 ELSE 1 END].question_id",
    "second_named": "parent.sub_questions[CASE WHEN parent.has_scene_graph THEN 3 ELSE 2 END].question_id",
    "kept_sub_questions": """list_transform(parent.sub_questions, lambda s: {
      'edge': s.edge, 'property_id': s.property_id, 'question': s.question, 'answer': s.answer,
      'answers': s.answers, 'template': s.template,
      'question_id': CASE s.edge WHEN 1 THEN one.question_id WHEN 2 THEN two.question_id
        ELSE s.question_id END})""",
    "has_one_answer": "len(r.answer_items) = 1",
    "rungs": """CASE WHEN hops = 1 THEN 1
      ELSE len(list_filter(sub_questions, lambda s: s.question_id IS NOT NULL)) END""",
    "number_of_wordings": "len(wordings)",
    "listed_wordings": """list({'question': w.question, 'template': w.template, 'variant': w.variant}
      ORDER BY w.nth)""",
    "first_route": "r.steps[1].route_id",
    "first_answers": "r.steps[1].answers",
    "each_sub_question": "unnest(sub_questions)",
    "each_wording": "unnest(wordings)",
    "second_route": "r.steps[2].route_id",
    # Which thing is meant, where a clause says so, then each edge; a question of one hop has no parts.
    "sub_questions": """CASE WHEN q.hops = 1 THEN [] ELSE list_concat(
      CASE WHEN q.has_scene_graph THEN [{
        'edge': 0, 'property_id': '', 'question': n.place_before || q.clause || n.place_after,
        'answer': q.object_id, 'answers': [q.object_id], 'template': '',
        'question_id': CAST(NULL AS VARCHAR)}] ELSE [] END,
      list_transform(r.steps, lambda s: {
        'edge': s.edge, 'property_id': s.property_id,
        'question': CASE WHEN s.edge > 1 THEN s.question WHEN t.prefix = ''
          THEN upper(substr(CASE WHEN t.of_kind THEN n.this_kind ELSE n.this END, 1, 1))
            || substr(CASE WHEN t.of_kind THEN n.this_kind ELSE n.this END, 2) || t.suffix
          ELSE t.prefix || CASE WHEN t.of_kind THEN n.this_kind ELSE n.this END || t.suffix END,
        'answer': s.answer, 'answers': s.answers,
        'template': CASE WHEN s.edge = 1 THEN t.template ELSE s.template END,
        'question_id': CASE WHEN s.edge = r.edges THEN q.question_id WHEN s.edge = 1 THEN lower.question_id
          ELSE middle.question_id END})) END""",
    **RECORD_FRAGMENTS,
}
"""Expressions that DuckDB writes in a way of its own; they fill placeholders of the same name."""


def literal(value: Parameter) -> str:
    """Return a value as SQL text."""
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else repr(value)


class Engine:
    """A DuckDB connection in memory, spilling to `scratch`; a context manager."""

    def __init__(self, scratch: Path, *, threads: int = 1, memory: str = "1GB") -> None:
        scratch.mkdir(parents=True, exist_ok=True)
        self._memory = memory
        self._connection = duckdb.connect(
            config={
                "threads": threads,
                "memory_limit": memory,
                "temp_directory": str(scratch),
            }
        )
        self._connection.execute("SET enable_progress_bar = false")

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def register(self, tables: Mapping[str, Path | Sequence[Path]], *, numbered: bool = False) -> None:
        """Make Parquet files readable as tables; if `numbered`, with a column `file_row_number` from 0."""
        option = ", file_row_number = true" if numbered else ""
        for name, paths in tables.items():
            listed = [paths] if isinstance(paths, Path) else paths
            files = ", ".join(literal(str(path)) for path in listed)
            self._run(f"CREATE OR REPLACE VIEW {name} AS SELECT * FROM read_parquet([{files}]{option})")

    def register_json(
        self, name: str, path: Path, columns: Mapping[str, str], renamed: Mapping[str, str]
    ) -> None:
        """Make a file that holds one JSON array readable as a table, a row a record, plain or gzip.

        `columns` are the keys that are read, with their types; `renamed` gives some another name. What has
        another type, or is no JSON, raises a `duckdb.Error` when the table is read.
        """
        types = ", ".join(f"{literal(key)}: {literal(kind)}" for key, kind in columns.items())
        shown = ", ".join(f"{key} AS {renamed.get(key, key)}" for key in columns)
        packed = "gzip" if path.read_bytes()[:2] == b"\x1f\x8b" else "uncompressed"
        self._run(
            f"CREATE OR REPLACE VIEW {name} AS SELECT {shown} FROM read_json({literal(str(path))},"
            f" format = 'array', compression = '{packed}', columns = {{{types}}})"
        )

    def create_view(self, name: str, query: str, **parameters: Parameter) -> None:
        """Make the SQL file `query` readable as a table, without running it."""
        self._run(f"CREATE OR REPLACE VIEW {name} AS {sql(query, **parameters)}")

    def create(self, table: str, query: str, **parameters: Parameter) -> None:
        """Keep the result of the SQL file `query` as a temporary table."""
        self._run(f"CREATE OR REPLACE TEMP TABLE {table} AS {sql(query, **parameters)}")

    def write_parquet(self, path: Path, query: str, *, order: str, **parameters: Parameter) -> None:
        """Write the result of the SQL file `query`, in a total order, as a Parquet file."""
        ordered = f"SELECT * FROM ({sql(query, **parameters)}) AS result ORDER BY {order}"
        with atomic_path(path) as temporary:
            self._run(
                f"COPY ({ordered}) TO {literal(str(temporary))} "
                f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {_ROW_GROUP})"
            )

    def join_parquet(self, path: Path, parts: Sequence[Path]) -> None:
        """Write the rows of Parquet files of one schema, end to end, as one."""
        if len(parts) == 1:
            parts[0].replace(path)
            return
        files = ", ".join(literal(str(part)) for part in parts)
        with atomic_path(path) as temporary:
            self._run(
                f"COPY (SELECT * FROM read_parquet([{files}])) TO {literal(str(temporary))} "
                f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {_ROW_GROUP})"
            )

    def write_unordered(self, path: Path, query: str, **parameters: Parameter) -> None:
        """Write the result of the SQL file `query` as a Parquet file that only another query will read."""
        with atomic_path(path) as temporary:
            self._run(f"COPY ({sql(query, **parameters)}) TO {literal(str(temporary))} (FORMAT parquet)")

    def write_in_order(self, path: Path, query: str, *, order: str, **parameters: Parameter) -> None:
        """Write the result of the SQL file `query`, whose rows come in a total order, for other queries only.

        What passes rows on keeps their order; should it ever not, they are sorted.
        """
        self.write_unordered(path, query, **parameters)
        columns = [name.strip() for name in order.split(",")]
        own, before = (
            "(" + ", ".join(names) + ")" for names in (columns, [f"lag({c}) OVER ()" for c in columns])
        )
        pairs = f"SELECT {own} AS own, {before} AS before FROM read_parquet({literal(str(path))})"
        ((lower,),) = self._run(f"SELECT count(*) FROM ({pairs}) AS pairs WHERE own < before").fetchall()
        if lower:
            self.write_parquet(path, query, order=order, **parameters)

    def write_json_lines(self, path: Path, query: str, *, order: str, **parameters: Parameter) -> None:
        """Write the result of the SQL file `query`, in a total order, as JSON lines."""
        ordered = f"SELECT * FROM ({sql(query, **parameters)}) AS result ORDER BY {order}"
        with atomic_path(path) as temporary:
            self._run(f"COPY ({ordered}) TO {literal(str(temporary))} (FORMAT json, ARRAY false)")

    def table(self, query: str, **parameters: Parameter) -> pa.Table:
        """Return the result of the SQL file `query` as an Arrow table, each column in one piece."""
        return self._connection.sql(sql(query, **parameters)).to_arrow_table().combine_chunks()

    def rows(self, query: str, **parameters: Parameter) -> list[tuple[Any, ...]]:
        """Return the rows of the SQL file `query`; for small results only."""
        return self._run(sql(query, **parameters)).fetchall()

    def count(self, tables: Iterable[str]) -> dict[str, int]:
        """Return the number of rows of each table."""
        return {table: self._run(f"SELECT count(*) FROM {table}").fetchall()[0][0] for table in tables}

    def _run(self, query: str) -> duckdb.DuckDBPyConnection:
        try:
            return self._connection.execute(query)
        except duckdb.OutOfMemoryException as fault:
            raise SettingsError(
                f"memory: {self._memory} does not suffice; set `memory` higher, or `shard_images` lower"
            ) from fault
