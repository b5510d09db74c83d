"""Work on ranges of images, each by itself with bounded memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

from pipeline.base.progress import Progress
from pipeline.dataset.settings import Settings
from pipeline.relational.engine import Engine

S = TypeVar("S")
T = TypeVar("T")
OBJECTS, QUESTIONS = 8, 2
"""Objects to ask about, and questions to make records of, that an image may have and count as one."""


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


def cut_shards(
    images: Path, counted: Sequence[Path], settings: Settings, scratch: Path, *, each: int
) -> list[Shard]:
    """Cut the images of a table into ranges for `shard_images` images each; without images, one empty range.

    An image with more than `each` rows in the table `counted` takes the place of several: how much memory a
    range needs depends on these rows. There are as many ranges as workers, if there are images for them.
    """
    with Engine(scratch) as engine:
        engine.register({"images": images, "counted": counted})
        most = settings.shard_images * each
        bounds = engine.rows("shard_bounds", least=each, most=most, workers=settings.workers)
    return [
        Shard(number, first, last, scratch / f"{number:05d}", settings.memory)
        for number, (first, last) in enumerate(bounds or [("", "")])
    ]


def parts_of(folder: Path, table: str) -> list[Path]:
    """Return the parts of a table in the order of their shards."""
    return sorted((folder / table).glob("*.parquet"))


def run_shards(
    work: Callable[..., None],
    shards: Sequence[Shard],
    arguments: Mapping[str, object],
    *,
    workers: int,
    progress: Progress,
    what: str,
) -> None:
    """Call `work(shard, **arguments)` for every shard, at most so many at a time.

    The first failure is raised, and the rest is cancelled.
    """
    results = in_order(partial(work, **arguments), shards, workers=workers)
    for _ in progress.track(results, what=what, total=len(shards)):
        pass


@contextmanager
def lent(free: SimpleQueue[T]) -> Iterator[T]:
    """Yield something that no other thread works with, and take it back."""
    one = free.get()
    try:
        yield one
    finally:
        free.put(one)


def in_order(work: Callable[[S], T], shards: Iterable[S], *, workers: int) -> Iterator[T]:
    """Yield `work(shard)` for every shard in order, made by threads: the engine works outside Python's lock.

    No more than one result waits beside those that are being made.
    """
    waiting: deque[Future[T]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for shard in shards:
                waiting.append(pool.submit(work, shard))
                if len(waiting) > workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
