"""The word lists that official scores are defined by (`data/evaluation`)."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType

from pipeline.base.files import read_tsv
from pipeline.base.resources import resource_dir


@cache
def contractions() -> MappingProxyType[str, str]:
    """Return lower-case word -> how the VQA evaluator reads it: `dont` is `don't`."""
    rows = read_tsv(resource_dir("data") / "evaluation" / "contractions.tsv", ("written", "read_as"))
    return MappingProxyType({row["written"]: row["read_as"] for row in rows})


@cache
def stop_words() -> frozenset[str]:
    """Return the stop words of English as spaCy has them, which ReasonVQA's substring score passes over."""
    rows = read_tsv(resource_dir("data") / "evaluation" / "stop_words.tsv", ("word",))
    return frozenset(row["word"] for row in rows)
