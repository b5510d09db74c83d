"""One image over HTTP: asked for again while a fault may pass, resumed, and checked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import requests

from pipeline.base.disk import is_full
from pipeline.base.errors import EndpointError, InputError, ReasonVQAError
from pipeline.base.hashing import file_sha256
from pipeline.dataset.images.listing import ListedImage
from pipeline.wikidata.pace import Pace
from pipeline.wikidata.transport import retry_after

_GONE = frozenset({404, 410, 451})
_REFUSED = frozenset({400, 401, 403})
_BUSY = frozenset({429, 503})
_CHUNK = 1 << 13
_FIRST_WAIT = 2.0
_TYPES = (
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"GIF8", "image/gif"),
    (b"BM", "image/bmp"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
)
_HEAD = 512


@dataclass(frozen=True, slots=True)
class Limits:
    """How often to ask, how long to wait for a reply and at a server's request, and how wide images may be.

    Times are in seconds; `width` asks Wikimedia Commons for images of so many pixels, 0 for the originals.
    """

    per_minute: float = 60.0
    attempts: int = 4
    timeout: float = 60.0
    longest_wait: float = 600.0
    width: int = 0


@dataclass(frozen=True, slots=True)
class Kept:
    """An image that was fetched."""

    file: str
    url: str
    bytes: int
    sha256: str
    type: str


class GoneError(ReasonVQAError):
    """An image that its server does not give out; asking again is of no use."""


class PassingError(ReasonVQAError):
    """A fault that may have passed by the next run."""


class _AgainError(Exception):
    """A fault after which the image is asked for again."""


def transfer(image: ListedImage, out: Path, session: requests.Session, pace: Pace, limits: Limits) -> Kept:
    """Fetch an image into a folder.

    Raises GoneError or PassingError; InputError if the folder cannot be written, OSError if
    its disk is full.
    """
    url = address(image.url, limits.width)
    problem = ""
    for attempt in range(limits.attempts):
        if attempt:
            pace.clock.sleep(_FIRST_WAIT * 2 ** (attempt - 1))
        try:
            pace.wait_turn()
            return _attempt(image, url, out, session, pace, limits)
        except _AgainError as fault:
            problem = str(fault)
        except EndpointError as fault:
            raise PassingError(f"not asked: {fault}") from fault
        except requests.RequestException as fault:
            problem = f"{type(fault).__name__}: {fault}"
        except OSError as fault:
            if is_full(fault):
                raise
            raise InputError(
                out / image.file,
                problem=f"cannot be written ({fault.strerror})",
                remedy="Name another folder, or give yourself the right to write there.",
            ) from fault
    raise PassingError(problem)


def address(url: str, width: int) -> str:
    """Return the address to ask: on Wikimedia Commons for an image of a width, if one is set."""
    parts = urlsplit(url)
    if not width or "/Special:FilePath/" not in parts.path:
        return url
    return parts._replace(query=urlencode({"width": width})).geturl()


def _attempt(
    image: ListedImage, url: str, out: Path, session: requests.Session, pace: Pace, limits: Limits
) -> Kept:
    part, tag = out / f".{image.file}.part", out / f".{image.file}.tag"
    with session.get(url, headers=_range(part, tag), stream=True, timeout=limits.timeout) as reply:
        _require_good(reply, part, pace, limits)
        begun = reply.status_code == requests.codes.partial_content
        mark = reply.headers.get("ETag") or reply.headers.get("Last-Modified") or ""
        if mark and not mark.startswith("W/"):
            tag.write_text(mark, encoding="utf-8")
        else:
            tag.unlink(missing_ok=True)
        with part.open("ab" if begun else "wb") as stream:
            for chunk in reply.iter_content(_CHUNK):
                stream.write(chunk)
        whole = _whole(reply)
    size = part.stat().st_size
    if whole is not None and size != whole:
        if size > whole:
            part.unlink()
        raise _AgainError(f"{size:,} of {whole:,} bytes came")
    return _keep(image, url, part, tag, out)


def _range(part: Path, tag: Path) -> dict[str, str]:
    """Return the headers that ask for the rest of an image, if the server said how to know it again."""
    if part.is_file() and part.stat().st_size and tag.is_file():
        return {"Range": f"bytes={part.stat().st_size}-", "If-Range": tag.read_text(encoding="utf-8")}
    return {}


def _require_good(reply: requests.Response, part: Path, pace: Pace, limits: Limits) -> None:
    status = reply.status_code
    if status in (200, 206):
        return
    if status in _GONE:
        part.unlink(missing_ok=True)
        raise GoneError(f"status {status}")
    if status in _REFUSED:
        raise PassingError(f"status {status}: the server refuses to give it")
    if status == requests.codes.requested_range_not_satisfiable:
        part.unlink(missing_ok=True)
    if status in _BUSY:
        seconds = retry_after(reply.headers.get("Retry-After"), pace.clock.wall())
        if seconds is not None and seconds > limits.longest_wait:
            asked = f"status {status}: the server asks to wait for {seconds:,.0f} s"
            pace.stop(EndpointError(asked))
            raise PassingError(asked)
        pace.hold(seconds or 0)
    raise _AgainError(f"status {status}")


def _whole(reply: requests.Response) -> int | None:
    """Return how many bytes the whole image has, None if the server does not say."""
    if reply.status_code == requests.codes.partial_content:
        total = reply.headers.get("Content-Range", "").rpartition("/")[2]
    else:
        total = reply.headers.get("Content-Length", "")
    return int(total) if total.isdigit() else None


def _keep(image: ListedImage, url: str, part: Path, tag: Path, out: Path) -> Kept:
    """Put a whole image in its place; PassingError if it is none, as a page that asks for a log-in is."""
    with part.open("rb") as stream:
        found = image_type(stream.read(_HEAD))
    size = part.stat().st_size
    tag.unlink(missing_ok=True)
    if not found:
        part.unlink()
        raise PassingError(f"{size:,} bytes came that are no image")
    digest = file_sha256(part)
    part.replace(out / image.file)
    return Kept(image.file, url, size, digest, found)


def image_type(head: bytes) -> str:
    """Return the media type of an image by its first bytes, empty if they are of none."""
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    if b"<svg" in head.lower():
        return "image/svg+xml"
    return next((name for mark, name in _TYPES if head.startswith(mark)), "")
