"""Annotations that are read from, and datasets that are written to, object storage.

Readers and writers work on files of this machine: annotations are copied here first, unless a copy of the
same size and time of change is here, and a dataset is copied away when it is finished.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pipeline.base import storage
from pipeline.base.errors import InputError, SettingsError
from pipeline.base.files import read_json, write_text
from pipeline.base.hashing import digest
from pipeline.base.progress import Progress
from pipeline.base.storage import Status
from pipeline.dataset.layout import FILES, MANIFEST, NAME, OPTIONAL, UNFINISHED, files_in
from pipeline.dataset.settings import Settings

_SHOWN = 5


def placed_here(settings: Settings) -> Settings:
    """Return the settings with a place of this machine, in the work folder, for each URL."""
    work = settings.work_folder
    changed: dict[str, Any] = {"images": tuple(_here(path, work) for path in settings.images)}
    if settings.landmarks is not None:
        changed["landmarks"] = _here(settings.landmarks, work)
    if storage.url_of(settings.out):
        changed |= {"out": work / "dataset", "work": work}
    return settings.model_copy(update=changed)


def _here(path: Path, work: Path) -> Path:
    url = storage.url_of(path)
    return work / "inputs" / digest(url)[:16] / path.name if url else path


def bring_inputs(settings: Settings, progress: Progress) -> None:
    """Copy the annotations that are given by URL to where `placed_here` has them, as far as they are not.

    InputError for annotations that are not there, SettingsError if files that are no dataset of ours lie
    where it is to go.
    """
    if url := storage.url_of(settings.out):
        _require_target(url)
    for path in (*settings.images, settings.landmarks):
        if path is not None and (url := storage.url_of(path)):
            _bring(url, _here(path, settings.work_folder), progress)


def send_dataset(here: Path, settings: Settings, progress: Progress) -> None:
    """Copy a finished dataset to where the settings want it, if that is a URL and it is not there yet.

    As in a folder, a mark says that it is unfinished until all is there; the manifest comes last.
    """
    url = storage.url_of(settings.out)
    if not url or _sum_at(url) == read_json(here / MANIFEST)["content_sha256"]:
        return
    progress.stage("send", f"copies the dataset to {url}")
    mark = here.with_name(UNFINISHED)
    write_text(mark, "A dataset was being copied here. The same build copies it anew.\n")
    storage.upload(mark, storage.child(url, UNFINISHED))
    mark.unlink()
    new = [*files_in(here), MANIFEST]
    gone = {MANIFEST} | ({*FILES, *OPTIONAL} - set(new))
    for name in sorted(gone & storage.files_under(url).keys()):
        storage.delete_file(storage.child(url, name))
    for name in progress.track(new, what="files", total=len(new)):
        storage.upload(here / name, storage.child(url, name))
    storage.delete_file(storage.child(url, UNFINISHED))


def _require_target(url: str) -> None:
    """Raise SettingsError if files that are no dataset of ours lie where one is to go."""
    names = list(storage.files_under(url))
    if names and UNFINISHED not in names and not _sum_at(url):
        shown = ", ".join(names[:_SHOWN]) + (", ..." if len(names) > _SHOWN else "")
        raise SettingsError(
            f"out: {url} holds files that are no dataset of this program ({shown})\n"
            "  Name a folder that is new or empty."
        )


def _sum_at(url: str) -> str:
    """Return the checksum of the finished dataset at a URL; empty if there is none."""
    names = storage.files_under(url)
    if MANIFEST not in names or UNFINISHED in names:
        return ""
    with TemporaryDirectory(prefix="reasonvqa-") as folder:
        copy = Path(folder) / MANIFEST
        storage.download(storage.child(url, MANIFEST), copy)
        try:
            manifest = read_json(copy)
        except InputError:
            return ""
    is_ours = isinstance(manifest, dict) and manifest.get("name") == NAME
    return str(manifest.get("content_sha256", "")) if is_ours else ""


def _bring(url: str, here: Path, progress: Progress) -> None:
    """Make or renew the copy of a file or folder."""
    whole = storage.status_of(url)
    files = {"": whole} if whole else storage.files_under(url)
    if not files:
        raise InputError(url, problem="there is no such file or folder", remedy="Name one that is there.")
    copies = {name: here / name if name else here for name in files}
    stale = [name for name, copy in copies.items() if not _is_copy(copy, files[name])]
    progress.note(f"copying {url}: {len(stale):,} of {len(files):,} files are not here yet")
    for name in progress.track(stale, what="files", total=len(stale)):
        storage.download(storage.child(url, name) if name else url, copies[name], files[name])
    for copy in here.rglob("*") if here.is_dir() else ():
        if copy.is_file() and copy not in copies.values():
            copy.unlink()


def _is_copy(path: Path, status: Status) -> bool:
    return path.is_file() and Status(path.stat().st_size, path.stat().st_mtime_ns) == status
