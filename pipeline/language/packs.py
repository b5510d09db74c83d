"""Template packs: TOML files that say of each property what it is and how it is asked about.

Language-free entries (`templates/properties/*.toml`) and wordings (`templates/LANGUAGE/*.toml`) have one
form and are merged by property, so a pack of one's own may put both into one file. A later file's
single values replace an earlier one's; its wordings are added, or with `replace = true` stand alone.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from pipeline.base.errors import TemplateError
from pipeline.language.render import compiled
from pipeline.values import is_property_id
from pipeline.values.tolerance import MOST

T = TypeVar("T")

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

    `off` is the reason why the property is not asked about in spite of its wordings; values of the kinds
    `vague` are no answer.
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
    vague: frozenset[str] = frozenset()
    tolerance: Decimal | None = Field(default=None, ge=0, le=MOST)
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
    def kinds(self) -> set[str]:
        """Every kind that the property or a wording of it names."""
        wordings = (*self.main, *self.clause, *(w for joint in self.joint.values() for w in joint))
        conditions = (kind for wording in wordings for kind in (*wording.subject, *wording.value))
        return {kind.removeprefix("!") for kind in (self.value, *self.subject, *self.vague, *conditions)}

    @property
    def most_answers(self) -> int:
        """How many true answers a question may have: one for dates and numbers, else `max_answers`."""
        return 1 if self.answer_kind in ("date", "number") else self.max_answers


_LISTS, _JOINT = ("main", "clause"), "joint"
_REPLACE = "replace"
"""In a later file: its wordings stand instead of the earlier ones, not beside them."""


def read_properties(files: Iterable[Path]) -> dict[str, Property]:
    """Merge pack files into properties by id; TemplateError names file, property and field of a fault."""
    return {prop: _property(prop, entry) for prop, entry in sorted(merged_entries(files).items())}


def merged_entries(files: Iterable[Path]) -> dict[str, Entry]:
    """Merge pack files by property, without a look at what the fields hold."""
    merged: dict[str, Entry] = {}
    for path in files:
        for prop, entry in read_toml(path).items():
            if not is_property_id(prop) or not isinstance(entry, dict):
                raise TemplateError(
                    path,
                    place=prop,
                    problem="is not a property",
                    remedy="Name tables by property, such as [P84].",
                )
            merged.setdefault(prop, Entry(path)).add(path, entry)
    return merged


class Entry:
    """What the files say of one property, and which of them says it."""

    def __init__(self, path: Path) -> None:
        self.values: dict[str, Any] = {}
        self._files: dict[str, list[Path]] = {}
        self._last = path

    def add(self, path: Path, entry: Mapping[str, Any]) -> None:
        """Take over one file's fields: its lists of wordings are added, the others replaced."""
        self._last = path
        if entry.get(_REPLACE) is True:
            for name in (*_LISTS, _JOINT):
                self.values.pop(name, None)
                self._files.pop(name, None)
        for name, value in entry.items():
            if name == _REPLACE and isinstance(value, bool):
                continue
            if name in _LISTS and isinstance(value, list):
                self.values[name] = [*self.values.get(name, []), *value]
                self._files[name] = [*self._files.get(name, []), *[path] * len(value)]
            elif name == _JOINT and _holds_lists(value):
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


def _holds_lists(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(given, list) for given in value.values())


def _property(prop: str, entry: Entry) -> Property:
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


def validated(path: Path, validate: Callable[[Any], T], content: Any, *, remedy: str, place: str = "") -> T:
    """Return a file's content, or an entry at `place`, in its form; TemplateError names the faulty field."""
    try:
        return validate(content)
    except ValidationError as fault:
        first = fault.errors()[0]
        where = ".".join(filter(None, (place, *map(str, first["loc"]))))
        raise TemplateError(path, place=where, problem=first["msg"], remedy=remedy) from fault


class Routes(_Strict):
    """`routes.toml`: groups of properties, which may follow which, and how often routes are asked.

    `share` maps the beginning of a route, such as "P17/P36", to the share of the things with such a route
    that are asked about it.
    """

    groups: dict[str, tuple[str, ...]] = {}
    then: dict[str, tuple[str, ...]]
    share: dict[str, Annotated[float, Field(ge=0, le=1)]] = {}


def read_routes(path: Path) -> Routes:
    """Read one `routes.toml`; TemplateError names the line of a fault, or the field."""
    remedy = 'Write [then] and lines such as P84 = ["P19"].'
    return validated(path, Routes.model_validate, read_toml(path), remedy=remedy)


def read_successions(*paths: Path) -> dict[str, frozenset[str]]:
    """Read `routes.toml` files: property -> what may be asked of its value; a later file adds to it.

    A key of two properties, "P84/P17", says it for the second after the first.
    """
    groups: dict[str, tuple[str, ...]] = {}
    found: dict[str, frozenset[str]] = {}
    for path in paths:
        content = read_routes(path)
        groups |= content.groups
        for prop, names in content.then.items():
            found[prop] = found.get(prop, frozenset()) | _members(names, groups, prop, path)
    return found


def read_shares(*paths: Path) -> dict[str, float]:
    """Read the shares of `routes.toml` files: beginning of a route -> share; a later file's replace."""
    shares: dict[str, float] = {}
    for path in paths:
        for route, share in read_routes(path).share.items():
            if not all(map(is_property_id, route.split("/"))):
                raise TemplateError(
                    path,
                    place=route,
                    problem=f"{route!r} is no route",
                    remedy='Write lines such as "P17/P36" = 0.5.',
                )
            shares[route] = share
    return shares


def share_of(properties: Sequence[str], shares: Mapping[str, float]) -> float:
    """Return the share of the things that are asked about a route: that of its longest beginning named."""
    named = (shares.get("/".join(properties[:n])) for n in range(len(properties), 0, -1))
    return next((share for share in named if share is not None), 1.0)


def _members(names: Iterable[str], groups: Mapping[str, tuple[str, ...]], prop: str, path: Path) -> set[str]:
    members: set[str] = set()
    for name in names:
        if name[:1] != "@" and not (
            all(map(is_property_id, prop.split("/"))) and is_property_id(name.removeprefix("-"))
        ):
            raise TemplateError(
                path,
                place=prop,
                problem=f"{name!r} after {prop!r} is no property after a property",
                remedy='Write lines such as P84 = ["@person", "P159", "-P106"].',
            )
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


def languages(templates: Path) -> list[str]:
    """Return the languages that have templates."""
    return sorted(path.parents[1].name for path in templates.glob("*/lexicon/grammar.toml"))
