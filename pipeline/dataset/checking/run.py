"""Runs the checks over a finished dataset, on what is distinct in it."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.base.errors import DatasetError
from pipeline.base.progress import Progress
from pipeline.dataset.checking.forms import OURS, files_of, form_of, write_details, write_questions
from pipeline.dataset.layout import CONSISTENCY, MANIFEST, PARTS
from pipeline.dataset.settings import Settings
from pipeline.dataset.verification.loaded import Dataset
from pipeline.dataset.vocabulary import library_of
from pipeline.language.grammar import Grammar
from pipeline.quality.registry import Check
from pipeline.quality.tally import Found, Tally
from pipeline.quality.units import (
    Answer,
    Asked,
    Fact,
    Facts,
    Frequent,
    Numbered,
    Options,
    Places,
    Repeated,
    Shown,
    Text,
    Unit,
)
from pipeline.relational.engine import Engine

_OF_THING = 1
"""The edge that is asked of the thing in the image, not of an item by its name."""

Weighted = tuple[Unit, int, str]
"""A unit, how many questions (or facts, images) it stands for, and the first of them."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in a dataset."""

    form: str
    questions: int
    found: tuple[Found, ...]

    @property
    def has_errors(self) -> bool:
        """Whether a check of errors found something."""
        return any(each.check.is_error and each.found for each in self.found)


def check_dataset(
    path: Path, checks: Iterable[Check], progress: Progress, *, examples: int, language: str = "en"
) -> Report:
    """Check a dataset of ours or in a form of ReasonVQA; DatasetError or InputError if it is neither.

    A dataset of ours is checked in its own language.
    """
    tally = Tally(list(checks), limit=examples)
    dataset = Dataset(path) if (path / MANIFEST).is_file() else None
    if dataset:
        language = dataset.manifest["settings"]["language"]
    grammar = library_of(Settings(language=language)).grammar
    with tempfile.TemporaryDirectory(prefix="reasonvqa-") as scratch, Engine(Path(scratch)) as engine:
        form = register(engine, path, dataset, Path(scratch))
        ((questions,),) = engine.rows("count_records")
        if not questions:
            raise DatasetError(f"{path}: holds no question")
        for what, units in (("questions", _asked(engine, grammar)), ("sets", set_units(engine))):
            progress.note(f"checks {what}")
            _add(tally, units)
        if dataset:
            _add_parts(tally, engine, grammar)
    if dataset:
        progress.note("checks facts")
        facts = Facts(dataset.snapshot.statements)
        _add(tally, ((Fact(s, facts), 1, s.subject) for s in dataset.snapshot.statements))
    return Report(form, questions, tuple(tally.found()))


def _add(tally: Tally, units: Iterable[Weighted]) -> None:
    for unit, times, where in units:
        tally.add(unit, times=times, where=where)


def _add_parts(tally: Tally, engine: Engine, grammar: Grammar) -> None:
    """Check the texts of sub-questions and consistency sets."""
    sub_questions = engine.rows("check_sub_questions")
    wordings = ((_OF_THING, *row) for row in engine.rows("check_wordings"))
    for edge, text, answers, times, where in (*sub_questions, *wordings):
        tally.add_part(Text(text, grammar), times=times, where=where)
        # The name of an item may hold the answer: what flows past Ottawa is the Ottawa River.
        if edge == _OF_THING:
            tally.add_part(Asked(text, tuple(answers)), times=times, where=where)


def register(engine: Engine, path: Path, dataset: Dataset | None, scratch: Path) -> str:
    """Make a dataset's questions the tables `records`, `balanced_records` and `photos`; return its form."""
    if dataset:
        for table, which in (("records", "U"), ("balanced_records", "B")):
            parts = [dataset.present(path / which / f"{part}.parquet") for part in PARTS]
            engine.register({table: parts})
        sets = [dataset.present(path / CONSISTENCY / f"{part}.parquet") for part in PARTS]
        engine.register({"consistency_sets": sets})
        engine.register({"photos": dataset.present(path / "snapshot" / "images.parquet")})
        return OURS
    files = files_of(path)
    read = {name: scratch / f"{name}.parquet" for name in ("read_questions", "read_details")}
    write_questions(files, read["read_questions"])
    write_details(files, read["read_details"])
    engine.register(dict(read))
    # There is one set only, which counts as U and as B.
    for table in ("records", "balanced_records", "photos"):
        engine.create(table, "check_records")
    return form_of(files[0])


def _asked(engine: Engine, grammar: Grammar) -> Iterator[Weighted]:
    """Yield texts, answers and options, each with its questions."""
    for text, times, where in engine.rows("check_texts"):
        yield Text(text, grammar), times, where
    for text, answers, times, where in engine.rows("check_asked"):
        yield Asked(text, tuple(answers)), times, where
    yield from _answers(engine.rows("check_answers"), grammar)
    for choices, correct, answer, answers, times, where in engine.rows("check_options"):
        yield Options(tuple(choices), correct, answer, tuple(answers), grammar), times, where


def _answers(rows: list[tuple[Any, ...]], grammar: Grammar) -> Iterator[Weighted]:
    """Yield answers; where most of a property's figures have a unit, a bare one lacks it."""
    balance: defaultdict[str, int] = defaultdict(int)
    for prop, shown, _, kind, *_ in rows:
        if kind in ("number", "") and shown[:1].isdecimal():
            balance[prop] += 1 if any(char.isalpha() for char in shown) else -1
    for prop, shown, answers, kind, times, where in rows:
        needs_unit = kind in ("number", "") and balance[prop] > 0
        yield Answer(shown, tuple(answers), grammar, kind, needs_unit), times, where


def set_units(engine: Engine) -> Iterator[Weighted]:
    """Yield what stands for the sets and parts of `records`, `balanced_records` and `photos`."""
    for train, test, times, what in engine.rows("check_shown"):
        parts = tuple(part for part, inside in zip(PARTS, (train, test), strict=True) if inside)
        yield Shown(what, parts), times, what
    for in_u, in_b, times, where in _ids(engine):
        yield Numbered(where, int(in_u), int(in_b)), times, where
    for repeats, times, what in _repeats(engine):
        yield Repeated(what, repeats), int(times), what
    ((total,),) = engine.rows("count_records")
    for repeats, times, what in engine.rows("check_frequent"):
        yield Frequent(what, repeats, total), int(times), what
    places: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for options, place, times in engine.rows("check_places"):
        places[options][place] = times
    for options, counts in sorted(places.items()):
        times = sum(counts.values())
        yield Places(tuple(counts.get(place, 0) for place in range(options))), times, ""


def _ids(engine: Engine) -> list[tuple[Any, ...]]:
    """Return how often ids stand in U and in B; where all is well, without an example."""
    hashes = engine.rows("check_id_hashes")
    if all(in_u == 1 and in_b <= 1 for in_u, in_b, _ in hashes):
        return [(*row, "") for row in hashes]
    return engine.rows("check_ids")


def _repeats(engine: Engine) -> list[tuple[Any, ...]]:
    """Return how often texts are asked of one image; where each is once, without an example."""
    hashes = engine.rows("check_text_hashes")
    if all(times == 1 for times, _ in hashes):
        return [(*row, "") for row in hashes]
    return engine.rows("check_repeats")
