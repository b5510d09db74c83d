"""A finished dataset in memory, as the checks see it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pipeline.base.columns import read_rows
from pipeline.base.errors import DatasetError
from pipeline.base.files import read_json
from pipeline.dataset.layout import MANIFEST, PARTS, SETS
from pipeline.wikidata.facts import Entity, Statement
from pipeline.wikidata.snapshot import Snapshot, read_snapshot

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Dataset:
    """A dataset folder; everything is read when first asked for."""

    folder: Path

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """The content of manifest.json."""
        path = self.folder / MANIFEST
        if not path.is_file():
            raise DatasetError(f"{self.folder}: is no dataset: it has no {MANIFEST}")
        content: dict[str, Any] = read_json(path)
        return content

    @cached_property
    def snapshot(self) -> Snapshot:
        """The facts that the questions rest on."""
        return read_snapshot(self.folder / "snapshot")

    @cached_property
    def statements(self) -> dict[str, Statement]:
        """Statement id -> statement."""
        return {statement.statement_id: statement for statement in self.snapshot.statements}

    @cached_property
    def entities(self) -> dict[str, Entity]:
        """Item -> its names."""
        return {entity.item: entity for entity in self.snapshot.entities}

    @cached_property
    def records(self) -> dict[tuple[str, str], list[Record]]:
        """(set, part) -> its records, from the JSON lines."""
        return {(s, p): self._lines(self.path(s, p)) for s in SETS for p in PARTS}

    def path(self, which: str, part: str) -> Path:
        """Return the JSON lines of a set and part."""
        return self.present(self.folder / which / f"{part}.jsonl")

    @staticmethod
    def present(path: Path) -> Path:
        """Return the path of a file of the dataset; DatasetError if it is missing."""
        if not path.is_file():
            raise DatasetError(f"{path}: is missing")
        return path

    @cached_property
    def all_records(self) -> list[Record]:
        """The records of U."""
        return [record for part in PARTS for record in self.records["U", part]]

    @staticmethod
    def _lines(path: Path) -> list[Record]:
        try:
            with path.open(encoding="utf-8") as lines:
                return [json.loads(line) for line in lines]
        except ValueError as fault:
            raise DatasetError(f"{path}: is damaged: {fault}") from fault

    def table(self, name: str) -> list[dict[str, Any]]:
        """Return a table that went with the snapshot."""
        return read_rows(self.present(self.folder / "snapshot" / f"{name}.parquet"))
