"""Which source reads a file or folder that the user named."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pipeline.base.errors import InputError
from pipeline.base.files import read_start, require_readable
from pipeline.sources.coco import CocoFile
from pipeline.sources.gqa import GqaFile
from pipeline.sources.landmarks import CATEGORY_FILE, CommonsTable, GoogleLandmarks
from pipeline.sources.plain import PlainFile
from pipeline.sources.records import Record, SynsetOf
from pipeline.sources.visual_genome import FORMS, VisualGenomeFile

_LOOKED_AT = 65_536
"""Bytes, unpacked, in which a file's first keys are looked for."""
_FIRST_KEY = re.compile(rb'\{\s*"((?:[^"\\]|\\.)*)"\s*:\s*(\S)')
_GRAPH_KEY = re.compile(rb'"(?:width|height|objects)"\s*:')
_COCO_KEYS = {b"info", b"licenses", b"images", b"annotations", b"categories", b"type"}


class Source(Protocol):
    """Something that yields records."""

    @property
    def path(self) -> Path:
        """The file or folder."""

    def records(self) -> Iterator[Record]:
        """Yield the records in a fixed order."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form of annotation files: how it is called, what reads it, and how a file of it is recognised.

    `fits` is given the path and the file's first bytes, without white space in front.
    """

    words: str
    reader: Callable[[Path, SynsetOf], Source]
    fits: Callable[[Path, bytes], bool]


def _is_lines(path: Path, _: bytes = b"") -> bool:
    return path.name.removesuffix(".gz").endswith(".jsonl")


def _is_array(_: Path, start: bytes) -> bool:
    return start.startswith(b"[")


def _is_coco(_: Path, start: bytes) -> bool:
    key = _FIRST_KEY.match(start)
    return key is not None and key[1] in _COCO_KEYS


def _is_gqa(_: Path, start: bytes) -> bool:
    key = _FIRST_KEY.match(start)
    return key is not None and key[2] == b"{" and _GRAPH_KEY.search(start) is not None


def _is_object(_: Path, start: bytes) -> bool:
    return start.startswith(b"{")


_GQA = Form("GQA scene graphs", GqaFile, _is_gqa)
_COCO = Form("COCO-style instances", CocoFile, _is_coco)
_LINES = Form("plain JSON lines (.jsonl)", PlainFile, _is_lines)
_FILES = (
    _LINES,
    Form(
        f"Visual Genome annotations ({', '.join(f'{form}.json' for form in FORMS)})",
        VisualGenomeFile,
        _is_array,
    ),
    _COCO,
    _GQA,
    Form("", PlainFile, _is_object),
)
"""The forms of a single file; the first that fits counts."""

_IMAGES_EXPECTED = "one of: " + "; ".join(form.words for form in _FILES if form.words)
_LANDMARKS_EXPECTED = (
    f"a folder with GLDv2's {CATEGORY_FILE} and train.csv, or a TSV file with the columns item and image_file"
)
_REMEDY = "docs/sources.md lists the forms that can be read."


def image_sources(paths: Sequence[Path], synset_of: SynsetOf) -> list[Source]:
    """Return the sources of annotated images under the paths; InputError for a path that has none."""
    return list(itertools.chain.from_iterable(_image_sources(path, synset_of) for path in paths))


def _image_sources(path: Path, synset_of: SynsetOf) -> list[Source]:
    _require(path, _IMAGES_EXPECTED)
    if path.is_file():
        return [_image_file(path, synset_of)]
    files = sorted(entry for entry in path.iterdir() if entry.is_file())
    _refuse_twins(files)
    named = {_stem(file): file for file in files if _stem(file) in FORMS}
    if "objects" in named and "relationships" in named:
        # The same annotations once more, without the ends that objects.json lacks.
        named.pop("scene_graphs", None)
    sources: list[Source] = [VisualGenomeFile(named[form], synset_of) for form in FORMS if form in named]
    others = [file for file in files if _is_json(file) and _stem(file) not in FORMS]
    sources += [source for file in others if (source := _told_by_content(file, synset_of))]
    sources += [PlainFile(file, synset_of) for file in files if _is_lines(file)]
    if not sources:
        raise InputError(path, problem=f"expected {_IMAGES_EXPECTED}, found {_listing(path)}", remedy=_REMEDY)
    return sources


def _image_file(path: Path, synset_of: SynsetOf) -> Source:
    start = b"" if _is_lines(path) else _start(path)
    for form in _FILES:
        if form.fits(path, start):
            return form.reader(path, synset_of)
    found = repr(start[:40].decode(errors="replace")) if start else "an empty file"
    raise InputError(path, problem=f"expected {_IMAGES_EXPECTED}, found {found}", remedy=_REMEDY)


def _told_by_content(path: Path, synset_of: SynsetOf) -> Source | None:
    """Return the source of a file in a folder, whose name says nothing of its form; None for other files."""
    start = _start(path)
    if _GQA.fits(path, start):
        return GqaFile(path, synset_of)
    # COCO's folder holds captions too, which begin like instances.
    source = CocoFile(path, synset_of) if _COCO.fits(path, start) else None
    return source if source and source.holds_boxes() else None


def _start(path: Path) -> bytes:
    return read_start(path, _LOOKED_AT).lstrip(b"\xef\xbb\xbf \t\r\n")


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


def _is_json(path: Path) -> bool:
    return path.name.removesuffix(".gz").endswith(".json")


def _listing(folder: Path) -> str:
    names = sorted(entry.name for entry in folder.iterdir())[:6]
    return ", ".join(names) if names else "an empty folder"
