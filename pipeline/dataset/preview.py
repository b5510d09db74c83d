"""Real questions of a property or a domain, at every hop, without a dataset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pipeline.base.errors import EmptyBuildError, SettingsError
from pipeline.base.progress import Progress
from pipeline.dataset.build import build
from pipeline.dataset.kept import register_kept
from pipeline.dataset.settings import Settings
from pipeline.dataset.vocabulary import chosen, library_of
from pipeline.language.library import Library
from pipeline.language.render import fill
from pipeline.relational.engine import Engine

_OUT = Path("build/preview")
_PER_IMAGE = 1_000
"""Of an image every question may be shown."""

_TYPICAL = 3


def preview(settings: Settings, what: str, number: int, *, quiet: bool = False) -> Iterator[str]:
    """Yield so many questions of a property or domain, a part for each number of hops.

    A property's questions are those that end in it and those that pass through it. Where the facts know
    nothing of it, its wordings are shown around a typical subject.
    """
    library = library_of(settings)
    prop, domain = _meant(what, library)
    changed = {
        "domains": (domain,) if domain else (),
        "properties": (),
        "out": _OUT,
        "work": None,
        "per_image": _PER_IMAGE,
    }
    small = settings.model_copy(update=changed)
    try:
        build(small, Progress(quiet=quiet), until="questions")
        rows = _questions(small, prop, number)
    except EmptyBuildError:
        rows = []
    if not rows:
        yield from _typical(library, prop)
        return
    title = ""
    for hops, has_clause, image, question, answer, template, variant in _spread(rows, number):
        heading = f"{hops} hop{'s' if hops > 1 else ''}{', with a clause' if has_clause else ''}"
        if heading != title:
            yield from ("", heading) if title else (heading,)
            title = heading
        yield f"  {question}  ->  {answer}    [{image}, {' '.join(filter(None, (template, variant)))}]"


def _meant(what: str, library: Library) -> tuple[str, str]:
    """Return a property's id or a domain's; SettingsError suggests the nearest, or says why none is asked."""
    left_out = {prop: (entry.label, entry.reason) for prop, entry in library.unasked.items()}
    left_out |= {prop: (spec.label, spec.off or "no wordings") for prop, spec in library.entries.items()}
    for prop, (label, reason) in left_out.items():
        if what.strip().lower() in (prop.lower(), label.lower()) and prop not in library.properties:
            raise SettingsError(f"{prop} ({label}) is not asked about: {reason}")
    known = {name: name for name in (*library.domains, *library.properties)}
    names = {entry.name: domain for domain, entry in library.domains.items()}
    names |= {spec.label: prop for prop, spec in library.properties.items()}
    (found,) = chosen("properties and domains", [what], known, names)
    return ("", found) if found in library.domains else (found, "")


def _questions(settings: Settings, prop: str, number: int) -> list[tuple[Any, ...]]:
    work = settings.work_folder
    with Engine(work / "scratch", threads=settings.workers, memory=settings.memory) as engine:
        engine.register({"routes": work / "bank" / "routes.parquet"})
        register_kept(engine, settings)
        engine.create_view("questions_in_words", "questions_in_words")
        return engine.rows("preview_questions", property=prop, most=number, seed=str(settings.seed))


def _spread(rows: Sequence[tuple[Any, ...]], number: int) -> list[tuple[Any, ...]]:
    """Return so many of the rows, as evenly over the numbers of hops as there are enough of each."""
    groups: dict[tuple[int, bool], list[tuple[Any, ...]]] = {}
    for row in rows:
        groups.setdefault((row[0], row[1]), []).append(row)
    taken = dict.fromkeys(groups, 0)
    while sum(taken.values()) < number and any(taken[key] < len(group) for key, group in groups.items()):
        for key, group in groups.items():
            if taken[key] < len(group) and sum(taken.values()) < number:
                taken[key] += 1
    return [row for key, group in groups.items() for row in group[: taken[key]]]


def _typical(library: Library, prop: str) -> Iterator[str]:
    """Yield a property's wordings around typical subjects."""
    if not prop:
        yield "No question of this domain came of these facts."
        return
    spec = library.properties[prop]
    yield f"No question of {spec.label} ({prop}) came of these facts. Its wordings, around a typical subject:"
    for wording in (*spec.main, *spec.clause):
        kinds = [kind for kind in (*wording.subject, *spec.subject) if kind[:1] != "!"][:_TYPICAL]
        noun = kinds[0].replace("_", " ") if kinds else "thing"
        text = fill(wording.text, f"this {noun}")
        yield f"  {text[:1].upper() + text[1:] if wording in spec.main else text}"
