"""Parts of a build into the dataset that a build in one go would give, byte for byte.

What the parts have in common is taken from the first; the questions drawn and what was found in their texts
are united. All that looks at more than one image runs then: the cap on repeats, options, split, blind
ceilings, balance and release.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from pipeline.base.progress import Progress
from pipeline.dataset.build import STAGES
from pipeline.dataset.checked import DRAWN_FINDINGS
from pipeline.dataset.claim import claimed
from pipeline.dataset.emptiness import require_questions
from pipeline.dataset.layout import require_out
from pipeline.dataset.part_checks import require_alike, require_packs, require_program, require_set
from pipeline.dataset.part_folder import COMMON_STAGES, LAST_STAGE, Part, read_part
from pipeline.dataset.questions import DRAWN_TABLES, checked_engine, keep_questions, write_routes
from pipeline.dataset.settings import MACHINE, Settings
from pipeline.dataset.stages import Context, Stage, run_stages, versions
from pipeline.dataset.vocabulary import library_of


def merge_parts(folders: Sequence[Path], given: Settings, progress: Progress) -> Settings:
    """Merge the parts in folders into a dataset; return its settings: those of the parts.

    Of the settings given count `out`, `work`, those of the machine, and `templates` if packs have moved.
    DatasetError if the parts are not those of one build, or damaged; BusyError if another build works there.
    """
    parts = require_set([read_part(folder) for folder in folders])
    require_alike(parts)
    settings = _settings_of(parts[0], given)
    require_packs(settings)
    require_program(parts[0], versions(settings))
    require_out(settings)
    library_of(settings).check()
    context = Context(settings, progress)
    with claimed(settings):
        run_stages(_stages(parts), context, known=parts[0].content.fingerprints)
    return settings


def _settings_of(part: Part, given: Settings) -> Settings:
    own = {"out", "work", "templates", *MACHINE} & given.model_fields_set
    chosen = given.model_dump(include=own)
    return Settings.model_validate({**part.content.settings, "out": given.out, **chosen})


def _stages(parts: Sequence[Part]) -> list[Stage]:
    runs = {stage: _taken(parts[0], stage) for stage in COMMON_STAGES} | {LAST_STAGE: _united(parts)}
    return [
        replace(stage, run=runs[stage.name], what=_WHAT[stage.name == LAST_STAGE])
        if stage.name in runs
        else stage
        for stage in STAGES
    ]


_WHAT = {False: "taken from the parts", True: "unites the questions of the parts"}


def _taken(part: Part, stage: str) -> Callable[[Context], None]:
    """Return what brings a stage's files from a part."""

    def run(context: Context) -> None:
        part.require_whole([stage])
        folder = context.folder(stage)
        shutil.rmtree(folder, ignore_errors=True)
        for path in part.files(stage):
            _bring(part.folder / path, folder / Path(path).relative_to(stage))

    return run


def _united(parts: Sequence[Part]) -> Callable[[Context], None]:
    """Return what makes the questions of the whole from those of the parts."""

    def run(context: Context) -> None:
        folder = context.folder(LAST_STAGE)
        for part in context.progress.track(parts, what="parts", total=len(parts)):
            part.require_whole([LAST_STAGE])
        for table in DRAWN_TABLES:
            shutil.rmtree(folder / table, ignore_errors=True)
            found = [part.folder / path for part in parts for path in part.files(f"{LAST_STAGE}/{table}")]
            for number, path in enumerate(found):
                _bring(path, folder / table / f"{number:05d}.parquet")
        write_routes(context)
        with checked_engine(context) as engine:
            for name, key in DRAWN_FINDINGS.items():
                found = [part.folder / LAST_STAGE / f"{name}.parquet" for part in parts]
                engine.register({"findings_of_parts": found})
                order = ", ".join((*key, "code", "detail"))
                engine.write_parquet(folder / f"{name}.parquet", "united_findings", order=order)
            keep_questions(context, engine)
        require_questions(context, LAST_STAGE)

    return run


def _bring(path: Path, target: Path) -> None:
    """Link a file of a part to its place, or copy it to another disk.

    A stage that runs again writes the file anew, so that the part keeps its own.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    try:
        os.link(path, target)
    except OSError:
        shutil.copyfile(path, target)
