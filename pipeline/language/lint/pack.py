"""A pack as the checks see it: what its files say, with the line of each entry and wording."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pipeline.base.errors import InputError, TemplateError
from pipeline.knowledge.wordnet import WordNet
from pipeline.language.library import NOUN_FILES, SPECIAL, Library
from pipeline.language.lint.findings import Finding
from pipeline.language.lint.spelling import hint
from pipeline.language.packs import Entry, Property, Wording, merged_entries, read_routes, read_toml
from pipeline.values import is_property_id

WORDINGS = ("main", "clause", "joint")
UNREADABLE, MALFORMED = "E100", "E103"


@dataclass(frozen=True, slots=True)
class Known:
    """What Wikidata says of a property."""

    label: str
    datatype: str


@dataclass(frozen=True, slots=True)
class Table:
    """What one file says of one property."""

    path: Path
    line: int
    property: str
    values: Mapping[str, Any]

    def finding(self, code: str, message: str, place: str = "") -> Finding:
        """Return a finding at this table, or at a field of it."""
        return Finding(self.path, self.line, code, f"{self.property}{place and '.' + place}", message)


@dataclass(frozen=True, slots=True)
class Said:
    """One wording where it stands: `place` is main, clause or joint."""

    table: Table
    line: int
    place: str
    number: int
    text: str
    wording: Wording | None

    def finding(self, code: str, message: str) -> Finding:
        """Return a finding at this wording."""
        where = f"{self.table.property}.{self.place}[{self.number}]"
        return Finding(self.table.path, self.line, code, where, message)


@dataclass(frozen=True)
class Pack:
    """The files under check, of the last folder of the library, and all that they may refer to."""

    library: Library
    wikidata: Mapping[str, Known]
    wordnet: Callable[[], WordNet]
    _lines: dict[Path, list[str]] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """The folder under check."""
        return self.library.folders[-1]

    @cached_property
    def _read(self) -> tuple[list[Table], list[Finding]]:
        tables, faults = [], []
        for path in self.files:
            try:
                content = read_toml(path)
            except TemplateError as unread:
                faults.append(as_finding(unread))
                continue
            if path.parent == self.folder and (fault := _misspelt(path, content)):
                faults.append(fault)
                continue
            for name, values in content.items():
                table = Table(
                    path, self.line(path, f"[{name}]"), name, values if isinstance(values, dict) else {}
                )
                if is_property_id(name) and isinstance(values, dict):
                    tables.append(table)
                else:
                    faults.append(table.finding(MALFORMED, "is not a property; name tables such as [P84]"))
        return tables, faults

    @property
    def files(self) -> list[Path]:
        """The files of properties."""
        return [path for path in self.library.property_files if path.is_relative_to(self.folder)]

    @property
    def tables(self) -> list[Table]:
        """What each file says of each property."""
        return self._read[0]

    @property
    def unreadable(self) -> list[Finding]:
        """What keeps a file or table from being read."""
        return self._read[1]

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """The merged entries of all folders, of what can be read."""
        merged = merged_entries(path for path in self.library.property_files if path not in self.files)
        for table in self.tables:
            merged.setdefault(table.property, Entry(table.path)).add(table.path, table.values)
        return merged

    @cached_property
    def own(self) -> dict[str, Table]:
        """Property -> the table of this pack that tells most of it."""
        found: dict[str, Table] = {}
        for table in self.tables:
            if table.property not in found or "answer_kind" in table.values:
                found[table.property] = table
        return found

    @cached_property
    def specs(self) -> dict[str, Property]:
        """The properties of this pack whose entries are valid but for their wordings."""
        found = {}
        for prop in self.own:
            values = {
                k: v for k, v in self.entries[prop].values.items() if k not in ("main", "clause", "joint")
            }
            try:
                found[prop] = Property.model_validate(values)
            except ValidationError:
                continue
        return found

    @cached_property
    def said(self) -> list[Said]:
        """Every wording of this pack."""
        return [said for table in self.tables for said in self._wordings(table)]

    def _wordings(self, table: Table) -> Iterator[Said]:
        joint = table.values.get("joint", {})
        lists = {"main": table.values.get("main", ()), "clause": table.values.get("clause", ())}
        if isinstance(joint, dict):
            lists |= {f"joint.{before}": given for before, given in joint.items()}
        for place, entries in lists.items():
            for number, entry in enumerate(entries if isinstance(entries, list) else ()):
                text = entry.get("text") if isinstance(entry, dict) else entry
                if isinstance(text, str):
                    line = self.line(table.path, text, after=table.line)
                    yield Said(table, line, place, number, text, _conditions(entry, text))

    def conditions(self, prop: str) -> list[Wording]:
        """Return the valid conditions of all wordings that ask about a property, this pack's and others'."""
        entries = self.entries[prop].values.get("main", ())
        found = (_conditions(entry, "") for entry in (entries if isinstance(entries, list) else ()))
        return [wording for wording in found if wording]

    @cached_property
    def routes(self) -> list[tuple[Path, str, set[str]]]:
        """The pack's own lines of routes.toml: file, property passed, and the other properties named."""
        path = self.folder / "routes.toml"
        then = read_routes(path).then if path.is_file() else {}
        return [
            (path, prop, set(filter(is_property_id, (*before, *(name.removeprefix("-") for name in names)))))
            for key, names in then.items()
            for *before, prop in [key.split("/")]
        ]

    def lexicon_files(self, name: str) -> list[Path]:
        """Return the pack's own file of that name in the lexicon, if it has one."""
        path = self.folder / self.library.language / "lexicon" / name
        return [path] if path.is_file() else []

    def shipped_lexicon_files(self, name: str) -> list[Path]:
        """Return the shipped file of that name in the lexicon, if the language has one."""
        path = self.library.folders[0] / self.library.language / "lexicon" / name
        return [path] if path.is_file() else []

    @property
    def id_files(self) -> list[Path]:
        """The pack's own files that hold ids of items or synsets."""
        top = [self.folder / name for name in ("kinds.toml", "closed_sets.toml", "units.toml")]
        nouns = [path for scope in NOUN_FILES for path in self.lexicon_files(f"nouns/{scope}.toml")]
        return [*(path for path in top if path.is_file()), *nouns]

    def line(self, path: Path, text: str, *, after: int = 1) -> int:
        """Return the first line from `after` on that holds a text; `after` itself if none does."""
        if path not in self._lines:
            self._lines[path] = path.read_text(encoding="utf-8", errors="replace").splitlines()
        escaped = text.replace("\\", "\\\\").replace('"', '\\"')
        for number, line in enumerate(self._lines[path][after - 1 :], start=after):
            if text in line or escaped in line:
                return number
        return after


def _misspelt(path: Path, content: Mapping[str, Any]) -> Finding | None:
    """Return a finding if a file of properties holds none because its name is a special one, misspelt."""
    near = hint(path.name, {f"{name}.toml": f"{name}.toml" for name in SPECIAL})
    if not content or not near or any(map(is_property_id, content)):
        return None
    return Finding(path, 1, "E110", path.name, f"holds no property{near}")


def _conditions(entry: Any, text: str) -> Wording | None:
    """Return a wording's conditions with a text that is valid, None if they are none."""
    try:
        return Wording.model_validate(
            {**(entry if isinstance(entry, dict) else {}), "text": "{{ x }}"}
        ).model_copy(update={"text": text})
    except ValidationError:
        return None


_LINE = re.compile(r"line (\d+)")


def as_finding(fault: InputError, code: str = UNREADABLE) -> Finding:
    """Return what keeps a file or an entry from being read as a finding."""
    told = _LINE.search(fault.place) or _LINE.search(fault.problem)
    line = int(told[1]) if told else _line_of(fault.path, fault.place)
    return Finding(fault.path, line, code, fault.place or fault.path.name, fault.problem)


def _line_of(path: Path, place: str) -> int:
    """Return the line of a TOML file on which a place stands: its last part that is found, else 1.

    A fault without a place is one of TOML at the end of the file.
    """
    if not path.is_file():
        return 1
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    if not place:
        return max(1, len(lines))
    quoted = re.search(r"'(.+)'", place)
    found = 1
    for name in [quoted[1]] if quoted else place.split("."):
        form = re.compile(rf"""\s*(?:\[+|name\s*=\s*)?["']?{re.escape(name)}["']?\s*(?:\]|=|$)""")
        after = (number for number, line in enumerate(lines, start=1) if number >= found and form.match(line))
        found = next(after, found)
    return found
