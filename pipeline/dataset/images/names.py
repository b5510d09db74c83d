"""The name under which an image lies in a folder of images."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from pipeline.base.hashing import digest

_SUFFIXES = {".jpg", ".jpeg", ".png", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".svg"}
_OTHER = re.compile(r"[^A-Za-z0-9._-]")


def image_file(image_id: str, url: str) -> str:
    """Return the file name of an image: its id, and the suffix of its address (.jpg if that has none).

    Characters that a file system may not take are replaced, and a hash keeps such names apart.
    """
    suffix = PurePosixPath(unquote(urlsplit(url).path)).suffix.lower()
    plain = _OTHER.sub("_", image_id)
    name = plain if plain == image_id else f"{plain}-{digest(image_id)[:8]}"
    return name + (suffix if suffix in _SUFFIXES else ".jpg")
