"""Template packs: TOML files that say of each property what it is and how it is asked about.

Language-free entries (`templates/properties/*.toml`) and wordings (`templates/LANGUAGE/*.toml`) have one
form and are merged by property, so a pack of one's own may put both into one file. A later file's
single values replace an earlier one's; its wordings are added.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from pipeline.base.errors import TemplateError
from pipeline.language.render import compiled
from pipeline.values import is_property_id

AnswerKind = Literal["fixed", "date", "number", "text"]
PrecisionWord = Literal["day", "month", "year", "decade", "century", "millennium"]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Wording(_Strict):
    """One way to say something about `{{ x }}` or `{{ kind }}`, and the conditions under which it is right.

    `subject` and `value` list kinds; `many` is whether several answers are true; `precision` lists what a
    date may be known to; `gone` is whether the subject no longer exists; `unit` lists items of units;
    `direct` is whether the subject is the thing in the image rather than another clause.
    """

    text: str
    subject: tuple[str, ...] = ()
    value: tuple[str, ...] = ()
    many: bool | None = None
    precision: tuple[PrecisionWord, ...] = ()
    gone: bool | None = None
    unit: tuple[str, ...] = ()
    direct: bool | None = None

    @field_validator("text")
    @classmethod
    def _renders(cls, text: str) -> str:
        compiled(text)
        return text

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {"text": value} if isinstance(value, str) else value


class Property(_Strict):
    """All that the packs say of one property; `templates/README.md` explains each field.

    `off` is the reason why the property is not asked about in spite of its wordings.
    """

    label: str
    answer_kind: AnswerKind
    domains: tuple[str, ...] = Field(min_length=1)
    subject: tuple[str, ...] = ()
    value: str = "thing"
    closed_set: str = ""
    after: tuple[str, ...] = ()
    first: bool = True
    max_answers: int = Field(default=5, ge=1)
    volatile: bool = False
    incomplete: bool = False
    off: str = ""
    main: tuple[Wording, ...] = ()
    clause: tuple[Wording, ...] = ()
    joint: dict[str, tuple[Wording, ...]] = Field(default={})

    @model_validator(mode="after")
    def _fixed_has_set(self) -> Property:
        if (self.answer_kind == "fixed") != bool(self.closed_set):
            raise ValueError("a property of answer_kind fixed, and no other, names its closed_set")
        return self

    @property
    def most_answers(self) -> int:
        """How many true answers a question may have: one for dates and numbers, else `max_answers`."""
        return 1 if self.answer_kind in ("date", "number") else self.max_answers


_LISTS = ("main", "clause")


def read_properties(files: Iterable[Path]) -> dict[str, Property]:
    """Merge pack files into properties by id; TemplateError names file, property and field of a fault."""
    merged: dict[str, _Entry] = {}
    for path in files:
        for prop, entry in read_toml(path).items():
            if not is_property_id(prop) or not isinstance(entry, dict):
                raise TemplateError(
                    path,
                    place=prop,
                    problem="is not a property",
                    remedy="Name tables by property, such as [P84].",
                )
            merged.setdefault(prop, _Entry(path)).add(path, entry)
    return {prop: _property(prop, entry) for prop, entry in sorted(merged.items())}


class _Entry:
    """What the files say of one property, and which of them says it."""

    def __init__(self, path: Path) -> None:
        self.values: dict[str, Any] = {}
        self._files: dict[str, list[Path]] = {}
        self._last = path

    def add(self, path: Path, entry: Mapping[str, Any]) -> None:
        """Take over one file's fields: its lists of wordings are added, the others replaced."""
        self._last = path
        for name, value in entry.items():
            if name in _LISTS and isinstance(value, list):
                self.values[name] = [*self.values.get(name, []), *value]
                self._files[name] = [*self._files.get(name, []), *[path] * len(value)]
            elif name == "joint" and isinstance(value, dict):
                known = self.values.get(name, {})
                added = {key: [*known.get(key, []), *given] for key, given in value.items()}
                self.values[name], self._files[name] = known | added, [path]
            else:
                self.values[name], self._files[name] = value, [path]

    def file_of(self, place: Sequence[int | str]) -> Path:
        """Return the file that gives a field, or one wording of a list."""
        name, position = str(place[0]) if place else "", place[1] if len(place) > 1 else 0
        files = self._files.get(name) or [self._last]
        return files[position] if isinstance(position, int) and position < len(files) else files[0]


def _property(prop: str, entry: _Entry) -> Property:
    try:
        return Property.model_validate(entry.values)
    except ValidationError as fault:
        first = fault.errors()[0]
        field, path = ".".join(map(str, first["loc"])), entry.file_of(first["loc"])
        raise TemplateError(
            path,
            place=f"{prop} (line {line_of(path, prop)})" + (f", {field}" if field else ""),
            problem=first["msg"],
            remedy="templates/README.md explains each field.",
        ) from fault


def line_of(path: Path, table: str) -> int:
    """Return the line on which a table begins in a TOML file, 1 if it is not there."""
    lines = path.read_text(encoding="utf-8").splitlines()
    heads = (line.partition("#")[0].strip() for line in lines)
    return next((n for n, head in enumerate(heads, start=1) if head == f"[{table}]"), 1)


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; TemplateError names the line of a fault."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise TemplateError(path, problem=f"is no valid TOML: {fault}", remedy="Mend that line.") from fault


def read_successions(path: Path) -> dict[str, frozenset[str]]:
    """Read `templates/routes.toml`: property -> what may be asked of its value."""
    content = read_toml(path)
    groups, then = content.get("groups", {}), content.get("then")
    if not isinstance(then, dict):
        raise TemplateError(
            path, problem="has no table [then]", remedy='Write [then] and lines such as P84 = ["P19"].'
        )
    return {prop: frozenset(_members(names, groups, prop, path)) for prop, names in then.items()}


def _members(names: Iterable[str], groups: Mapping[str, list[str]], prop: str, path: Path) -> set[str]:
    members: set[str] = set()
    for name in names:
        if name.startswith("@") and name[1:] not in groups:
            raise TemplateError(
                path,
                place=prop,
                problem=f"there is no group {name!r}",
                remedy=f"Groups: {', '.join(groups)}.",
            )
        if name.startswith("-"):
            members.discard(name[1:])
        else:
            members.update(groups[name[1:]] if name.startswith("@") else [name])
    return members


def pack_files(templates: Path, language: str) -> list[Path]:
    """Return the pack files of a templates folder: the registry, then the language's wordings."""
    wordings = sorted((templates / language).glob("*.toml"))
    if not wordings:
        raise TemplateError(
            templates / language,
            problem="has no templates",
            remedy=f"Languages: {', '.join(languages(templates))}.",
        )
    return [*sorted((templates / "properties").glob("*.toml")), *wordings]


def languages(templates: Path) -> list[str]:
    """Return the languages that have templates."""
    return sorted(path.parents[1].name for path in templates.glob("*/lexicon/grammar.toml"))
