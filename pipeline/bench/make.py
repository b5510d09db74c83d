"""Writes the input of a benchmark: Visual Genome's three files and a table of landmark images."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO

from pipeline.base.files import atomic_path, read_json, read_tsv, write_json
from pipeline.base.progress import Progress
from pipeline.base.resources import resource_dir
from pipeline.bench.scenes import IMAGES, json_parts, make_image
from pipeline.bench.vocabulary import vocabulary
from pipeline.wikidata.snapshot import read_snapshot

LANDMARK_IMAGES = 490_000
"""Of Google Landmarks v2 in ReasonVQA's release: 598,500 images less Visual Genome's."""

FILES = ("image_data.json", "objects.json", "relationships.json")
LANDMARKS = "landmarks.tsv"
_FORM = 3
_AT_A_TIME = 1_000


@dataclass(frozen=True, slots=True)
class Input:
    """A made input: its folder, and how many images of each source it has."""

    folder: Path
    scenes: int
    landmarks: int

    @property
    def files(self) -> list[Path]:
        """The annotation files."""
        return [self.folder / name for name in FILES]


def make_input(cache: Path, divisor: int, seed: int, progress: Progress) -> Input:
    """Return the input of one `divisor`-th of the full size; it is made once, in a folder under `cache`."""
    made = Input(cache / f"input-{divisor}-{seed}", IMAGES // divisor, LANDMARK_IMAGES // divisor)
    mark = made.folder / "made.json"
    content = {"form": _FORM, "seed": seed, "scenes": made.scenes, "landmarks": made.landmarks}
    if not (mark.is_file() and read_json(mark) == content):
        progress.stage("input", f"makes {made.scenes:,} scenes and {made.landmarks:,} landmark images")
        _write_scenes(made, seed, progress)
        _write_landmarks(made, seed)
        write_json(mark, content)
    return made


def _write_scenes(made: Input, seed: int, progress: Progress) -> None:
    starts = range(1, made.scenes + 1, _AT_A_TIME)
    with ExitStack() as stack:
        streams = [
            stack.enter_context(stack.enter_context(atomic_path(path)).open("w", encoding="utf-8"))
            for path in made.files
        ]
        pool = stack.enter_context(ProcessPoolExecutor())
        parts = pool.map(partial(_scenes, seed=seed, last=made.scenes), starts)
        _write_arrays(streams, progress.track(parts, what="scenes", total=len(starts)))


def _write_arrays(streams: Sequence[IO[str]], parts: Iterable[tuple[str, ...]]) -> None:
    before = "["
    for part in parts:
        for stream, text in zip(streams, part, strict=True):
            stream.write(before + text)
        before = ", "
    for stream in streams:
        stream.write("]\n" if before == ", " else "[]\n")


def _scenes(first: int, *, seed: int, last: int) -> tuple[str, ...]:
    """Return the records of some images, as they stand inside the arrays of the three files."""
    words = vocabulary()
    numbers = range(first, min(first + _AT_A_TIME, last + 1))
    records = [json_parts(make_image(number, seed, words), seed, words) for number in numbers]
    return tuple(", ".join(json.dumps(record[place]) for record in records) for place in range(len(FILES)))


def _write_landmarks(made: Input, seed: int) -> None:
    with atomic_path(made.folder / LANDMARKS) as path, path.open("w", encoding="utf-8") as stream:
        stream.write("item\timage_file\n")
        stream.writelines(_landmark_rows(made.landmarks, seed))


def _landmark_rows(count: int, seed: int) -> Iterator[str]:
    """Yield rows over the sample's landmarks: those of which most is known have most images."""
    items = [row["item"] for row in read_tsv(resource_dir("data") / "sample" / "landmarks.tsv", ["item"])]
    known = Counter(
        statement.subject for statement in read_snapshot(resource_dir("data") / "snapshot").statements
    )
    items.sort(key=lambda item: (-known[item], item))
    generator = random.Random(f"{seed}:landmarks")
    weights = [1 / (place + 20) for place in range(len(items))]
    for number, item in enumerate(generator.choices(items, weights, k=count), start=1):
        yield f"{item}\tBench%20{number}.jpg\n"
