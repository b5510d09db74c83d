"""Writes a publication: a folder that `datasets` and `mlcroissant` load as it is (docs/release.md)."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from pipeline.base.errors import DatasetError
from pipeline.base.files import write_json, write_text
from pipeline.base.hashing import file_sha256
from pipeline.base.progress import Progress
from pipeline.dataset.images.listing import list_images, with_attributions, write_list
from pipeline.dataset.layout import MANIFEST, UNFINISHED
from pipeline.dataset.publication.contents import count, write_shards
from pipeline.dataset.publication.croissant import croissant
from pipeline.dataset.publication.documents import documents, told_of
from pipeline.dataset.publication.values import Publication
from pipeline.dataset.splits.assign import SPLITS, shares_of
from pipeline.dataset.splits.write import TABLE, write_splits
from pipeline.dataset.subset_folders import open_parent, work_folder
from pipeline.dataset.verification.record import record_schema

SUMS, SCHEMA, CROISSANT = "SHA256SUMS", "record.schema.json", "croissant.json"
FACTS, IMAGES, SPLITS_FOLDER = "snapshot", "images.tsv", "splits"
SPLITS_TABLE = f"{SPLITS_FOLDER}/{TABLE}"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def publish(
    folder: Path,
    out: Path,
    publication: Publication,
    progress: Progress,
    *,
    rows: int = 500_000,
    facts: bool = False,
    attributions: Sequence[Path] = (),
    splits: bool = False,
) -> list[str]:
    """Write the dataset in `folder` as a publication into `out`; return the paths of its files.

    Parquet files have at most `rows` rows each; with `facts` the snapshot goes along, with
    `splits` the splits by name; tables of `attributions` tell licences and authors of images. `out` must
    be new, empty, or an earlier publication, which is replaced; other files beside it stay.
    """
    check_free(out, folder)
    dataset = open_parent(folder)
    numbers = count(dataset)
    told = told_of(publication, dataset, numbers)
    with work_folder(out) as work:
        progress.note("Parquet files")
        shards = write_shards(folder, work, rows)
        if facts:
            shutil.copytree(folder / FACTS, work / FACTS)
        if splits:
            write_splits(folder, work / SPLITS_FOLDER, list(SPLITS), shares_of(dataset), progress)
        shutil.copyfile(folder / MANIFEST, work / MANIFEST)
        write_list(work / IMAGES, with_attributions(list_images(folder), attributions))
        progress.note("metadata and documents")
        write_json(work / SCHEMA, {"$schema": _DIALECT, **record_schema()})
        write_json(work / CROISSANT, croissant(publication, shards, told))
        for name, text in documents(publication, told, numbers, shards, splits=splits).items():
            write_text(work / name, text)
        written = write_sums(work)
        _move_in(work, out)
    return [*written, SUMS]


def check_free(out: Path, folder: Path) -> None:
    """Raise DatasetError if a publication of `folder` must not go into `out`."""
    target, source = out.resolve(), folder.resolve()
    if target == source or target in source.parents or source in target.parents:
        raise DatasetError(f"{out}: is, holds or lies in the dataset itself\n  Name another folder.")
    if not out.exists():
        return
    if not out.is_dir():
        raise DatasetError(f"{out}: is a file\n  Name a folder.")
    is_ours = (out / UNFINISHED).is_file() or all((out / name).is_file() for name in (SUMS, CROISSANT))
    if any(out.iterdir()) and not is_ours:
        raise DatasetError(
            f"{out}: is no release of this program, and not empty\n  Name a folder that is new or empty."
        )


def write_sums(folder: Path) -> list[str]:
    """Write SHA256SUMS of all files in a folder, as `sha256sum -c` reads it; return their paths."""
    paths = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    write_text(folder / SUMS, "".join(f"{file_sha256(folder / path)}  {path}\n" for path in paths))
    return paths


def _move_in(work: Path, out: Path) -> None:
    """Put the files of a finished publication in the place of an earlier one's; any others stay.

    The checksums come last, and a mark tells until then that the folder is being written.
    """
    new = [path.relative_to(work) for path in work.rglob("*") if path.is_file()]
    write_text(out / UNFINISHED, "A release was being written here. The same command writes it anew.\n")
    for path in sorted(_listed(out) - set(new)):
        (out / path).unlink(missing_ok=True)
    for path in sorted(new, key=lambda path: (path == Path(SUMS), path)):
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (work / path).replace(out / path)
    (out / UNFINISHED).unlink()


def _listed(out: Path) -> set[Path]:
    """Return the files of an earlier publication, by its checksums."""
    sums = out / SUMS
    lines = sums.read_text(encoding="utf-8").splitlines() if sums.is_file() else []
    listed = {Path(line.partition("  ")[2]) for line in lines}
    return {path for path in listed if not path.is_absolute() and ".." not in path.parts}
