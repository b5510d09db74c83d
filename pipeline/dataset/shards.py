"""Work on ranges of images, each in a process of its own with bounded memory."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from pipeline.base.progress import Progress
from pipeline.dataset.settings import Settings
from pipeline.dataset.stages import Context
from pipeline.relational.engine import Engine


@dataclass(frozen=True, slots=True)
class Shard:
    """A range of image ids, both ends included, and where its work happens."""

    number: int
    first: str
    last: str
    scratch: Path
    memory: str

    def part(self, folder: Path, table: str) -> Path:
        """Return the path of this shard's part of a table."""
        return folder / table / f"{self.number:05d}.parquet"


def shards_of(context: Context, stage: str) -> list[Shard]:
    """Cut the annotated images into ranges of `shard_images` each; without images, one empty range."""
    return cut_shards(
        context.table("annotate", "images"), context.settings, context.folder(stage) / "scratch"
    )


def cut_shards(images: Path, settings: Settings, scratch: Path) -> list[Shard]:
    """Cut the images of a table into ranges of `shard_images` each; without images, one empty range."""
    with Engine(scratch) as engine:
        engine.register({"images": images})
        bounds = engine.rows("shard_bounds", size=settings.shard_images)
    return [
        Shard(number, first, last, scratch / f"{number:05d}", settings.memory)
        for number, (first, last) in enumerate(bounds or [("", "")])
    ]


def parts_of(folder: Path, table: str) -> list[Path]:
    """Return the parts of a table in the order of their shards."""
    return sorted((folder / table).glob("*.parquet"))


def _end_with_parent() -> None:
    """Let this process end with the one that started it, however that ends.

    What a worker would still write belongs to the build that follows.
    """
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def run_shards(
    work: Callable[..., None],
    shards: Sequence[Shard],
    arguments: Mapping[str, object],
    *,
    workers: int,
    progress: Progress,
    what: str,
) -> None:
    """Call `work(shard, **arguments)` for every shard, in at most so many processes at a time.

    `work` must be a module's function. The first failure is raised, and the rest is cancelled.
    """
    if workers == 1 or len(shards) == 1:
        for shard in progress.track(shards, what=what, total=len(shards)):
            work(shard, **arguments)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(
        min(workers, len(shards)), mp_context=context, initializer=_end_with_parent
    ) as pool:
        futures = [pool.submit(work, shard, **arguments) for shard in shards]
        try:
            for future in progress.track(as_completed(futures), what=what, total=len(futures)):
                future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
