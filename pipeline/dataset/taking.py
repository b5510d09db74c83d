"""Takes a snapshot of what a build would read: annotations are read and linked, facts fetched, and kept."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pipeline.base.errors import InputError, SettingsError
from pipeline.base.progress import Progress
from pipeline.dataset.build import build
from pipeline.dataset.link import open_endpoint, run_fetch, run_link, shown_endpoint
from pipeline.dataset.settings import EMBEDDED, Settings
from pipeline.dataset.stages import Context
from pipeline.wikidata.fetch import fetch_entities
from pipeline.wikidata.recording import RecordingEndpoint
from pipeline.wikidata.snapshot import DESCRIPTION, Snapshot, read_snapshot, write_snapshot
from pipeline.wikidata.snapshot_tables import Reading


def take_snapshot(settings: Settings, out: Path, languages: Sequence[str], progress: Progress) -> Snapshot:
    """Write into `out` all that a build with these settings asks its endpoint; return it.

    Names in further languages are asked for last. Replies of a live endpoint lie in `settings.work_folder`
    until the snapshot is written, so that an interrupted run goes on; then that folder is removed.
    """
    if settings.shard:
        raise SettingsError("shard: a snapshot is of all images; leave `shard` out")
    check_free(out)
    if "://" not in settings.endpoint and Path(settings.endpoint).resolve() == out.resolve():
        raise InputError(out, problem="is the endpoint itself", remedy="Name another folder.")
    build(settings, progress, until="annotate")
    context = Context(settings, progress)
    recorder = RecordingEndpoint(open_endpoint(settings))
    progress.stage("link", "links what the images show")
    run_link(context, recorder)
    progress.stage("fetch", "fetches the facts")
    run_fetch(context, recorder)
    if languages:
        items = [entity.item for entity in read_snapshot(context.folder("fetch") / "snapshot").entities]
        progress.stage("names", f"fetches names in {', '.join(languages)}")
        fetch_entities(recorder, items, languages)
    taken = recorder.snapshot(settings.language, shown_endpoint(settings))
    if "://" not in settings.endpoint:
        taken = replace(taken, readings=_inherited(settings, taken))
    save_snapshot(out, taken)
    shutil.rmtree(settings.work_folder)
    return taken


def _inherited(settings: Settings, taken: Snapshot) -> tuple[Reading, ...]:
    """Return the readings of the snapshot that was asked: what it lacks need not be lacking in Wikidata."""
    if settings.endpoint == EMBEDDED:
        return ()
    asked = {reading.subject for reading in taken.readings}
    return tuple(r for r in read_snapshot(Path(settings.endpoint)).readings if r.subject in asked)


def check_free(out: Path) -> None:
    """Raise InputError if a snapshot must not go into a folder: it holds something else."""
    if not out.exists() or (out / DESCRIPTION).is_file() or (out.is_dir() and not any(out.iterdir())):
        return
    raise InputError(out, problem="is no snapshot, and not empty", remedy="Name another folder.")


def save_snapshot(out: Path, snapshot: Snapshot) -> None:
    """Put a snapshot in the place of an earlier one, all at once."""
    check_free(out)
    target = out.resolve()
    made, old = (target.with_name(f".{target.name}.{word}") for word in ("part", "old"))
    for folder in (made, old):
        shutil.rmtree(folder, ignore_errors=True)
    try:
        write_snapshot(made, snapshot)
    except OSError:
        shutil.rmtree(made, ignore_errors=True)
        raise
    if target.exists():
        target.rename(old)
    made.rename(target)
    shutil.rmtree(old, ignore_errors=True)
