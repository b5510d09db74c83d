"""Downloads images: paced, resumed where they broke off, checked; says which are gone for good."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from urllib.parse import urlsplit

import requests

from pipeline.base.clock import Clock, SystemClock
from pipeline.base.errors import InputError
from pipeline.base.files import read_lines, read_tsv, write_tsv
from pipeline.base.json_lines import json_of_line
from pipeline.base.progress import Progress
from pipeline.dataset.images.listing import ListedImage
from pipeline.dataset.images.transfer import GoneError, Kept, Limits, PassingError, transfer
from pipeline.wikidata.contact import user_agent
from pipeline.wikidata.pace import Pace

LOG, DEAD, FAILED = "fetched.jsonl", "dead.tsv", "failed.tsv"
_COLUMNS = ("image_id", "url", "problem")
_AT_ONCE = 8
"""Images handed out for each worker ahead of those that are done."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many images are there, were fetched now, are gone for good, failed for now, or have no address."""

    there: int
    fetched: int
    dead: int
    failed: int
    no_address: int


class Fetcher:
    """Downloads into a folder; what it knows of earlier runs is read from there."""

    def __init__(self, out: Path, contact: str, limits: Limits, clock: Clock | None = None) -> None:
        self._out, self._limits = out, limits
        self._agent = user_agent(contact)
        self._clock = clock or SystemClock()
        self._paces: dict[str, Pace] = {}
        self._sessions = threading.local()
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise InputError(
                out, problem=f"cannot be made ({fault.strerror})", remedy="Name another folder."
            ) from fault

    def fetch(
        self, images: Iterable[ListedImage], progress: Progress, *, workers: int = 1, again: bool = False
    ) -> Tally:
        """Get all images that are not there yet.

        Images that are gone are written to `dead.tsv` and not asked for again, unless with `again`;
        what failed otherwise is written to `failed.tsv` and asked for by the next run.
        """
        listed = list(images)
        known = self._kept()
        self._end_line()
        dead = {} if again else {row["image_id"]: row for row in self._rows(DEAD)}
        wanted = [image for image in listed if image.url and image.image_id not in dead]
        missing = [image for image in wanted if not self._is_there(image, known)]
        failed: list[dict[str, str]] = []
        fetched = 0
        with (self._out / LOG).open("a", encoding="utf-8") as log:
            told = self._results(missing, workers)
            for image, result in progress.track(told, what="images", total=len(missing)):
                if isinstance(result, Kept):
                    fetched += 1
                    log.write(json.dumps({"image_id": image.image_id, **asdict(result)}) + "\n")
                    log.flush()
                    continue
                row = {"image_id": image.image_id, "url": image.url, "problem": str(result)}
                if isinstance(result, GoneError):
                    dead[image.image_id] = row
                else:
                    failed.append(row)
        write_tsv(self._out / DEAD, _COLUMNS, (dead[name] for name in sorted(dead)))
        failed.sort(key=lambda row: row["image_id"])
        write_tsv(self._out / FAILED, _COLUMNS, failed)
        no_address = sum(not image.url for image in listed)
        return Tally(len(wanted) - len(missing), fetched, len(dead), len(failed), no_address)

    def _results(
        self, images: list[ListedImage], workers: int
    ) -> Iterator[tuple[ListedImage, Kept | GoneError | PassingError]]:
        """Yield what came of each image, as they are done."""
        left = iter(images)
        with ThreadPoolExecutor(workers) as pool:
            running = {pool.submit(self._one, image): image for image in islice(left, workers * _AT_ONCE)}
            try:
                while running:
                    for done in wait(running, return_when=FIRST_COMPLETED).done:
                        image = running.pop(done)
                        running |= {pool.submit(self._one, more): more for more in islice(left, 1)}
                        yield image, done.result()
            finally:
                for future in running:
                    future.cancel()

    def _one(self, image: ListedImage) -> Kept | GoneError | PassingError:
        try:
            return transfer(image, self._out, self._session(), self._pace(image.url), self._limits)
        except (GoneError, PassingError) as fault:
            return fault

    def _pace(self, url: str) -> Pace:
        """Return the pace of a server; each has its own."""
        return self._paces.setdefault(urlsplit(url).netloc, Pace(self._clock, self._limits.per_minute))

    def _session(self) -> requests.Session:
        """Return the session of this thread."""
        if not hasattr(self._sessions, "own"):
            self._sessions.own = requests.Session()
            # Lengths and ranges are those of the image itself.
            self._sessions.own.headers.update({"User-Agent": self._agent, "Accept-Encoding": "identity"})
        own: requests.Session = self._sessions.own
        return own

    def _is_there(self, image: ListedImage, known: dict[str, Kept]) -> bool:
        """Whether an image lies in the folder as it was when it had been fetched."""
        path, kept = self._out / image.file, known.get(image.file)
        return kept is not None and path.is_file() and path.stat().st_size == kept.bytes

    def _kept(self) -> dict[str, Kept]:
        """Return file -> what the log says of it; a line that a killed run cut off says nothing."""
        path = self._out / LOG
        found: dict[str, Kept] = {}
        for number, line in read_lines(path) if path.is_file() else ():
            try:
                row = json_of_line(path, number, line)
                found[row["file"]] = Kept(row["file"], row["url"], row["bytes"], row["sha256"], row["type"])
            except (InputError, KeyError, TypeError):
                continue
        return found

    def _end_line(self) -> None:
        """End the line of the log that a killed run cut off."""
        path = self._out / LOG
        content = path.read_bytes() if path.is_file() else b""
        if content and not content.endswith(b"\n"):
            with path.open("ab") as log:
                log.write(b"\n")

    def _rows(self, name: str) -> Iterator[dict[str, str]]:
        path = self._out / name
        if path.is_file():
            yield from read_tsv(path, _COLUMNS)

    def check(self, hashed: Callable[[Path], str]) -> list[str]:
        """Return the files that are not what was fetched: missing, or of another checksum."""
        return sorted(
            kept.file
            for kept in self._kept().values()
            if not (self._out / kept.file).is_file() or hashed(self._out / kept.file) != kept.sha256
        )
