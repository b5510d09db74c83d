"""Stable ids and choices.

Every choice in the project is made by ordering candidates on `digest(seed, stage, id, candidate)`:
adding a candidate moves only the choices that it wins, and nothing depends on the order of rows or
on Python's own `hash`. The SQL files compute the same as `md5(md5(a) || md5(b))`, so both sides agree.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

try:
    # CPython's own takes half as long for short texts as OpenSSL, which is set up anew for each.
    from _md5 import md5  # type: ignore[import-not-found]
except ImportError:
    from hashlib import md5

T = TypeVar("T")


def digest(*parts: object) -> str:
    """Return the MD5 of the parts' MD5s joined, as 32 hex digits.

    The joined hashes are of one length, so that no mark inside a part can be taken for the end of it.
    """
    return _md5("".join([_hash_of(str(part)) for part in parts]))


@lru_cache(maxsize=1 << 16)
def _hash_of(part: str) -> str:
    """Return the hash of a part; seeds, stages and names come again and again."""
    return _md5(part)


def _md5(text: str) -> str:
    name: str = md5(text.encode(errors="surrogatepass"), usedforsecurity=False).hexdigest()
    return name


def choose(candidates: Iterable[T], *, seed: int, stage: str, key: str, by: Callable[[T], object] = str) -> T:
    """Return the candidate with the smallest hash of (seed, stage, key, candidate).

    Raises ValueError if there is no candidate.
    """
    start = _start(seed, stage, key)
    return min(candidates, key=lambda candidate: _md5(start + _hash_of(str(by(candidate)))))


def _start(seed: int, stage: str, key: str) -> str:
    """Return what the hashes of all candidates have in common: the hashes of (seed, stage, key), joined."""
    return _hash_of(str(seed)) + _hash_of(stage) + _md5(key)


def shuffled(
    items: Iterable[T], *, seed: int, stage: str, key: str, by: Callable[[T], object] = str
) -> list[T]:
    """Return the items ordered by their hash of (seed, stage, key, item)."""
    given, begun = list(items), md5(_start(seed, stage, key).encode(), usedforsecurity=False)
    ranked = []
    for place, item in enumerate(given):
        name, own = str(by(item)), begun.copy()
        own.update(_hash_of(name).encode())
        ranked.append((own.digest(), name, place))
    ranked.sort()
    return [given[place] for *_, place in ranked]


def uniform(n: int, *, seed: int, stage: str, key: str) -> int:
    """Return an integer drawn uniformly from 0 .. n - 1 by the hash of (seed, stage, key)."""
    return int(digest(seed, stage, key), 16) % n


def hex_bound(share: float) -> str:
    """Return a text that the first four digits of a hash stay below in that share of all cases, 0 to 1."""
    return f"{int(share * 0x10000):04x}" if share < 1 else "g"


def share_below(bound: str) -> float:
    """Return the share of all cases that a bound by `hex_bound` lets through, exactly."""
    return int(bound, 16) / 0x10000 if bound != "g" else 1.0


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of a file's bytes as 64 hex digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
