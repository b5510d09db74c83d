"""Checks of a pack's files: what cannot be read, what nothing reads, entries that name or serve nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from babel import localedata

from pipeline.base.errors import InputError, TemplateError
from pipeline.language.library import LEXICON, NOUN_FILES, SPECIAL
from pipeline.language.lint.findings import Finding, check
from pipeline.language.lint.pack import UNREADABLE, Pack, as_finding
from pipeline.language.lint.spelling import hint
from pipeline.language.packs import read_toml
from pipeline.language.scene import read_names
from pipeline.values import is_item_id

_LIKE_OURS = (".toml", ".tsv", ".yaml", ".yml")
_PARTS = {
    "domains": "domains.toml",
    "closed_sets": "closed_sets.toml",
    "options": "options.toml",
    "unasked": "unasked.toml",
    "giveaways": "giveaways.toml",
    "units": "units.toml",
    "kinds": "kinds.toml",
    "successions": "routes.toml",
    "shares": "routes.toml",
}
"""What a library holds -> the file that a pack adds to it."""

_IDS = ("items", "synsets", "except")


@check(UNREADABLE)
def unreadable(pack: Pack) -> Iterator[Finding]:
    """A file that cannot be read, or an entry without its fields."""
    yield from (finding for finding in pack.unreadable if finding.code == UNREADABLE)
    reads: list[Callable[[], object]] = [
        partial(getattr, pack.library, part)
        for part, file in _PARTS.items()
        if (pack.folder / file).is_file()
    ]
    reads += [partial(read_names, path) for path in pack.lexicon_files("names.tsv")]
    for scope in NOUN_FILES:
        if pack.lexicon_files(f"nouns/{scope}.toml"):
            reads.append(partial(pack.library.nouns, scope))
    for read in reads:
        try:
            read()
        except InputError as fault:
            yield as_finding(fault)


@check("E110")
def stray(pack: Pack) -> Iterator[Finding]:
    """A file or folder that nothing reads."""
    yield from (finding for finding in pack.unreadable if finding.code == "E110")
    folders: set[str] = set()
    for path in sorted(pack.folder.rglob("*")):
        first, *rest = path.relative_to(pack.folder).parts
        if path.suffix.lower() not in _LIKE_OURS or any(part[:1] == "." for part in (first, *rest)):
            continue
        if rest and first != "properties" and not _is_language(pack, first):
            if first not in folders:
                folders.add(first)
                near = hint(first, {name: name for name in ("properties", pack.library.language)})
                yield Finding(
                    pack.folder / first, 1, "E110", first, f"is neither `properties` nor a language{near}"
                )
        elif not _is_read(pack, first, rest, path):
            near = hint(path.name, _names(pack.library.language))
            yield Finding(path, 1, "E110", path.name, f"nothing reads it{near}")


def _is_language(pack: Pack, folder: str) -> bool:
    return (
        bool(localedata.exists(folder.replace("-", "_")))
        or (pack.folder / folder / "lexicon" / "grammar.toml").is_file()
    )


def _is_read(pack: Pack, first: str, rest: Sequence[str], path: Path) -> bool:
    if len(rest) <= 1:
        return path.suffix == ".toml"
    within = "/".join(rest[1:])
    if first == "properties" or rest[0] != "lexicon" or within not in LEXICON:
        return False
    shipped = pack.library.folders[0] / first / "lexicon" / "grammar.toml"
    return within != "grammar.toml" or path == shipped or not shipped.is_file()


def _names(language: str) -> dict[str, str]:
    """Return the names of files other than those of properties -> their paths in a pack."""
    special = {f"{name}.toml": f"{name}.toml" for name in SPECIAL}
    return special | {name.rpartition("/")[2]: f"{language}/lexicon/{name}" for name in LEXICON}


@check("E111")
def identifiers(pack: Pack) -> Iterator[Finding]:
    """An item that has no id of items, or a synset that WordNet 3.0 lacks."""
    for path in pack.id_files:
        for place, field, text in _ids(path):
            known = text in pack.wordnet() if field in ("synsets", "except") else is_item_id(text)
            if not known:
                what = "no synset of WordNet 3.0" if field in ("synsets", "except") else "no item"
                yield Finding(path, pack.line(path, text), "E111", f"{place}.{field}", f"{text!r} is {what}")
    for said in pack.said:
        for unit in said.wording.unit if said.wording else ():
            if not is_item_id(unit):
                yield said.finding("E111", f"{unit!r} is no item of a unit")


def _ids(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield place, field and text of every id in a file of kinds, sets, nouns or units."""
    try:
        content = read_toml(path)
    except TemplateError:
        return
    if path.name == "units.toml":
        yield from ((name, "items", name) for name in content)
        return
    for name, entry in content.items():
        for field in _IDS:
            values = entry.get(field, ()) if isinstance(entry, dict) else ()
            yield from ((name, field, str(text)) for text in values)


@check("W405")
def silent_property(pack: Pack) -> Iterator[Finding]:
    """A property without a wording, so that nothing asks about it."""
    for prop, table in pack.own.items():
        values = pack.entries[prop].values
        if not values.get("off") and not any(values.get(place) for place in ("main", "clause", "joint")):
            yield table.finding("W405", "has no wording, so nothing asks about it", "main")


@check("W406")
def unused(pack: Pack) -> Iterator[Finding]:
    """A domain or a closed set that no property uses."""
    defined = {"domains.toml": pack.library.domains, "closed_sets.toml": pack.library.closed_sets}
    used = {entry.values.get("closed_set") for entry in pack.entries.values()}
    for entry in pack.entries.values():
        domains = entry.values.get("domains")
        used |= set(domains) if isinstance(domains, list) else set()
    for file in defined:
        path = pack.folder / file
        for name in read_toml(path) if path.is_file() else ():
            if name not in used:
                yield Finding(path, pack.line(path, f"[{name}]"), "W406", name, "no property uses it")


@check("W407")
def unfit(pack: Pack) -> Iterator[Finding]:
    """A property that unasked.toml lists."""
    for prop, table in pack.own.items():
        known = pack.library.unasked.get(prop)
        if known and not pack.entries[prop].values.get("off"):
            yield table.finding("W407", f"unasked.toml leaves it out: {known.reason}")
