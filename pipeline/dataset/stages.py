"""Stages that run only when something they depend on has changed.

A stage's fingerprint covers the project's code, templates and queries, the settings it reads, its input
files (by name, size and time of change) and the fingerprints of the stages before it. It is written when
the stage has ended, so an interrupted stage runs again.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Literal

from pipeline.base.collector import rare_collections
from pipeline.base.disk import told_if_full
from pipeline.base.errors import InputError
from pipeline.base.files import half_written, read_json, write_json
from pipeline.base.hashing import digest, file_sha256
from pipeline.base.progress import Progress
from pipeline.base.resources import resource_dir
from pipeline.dataset.layout import made_beside
from pipeline.dataset.settings import Settings
from pipeline.relational.engine import SqlEngine, open_engine

_DONE = "done.json"
_PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of the build.

    `run(context)` reads the folders of `after` and writes into its own, `context.folder(name)`. `reads`
    names the settings it depends on, `uses` the resource folders; `inputs` returns the files it depends on,
    and `product` a file that must be there after it, outside its own folder.
    """

    name: str
    what: str
    run: Callable[[Context], None]
    after: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    uses: tuple[Literal["templates", "queries"], ...] = ()
    inputs: Callable[[Settings], Iterable[Path]] = field(default=lambda settings: ())
    product: Callable[[Settings], Path | None] = field(default=lambda settings: None)


@dataclass(frozen=True, slots=True)
class Context:
    """What a stage gets: the settings, the work folder of each stage, and someone to tell."""

    settings: Settings
    progress: Progress

    def folder(self, stage: str) -> Path:
        """Return the work folder of a stage."""
        return self.settings.work_folder / stage

    def table(self, stage: str, name: str) -> Path:
        """Return the path of a stage's table."""
        return self.folder(stage) / f"{name}.parquet"

    def engine(self, stage: str, *, joins_as_written: bool = False) -> SqlEngine:
        """Open the engine that the settings name, with all threads, for a stage."""
        scratch, threads = self.folder(stage) / "scratch", self.settings.workers
        return engine_of(self.settings, scratch, threads=threads, joins_as_written=joins_as_written)


def engine_of(
    settings: Settings,
    scratch: Path,
    *,
    threads: int = 1,
    memory: str = "",
    joins_as_written: bool = False,
) -> SqlEngine:
    """Open the engine that the settings name, by default with its threads' memory.

    EngineError if it cannot be used.
    """
    return open_engine(
        settings.engine,
        scratch,
        shared=settings.shared,
        threads=threads,
        memory=memory or of_threads(settings.memory, threads),
        joins_as_written=joins_as_written,
    )


def of_threads(memory: str, threads: int) -> str:
    """Return the memory of so many threads: "1024MB" for two of "512MB"."""
    return f"{Decimal(memory[:-2]) * threads}{memory[-2:]}"


@cache
def version_of(root: Path) -> str:
    """Return a hash of the code, templates or queries under a folder."""
    content = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.suffix in (".py", ".sql", ".toml", ".tsv", ".rq") and "_resources" not in path.parts:
            content.update(f"{digest(path.relative_to(root).as_posix())} {file_sha256(path)}\n".encode())
    return content.hexdigest()[:16]


def _inputs(paths: Iterable[Path]) -> list[str]:
    files: list[Path] = []
    for path in paths:
        files += sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
    return [digest(f, f.stat().st_size, f.stat().st_mtime_ns) for f in files if f.exists()]


def versions(settings: Settings) -> dict[str, str]:
    """Return hashes of what a build rests on beside settings and inputs: code, shipped files, own packs."""
    return {
        "code": version_of(_PACKAGE),
        **{name: version_of(resource_dir(name)) for name in ("templates", "queries", "data")},
        "packs": digest(*map(version_of, settings.templates)),
    }


def run_stages(
    stages: Sequence[Stage],
    context: Context,
    *,
    until: str | None = None,
    known: Mapping[str, str] | None = None,
) -> None:
    """Run the stages in order, those that are up to date excepted, and stop after `until`.

    `known` has the fingerprints of stages that were worked on elsewhere.
    """
    fingerprints = dict(known or {})
    for stage in stages:
        if stage.name not in fingerprints:
            fingerprints[stage.name] = _fingerprint(stage, context.settings, fingerprints)
        _run(stage, context, fingerprints[stage.name])
        if stage.name == until:
            return


def _fingerprint(stage: Stage, settings: Settings, before: Mapping[str, str]) -> str:
    values = {name: str(getattr(settings, name)) for name in stage.reads}
    return digest(
        stage.name,
        version_of(_PACKAGE),
        digest(*(version_of(resource_dir(name)) for name in stage.uses)),
        json.dumps(values, sort_keys=True),
        digest(*(before[name] for name in stage.after)),
        digest(*_inputs(stage.inputs(settings))),
        digest(*(_inputs(settings.templates) if "templates" in stage.uses else ())),
    )


def fingerprint_in(folder: Path) -> str:
    """Return the fingerprint of the stage that was finished in a folder; empty if none was."""
    return _fingerprint_in(folder / _DONE)


def forget(settings: Settings, stage: str) -> None:
    """Make a stage run again at the next build."""
    (settings.work_folder / stage / _DONE).unlink(missing_ok=True)


def _fingerprint_in(done: Path) -> str:
    """Return the fingerprint in a stage's mark; empty where there is none or it is damaged."""
    try:
        content = read_json(done) if done.is_file() else None
    except InputError:
        return ""
    return str(content.get("fingerprint", "")) if isinstance(content, dict) else ""


def _goes_on(stage: Stage) -> str:
    return (
        f"When there is room, run the same command again: it goes on with the stage {stage.name}. "
        "A dataset finished earlier is as it was."
    )


def _run(stage: Stage, context: Context, fingerprint: str) -> None:
    done = context.folder(stage.name) / _DONE
    product = stage.product(context.settings)
    if _fingerprint_in(done) == fingerprint and (product is None or product.is_file()):
        context.progress.stage(stage.name, "up to date")
        return
    done.unlink(missing_ok=True)
    for left in half_written(context.folder(stage.name)):
        left.unlink()
    context.progress.stage(stage.name, stage.what)
    started = time.monotonic()
    folders = [context.settings.work_folder, made_beside(context.settings.out)]
    with rare_collections(), told_if_full(folders, _goes_on(stage)):
        stage.run(context)
        write_json(done, {"fingerprint": fingerprint})
    context.progress.note(f"done in {time.monotonic() - started:.1f} s")
