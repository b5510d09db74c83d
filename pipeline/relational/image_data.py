"""Visual Genome's image_data.json in columns: as the reader in `sources` does, where all is regular."""

from __future__ import annotations

from functools import reduce

import pyarrow as pa
import pyarrow.compute as pc

from pipeline.relational.bulk import Bulk, BulkTables
from pipeline.sources.records import VISUAL_GENOME

_LISTS = ("objects", "relationships", "attributes")
_NUMBERS = ("width", "height", "coco_id")
IMAGE_COLUMNS = dict.fromkeys(("image_id", "id", "url", *_NUMBERS, *_LISTS), "JSON")
"""The keys that are read, as they are written. A list that is null counts as none."""

_NUMBER, _TEXT = "^[1-9][0-9]{0,8}$", r'^"[^"\\\x00-\x1f]*"$'
"""What is regular: numbers that are sizes and ids too, and texts without a character that is escaped."""


class ImageData:
    """Puts a file's records into the table of images."""

    def __init__(self, tables: BulkTables) -> None:
        self._tables, self._rows = tables, 0

    def bulk(self) -> Bulk:
        """Return what was read."""
        return Bulk(self._tables.paths, self._rows, [])

    def add(self, batch: pa.RecordBatch, _: object = None) -> bool:
        """Add some records; False if one is not regular."""
        told = dict(zip(batch.schema.names, batch.columns, strict=True))
        image, url, coco = told["image_id"].fill_null(told["id"]), told["url"], told["coco_id"]
        regular = [
            pc.match_substring_regex(image, _NUMBER).fill_null(False),
            pc.match_substring_regex(url, _TEXT).fill_null(True),
            pc.or_(url.is_valid(), told["width"].is_valid()),
            *(pc.match_substring_regex(told[name], _NUMBER).fill_null(True) for name in _NUMBERS),
            *(told[name].is_null() for name in _LISTS),
        ]
        if not pc.all(reduce(pc.and_, regular), min_count=0).as_py():
            return False
        width, height = (told[name].cast(pa.int32()) for name in ("width", "height"))
        photo = pc.binary_join_element_wise("coco:", coco, "").fill_null("")
        address = pc.utf8_trim(url, '"').fill_null("")
        identity = pc.binary_join_element_wise("VG_", image, "")
        self._tables.write("raw_images", identity, VISUAL_GENOME, address, photo, width, height)
        self._rows += len(batch)
        return True
