"""Which of the drawn questions go on, and which part of them is about which images."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pipeline.base.progress import Progress
from pipeline.dataset.kept import DrawnParts, register_optional
from pipeline.dataset.settings import Settings
from pipeline.dataset.stages import Context
from pipeline.relational.engine import Engine

from .drawn import write_drawn, write_left_out, write_part, write_with_options


def _question(number: int, *, answer: str = "Peru", route: str = "r1") -> dict[str, Any]:
    texts = {"question": "Where is this?", "answer": answer, "route_id": route}
    return {"question_id": f"q{number}", "image_id": f"i{number}", **texts}


def _context(folder: Path, *rows: dict[str, Any], **settings: Any) -> Context:
    context = Context(Settings(out=folder / "out", **settings), Progress(quiet=True))
    write_drawn(context, rows)
    return context


def _left(context: Context) -> dict[str, float]:
    """Return the weights of the questions that go on, by id."""
    with Engine(context.folder("scratch")) as engine:
        register_optional(engine, context.settings)
        found = engine.table("optional_questions").to_pylist()
    return {row["question_id"]: row["weight"] for row in found}


def test_those_that_are_unsound_or_repeated_or_have_no_options_do_not_go_on(tmp_path: Path) -> None:
    context = _context(tmp_path, *(_question(n) for n in range(5)), _question(5, route="r2"), max_repeats=2)
    texts = {"question": "Where is this?", "answer": "Peru"}
    write_left_out(context, "unsound", [{"question_id": "q1"}])
    write_left_out(context, "repeated", [{"question_id": "q3", **texts}])
    alike = {"bucket": "0", "own_question": "", **texts, "repeats": 5}
    write_left_out(context, "repeats", [{"noun_route": n, **alike} for n in range(5)])
    write_with_options(context, ["r1"])
    assert _left(context) == {"q0": 2.5, "q2": 2.5, "q4": 2.5}


def test_questions_under_the_cap_weigh_what_their_image_and_route_say(tmp_path: Path) -> None:
    context = _context(tmp_path, _question(1), _question(2, answer="Laos"), per_image=1)
    assert _left(context) == {"q1": 1.0, "q2": 1.0}


@pytest.mark.parametrize(
    ("first", "last", "found"),
    [("i2", "i3", [0, 1]), ("i1", "i2", [0]), ("i9", "i9", [0]), ("i0", "i9", [0, 1]), ("i4", "i5", [1])],
)
def test_parts_of_some_images_are_those_that_ask_about_any_of_them(
    tmp_path: Path, first: str, last: str, found: list[int]
) -> None:
    context = _context(tmp_path, _question(1), _question(2))
    folder = context.folder("questions") / "drawn"
    write_part(context, 1, [_question(3), _question(4)])
    write_part(context, 2, [])
    parts = DrawnParts(context.settings).of(first, last)
    assert parts == [folder / f"{number:05d}.parquet" for number in found]
