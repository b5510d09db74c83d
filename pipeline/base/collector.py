"""How often Python looks for reference cycles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_RARELY = (200_000, 50, 1_000)
"""New objects between two looks at the new ones, and looks between two at older and at old ones."""


@contextmanager
def rare_collections() -> Iterator[None]:
    """Look for reference cycles rarely while the block runs.

    Tables of rows grow by millions of objects without a cycle; by default all of them are gone through again
    each time that a quarter has been added. What the block leaves in cycles is freed at its end, if it made
    that many objects.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(*_RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        _, looks, older_looks = gc.get_count()
        if looks or older_looks:
            gc.collect()
        gc.unfreeze()
