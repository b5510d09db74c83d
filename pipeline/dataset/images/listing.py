"""The list of a dataset's images: addresses, file pages, and licence and author where they are known."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote, urlsplit

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.base.errors import DatasetError, InputError
from pipeline.base.files import open_binary, read_json, read_start, read_tsv, write_tsv
from pipeline.dataset.images.names import image_file
from pipeline.dataset.layout import PARTS, part_files
from pipeline.sources.records import COMMONS, GLDV2

_FILE_PAGE = "https://commons.wikimedia.org/wiki/File:"
_IDS = ("image_id", "id", "url")
"""Columns by which a table of attributions may name an image, the first that it has."""

_TERMS = {"licence": ("licence", "license"), "author": ("author",), "title": ("title",)}
"""What a table of attributions may say, and the columns that say so."""


@dataclass(frozen=True, slots=True, order=True)
class ListedImage:
    """An image: where it is, the file it is kept in, its page, licence and author; empty where not known."""

    image_id: str
    source: str
    url: str
    file: str
    page: str = ""
    licence: str = ""
    author: str = ""
    title: str = ""


COLUMNS = tuple(field.name for field in fields(ListedImage))
_NEEDED = ("image_id", "url", "file")


def list_images(folder: Path) -> list[ListedImage]:
    """Return the images that U of a dataset or release asks about, by id; DatasetError for damage."""
    found: dict[str, ListedImage] = {}
    for path in (path for part in PARTS for path in part_files(folder, "U", part)):
        try:
            table = pq.read_table(path, columns=["image_id", "source", "image_url"])
        except (pa.ArrowException, OSError) as fault:
            raise DatasetError(f"{path}: cannot be read: {fault}") from fault
        for row in table.group_by(["image_id", "source", "image_url"]).aggregate([]).to_pylist():
            name, source, url = row["image_id"], row["source"], row["image_url"]
            found[name] = ListedImage(name, source, url, image_file(name, url), page_of(source, url))
    return [found[name] for name in sorted(found)]


def page_of(source: str, url: str) -> str:
    """Return the page that tells licence and author of a file on Wikimedia Commons; empty for others."""
    if source not in (COMMONS, GLDV2) or "wikimedia.org" not in urlsplit(url).netloc:
        return ""
    parts = PurePosixPath(unquote(urlsplit(url).path)).parts
    # Addresses of thumbnails have the file's name before the last part: .../thumb/a/ab/NAME/800px-NAME
    name = parts[-2] if "thumb" in parts else parts[-1]
    return _FILE_PAGE + quote(name.replace(" ", "_"))


def with_attributions(images: Iterable[ListedImage], tables: Sequence[Path]) -> list[ListedImage]:
    """Return the images with what tables of attributions say of them.

    A table is CSV or tab-separated, plain or gzip, with a column `image_id`, `id` (as in Google Landmarks'
    `train_attribution.csv`) or `url`, and any of `license`, `author` and `title`; or a file in COCO's form,
    whose images name one of its `licenses`.
    """
    listed = list(images)
    for path in tables:
        column, rows = _attributions(path)
        listed = [_attributed(image, rows.get(_key(image, column))) for image in listed]
    return listed


def _key(image: ListedImage, column: str) -> str:
    if column == "id":
        return image.image_id.removeprefix("GLDv2_")
    return image.url if column == "url" else image.image_id


def _attributed(image: ListedImage, row: Mapping[str, str] | None) -> ListedImage:
    if row is None:
        return image
    told = {
        name: next((row[column] for column in columns if row.get(column)), "")
        for name, columns in _TERMS.items()
    }
    return replace(image, **{name: value for name, value in told.items() if value})


def _attributions(path: Path) -> tuple[str, dict[str, dict[str, str]]]:
    """Return the column by which a table names images, and its rows by that."""
    if read_start(path, 1) == b"{":
        return "image_id", _coco_licences(path)
    csv.field_size_limit(sys.maxsize)
    with open_binary(path) as stream:
        lines = stream.read().decode("utf-8-sig", errors="replace").splitlines()
    separator = "\t" if lines and "\t" in lines[0] else ","
    reader = csv.DictReader(lines, delimiter=separator)
    column = next((name for name in _IDS if name in (reader.fieldnames or ())), None)
    if column is None:
        raise InputError(
            path,
            place="line 1",
            problem=f"has none of the columns {', '.join(_IDS)}",
            remedy="Name the images by one of them; `license`, `author` and `title` may follow.",
        )
    return column, {row[column]: row for row in reader if row[column]}


def _coco_licences(path: Path) -> dict[str, dict[str, str]]:
    """Return image id -> its licence, from a file in COCO's form."""
    content = read_json(path)
    try:
        names = {entry["id"]: str(entry["name"]) for entry in content["licenses"]}
        images = ((f"COCO_{entry['id']}", names[entry["license"]]) for entry in content["images"])
        return {name: {"license": licence} for name, licence in images}
    except (KeyError, TypeError) as fault:
        raise InputError(
            path,
            problem=f"has no licences of images as COCO's files have ({fault})",
            remedy="Name a file with `licenses` and `images`, or a table.",
        ) from fault


def write_list(path: Path, images: Iterable[ListedImage]) -> int:
    """Write a list as a tab-separated file, gzip if its name ends in .gz; return the number of images."""
    return write_tsv(path, COLUMNS, (asdict(image) for image in images))


def read_list(path: Path) -> Iterator[ListedImage]:
    """Yield the images of a list; InputError names a line that is damaged, or a file that lies elsewhere."""
    for number, row in enumerate(read_tsv(path, _NEEDED), start=2):
        file = row["file"]
        if not file or PurePosixPath(file).name != file or file.startswith("."):
            raise InputError(
                path,
                place=f"line {number}",
                problem=f"{file!r} is no name of a file",
                remedy="Make the list anew by `reasonvqa images list`.",
            )
        yield ListedImage(**{name: row.get(name, "") for name in COLUMNS})
