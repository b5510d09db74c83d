"""Which source reads a file or folder that the user named."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from pipeline.base.errors import InputError
from pipeline.base.files import read_start, require_readable
from pipeline.sources.landmarks import CATEGORY_FILE, CommonsTable, GoogleLandmarks
from pipeline.sources.plain import PlainFile
from pipeline.sources.records import Record, SynsetOf
from pipeline.sources.visual_genome import FORMS, VisualGenomeFile

_IMAGES_EXPECTED = (
    "Visual Genome annotations ("
    + ", ".join(f"{form}.json" for form in FORMS)
    + ") or plain JSON lines (.jsonl)"
)
_LANDMARKS_EXPECTED = (
    f"a folder with GLDv2's {CATEGORY_FILE} and train.csv, or a TSV file with the columns item and image_file"
)
_LOOKED_AT = 4096
"""Bytes in which a file's first character is looked for, behind white space."""


class Source(Protocol):
    """Something that yields records."""

    @property
    def path(self) -> Path:
        """The file or folder."""

    def records(self) -> Iterator[Record]:
        """Yield the records in a fixed order."""


def image_sources(paths: Sequence[Path], synset_of: SynsetOf) -> list[Source]:
    """Return the sources of annotated images under the paths; InputError for a path that has none."""
    return list(itertools.chain.from_iterable(_image_sources(path, synset_of) for path in paths))


def _image_sources(path: Path, synset_of: SynsetOf) -> list[Source]:
    _require(path, _IMAGES_EXPECTED)
    if path.is_file():
        return [_image_file(path, synset_of)]
    files = sorted(entry for entry in path.iterdir() if entry.is_file())
    _refuse_twins(files)
    found = {_stem(file): file for file in files if _stem(file) in FORMS}
    if "objects" in found and "relationships" in found:
        # The same annotations once more, without the ends that objects.json lacks.
        found.pop("scene_graphs", None)
    sources: list[Source] = [VisualGenomeFile(found[form], synset_of) for form in FORMS if form in found]
    sources += [PlainFile(file, synset_of) for file in files if _is_lines(file)]
    if not sources:
        raise InputError(path, problem=f"expected {_IMAGES_EXPECTED}, found {_listing(path)}", remedy=_REMEDY)
    return sources


_REMEDY = "docs/sources.md lists the forms that can be read."


def _image_file(path: Path, synset_of: SynsetOf) -> Source:
    if _is_lines(path):
        return PlainFile(path, synset_of)
    start = read_start(path, _LOOKED_AT).lstrip(b"\xef\xbb\xbf \t\r\n")
    if start[:1] == b"[":
        return VisualGenomeFile(path, synset_of)
    if start[:1] == b"{":
        return PlainFile(path, synset_of)
    found = repr(start[:40].decode(errors="replace")) if start else "an empty file"
    raise InputError(path, problem=f"expected {_IMAGES_EXPECTED}, found {found}", remedy=_REMEDY)


def landmark_source(path: Path) -> Source:
    """Return the source of landmark images at a path; InputError if it is none."""
    _require(path, _LANDMARKS_EXPECTED)
    if path.is_file():
        return CommonsTable(path)
    if (path / CATEGORY_FILE).is_file():
        return GoogleLandmarks(path)
    raise InputError(path, problem=f"expected {_LANDMARKS_EXPECTED}, found {_listing(path)}", remedy=_REMEDY)


def _require(path: Path, expected: str) -> None:
    if not path.exists():
        raise InputError(path, problem="there is no such file or folder", remedy=f"Name {expected}.")
    require_readable(path)


def _refuse_twins(files: Sequence[Path]) -> None:
    """Raise InputError if a file lies there packed and unpacked, as nothing says which one counts."""
    seen: dict[str, Path] = {}
    for file in files:
        name = _stem(file) if _stem(file) in FORMS else file.name.removesuffix(".gz")
        twin = seen.setdefault(name, file)
        if twin != file and (name in FORMS or _is_lines(file)):
            raise InputError(
                file.parent,
                problem=f"holds {twin.name} and {file.name}, which are the same annotations twice",
                remedy="Take one of them away, or name the one to read.",
            )


def _stem(path: Path) -> str:
    return path.name.removesuffix(".gz").removesuffix(".json")


def _is_lines(path: Path) -> bool:
    return path.name.removesuffix(".gz").endswith(".jsonl")


def _listing(folder: Path) -> str:
    names = sorted(entry.name for entry in folder.iterdir())[:6]
    return ", ".join(names) if names else "an empty folder"
