"""Landmark images: Google Landmarks v2 by its two CSV files, or a table of items and Commons files."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import quote, unquote

from pipeline.base.errors import InputError
from pipeline.base.files import read_lines, tsv_cells
from pipeline.sources.records import COMMONS, GLDV2, ImageRecord, ObjectRecord, Record, Rejected
from pipeline.values import is_item_id

LANDMARK_OBJECT = "landmark"
"""The object id of the one thing that a landmark image shows; it has no name and no box."""

CATEGORY_KEY = "commons:"
"""Begins the key of a landmark that is known by its Commons category only."""

COMMONS_COLUMNS = ["item", "image_file"]
CATEGORY_FILE, IMAGE_FILE = "train_label_to_category.csv", "train.csv"

_FILE_PATH = "https://commons.wikimedia.org/wiki/Special:FilePath/"
_STAGE = "annotate"


class CommonsTable:
    """A TSV with the columns `item` and `image_file` (a file name on Wikimedia Commons)."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def records(self) -> Iterator[Record]:
        """Yield an image and its landmark for each row, in the order of the rows.

        An item's first image by file name is `Commons_Q243`, its second `Commons_Q243-2`.
        """
        rows = list(self._rows())
        numbers = _numbered({row for _, row in rows if not row_fault(row)})
        for line, row in rows:
            number = numbers.pop(row, 0)
            if not number:
                yield self.refused(line, row)
                continue
            item, file = row
            image_id = f"Commons_{item}" + (f"-{number}" if number > 1 else "")
            yield ImageRecord(image_id, COMMONS, url=url_of(file), photo=f"file:{file}")
            yield ObjectRecord(image_id, LANDMARK_OBJECT, "", item)

    def refused(self, line: int, row: tuple[str, str]) -> Rejected:
        """Return the entry for a row that is not used: one with a fault, or one that came before."""
        code = row_fault(row) or "row_repeated"
        return Rejected(_STAGE, self.path.name, f"line {line}", code, repr(row[0])[:80])

    def _rows(self) -> Iterator[tuple[int, tuple[str, str]]]:
        """Yield (line number, (item, file name)); cells are empty in a row of the wrong length."""
        header, rows = tsv_cells(self.path, COMMONS_COLUMNS)
        at, count = [header.index(column) for column in COMMONS_COLUMNS], len(header)
        for number, cells in rows:
            item, file = (cells[place] if len(cells) == count else "" for place in at)
            yield number, (item.strip(), file_of(file))


def file_of(cell: str) -> str:
    """Return the name of a file on Wikimedia Commons as its own address has it, before it is quoted."""
    return unquote(cell.strip()).replace(" ", "_")


def url_of(file: str) -> str:
    """Return the address of a file on Wikimedia Commons."""
    return _FILE_PATH + quote(file)


def row_fault(row: tuple[str, str]) -> str:
    """Return why a row of an item and a file shows no landmark; empty if it does."""
    item, file = row
    if not is_item_id(item):
        return "no_item"
    return "" if file else "no_image_file"


def _numbered(rows: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """Return the place of each file among those of its item, from 1, whatever the order of the rows."""
    counts: Counter[str] = Counter()
    numbers = {}
    for item, file in sorted(rows):
        counts[item] += 1
        numbers[item, file] = counts[item]
    return numbers


class GoogleLandmarks:
    """A folder with GLDv2's `train_label_to_category.csv` and `train.csv`."""

    def __init__(self, folder: Path) -> None:
        self.path = folder

    def records(self) -> Iterator[Record]:
        """Yield an image and its landmark for each row of train.csv whose landmark has a category."""
        categories: dict[str, str] = {}
        for number, row in _read_csv(self.path / CATEGORY_FILE, ["landmark_id", "category"]):
            title, landmark = category_title(row["category"]), row["landmark_id"]
            if title and landmark not in categories:
                categories[landmark] = title
                continue
            code = "landmark_repeated" if title else "no_category"
            yield Rejected(_STAGE, CATEGORY_FILE, f"line {number}", code, row["category"][:80])
        seen: set[str] = set()
        for number, row in _read_csv(self.path / IMAGE_FILE, ["id", "url", "landmark_id"]):
            category = categories.get(row["landmark_id"], "")
            fault = _image_fault(row["id"], category, seen)
            if fault:
                yield Rejected(_STAGE, IMAGE_FILE, f"line {number}", fault, row["landmark_id"][:80])
                continue
            seen.add(row["id"])
            yield from _gldv2_image(row["id"], row["url"], category)


def _image_fault(image: str, category: str, seen: set[str]) -> str:
    if not image:
        return "no_image_id"
    if not category:
        return "landmark_without_category"
    return "image_repeated" if image in seen else ""


def _gldv2_image(name: str, url: str, category: str) -> Iterator[Record]:
    image_id = f"GLDv2_{name}"
    yield ImageRecord(image_id, GLDV2, url=url, photo=f"url:{url}" if url else "")
    yield ObjectRecord(image_id, LANDMARK_OBJECT, "", CATEGORY_KEY + category)


def category_title(url: str) -> str:
    """Return the title of a Commons category from its URL, with spaces; empty if it is none."""
    _, found, title = url.partition("Category:")
    return unquote(title).replace("_", " ").strip() if found else ""


def _read_csv(path: Path, columns: list[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield (line number, row), a line a row; what a broken line does not give is empty."""
    if not path.is_file():
        raise InputError(
            path, problem="is missing", remedy=f"A GLDv2 folder holds {CATEGORY_FILE} and {IMAGE_FILE}."
        )
    lines = read_lines(path)
    header = _cells(next(lines, (1, ""))[1])
    if not set(columns) <= set(header):
        raise InputError(
            path,
            place="line 1",
            problem=f"expected the columns {', '.join(columns)}, found {', '.join(header)[:80]!r}",
            remedy="Use the files of the GLDv2 release as they are.",
        )
    for number, line in lines:
        cells = _cells(line)
        if not cells:
            continue
        row = dict(zip(header, cells, strict=False)) if len(cells) <= len(header) else {}
        yield number, {column: row.get(column, "").strip() for column in columns}


def _cells(line: str) -> list[str]:
    """Return the cells of a line of CSV; one empty cell if its quotes do not close or a cell is too long."""
    try:
        return next(csv.reader([line], strict=True), [])
    except csv.Error:
        return [""]
