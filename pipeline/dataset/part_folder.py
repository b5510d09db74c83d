"""The folder of a part: the tables of its stages, and `part.json`, which says what it is a part of.

A part has the stages that look at one image at a time, for its images, and those before them for all images:
what they write is the same in every part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from pipeline import __version__
from pipeline.base.disk import told_if_full
from pipeline.base.errors import DatasetError, InputError, SettingsError
from pipeline.base.files import read_json, write_json
from pipeline.base.hashing import file_sha256
from pipeline.dataset.checked import DRAWN_FINDINGS
from pipeline.dataset.claim import LOCK_FILES
from pipeline.dataset.layout import require_writable
from pipeline.dataset.part_number import PartNumber
from pipeline.dataset.questions import DRAWN_TABLES
from pipeline.dataset.release import count_rows, shown_settings
from pipeline.dataset.settings import Settings
from pipeline.dataset.stages import Context, fingerprint_in, versions

PART = "part.json"
COMMON_STAGES = ("annotate", "link", "fetch", "bank")
"""The stages that are of all images in every part."""
LAST_STAGE = "questions"
"""The stage that is of the part's images only; the later ones need all parts."""

_NAME: Literal["ReasonVQA-style part"] = "ReasonVQA-style part"
_PASSING = {"raw", "scratch"}
"""Folders of stages that nothing after them reads."""
_COPY = "Copy the part anew, or build it again with the command that it was begun with."
_REMEDY = "Build the part again with the command that it was begun with."


class PartFile(BaseModel):
    """`part.json`; all but the first three fields are empty until the part is finished."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Literal["ReasonVQA-style part"] = _NAME
    format: Literal["1"] = "1"
    shard: tuple[int, int]
    finished: bool = False
    generator: str = ""
    versions: dict[str, str] = {}
    shown: dict[str, Any] = {}
    settings: dict[str, Any] = {}
    fingerprints: dict[str, str] = {}
    images: int = 0
    questions: int = 0
    files: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class Part:
    """A finished part and its folder."""

    folder: Path
    content: PartFile

    @property
    def number(self) -> PartNumber:
        """Which part it is."""
        return PartNumber(*self.content.shard)

    def files(self, stage: str) -> list[str]:
        """Return the paths in the part of a stage's files."""
        return [path for path in self.content.files if path.startswith(f"{stage}/")]

    def require_whole(self, stages: Sequence[str]) -> None:
        """Raise DatasetError if a file of these stages is missing or is not the one that was written."""
        for path in (path for stage in stages for path in self.files(stage)):
            file = self.folder / path
            if not file.is_file():
                raise DatasetError(f"{file}: is missing\n  {_COPY}")
            if file_sha256(file) != self.content.files[path]:
                raise DatasetError(f"{file}: differs from its checksum in {PART}\n  {_COPY}")


def require_part(settings: Settings, part: PartNumber, until: str | None) -> None:
    """Raise SettingsError if a part cannot be built with these settings, up to this stage, into `out`."""
    if until not in (None, *COMMON_STAGES, LAST_STAGE):
        raise SettingsError(
            f"shard: {until!r} needs the questions of all images\n"
            f"  Build {part.words} without naming a stage, and merge all parts with `reasonvqa merge`."
        )
    if settings.work:
        raise SettingsError("work: a part's tables lie in `out`, which is the part; leave `work` out")
    if settings.is_live:
        raise SettingsError(
            f"endpoint: {settings.endpoint} may answer each part otherwise\n"
            "  Take the facts first with `reasonvqa snapshot create FOLDER` and the same options, without "
            "--shard, and give every part `--endpoint FOLDER`."
        )
    require_writable("out", settings.out)
    out = settings.out
    found = {path.name for path in out.iterdir()} if out.is_dir() else set()
    if found - set(LOCK_FILES) and not _is_part(out):
        raise SettingsError(
            f"out: {out} holds files that are no part of a dataset ({', '.join(sorted(found)[:5])})\n"
            "  Name a folder that is new or empty."
        )


def _is_part(folder: Path) -> bool:
    try:
        content = read_json(folder / PART)
    except (OSError, InputError):
        return False
    return isinstance(content, dict) and content.get("name") == _NAME


def begin_part(settings: Settings, part: PartNumber) -> None:
    """Say in `part.json` that the part is not finished."""
    _write(settings.out, PartFile(shard=(part.number, part.of)))


def end_part(context: Context, part: PartNumber) -> None:
    """Write `part.json`: what the part rests on, and every file with its SHA-256."""
    settings, folder = context.settings, context.folder(LAST_STAGE)
    drawn = sum(count_rows(path) or 0 for path in (folder / "drawn").glob("*.parquet"))
    content = PartFile(
        shard=(part.number, part.of),
        finished=True,
        generator=f"reasonvqa {__version__}",
        versions=versions(settings),
        shown=shown_settings(context),
        settings=settings.model_dump(mode="json", exclude={"out", "work", "shard", "contact"}),
        fingerprints={stage: fingerprint_in(context.folder(stage)) for stage in COMMON_STAGES},
        images=count_rows(folder / "scene" / "images.parquet") or 0,
        questions=drawn,
        files={path.relative_to(settings.out).as_posix(): file_sha256(path) for path in _files(context)},
    )
    _write(settings.out, content)
    context.progress.note(f"{part.words} in {settings.out}: {content.images:,} images, {drawn:,} questions")


def _files(context: Context) -> Iterator[Path]:
    for stage in COMMON_STAGES:
        folder = context.folder(stage)
        found = (path for path in folder.rglob("*") if path.is_file() and path.name != "done.json")
        yield from sorted(p for p in found if _PASSING.isdisjoint(p.relative_to(folder).parts))
    folder = context.folder(LAST_STAGE)
    for table in DRAWN_TABLES:
        yield from sorted((folder / table).glob("*.parquet"))
    yield from (folder / f"{name}.parquet" for name in DRAWN_FINDINGS)


def _write(folder: Path, content: PartFile) -> None:
    with told_if_full([folder], "When there is room, run the same command again: it goes on where it was."):
        write_json(folder / PART, content.model_dump(mode="json"))


def read_part(folder: Path) -> Part:
    """Return the part in a folder; DatasetError if there is none, or it is not finished."""
    path = folder / PART
    if not path.is_file():
        raise DatasetError(
            f"{folder}: is no part of a dataset (it has no {PART})\n"
            "  Name folders that `reasonvqa build --shard i/n --out FOLDER` wrote."
        )
    try:
        part = Part(folder, PartFile.model_validate(read_json(path)))
    except (InputError, ValidationError) as fault:
        raise DatasetError(f"{path}: is damaged: {fault}\n  {_REMEDY}") from fault
    if not part.content.finished:
        words = part.number.words
        raise DatasetError(f"{folder}: {words} is not finished\n  {_REMEDY} It goes on where it was.")
    return part
