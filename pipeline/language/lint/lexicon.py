"""Checks of the lexicon: scene-graph predicates, names of objects, and nouns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pipeline.base.errors import TemplateError
from pipeline.base.files import read_tsv
from pipeline.knowledge.kinds import THING
from pipeline.language.library import NOUN_FILES
from pipeline.language.lint.findings import Finding, check
from pipeline.language.lint.pack import UNREADABLE, Pack, as_finding
from pipeline.language.packs import read_toml
from pipeline.language.scene import NAME_COLUMNS, read_lexicon, read_names


@check("E501")
def predicates(pack: Pack) -> Iterator[Finding]:
    """An entry of the scene-graph lexicon that makes no clause, or names a kind that names.tsv lacks."""
    for path in pack.lexicon_files("predicates.toml"):
        known = {name.kind for name in pack.library.names.values()}
        try:
            found = read_lexicon([path], pack.library.grammar).predicates
        except TemplateError as fault:
            yield as_finding(fault, "E501" if fault.place else UNREADABLE)
            continue
        for name, entry in found.items():
            for kind in sorted({*entry.subject_kinds, *entry.object_kinds} - known):
                line = pack.line(path, f'"{name}"')
                yield Finding(path, line, "E501", name, f"names.tsv has no kind {kind!r}")


@check("E502")
def name_synsets(pack: Pack) -> Iterator[Finding]:
    """A name of objects with a synset that WordNet 3.0 lacks."""
    for path, line, row in _name_rows(pack):
        if row["synset"] and row["synset"] not in pack.wordnet():
            message = f"{row['synset']!r} is no synset of WordNet 3.0"
            yield Finding(path, line, "E502", row["name"], message)


@check("W503")
def new_kind(pack: Pack) -> Iterator[Finding]:
    """A kind of name that no shipped name and no predicate has, so that it may be misspelt."""
    if not pack.lexicon_files("names.tsv"):
        return
    known = {name.kind for name in read_names(*pack.shipped_lexicon_files("names.tsv")).values()}
    try:
        entries = pack.library.lexicon.predicates.values()
    except TemplateError:
        return  # E501 tells of it.
    known.update(kind for entry in entries for kind in (*entry.subject_kinds, *entry.object_kinds))
    for path, line, row in _name_rows(pack):
        if row["kind"] not in known:
            yield Finding(path, line, "W503", row["name"], f"no other name is of kind {row['kind']!r}")


def _name_rows(pack: Pack) -> Iterator[tuple[Path, int, dict[str, str]]]:
    for path in pack.lexicon_files("names.tsv"):
        for line, row in enumerate(read_tsv(path, NAME_COLUMNS), start=2):
            yield path, line, row


@check("E504")
def noun_kinds(pack: Pack) -> Iterator[Finding]:
    """A noun of a kind that no kinds.toml defines."""
    known = {*pack.library.kinds.names, THING}
    for scope in NOUN_FILES:
        for path in pack.lexicon_files(f"nouns/{scope}.toml"):
            nouns = pack.library.nouns(scope).nouns
            for noun_id in read_toml(path):
                if noun_id in nouns and nouns[noun_id].kind not in known:
                    message = f"there is no kind {nouns[noun_id].kind!r}; kinds.toml defines them"
                    yield Finding(path, pack.line(path, f"[{noun_id}]"), "E504", f"{noun_id}.kind", message)


@check("E505")
def stilted_nouns(pack: Pack) -> Iterator[Finding]:
    """A noun that nobody would use for a thing at hand, by the lists of stilted words."""
    for scope in NOUN_FILES:
        for path in pack.lexicon_files(f"nouns/{scope}.toml"):
            nouns = pack.library.nouns(scope)
            for noun_id in sorted(read_toml(path).keys() & nouns.nouns.keys()):
                if word := nouns.stilted_word(noun_id):
                    message = f"{word!r} is stilted: {nouns.stilted[word]}"
                    yield Finding(path, pack.line(path, f"[{noun_id}]"), "E505", noun_id, message)
