"""Landmark images: Google Landmarks v2 by its two CSV files, or a table of items and Commons files."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, unquote

from pipeline.base.errors import InputError
from pipeline.base.files import open_binary, read_tsv
from pipeline.sources.records import COMMONS, GLDV2, ImageRecord, ObjectRecord, Record, Rejected
from pipeline.values import is_item_id

LANDMARK_OBJECT = "landmark"
"""The object id of the one thing that a landmark image shows; it has no name and no box."""

CATEGORY_KEY = "commons:"
"""Begins the key of a landmark that is known by its Commons category only."""

CATEGORY_FILE, IMAGE_FILE = "train_label_to_category.csv", "train.csv"

_FILE_PATH = "https://commons.wikimedia.org/wiki/Special:FilePath/"
_STAGE = "annotate"


class CommonsTable:
    """A TSV with the columns `item` and `image_file` (a file name on Wikimedia Commons)."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def records(self) -> Iterator[Record]:
        """Yield an image and its landmark for each row; further images of an item get -2, -3 ..."""
        seen: Counter[str] = Counter()
        for number, row in enumerate(read_tsv(self.path, ["item", "image_file"]), start=2):
            item, file = row["item"].strip(), unquote(row["image_file"].strip()).replace(" ", "_")
            if not is_item_id(item) or not file:
                code = "no_image_file" if is_item_id(item) else "no_item"
                yield Rejected(_STAGE, self.path.name, f"line {number}", code, repr(row["item"]))
                continue
            seen[item] += 1
            image_id = f"Commons_{item}" + (f"-{seen[item]}" if seen[item] > 1 else "")
            yield ImageRecord(image_id, COMMONS, url=_FILE_PATH + quote(file), photo=f"file:{file}")
            yield ObjectRecord(image_id, LANDMARK_OBJECT, "", item)


class GoogleLandmarks:
    """A folder with GLDv2's `train_label_to_category.csv` and `train.csv`."""

    def __init__(self, folder: Path) -> None:
        self.path = folder

    def records(self) -> Iterator[Record]:
        """Yield an image and its landmark for each row of train.csv whose landmark has a category."""
        categories: dict[str, str] = {}
        for number, row in _read_csv(self.path / CATEGORY_FILE, ["landmark_id", "category"]):
            title = category_title(row["category"])
            if title:
                categories[row["landmark_id"]] = title
            else:
                yield Rejected(_STAGE, CATEGORY_FILE, f"line {number}", "no_category", row["category"][:80])
        for number, row in _read_csv(self.path / IMAGE_FILE, ["id", "url", "landmark_id"]):
            category = categories.get(row["landmark_id"])
            if not row["id"] or category is None:
                code = "landmark_without_category" if row["id"] else "no_image_id"
                yield Rejected(_STAGE, IMAGE_FILE, f"line {number}", code, row["landmark_id"])
                continue
            image_id = f"GLDv2_{row['id']}"
            yield ImageRecord(
                image_id, GLDV2, url=row["url"], photo=f"url:{row['url']}" if row["url"] else ""
            )
            yield ObjectRecord(image_id, LANDMARK_OBJECT, "", CATEGORY_KEY + category)


def category_title(url: str) -> str:
    """Return the title of a Commons category from its URL, with spaces; empty if it is none."""
    _, found, title = url.partition("Category:")
    return unquote(title).replace("_", " ").strip() if found else ""


def _read_csv(path: Path, columns: list[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield (line number, row); rows of the wrong length come with empty cells."""
    if not path.is_file():
        raise InputError(
            path, problem="is missing", remedy=f"A GLDv2 folder holds {CATEGORY_FILE} and {IMAGE_FILE}."
        )
    with open_binary(path) as stream, io.TextIOWrapper(stream, encoding="utf-8-sig", newline="") as text:
        reader = csv.DictReader(text, restval="")
        header = reader.fieldnames or []
        if not set(columns) <= set(header):
            raise InputError(
                path,
                place="line 1",
                problem=f"expected the columns {', '.join(columns)}, found {', '.join(header)[:80]!r}",
                remedy="Use the files of the GLDv2 release as they are.",
            )
        for row in reader:
            yield reader.line_num, {column: (row[column] or "").strip() for column in columns}
