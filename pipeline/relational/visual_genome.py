"""Visual Genome's large files read by the engine: as the reader in `sources` does, ten times as fast.

The engine reads what is regular; single objects and relationships that are not go to the reader in Python,
which knows what is wrong with them, and so does a whole file that the engine cannot read or that has records
of another form.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.base.errors import InputError
from pipeline.relational.engine import Engine
from pipeline.sources.fields import LARGEST, name_of
from pipeline.sources.json_stream import iter_json_array
from pipeline.sources.records import Record, Rejected
from pipeline.sources.visual_genome import EXPECTED, VisualGenomeFile, form_of

_THING = (
    "STRUCT(object_id BIGINT, id BIGINT, names VARCHAR[], object_names VARCHAR[], name VARCHAR,"
    " synsets VARCHAR[], x DOUBLE, y DOUBLE, w DOUBLE, h DOUBLE, merged_object_ids BIGINT[])"
)
_RELATIONSHIP = (
    f"STRUCT(predicate VARCHAR, subject {_THING}, object {_THING}, subject_id BIGINT, object_id BIGINT)"
)


_UNREADABLE = (duckdb.InvalidInputException, duckdb.ConversionException)
"""What the engine raises for a file that is no JSON, or has values of another type."""


class _List(NamedTuple):
    """A list in a file's records: its name, the type of its parts, and what their descriptions count."""

    name: str
    part: str
    origin: int

    @property
    def kind(self) -> str:
        return "relationships" if self.name == "relationships" else "objects"


_OBJECTS, _ATTRIBUTES = _List("objects", _THING, 0), _List("attributes", _THING, 1)
_RELATIONSHIPS = _List("relationships", _RELATIONSHIP, 2)
_LISTS = {
    "objects": (_OBJECTS,),
    "attributes": (_ATTRIBUTES,),
    "relationships": (_RELATIONSHIPS,),
    "scene_graphs": (_OBJECTS, _RELATIONSHIPS),
}


class Bulk(NamedTuple):
    """What the engine read of a file: tables by name of SCHEMAS, their rows, and what is left to Python."""

    tables: dict[str, list[Path]]
    rows: int
    others: list[Record]


def read_in_bulk(source: VisualGenomeFile, folder: Path, engine: Engine, position: int) -> Bulk | None:
    """Return what a file says, its tables in `folder`; None if it must be read in Python as a whole."""
    bulk = Bulk({}, 0, [])
    for what in _LISTS.get(_form(source.path), ()):
        place = folder / f"{position}-{source.path.name}-{what.name}"
        try:
            read = _read(source, what, place, engine, position)
        except _UNREADABLE:
            return None
        if read is None:
            return None
        tables = {name: bulk.tables.get(name, []) + paths for name, paths in read.tables.items()}
        bulk = Bulk(bulk.tables | tables, bulk.rows + read.rows, bulk.others + read.others)
    return bulk if bulk.tables else None


def _form(path: Path) -> str:
    """Return the form of a file's first record; empty if it has none, or is broken there."""
    try:
        return next((form_of(record) or "" for _, record in iter_json_array(path, expected=EXPECTED)), "")
    except InputError:
        return ""


def _read(source: VisualGenomeFile, what: _List, folder: Path, engine: Engine, position: int) -> Bulk | None:
    columns = {"image_id": "BIGINT", "id": "BIGINT", what.name: f"{what.part}[]"}
    engine.register_json("vg_records", source.path, columns, renamed={what.name: "parts"})
    _keep(engine, "vg_parts", folder, "vg_parts", numbered=True)
    if engine.rows("vg_strange")[0][0]:
        return None
    engine.create_view("vg_things", f"vg_things_of_{what.kind}")
    _write_names(engine, source, folder)
    _keep(engine, "vg_read", folder, "vg_read", largest=LARGEST)
    engine.create("vg_odd", f"vg_odd_of_{what.kind}")
    names = ["raw_objects", "raw_names", "raw_merged"]
    names += ["raw_relations"] if what.kind == "relationships" else []
    tables = {}
    for name in names:
        extra = {"origin": what.origin} if name == "raw_objects" else {}
        tables[name] = [folder / f"{name}.parquet"]
        engine.write_unordered(tables[name][0], f"vg_{name}", input=position, **extra)
    rows = sum(
        pq.ParquetFile(paths[0]).metadata.num_rows for name, paths in tables.items() if name != "raw_names"
    )
    return Bulk(tables, rows, list(_others(source, what, engine)))


def _keep(
    engine: Engine, table: str, folder: Path, query: str, *, numbered: bool = False, **values: int
) -> None:
    path = folder / f"{table}.parquet"
    engine.write_unordered(path, query, **values)
    engine.register({table: path}, numbered=numbered)


def _write_names(engine: Engine, source: VisualGenomeFile, folder: Path) -> None:
    """Write what each name in the file comes to: it is worked out once a name, not once an object."""
    written = sorted(row[0] for row in engine.rows("vg_written") if row[0] is not None)
    names = [name_of(name) for name in written]
    synsets = [source.synset_of(name) if name else "" for name in names]
    table = pa.table({"written": pa.array(written, pa.string()), "name": names, "synset": synsets})
    path = folder / "vg_names.parquet"
    pq.write_table(table, path)
    engine.register({"vg_names": path})


def _others(source: VisualGenomeFile, what: _List, engine: Engine) -> Iterator[Record]:
    """Yield what Python makes of the parts that are not regular, and the images whose list is empty."""
    for (image,) in engine.rows("vg_empty"):
        yield Rejected("annotate", image, "", "image_without_objects")
    for image, part in engine.rows("vg_odd_parts"):
        yield from source.part(what.name, _told(part), image)


def _told(value: Any) -> Any:
    """Return a part as its file has it, without the columns that it does not speak of."""
    if isinstance(value, dict):
        return {key: _told(inner) for key, inner in value.items() if inner is not None}
    return int(value) if isinstance(value, float) and value.is_integer() else value
