"""Whether parts make a whole: each there once, all of the same settings, program, annotations and facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pipeline import __version__
from pipeline.base.errors import DatasetError
from pipeline.dataset.part_folder import COMMON_STAGES, Part
from pipeline.dataset.settings import Settings

_MOST_SHOWN = 8
_WHAT = {
    "code": "the program",
    "templates": "the shipped templates",
    "queries": "the shipped queries",
    "data": "the shipped data",
    "packs": "the template packs",
}
_TABLES = {
    "annotate": "other annotations",
    "link": "other links to Wikidata",
    "fetch": "other facts",
    "bank": "another question bank",
}


def require_set(parts: Sequence[Part]) -> list[Part]:
    """Return the parts in order; DatasetError if one is missing, or there twice, or of another division."""
    first = parts[0]
    for part in parts:
        if part.number.of != first.number.of:
            raise DatasetError(
                f"{part.folder}: is {part.number.words}, but {first.folder} is {first.number.words}\n"
                "  Merge the parts of one division."
            )
    found: dict[int, Part] = {}
    for part in parts:
        twin = found.setdefault(part.number.number, part)
        if twin is not part:
            raise DatasetError(
                f"{part.folder}: is {part.number.words}, and so is {twin.folder}\n  Name one of them only."
            )
    missing = [str(number) for number in range(1, first.number.of + 1) if number not in found]
    if missing:
        shown = ", ".join(missing[:_MOST_SHOWN]) + (", ..." if len(missing) > _MOST_SHOWN else "")
        raise DatasetError(
            f"{len(found)} of {first.number.of} parts are there; missing: {shown}\n"
            f"  Build them with the options of the others and --shard {missing[0]}/{first.number.of}."
        )
    return [found[number] for number in sorted(found)]


def require_alike(parts: Sequence[Part]) -> None:
    """Raise DatasetError, with the part and the difference, if a part is not like the first."""
    first = parts[0]
    for part in parts[1:]:
        for difference in (
            _other_versions(first.content.versions, part.content.versions),
            _other_setting(first.content.shown, part.content.shown),
            _other_table(first, part),
        ):
            if difference:
                raise DatasetError(
                    f"{part.folder}: {part.number.words} {difference.format(other=first.folder)}\n"
                    "  Build all parts with one version of the program and the same options, annotations and "
                    "snapshot."
                )


def require_packs(settings: Settings) -> None:
    """Raise DatasetError if a pack of templates is not where it was when the parts were built."""
    for pack in settings.templates:
        if not pack.is_dir():
            raise DatasetError(
                f"{pack}: this pack of templates, with which the parts were built, is not there\n"
                "  Name all packs, where they are now, with --templates."
            )


def require_program(part: Part, current: Mapping[str, str]) -> None:
    """Raise DatasetError if the program that merges is not the one that built the parts."""
    if difference := _other_versions(current, part.content.versions):
        raise DatasetError(
            f"{part.folder}: {part.number.words} {difference.format(other='this one')}; it was built by "
            f"{part.content.generator}, this is reasonvqa {__version__}\n"
            "  Merge with the version of the program, and the packs, that the parts were built with."
        )


def _other_versions(one: Mapping[str, str], other: Mapping[str, str]) -> str:
    changed = [what for name, what in _WHAT.items() if one.get(name) != other.get(name)]
    return f"was built with another version of {', '.join(changed)} than {{other}}" if changed else ""


def _other_setting(one: Mapping[str, Any], other: Mapping[str, Any], prefix: str = "") -> str:
    for name in sorted(one.keys() | other.keys()):
        here, there = one.get(name), other.get(name)
        if isinstance(here, Mapping) and isinstance(there, Mapping):
            if found := _other_setting(here, there, f"{name}."):
                return found
        elif here != there:
            said = f"{prefix}{name} is {there!r}, there {here!r}".replace("{", "{{").replace("}", "}}")
            return f"has another setting than {{other}}: {said}"
    return ""


def _other_table(one: Part, other: Part) -> str:
    for stage in COMMON_STAGES:
        mine, theirs = ({path: p.content.files[path] for path in p.files(stage)} for p in (one, other))
        changed = sorted(path for path in mine.keys() | theirs.keys() if mine.get(path) != theirs.get(path))
        if changed:
            return f"has {_TABLES[stage]} than {{other}} ({', '.join(changed[:_MOST_SHOWN])})"
    return ""
