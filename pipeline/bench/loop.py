"""The baseline: a plain loop in Python over images, things and the bank's routes, which writes both forms.

It asks about things that are the only one of their noun, without clauses, and checks nothing.
"""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.base.columns import read_rows
from pipeline.base.hashing import digest
from pipeline.base.progress import Progress
from pipeline.dataset.distractors import OPTION_SETS
from pipeline.dataset.settings import Settings
from pipeline.dataset.stages import Context
from pipeline.relational.engine import Engine
from pipeline.relational.records import OPTIONS, ROUTE, columns_of

Row = dict[str, Any]
_AT_A_TIME = 10_000
_THING = ("image_id", "object_id", "key", "source", "image_url", "width", "height")


class _Bank:
    """The bank's tables as dictionaries."""

    def __init__(self, context: Context) -> None:
        tables = {
            name: read_rows(context.table("bank", name)) for name in ("concepts", "noun_forms", "texts")
        }
        self.concepts = {row["key"]: row for row in reversed(tables["concepts"]) if row["noun_rank"] == 0}
        self.nouns = {row["noun_id"]: row for row in tables["noun_forms"]}
        self.texts = {(row["shape_id"], row["bucket"]): row for row in tables["texts"]}
        self.routes: dict[str, list[Row]] = defaultdict(list)
        for route in read_rows(context.table("bank", "routes")):
            self.routes[route["concept_id"]].append(route)
        options = read_rows(context.table("distractors", "options"))
        self.options = {(o["option_key"], o["option_set"]): o for o in options if not o["balanced"]}


def loop_rate(settings: Settings, folder: Path, images: int) -> float:
    """Return the questions a second that the loop writes about so many images of a finished build."""
    context = Context(settings, Progress(quiet=True))
    bank = _Bank(context)
    with Engine(folder / "scratch") as engine:
        engine.register({name: context.table("annotate", name) for name in ("images", "objects")})
        engine.register({"concepts": context.table("bank", "concepts")})
        things = [dict(zip(_THING, row, strict=True)) for row in engine.rows("bench_things", most=images)]
    started = time.perf_counter()
    schema = pq.read_schema(settings.out / "U" / "train.parquet")
    written = _write(folder, _records(things, bank, settings), schema)
    return written / (time.perf_counter() - started)


def _write(folder: Path, records: Iterator[Row], schema: pa.Schema) -> int:
    written = 0
    with (
        (folder / "loop.jsonl").open("w", encoding="utf-8") as lines,
        pq.ParquetWriter(folder / "loop.parquet", schema, compression="zstd") as writer,
    ):
        while some := list(islice(records, _AT_A_TIME)):
            lines.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in some)
            writer.write_table(pa.Table.from_pylist(some, schema=schema))
            written += len(some)
    return written


def _records(things: list[Row], bank: _Bank, settings: Settings) -> Iterator[Row]:
    for _, group in groupby(things, key=itemgetter("image_id")):
        of_image = list(group)
        nouns = Counter(bank.concepts[thing["key"]]["noun_id"] for thing in of_image)
        found: dict[int, list[tuple[str, Row, Row]]] = defaultdict(list)
        for thing in of_image:
            concept = bank.concepts[thing["key"]]
            for route in bank.routes[concept["concept_id"]] if nouns[concept["noun_id"]] == 1 else ():
                drawn = digest(settings.seed, thing["image_id"], thing["object_id"], route["route_id"])
                found[route["edges"]].append((drawn, thing, route))
        for entries in found.values():
            for drawn, thing, route in sorted(entries, key=itemgetter(0))[: settings.per_image]:
                yield _record(drawn, thing, route, bank)


def _record(drawn: str, thing: Mapping[str, Any], route: Row, bank: _Bank) -> Row:
    concept = bank.concepts[thing["key"]]
    noun, text = bank.nouns[concept["noun_id"]], bank.texts[route["shape_id"], drawn[0]]
    phrase = noun["this_kind"] if text["of_kind"] else noun["this"]
    options = bank.options.get((route["option_key"], OPTION_SETS[int(drawn[1], 16)]), {})
    return {
        "question_id": drawn[:20],
        **thing,
        "question": (text["prefix"] + phrase if text["prefix"] else phrase.capitalize()) + text["suffix"],
        **{name: route[name] for name in columns_of(ROUTE)},
        **{name: options.get(name) for name in columns_of(OPTIONS)},
        "hops": route["edges"],
        "entity_id": concept["item"],
        "entity_label": concept["label"],
        "noun": noun["noun"],
        "sub_questions": route["steps"],
        "template": text["template"],
        "variant": text["variant"],
    }
