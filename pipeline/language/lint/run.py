"""Runs the checks on a pack."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from pipeline.base.errors import InputError
from pipeline.knowledge.wordnet import WordNet
from pipeline.language.library import Library
from pipeline.language.lint import files, lexicon, properties, wordings
from pipeline.language.lint.findings import CHECKS, Finding
from pipeline.language.lint.pack import Known, Pack, as_finding

MODULES = (files, properties, wordings, lexicon)
"""The modules that register checks."""


def lint(
    folders: tuple[Path, ...],
    language: str,
    wikidata: Mapping[str, Known],
    wordnet: Callable[[], WordNet],
    *,
    select: Collection[str] = (),
    ignore: Collection[str] = (),
) -> list[Finding]:
    """Return what is wrong with the last of the folders, by file and line.

    `select` and `ignore` hold codes or their beginnings. Where one file cannot be read, the checks that need
    it say so and no more.
    """
    pack = Pack(Library(folders, language), wikidata, wordnet)
    found: set[Finding] = set()
    for check in CHECKS.values():
        try:
            found |= set(check(pack))
        except InputError as fault:
            found.add(as_finding(fault))
    chosen, left = tuple(select) or ("",), tuple(ignore)
    return sorted(f for f in found if f.code.startswith(chosen) and not (left and f.code.startswith(left)))
