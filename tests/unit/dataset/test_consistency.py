"""Consistency sets: questions in several wordings, none that tells its answer, evenly over the hops."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from pipeline.bank.tables import SCHEMAS
from pipeline.base.columns import read_rows, write_rows
from pipeline.base.progress import Progress
from pipeline.dataset.consistency import write_consistency
from pipeline.dataset.settings import Settings
from pipeline.dataset.stages import Context
from pipeline.relational.engine import Engine

from .drawn import write_with_options
from .scene import Row, Scene

ASKED = "Which country does this vehicle come from?"


def ways(shape: str, *around: tuple[str, str]) -> list[Row]:
    """Return the ways to ask what a shape asks."""
    prop = shape.rpartition("/")[2]
    return [
        {
            "shape_id": shape,
            "place": place,
            "prefix": prefix,
            "suffix": suffix,
            "of_kind": False,
            "template": f"{prop}:{place:08x}",
            "variant": "",
        }
        for place, (prefix, suffix) in enumerate(around)
    ]


def sets(scene: Scene, *paraphrases: Row, several: bool = False, **settings: Any) -> dict[str, list[Row]]:
    """Ask about the scene's images, odd ones in test, and return the consistency sets of each part."""
    scene.bank["paraphrases"] = list(paraphrases)
    for route in scene.bank["routes"]:
        items = [{"item": "", "label": route["answer"], "forms": [route["answer"]]}]
        route["answer_items"] = items * (2 if several else 1)
    questions = scene.ask(**settings).questions
    chosen = Settings(out=scene.folder / "out", workers=1, **settings)
    context, out = Context(chosen, Progress(quiet=True)), scene.folder / "made"
    for table in ("routes", "paraphrases", "noun_forms"):
        write_rows(context.table("bank", table), SCHEMAS[table], scene.bank[table])
    write_with_options(context, sorted({row["route_id"] for row in questions}))
    split = [{"image_id": i, "part": ("train", "test")[int(i[1:]) % 2]} for i in images(questions)]
    _write_split(context.table("split", "split"), split)
    with Engine(scene.folder / "scratch") as engine:
        write_consistency(context, engine, out)
    return {part: _read(out / "consistency" / f"{part}.jsonl") for part in ("train", "test")}


def images(questions: list[Row]) -> list[str]:
    return sorted({row["image_id"] for row in questions})


def _write_split(path: Path, rows: list[Row]) -> None:
    write_rows(path, pa.schema([("image_id", pa.string()), ("part", pa.string())]), rows)


def _read(path: Path) -> list[Row]:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert lines == read_rows(path.with_suffix(".parquet"))
    return lines


def bicycles(scene: Scene, number: int, *, clause: bool = False) -> None:
    for n in range(number):
        scene.thing("1", "bicycle", (0, 0, 10, 10), image=f"i{n}")
        if clause:
            scene.thing("t", "tree", (100, 0, 10, 10), image=f"i{n}")
            scene.relation("1", "near", "t", image=f"i{n}")


TWO = ways("P495", ("From which country does ", " come?"), ("", " is from which country?"))


def texts(row: Row) -> list[str]:
    return [wording["question"] for wording in row["wordings"]]


def test_set_has_the_questions_own_wording_first_and_the_others(scene: Scene) -> None:
    bicycles(scene, 1)
    (found,) = sets(scene, *TWO, hops=(1,))["train"]
    assert texts(found) == [
        ASKED,
        "From which country does this vehicle come?",
        "This vehicle is from which country?",
    ]
    assert [w["template"] for w in found["wordings"]] == ["P495:0123abcd", "P495:00000000", "P495:00000001"]


def test_wordings_about_the_kind_point_at_the_thing_that_a_clause_describes(scene: Scene) -> None:
    bicycles(scene, 1, clause=True)
    kind = [row | {"of_kind": True} for row in TWO]
    (found,) = sets(scene, *kind, hops=(2,))["train"]
    assert (
        texts(found)[1]
        == "Look at the vehicle near the tree. From which country does this kind of vehicle come?"
    )


def test_sets_are_of_the_part_of_their_image(scene: Scene) -> None:
    bicycles(scene, 4)
    found = sets(scene, *TWO, hops=(1,))
    for part, expected in (("train", ["i0", "i2"]), ("test", ["i1", "i3"])):
        assert [row["image_id"] for row in found[part]] == expected
        assert {row["split"] for row in found[part]} == {part}


def test_no_set_has_more_wordings_than_wanted(scene: Scene) -> None:
    bicycles(scene, 1)
    (found,) = sets(scene, *TWO, hops=(1,), consistency_wordings=2)["train"]
    assert len(found["wordings"]) == 2


@pytest.mark.parametrize(
    "other",
    [
        # The question's own words, which the bank knows under another id.
        ("Which country does ", " come from?"),
        # One that holds the answer.
        ("Is Germany where ", " comes from?"),
    ],
)
def test_question_with_one_fit_wording_only_has_no_set(scene: Scene, other: tuple[str, str]) -> None:
    bicycles(scene, 1)
    assert sets(scene, *ways("P495", other, other), hops=(1,)) == {"train": [], "test": []}


def test_question_with_several_true_answers_has_no_set(scene: Scene) -> None:
    bicycles(scene, 1)
    assert sets(scene, *TWO, several=True, hops=(1,)) == {"train": [], "test": []}


def test_as_many_sets_as_wanted_are_drawn_evenly_over_the_hops(scene: Scene) -> None:
    bicycles(scene, 6)
    shapes = [*TWO, *ways("P495/P36", ("Name the capital of where ", " is from."), ("Name it: ", "."))]
    found = sets(scene, *shapes, consistency_sets=6)
    rows = [row for part in found.values() for row in part]
    assert len(rows) == 6
    assert sum(ASKED in texts(row) for row in rows) == 3
    larger = sets(scene, *shapes, consistency_sets=8)
    ids = {row["question_id"] for row in rows}
    assert ids < {row["question_id"] for part in larger.values() for row in part}


def test_no_sets_are_made_if_none_are_wanted(scene: Scene) -> None:
    bicycles(scene, 1)
    assert sets(scene, *TWO, consistency_sets=0) == {"train": [], "test": []}
