"""Which records an export holds: of U or B, by a split and its parts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pipeline.base.errors import DatasetError, SettingsError
from pipeline.base.files import atomic_path
from pipeline.dataset.images.names import image_file
from pipeline.dataset.layout import PARTS
from pipeline.dataset.splits.assign import parts_in_order, split_named, with_parts
from pipeline.dataset.verification.loaded import Dataset, Record

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Chosen:
    """The records of a set, by the parts of a split; with `images`, those whose image is in that folder."""

    dataset: Dataset
    which: str
    split: str = "paper"
    images: Path | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of the split."""
        return split_named(self.split).parts

    def records(self, part: str) -> Iterator[Record]:
        """Yield the records of a part, in the order of the dataset; SettingsError if there is none."""
        if part not in self.parts:
            raise SettingsError(
                f"part: the split {self.split!r} has no {part!r}, but {', '.join(self.parts)}"
            )
        if self.split == "paper":
            yield from filter(self._is_shown, self.dataset.lines(self.which, part))
            return
        every = chain.from_iterable(self.dataset.lines(self.which, own) for own in PARTS)
        with TemporaryDirectory() as scratch:
            for record, own in with_parts(every, parts_in_order(self.dataset, self.split, Path(scratch))):
                if own == part and self._is_shown(record):
                    yield record

    def some(self, part: str) -> Iterator[Record]:
        """Return the records of a part; DatasetError if it has none."""
        records = self.records(part)
        first = next(records, None)
        if first is None:
            raise self._empty(part)
        return chain([first], records)

    def require_some(self) -> None:
        """Raise DatasetError if no part has a question."""
        if all(next(self.records(part), None) is None for part in self.parts):
            raise self._empty(" or ".join(self.parts))

    def _empty(self, parts: str) -> DatasetError:
        shown = f" whose image is in {self.images}" if self.images else ""
        return DatasetError(
            f"{self.dataset.folder}: {self.which} has no questions in {parts}{shown}\n"
            "  Name another set, part or folder of images."
        )

    def _is_shown(self, record: Record) -> bool:
        return self.images is None or (self.images / file_of(record)).is_file()


def lettered(record: Record) -> list[str]:
    """Return the options as lines, each with its letter."""
    return [f"{letter}. {choice}" for letter, choice in zip(LETTERS, record["choices"], strict=False)]


def file_of(record: Record) -> str:
    """Return the file name of a record's image."""
    return image_file(record["image_id"], record["image_url"])


def write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    """Write JSON lines; return the path."""
    with atomic_path(path) as temporary, temporary.open("w", encoding="utf-8") as stream:
        stream.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    return path


def write_array(path: Path, rows: Iterable[Mapping[str, Any]], *, head: str = "", tail: str = "") -> Path:
    """Write a JSON array with a row a line, with text before and after it; return the path."""
    with atomic_path(path) as temporary, temporary.open("w", encoding="utf-8") as stream:
        stream.write(f"{head}[")
        for number, row in enumerate(rows):
            stream.write(("," if number else "") + "\n" + json.dumps(row, ensure_ascii=False))
        stream.write(f"\n]{tail}\n")
    return path
